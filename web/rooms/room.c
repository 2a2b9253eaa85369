#include "web/rooms/room.h"

#include <assert.h>
#include <sodium.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/scene_parts.h"
#include "engine/notation/blob.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

/* --- the base --- */

static uint64_t system_random(void *ctx) {
    uint64_t x;
    (void)ctx;
    randombytes_buf(&x, sizeof x);
    return x;
}

static void base_release(room_base *b) {
    if (!b || atomic_fetch_sub_explicit(&b->users, 1, memory_order_acq_rel) > 1) return;
    position_destroy(b->start);
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) mem_free(b->seat_name[i]);
    mem_free(b);
}

/* What the game calls its seats: scenes know. */
static status name_seats(room_base *b, error *err) {
    scene *s;
    status st = scene_build(&s, b->start, b->hidden ? SEAT_PUBLIC : SEAT_ALL, err);
    for (int i = 0; st == ST_OK && i < b->players; i++) {
        b->seat_name[i] = mem_string(s->at_seat[i].name);
        if (!b->seat_name[i]) st = no_memory(err);
    }
    scene_destroy(s);
    return st;
}

static status read_setup(params *p, const room_setup *s, error *err) {
    *p = params_default();
    p->no_files = true;
    char *line = mem_string(s->setup ? s->setup : "");
    words w = {0};
    size_t i = 0;
    status st = line ? words_split(&w, line, err) : no_memory(err);
    if (st == ST_OK) st = params_read(p, s->game, w.at, w.count, &i, err);
    if (st == ST_OK && i < w.count)
        st = error_set(err, ST_BAD_SYNTAX, "unknown word of a setup: %.40s", w.at[i]);
    p->no_files = true;
    words_done(&w);
    mem_free(line);
    return st;
}

static status start_position(position **out, const room_setup *s, error *err) {
    params p;
    *out = NULL;
    if (s->blob) return blob_read_closed(out, s->games, s->blob, err);
    status st = read_setup(&p, s, err);
    if (st != ST_OK) return st;
    return s->start ? position_read(out, s->game, &p, SEAT_ALL, s->start, err)
                    : position_start(out, s->game, &p, SEAT_ALL, err);
}

static void keep_word(char *to, size_t size, const char *from) {
    text t = text_over(to, size);
    if (from) text_put(&t, from);
}

static status make_base(room_base **out, const room_setup *s, error *err) {
    room_base *b = mem_alloc(sizeof *b);
    *out = b;
    if (!b) return no_memory(err);
    atomic_init(&b->users, 1);
    keep_word(b->id, sizeof b->id, s->id);
    keep_word(b->invite, sizeof b->invite, s->invite);
    keep_word(b->game, sizeof b->game, s->game_name);
    keep_word(b->hash, sizeof b->hash, s->hash);
    b->maker = s->maker;
    b->made = s->made;
    b->random = system_random;
    status st = start_position(&b->start, s, err);
    if (st == ST_OK && position_seat(b->start) != SEAT_ALL)
        st = error_set(err, ST_BAD_STATE, "a table needs the entire position, not one seat's view");
    for (size_t i = 0; st == ST_OK && i < s->moves; i++)
        st = position_play(b->start, s->move[i], err);
    if (st != ST_OK) return st;
    position_allow(b->start, POSITION_OPEN_ENDS);
    const rules *r = position_rules(b->start);
    b->players = r->players;
    b->hidden = (r->traits & GAME_HIDDEN) != 0;
    if (b->hidden && s->policy.typed)
        return error_set(err, ST_UNSUPPORTED,
                         "with hidden cards chance is the server's: dice cannot be typed");
    return name_seats(b, err);
}

/* --- made, copied, shared --- */

static void set_clocks(room *r) {
    const room_clock *c = &r->policy.clock;
    for (int i = 0; i < r->base->players; i++) r->left_ms[i] = c->move_ms ? c->move_ms : c->main_ms;
}

