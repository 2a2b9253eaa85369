#include "games/unicorns/text/unicorns_edit.h"

#include "engine/game/edit.h"
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/text/unicorns_table.h"
#include "games/unicorns/text/unicorns_text.h"

enum { MAX_TURN = 60000 };

/* --- cards on the move --- */

/* Without anything that it sets off; effects that a card brings along are dropped in the end. */
static void move(const un_rules *r, un_state *s, int pos, int zone) {
    int id = s->pool[pos];
    if (pos < un_tables_end(r, s)) un_unregister(r, s, id);
    un_note(r, s)[id] = 0;
    if (zone >= un_hand(r, 0) && zone < un_stack(r)) {
        un_to_hand(r, s, pos, zone - un_hand(r, 0), 0);
        return;
    }
    un_move(r, s, pos, zone);
    if (zone < 3 * r->n) un_register(r, s, id);
}

static void take_away(const un_rules *r, un_state *s, int pos) {
    move(r, s, pos, r->type_of[s->pool[pos]] == UN_BABY ? un_nursery(r) : un_pile(r));
}

static void empty(const un_rules *r, un_state *s, int zone) {
    while (un_size(s, zone)) take_away(r, s, un_from(s, zone));
}

/* A copy that is not in `zone`: from the heaps first, else from the last hand or table that has
 * one; -1: there is none. */
static int find_copy(const un_rules *r, const un_state *s, int kind, int zone) {
    const int first[] = {un_pile(r), un_nursery(r), un_discard(r)};
    int pos = -1;
    for (int i = 0; i < 3 && pos < 0; i++)
        if (first[i] != zone) pos = un_find(r, s, first[i], kind);
    for (int z = un_stack(r) - 1; z >= 0 && pos < 0; z--)
        if (z != zone) pos = un_find(r, s, z, kind);
    return pos;
}

/* --- what was under way is over --- */

static bool idle(const un_state *s, int phase, int ask) {
    return s->phase == phase && s->ask == ask && !s->ended;
}

static void begin_play(un_state *s) {
    s->phase = UN_PH_PLAY;
    s->ask = UN_ASK_PLAY;
    s->plays = 1;
    s->skip = s->played = s->bonus = s->extra = s->left = 0;
}

static void drop_effects(un_state *s) {
    s->cur = s->next = 0;
    memset(s->fx, 0, sizeof s->fx);
}

/* Before a card to play, or to draw where that was next. */
static void settle(const un_rules *r, un_state *s) {
    int stack = un_stack(r);
    bool draws = idle(s, UN_PH_DRAW, UN_ASK_DRAW);
    s->stale = 1;
    drop_effects(s);
    memset(un_aim(r, s), 0, (size_t)r->cards);
    while (un_size(s, stack)) {
        int pos = un_from(s, stack);
        move(r, s, pos, un_hand(r, UN_NOTE(r, s)[s->pool[pos]]));
    }
    if (!draws && !idle(s, UN_PH_PLAY, UN_ASK_PLAY)) begin_play(s);
    s->step = UN_IDLE;
    s->k = s->t = s->u = s->resume = 0;
    s->last = UN_NO_CARD;
    s->ended = s->ending = s->to = s->open = s->first = s->links = 0;
    s->answers = 0;
}

/* Links to cards that are on no table any more. */
static void drop_links(const un_rules *r, un_state *s) {
    for (int pos = 0; pos < un_tables_end(r, s); pos++) {
        int id = s->pool[pos];
        int link = UN_NOTE(r, s)[id] >> 3;
        if (link < 2 || un_table_pos(r, s, r->deck.linker_id[link - 1]) >= 0) continue;
        un_note(r, s)[id] = 0;
        if (!r->card[id].triggers && !r->card[id].lasting) un_unregister(r, s, id);
    }
}

/* Whose turn it is plays or draws, unless a seat has won. */
static void finish_turn(const un_rules *r, un_state *s) {
    drop_effects(s);
    drop_links(r, s);
    un_refresh(r, s);
    if (s->phase == UN_PH_DRAW && !un_size(s, un_pile(r))) begin_play(s);
    s->seat = s->active;
    s->ended = 0;
    un_win_check(r, s);
    if (!s->ended) return;
    s->phase = UN_PH_OVER;
    s->ask = UN_ASK_NOTHING;
    s->left = 0;
}

