/* Back and forth, and what others must agree to. An engine agrees to take-backs always. */
#include <assert.h>

#include "web/rooms/room.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

static status not_here(error *err, const char *sentence) {
    return error_set(err, ST_UNSUPPORTED, "%s", sentence);
}

/* --- what would be taken back or brought back --- */

typedef struct stretch {
    int to;        /* the last row afterwards */
    bool found;    /* there is something */
    bool revealed; /* chance decided in it, or hidden things were seen */
    bool own;      /* all of it is the person's */
} stretch;

static void add_row(stretch *s, const room *r, const room_row *row, unsigned own) {
    s->found = true;
    s->revealed |= r->base->hidden || row->tokens > (size_t)row->own;
    s->own &= row->seat >= 0 && (own >> row->seat & 1);
}

/* The person's last token and what followed. */
static stretch last_token(const room *r, unsigned own) {
    stretch s = {.own = true};
    size_t i = r->line_len;
    while (i > 0) {
        const room_row *row = room_row_at(r, r->line[--i]);
        add_row(&s, r, row, own);
        if (row->seat >= 0 && own >> row->seat & 1) {
            s.to = i ? r->line[i - 1] : 0;
            return s;
        }
    }
    return (stretch){.found = false};
}

/* Whether the last that moved the game was an action, not an undo or redo. */
static bool has_acted(const room *r) {
    size_t i = r->rows;
    while (i > 0 && !room_row_moves(r->row[i - 1])) i--;
    return i > 0 && r->row[i - 1]->kind == ROW_ACT;
}

/* What was taken back by one undo: the person's token, up to their next one. With hidden hands none
 * after an action, since then it would show that the action was the one taken back. */
static stretch next_token(const room *r, unsigned own) {
    stretch s = {.own = true};
    bool passed = false;
    if (r->base->hidden && has_acted(r)) return (stretch){.found = false};
    for (size_t i = r->undone_len; i-- > 0;) {
        const room_row *row = room_row_at(r, r->undone[i]);
        bool is_own = row->seat >= 0 && (own >> row->seat & 1);
        if (is_own && passed) break;
        passed |= is_own;
        add_row(&s, r, row, own);
        s.to = row->number;
    }
    return s;
}

/* Not with hidden hands: whether chance had a choice there is not for all to know. */
static stretch last_roll(const room *r) {
    const room_row *row = r->line_len ? room_row_at(r, r->line[r->line_len - 1]) : NULL;
    bool rolled = row && row->own > 0 && row->tokens > (size_t)row->own && !r->policy.typed &&
                  !r->base->hidden;
    return (stretch){.found = rolled, .revealed = true};
}

static stretch stretch_of(const room *r, room_row_kind what, unsigned own) {
    switch (what) {
    case ROW_UNDO:
        return last_token(r, own);
    case ROW_REDO:
        return next_token(r, own);
    case ROW_REROLL:
        return last_roll(r);
    default:
        return (stretch){.found = true, .revealed = true};
    }
}

/* --- who has to agree --- */

static unsigned voters(const room *r, room_row_kind what) {
    unsigned mask = room_people(r);
    for (int i = 0; what == ROW_DRAW && i < r->base->players; i++)
        if (r->seat[i].kind == ROOM_SEAT_ENGINE && !room_is_out(r, i)) mask |= 1U << i;
    return mask;
}

static bool asks_nobody(const room *r, room_row_kind what, const stretch *s, unsigned own) {
    if (!(voters(r, what) & ~own)) return true;
    int actor = room_actor(r);
    return (what == ROW_UNDO || what == ROW_REDO) && s->own && !s->revealed && actor >= 0 &&
           own >> actor & 1;
}

static status check(const room *r, room_row_kind what, unsigned own, const stretch *s, error *err) {
    room_state state = room_state_now(r);
    if (!own) return error_set(err, ST_WRONG_SEAT, "only who sits here can ask for that");
    if (what == ROW_DRAW) {
        if (r->base->players < 2) return not_here(err, "a draw needs another player");
        return room_check_playing(r, err);
    }
    if (r->policy.undo == ROOM_UNDO_NONE) return not_here(err, "nothing is taken back here");
    /* After the end of a hidden game everything has been seen. */
    if (state != ROOM_PLAYING && (state != ROOM_OVER || r->end.ended || r->base->hidden))
        return room_check_playing(r, err);
    if (s->found) return ST_OK;
    return error_set(err, ST_NOT_FOUND, "%s",
                     what == ROW_UNDO   ? "there is nothing to take back"
                     : what == ROW_REDO ? "nothing was taken back"
                                        : "the last action rolled nothing");
}

bool room_can(const room *r, int seat, room_row_kind what) {
    unsigned own = r->seat[seat].kind == ROOM_SEAT_PERSON && r->seat[seat].account
                       ? room_seats_of(r, r->seat[seat].account)
                       : 0;
    stretch s = stretch_of(r, what, own);
    if (r->offer.open) return false;
    return check(r, what, own, &s, NULL) == ST_OK;
}

/* --- doing it --- */

static status carry_out(room *r, const room_ask *q, room_row_kind what, const stretch *s,
                        error *err) {
    room_row *row = room_row_create(what, q);
    if (!row) return no_memory(err);
    row->to = s->to;
    row->revealed = s->revealed;
    return what == ROW_REROLL ? room_reroll(r, row, err) : room_put(r, row, err);
}

status room_want(room *r, const room_ask *q, room_row_kind what, error *err) {
    unsigned own = room_seats_of(r, q->account);
    stretch s = stretch_of(r, what, own);
    status st = check(r, what, own, &s, err);
    if (st != ST_OK) return st;
    if (r->offer.open)
        return error_set(err, ST_BUSY, "another offer is open: answer that one first");
    if (asks_nobody(r, what, &s, own)) return carry_out(r, q, what, &s, err);
    room_row *row = room_row_create(ROW_OFFER, q);
    if (!row) return no_memory(err);
    row->offered = what;
    row->to = s.to;
    return room_put(r, row, err);
}

status room_agree(room *r, const room_ask *q, bool yes, error *err) {
    if (!r->offer.open) return error_set(err, ST_NOT_FOUND, "there is no offer to answer");
    unsigned own = q->account ? room_seats_of(r, q->account) : 1U << q->seat;
    unsigned needed = voters(r, r->offer.kind);
    if (!(own & needed & ~r->offer.agreed) && !(own && !yes))
        return error_set(err, ST_WRONG_SEAT, "this offer is not yours to answer");
    unsigned missing = needed & ~(r->offer.agreed | own);
    if (yes && !missing) {
        room_ask from = *q;
        from.seat = r->offer.seat;
        unsigned asker = room_seats_of(r, r->seat[from.seat].account);
        stretch s = stretch_of(r, r->offer.kind, asker);
        s.to = r->offer.to;
        from.spent_ms = 0;
        return carry_out(r, &from, r->offer.kind, &s, err);
    }
    room_row *row = room_row_create(ROW_ANSWER, q);
    if (!row) return no_memory(err);
    row->offered = r->offer.kind;
    row->yes = yes;
    return room_put(r, row, err);
}