status room_create(room **out, const room_setup *s, error *err) {
    *out = NULL;
    room *r = mem_alloc(sizeof *r);
    if (!r) return no_memory(err);
    atomic_init(&r->users, 1);
    r->policy = s->policy;
    status st = make_base(&r->base, s, err);
    if (st == ST_OK) st = position_clone(&r->now, r->base->start, err);
    if (st != ST_OK) {
        room_release(r);
        return st;
    }
    set_clocks(r);
    *out = r;
    return ST_OK;
}

room *room_share(room *r) {
    atomic_fetch_add_explicit(&r->users, 1, memory_order_relaxed);
    return r;
}

void room_release(room *r) {
    if (!r || atomic_fetch_sub_explicit(&r->users, 1, memory_order_acq_rel) > 1) return;
    for (size_t i = 0; i < r->rows; i++) room_row_release(r->row[i]);
    mem_free(r->row);
    mem_free(r->held);
    mem_free(r->line);
    mem_free(r->line_ply);
    mem_free(r->undone);
    for (size_t i = 0; i < r->kepts; i++) room_row_release(r->kept[i]);
    mem_free(r->kept);
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) mem_free(r->react.answer[i]);
    position_destroy(r->now);
    base_release(r->base);
    mem_free(r);
}

/* A list of its own with the same elements. */
static bool copy_list(void *to, size_t *cap, size_t size, const void *from, size_t count) {
    void *list = count ? mem_alloc(count * size) : NULL;
    if (count && !list) return false;
    if (count) memcpy(list, from, count * size);
    memcpy(to, &list, sizeof list);
    *cap = count;
    return true;
}

/* The same for rows, which are shared. */
static bool share_rows(room_row ***to, size_t *cap, room_row *const *from, size_t count) {
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    if (!copy_list(to, cap, sizeof *from, from, count)) return false;
    for (size_t i = 0; i < count; i++)
        atomic_fetch_add_explicit(&from[i]->users, 1, memory_order_relaxed);
    return true;
}

static bool copy_lists(room *c, const room *r) {
    bool ok = share_rows(&c->row, &c->row_cap, r->row, r->rows);
    if (ok) c->rows = r->rows;
    ok = ok && share_rows(&c->kept, &c->kept_cap, r->kept, r->kepts);
    if (ok) c->kepts = r->kepts;
    ok = ok && copy_list(&c->held, &c->held_cap, sizeof *r->held, r->held, r->helds) &&
         copy_list(&c->line, &c->line_cap, sizeof *r->line, r->line, r->line_len) &&
         copy_list(&c->line_ply, &c->ply_cap, sizeof *r->line_ply, r->line_ply, r->line_len) &&
         copy_list(&c->undone, &c->undone_cap, sizeof *r->undone, r->undone, r->undone_len);
    for (int i = 0; ok && i < GAME_MAX_PLAYERS; i++) {
        if (!r->react.answer[i]) continue;
        c->react.answer[i] = mem_string(r->react.answer[i]);
        ok = c->react.answer[i] != NULL;
    }
    return ok;
}

status room_copy(room **out, const room *r, error *err) {
    *out = NULL;
    room *c = mem_alloc(sizeof *c);
    if (!c) return no_memory(err);
    /* All but `users`, which others count up and down meanwhile. */
    size_t from = offsetof(room, base);
    memcpy((char *)c + from, (const char *)r + from, sizeof *c - from);
    atomic_init(&c->users, 1);
    c->row = NULL;
    c->held = NULL;
    c->line = NULL;
    c->line_ply = NULL;
    c->undone = NULL;
    c->now = NULL;
    c->kept = NULL;
    c->kepts = c->kept_cap = 0;
    c->rows = c->row_cap = c->held_cap = c->line_cap = c->ply_cap = c->undone_cap = 0;
    memset(c->react.answer, 0, sizeof c->react.answer);
    atomic_fetch_add_explicit(&c->base->users, 1, memory_order_relaxed);
    status st = copy_lists(c, r) ? position_clone(&c->now, r->now, err) : no_memory(err);
    if (st != ST_OK)
        room_release(c);
    else
        *out = c;
    return st;
}