/* --- places --- */

/* An area by its name, which ends at `len`; -1: none. */
static int zone_called(const un_rules *r, const char *name, size_t len) {
    for (int zone = 0; zone <= un_pile(r); zone++) {
        char buf[24];
        text t = text_over(buf, sizeof buf);
        un_put_zone(r, zone, &t);
        if (t.len == len && strncmp(buf, name, len) == 0 && zone != un_stack(r)) return zone;
    }
    return -1;
}

static status no_place(const un_rules *r, const char *cell, error *err) {
    if (text_same(cell, "stack"))
        return error_set(err, ST_BAD_VALUE, "cards are on the stack only while players answer");
    return error_set(
        err, ST_BAD_VALUE,
        "there is no place '%.40s': p1.stable, p1.upgrades, p1.downgrades and p1.hand, "
        "to p%d, nursery, discard, pile, turn, phase",
        cell, r->n);
}

/* --- putting --- */

static status wrong_place(const un_kind *k, int zone, const un_rules *r, error *err) {
    static const char *const areas[] = {"stable", "upgrades", "downgrades"};
    bool table = zone < 3 * r->n;
    if (k->type == UN_BABY)
        return error_set(err, ST_BAD_VALUE, "%s is a baby: in a stable or in the nursery", k->name);
    if (!table) return error_set(err, ST_BAD_VALUE, "%s is no baby for the nursery", k->name);
    if (k->type == UN_SPELL || k->type == UN_INSTANT)
        return error_set(err, ST_BAD_VALUE, "%s lies on no table: in hands and piles", k->name);
    return error_set(err, ST_BAD_VALUE, "%s lies among the %s of a seat", k->name,
                     areas[un_area(r, k->first_id)]);
}

static bool belongs(const un_rules *r, const un_kind *k, int zone) {
    if (zone >= 3 * r->n) return (k->type == UN_BABY) == (zone == un_nursery(r));
    return k->type != UN_SPELL && k->type != UN_INSTANT && un_area(r, k->first_id) == zone % 3;
}

static status put_copies(const un_rules *r, un_state *s, int zone, int kind, uint64_t n,
                         error *err) {
    const un_kind *k = &r->deck.kind[kind];
    if (!belongs(r, k, zone)) return wrong_place(k, zone, r, err);
    for (; n; n--) {
        int pos = find_copy(r, s, kind, zone);
        if (pos < 0)
            return error_set(err, ST_BAD_VALUE, "there are only %d of %s", k->count, k->name);
        move(r, s, pos, zone);
    }
    return ST_OK;
}

/* "neigh", "2 neigh" or "Basic Unicorn (Red)". */
static status put_one(const un_rules *r, un_state *s, int zone, const char *what, error *err) {
    uint64_t n = 1;
    uint64_t said;
    char count[4];
    text number = text_over(count, sizeof count);
    size_t len = strcspn(what, " ");
    text_putn(&number, what, len);
    if (what[len] && !number.cut && text_u64(count, UN_MAX_CARDS, &said)) {
        what += len + 1;
        n = said;
    }
    int kind = un_find_card(&r->deck, what, err);
    return kind < 0 ? ST_BAD_VALUE : put_copies(r, s, zone, kind, n, err);
}

/* One card, or several after commas. */
static status put_cards(const un_rules *r, un_state *s, int zone, const char *what, error *err) {
    status st = ST_OK;
    for (bool more = true; more && st == ST_OK;) {
        char name[UN_NAME_SIZE + 8];
        text word = text_over(name, sizeof name);
        what += strspn(what, " ");
        size_t len = strcspn(what, ",");
        text_putn(&word, what, len);
        while (word.len && name[word.len - 1] == ' ') name[--word.len] = '\0';
        more = what[len] != '\0';
        what += len + more;
        st = put_one(r, s, zone, name, err);
    }
    return st;
}