/* --- facts --- */

const rules *room_rules(const room *r) {
    return position_rules(r->now);
}

bool room_is_over(const room *r) {
    return r->end.ended || game_is_over(room_rules(r), position_data(r->now));
}

room_state room_state_now(const room *r) {
    if (r->closed) return ROOM_CLOSED;
    if (r->started && room_is_over(r)) return ROOM_OVER;
    for (int i = 0; i < r->base->players; i++)
        if (r->seat[i].kind == ROOM_SEAT_OPEN) return ROOM_OPEN;
    return r->paused ? ROOM_PAUSED : ROOM_PLAYING;
}

const char *room_state_name(room_state s) {
    static const char *const names[] = {"open", "playing", "paused", "over", "closed"};
    return names[s];
}

int room_actor(const room *r) {
    const rules *game_rules = room_rules(r);
    if (!r->started || r->closed || room_is_over(r) || r->react.asked) return ROOM_NO_SEAT;
    int actor = game_rules->game->actor(game_rules, position_data(r->now));
    return actor == ACTOR_CHANCE ? ROOM_CHANCE : actor;
}

bool room_asks(const room *r, int seat) {
    if (seat < 0 || seat >= r->base->players) return false;
    if (r->react.asked)
        return r->react.asked >> seat & 1 && !r->react.answer[seat] && !room_declines(r, seat);
    return room_actor(r) == seat;
}

unsigned room_people(const room *r) {
    unsigned mask = 0;
    for (int i = 0; i < r->base->players; i++)
        if (r->seat[i].kind == ROOM_SEAT_PERSON && r->seat[i].account) mask |= 1U << i;
    return mask;
}

unsigned room_seats_of(const room *r, int64_t account) {
    unsigned mask = 0;
    for (int i = 0; account && i < r->base->players; i++)
        if (r->seat[i].kind == ROOM_SEAT_PERSON && r->seat[i].account == account) mask |= 1U << i;
    return mask;
}

/* --- rows --- */

const char *room_row_name(room_row_kind k) {
    static const char *const names[] = {
#define ROOM_ROW_NAME(id, name) [ROW_##id] = (name),
        ROOM_ROW_KINDS(ROOM_ROW_NAME)
#undef ROOM_ROW_NAME
    };
    return names[k];
}

room_row *room_row_create(room_row_kind kind, const room_ask *q) {
    room_row *row = mem_alloc(sizeof *row);
    if (!row) return NULL;
    atomic_init(&row->users, 1);
    row->kind = kind;
    row->seat = q->seat;
    row->account = q->account;
    row->time = q->time;
    row->spent_ms = q->spent_ms;
    if (q->key) row->key = mem_string(q->key);
    if (q->asked) row->asked = mem_string(q->asked);
    if ((!q->key || row->key) && (!q->asked || row->asked)) return row;
    room_row_release(row);
    return NULL;
}

static void told_done(room_told *t) {
    for (size_t i = 0; i < t->count; i++) {
        mem_free(t->item[i].token);
        mem_free(t->item[i].words);
    }
    mem_free(t->item);
}

void room_row_release(room_row *row) {
    if (!row || atomic_fetch_sub_explicit(&row->users, 1, memory_order_acq_rel) > 1) return;
    for (size_t i = 0; i < row->tokens; i++) mem_free(row->token[i]);
    mem_free(row->token);
    for (int i = 0; row->told && i < ROOM_VIEWS; i++) told_done(&row->told[i]);
    mem_free(row->told);
    mem_free(row->text);
    mem_free(row->key);
    mem_free(row->asked);
    mem_free(row);
}

const room_row *room_row_at(const room *r, int number) {
    assert(number >= 0 && (size_t)number <= r->rows);
    return number ? r->row[number - 1] : NULL;
}

const room_row *room_row_by_key(const room *r, const char *key) {
    for (size_t i = r->rows; i-- > 0;)
        if (r->row[i]->key && strcmp(r->row[i]->key, key) == 0) return r->row[i];
    for (size_t i = r->kepts; i-- > 0;)
        if (r->kept[i]->key && strcmp(r->kept[i]->key, key) == 0) return r->kept[i];
    return NULL;
}

bool room_row_moves(const room_row *row) {
    switch (row->kind) {
    case ROW_ACT:
    case ROW_UNDO:
    case ROW_REDO:
    case ROW_REROLL:
        return true;
    default:
        return false;
    }
}

/* --- putting a row onto a room --- */

/* Plays an event that is known to be one of its own. */
static status play_event(position *p, const char *said, error *err) {
    unsigned ply = position_ply(p);
    status st = position_play(p, said, err);
    /* An outcome that is spelled like one that came silently before it is taken for its
     * announcement: say it again. */
    while (st == ST_OK && position_ply(p) == ply) st = position_play(p, said, err);
    return st;
}

static status play_row(room *r, const room_row *row, error *err) {
    bool ok = MEM_GROW(r->line, r->line_cap, r->line_len + 1) == ST_OK &&
              MEM_GROW(r->line_ply, r->ply_cap, r->line_len + 1) == ST_OK;
    if (!ok) return no_memory(err);
    unsigned ply = position_ply(r->now);
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < row->tokens; i++)
        st = play_event(r->now, row->token[i], err);
    if (st != ST_OK) return st;
    r->line[r->line_len] = row->number;
    r->line_ply[r->line_len++] = ply;
    return ST_OK;
}

/* Takes the last move back; `keep`: for redo. */
static status pop_row(room *r, bool keep, error *err) {
    assert(r->line_len > 0);
    if (keep) {
        if (MEM_GROW(r->undone, r->undone_cap, r->undone_len + 1) != ST_OK) return no_memory(err);
        r->undone[r->undone_len++] = r->line[r->line_len - 1];
    }
    position_cut(r->now, r->line_ply[--r->line_len]);
    return ST_OK;
}

static int last_of_line(const room *r) {
    return r->line_len ? r->line[r->line_len - 1] : 0;
}

static bool same_tokens(const room_row *a, const room_row *b) {
    if (a->tokens != b->tokens) return false;
    for (size_t i = 0; i < a->tokens; i++)
        if (strcmp(a->token[i], b->token[i]) != 0) return false;
    return true;
}

static status put_move(room *r, room_row *row, error *err) {
    if (row->kind == ROW_REROLL) {
        if (!r->line_len) return error_set(err, ST_BAD_STATE, "nothing was rolled yet");
        status st = pop_row(r, false, err);
        if (st != ST_OK) return st;
    }
    row->parent = last_of_line(r);
    status st = play_row(r, row, err);
    if (st != ST_OK) return st;
    if (r->undone_len && row->kind == ROW_ACT &&
        same_tokens(row, room_row_at(r, r->undone[r->undone_len - 1])))
        r->undone_len--;
    else
        r->undone_len = 0;
    return ST_OK;
}