/* "begin" is all that happens before the first question of the turn. */
static status put_phase(const un_rules *r, un_state *s, const char *what, error *err) {
    bool begin = text_same(what, "begin");
    bool draw = text_same(what, "draw");
    if (!begin && !draw && !text_same(what, "play"))
        return error_set(err, ST_BAD_VALUE, "there is no phase '%.40s': begin, draw, play", what);
    if (!un_size(s, un_pile(r)) && draw)
        return error_set(err, ST_BAD_VALUE, "the pile is empty, so no card is drawn");
    begin_play(s);
    if (draw) {
        s->phase = UN_PH_DRAW;
        s->ask = UN_ASK_DRAW;
        s->left = 1;
    }
    if (begin) {
        s->phase = UN_PH_BOT;
        s->ask = UN_ASK_NOTHING;
        un_advance(r, s);
    }
    return ST_OK;
}

static status put(const un_rules *r, un_state *s, const char *cell, const char *what, error *err) {
    unsigned n = 0;
    if (text_same(cell, "phase")) return put_phase(r, s, what, err);
    if (text_same(cell, "turn")) {
        status st = edit_number(cell, what, MAX_TURN, &n, err);
        if (st == ST_OK && !n) st = error_set(err, ST_BAD_VALUE, "turns count from 1");
        if (st == ST_OK) s->turn = (uint16_t)n;
        return st;
    }
    int zone = zone_called(r, cell, strlen(cell));
    return zone < 0 ? no_place(r, cell, err) : put_cards(r, s, zone, what, err);
}

/* --- taking off --- */

/* "p1.hand.neigh", or "p1.narwhal" and "p1.narwhal#2" as tokens name cards of tables: its place,
 * or -1. */
static int card_called(const un_rules *r, const un_state *s, const char *cell) {
    const char *dot = strrchr(cell, '.');
    if (!dot) return -1;
    int zone = zone_called(r, cell, (size_t)(dot - cell));
    int kind = un_find_card(&r->deck, dot + 1, NULL);
    if (zone >= 0 && kind >= 0) return un_find(r, s, zone, kind);
    for (int pos = 0; pos < un_tables_end(r, s); pos++) {
        char buf[UN_NAME_SIZE + 16];
        text name = text_over(buf, sizeof buf);
        un_put_table_card(r, s, pos, &name);
        if (text_same(buf, cell)) return pos;
    }
    return -1;
}

static status clear(const un_rules *r, un_state *s, const char *cell, error *err) {
    int zone = zone_called(r, cell, strlen(cell));
    int pos = zone < 0 ? card_called(r, s, cell) : -1;
    if (text_same(cell, "turn"))
        s->turn = 1;
    else if (text_same(cell, "phase"))
        begin_play(s);
    else if (zone == un_pile(r) || zone == un_nursery(r) ||
             (pos >= 0 && un_zone_at(r, s, pos) == un_pile(r)))
        return error_set(err, ST_BAD_VALUE,
                         "cards that are nowhere else are in the pile, babies in the nursery");
    else if (zone >= 0)
        empty(r, s, zone);
    else if (pos >= 0)
        take_away(r, s, pos);
    else
        return no_place(r, cell, err);
    return ST_OK;
}

static void clear_all(const un_rules *r, un_state *s) {
    for (int zone = 0; zone < un_stack(r); zone++) empty(r, s, zone);
    empty(r, s, un_discard(r));
    begin_play(s);
    s->turn = 1;
}

static status turn(const un_rules *r, un_state *s, const char *who, error *err) {
    unsigned seat = s->active;
    status st = edit_seat(&r->head, who, &seat, err);
    s->active = (uint8_t)seat;
    begin_play(s);
    return st;
}

status un_edit(const rules *head, void *state, const game_edit *e, error *err) {
    const un_rules *r = un_of(head);
    un_state_buf copy;
    un_state *s = &copy.s;
    status st = ST_OK;
    memcpy(s, state, head->state_size);
    settle(r, s);
    if (e->kind == EDIT_TURN)
        st = turn(r, s, e->what, err);
    else if (e->kind == EDIT_PUT)
        st = put(r, s, e->cell, e->what, err);
    else if (e->kind == EDIT_CLEAR)
        st = clear(r, s, e->cell, err);
    else
        clear_all(r, s);
    if (st != ST_OK) return st;
    if (s->phase == UN_PH_DRAW || s->phase == UN_PH_PLAY) finish_turn(r, s);
    un_seal(r, s);
    memcpy(state, s, head->state_size);
    return ST_OK;
}