static status put_undo(room *r, const room_row *row, error *err) {
    size_t keep = r->line_len;
    while (keep > 0 && r->line[keep - 1] != row->to) keep--;
    if (row->to && !keep) return error_set(err, ST_BAD_STATE, "that move is not on the line");
    while (r->line_len > keep) {
        status st = pop_row(r, true, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static status put_redo(room *r, const room_row *row, error *err) {
    while (last_of_line(r) != row->to) {
        if (!r->undone_len) return error_set(err, ST_BAD_STATE, "that move was not taken back");
        status st = play_row(r, room_row_at(r, r->undone[r->undone_len - 1]), err);
        if (st != ST_OK) return st;
        r->undone_len--;
    }
    return ST_OK;
}

static void charge(room *r, const room_row *row, bool acted) {
    const room_clock *c = &r->policy.clock;
    if (row->seat < 0 || !room_has_clock(r) || room_is_out(r, row->seat)) return;
    int64_t *left = &r->left_ms[row->seat];
    *left = *left > row->spent_ms ? *left - row->spent_ms : 0;
    if (acted) *left = c->move_ms ? c->move_ms : *left + c->increment_ms;
}

/* Takes part: from now on this person knows what the seat knows. */
static status note_held(room *r, int seat, error *err) {
    const room_seat *s = &r->seat[seat];
    if (s->kind != ROOM_SEAT_PERSON || !s->account) return ST_OK;
    for (size_t i = 0; i < r->helds; i++)
        if (r->held[i].account == s->account && r->held[i].seat == seat) return ST_OK;
    if (MEM_GROW(r->held, r->held_cap, r->helds + 1) != ST_OK) return no_memory(err);
    r->held[r->helds++] = (room_held){s->account, seat};
    return ST_OK;
}

static status put_seat(room *r, const room_row *row, error *err) {
    room_seat *s = &r->seat[row->seat];
    *s = row->sits;
    if (r->offer.open) r->offer.open = false;
    return r->started ? note_held(r, row->seat, err) : ST_OK;
}

static status begin(room *r, error *err) {
    r->started = true;
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < r->base->players; i++) st = note_held(r, i, err);
    return st;
}

static void put_offer(room *r, const room_row *row) {
    if (row->kind == ROW_OFFER) {
        unsigned own = room_seats_of(r, row->account);
        r->offer = (room_offer){true, row->offered, row->seat, row->to, own};
    } else if (!row->yes) {
        r->offer.open = false;
    } else {
        r->offer.agreed |= room_seats_of(r, row->account);
    }
}

/* After the game has moved: what was open is not so any more. */
static status after_move(room *r, room_row *row, unsigned ply, error *err) {
    r->offer.open = false;
    room_react_forget(r);
    status st = room_react_ask(r, err);
    int actor = room_actor(r);
    if (actor >= 0) r->react.last_turn[actor] = row->number;
    if (st == ST_OK && !row->told) st = room_tell(r, row, ply, err);
    for (int i = 0; st == ST_OK && i < ROOM_VIEWS; i++) r->given[i] = row->told[i].n;
    return st;
}

static status put(room *r, room_row *row, error *err) {
    unsigned ply = position_ply(r->now);
    status st = ST_OK;
    switch (row->kind) {
    case ROW_ACT:
    case ROW_REROLL:
        if (!r->started) st = begin(r, err);
        if (st == ST_OK) st = put_move(r, row, err);
        if (st == ST_OK) ply = r->line_ply[r->line_len - 1];
        if (st == ST_OK && row->kind == ROW_ACT) charge(r, row, true);
        break;
    case ROW_UNDO:
        st = put_undo(r, row, err);
        break;
    case ROW_REDO:
        st = put_redo(r, row, err);
        break;
    case ROW_OFFER:
    case ROW_ANSWER:
        put_offer(r, row);
        break;
    case ROW_RESIGN:
    case ROW_DRAW:
    case ROW_CLAIM:
    case ROW_FLAG:
        room_put_end(r, row);
        break;
    case ROW_PAUSE:
        if (row->yes) charge(r, row, false);
        r->paused = row->yes;
        break;
    case ROW_SEAT:
        st = put_seat(r, row, err);
        break;
    case ROW_AWAY:
        r->seat[row->seat].failed = true;
        break;
    case ROW_POLICY:
        r->policy = row->policy;
        break;
    case ROW_CLOSE:
        r->closed = true;
        break;
    case ROW_CHAT:
    case ROW_KINDS:
        break;
    }
    return st == ST_OK && room_row_moves(row) ? after_move(r, row, ply, err) : st;
}

status room_put(room *r, room_row *row, error *err) {
    if (!row) return no_memory(err);
    status st = r->rows < ROOM_MAX_ROWS
                    ? ST_OK
                    : error_set(err, ST_UNSUPPORTED, "this table is full: begin another one");
    if (st == ST_OK && MEM_GROW(r->row, r->row_cap, r->rows + 1) != ST_OK) st = no_memory(err);
    if (st != ST_OK) {
        room_row_release(row);
        return st;
    }
    row->number = (int)r->rows + 1;
    r->row[r->rows++] = row;
    return put(r, row, err);
}
