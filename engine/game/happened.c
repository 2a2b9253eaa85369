#include "engine/game/happened.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"

/* --- the list --- */

void happened_init(happened_list *l, char *const *names) {
    *l = (happened_list){.names = names, .words = text_growing(), .moves = text_growing()};
}

void happened_clear(happened_list *l) {
    text_clear(&l->words);
    text_clear(&l->moves);
    l->count = 0;
    l->cut = false;
}

void happened_done(happened_list *l) {
    text_done(&l->words);
    text_done(&l->moves);
    mem_free(l->at);
    l->at = NULL;
    l->count = l->cap = 0;
}

text *happened_add(happened_list *l, int seat) {
    assert(seat >= SEAT_PUBLIC && seat < GAME_MAX_PLAYERS && l->count <= l->cap);
    if (l->count) text_char(&l->words, '\0');
    if (MEM_GROW(l->at, l->cap, l->count + 1) == ST_OK) {
        l->at[l->count++] = (happening){seat, l->words.len, 0};
    } else {
        l->cut = true;
    }
    return &l->words;
}

void happened_seat(const happened_list *l, int seat, text *out) {
    assert(seat >= 0 && seat < GAME_MAX_PLAYERS);
    if (l->names)
        text_put(out, l->names[seat]);
    else
        text_format(out, "seat %d", seat + 1);
}

void happened_move(happened_list *l, const char *thing, const char *from, const char *to) {
    const char *names[] = {thing, from, to};
    if (!l->count) return;                         /* there was no memory */
    if (!l->moves.len) text_char(&l->moves, '\0'); /* 0 says that nothing moved */
    l->at[l->count - 1].moved = l->moves.len;
    for (int i = 0; i < 3; i++) {
        if (names[i]) text_put(&l->moves, names[i]);
        text_char(&l->moves, '\0');
    }
}

/* The n-th name of what moved; NULL where it is empty. */
static const char *moved_name(const happened_list *l, size_t i, int n) {
    assert(i < l->count);
    if (!l->at[i].moved || l->moves.cut) return NULL;
    const char *name = l->moves.at + l->at[i].moved;
    while (n-- > 0) name += strlen(name) + 1;
    return *name ? name : NULL;
}

const char *happened_thing(const happened_list *l, size_t i) {
    return moved_name(l, i, 0);
}

const char *happened_from(const happened_list *l, size_t i) {
    return moved_name(l, i, 1);
}

const char *happened_to(const happened_list *l, size_t i) {
    return moved_name(l, i, 2);
}

const char *happened_words(const happened_list *l, size_t i) {
    assert(i < l->count);
    return l->words.at ? l->words.at + l->at[i].words : "";
}

/* --- asking --- */

/* describe() where the event is seen as it is, else what is seen of it. */
static void by_description(const rules *r, const void *s, const token *tok, int seat,
                           happened_list *l) {
    char full_buf[GAME_TOKEN_SIZE];
    char seen_buf[GAME_TOKEN_SIZE];
    text full = text_over(full_buf, sizeof full_buf);
    text seen = text_over(seen_buf, sizeof seen_buf);
    token_write(r, s, tok, &full);
    bool all = seat == SEAT_ALL || !(r->traits & GAME_HIDDEN);
    if (!all) r->views->seen_text(r, s, tok->steps, tok->count, seat, &seen);
    if (!all && !seen.len) return;
    bool same = all || strcmp(full_buf, seen_buf) == 0;
    text *out = happened_add(l, r->game->actor(r, s));
    if (same && r->terminal->describe)
        r->terminal->describe(r, s, tok->steps, tok->count, out);
    else
        text_put(out, all ? full_buf : seen_buf);
}

void happened_in_state(const rules *r, const void *before, const action *steps, int n, int seat,
                       happened_list *l) {
    if (r->terminal->happened) {
        r->terminal->happened(r, before, steps, n, seat, l);
        return;
    }
    assert(n >= 1 && n <= GAME_MAX_STEPS);
    token tok = {.count = n};
    memcpy(tok.steps, steps, (size_t)n * sizeof *steps);
    by_description(r, before, &tok, seat, l);
}

static status on_state(const position *p, const position_moment *m, int seat, happened_list *l,
                       error *err) {
    const rules *r = position_rules(p);
    token tok;
    const trail *t = position_trail(p) ? &m->trail : NULL;
    status st = token_read_exact((state_ref){r, m->data, t}, m->event, &tok, err);
    if (st == ST_OK) happened_in_state(r, m->data, tok.steps, tok.count, seat, l);
    return st;
}

static status on_view(const position *p, const position_moment *m, happened_list *l, error *err) {
    const rules *r = position_rules(p);
    const char *event = m->event;
    if (!r->views->deal) {
        text_put(happened_add(l, ACTOR_CHANCE), event);
        return ST_OK;
    }
    if (event[0] == '@' && strchr(event, ':')) event = strchr(event, ':') + 1;
    void *world = mem_alloc(r->state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory for what happened");
    token tok;
    status st = r->views->deal(r, m->data, event, world, &tok, err);
    if (st == ST_OK) happened_in_state(r, world, tok.steps, tok.count, position_seat(p), l);
    mem_free(world);
    return st;
}

status happened_at_ply(const position *p, unsigned ply, int seat, happened_list *l, error *err) {
    bool view = position_seat(p) != SEAT_ALL;
    status st = ST_OK;
    position_moment m;
    if (view && seat != SEAT_ALL && seat != position_seat(p))
        return error_set(err, ST_LEAK, "this engine only knows seat %d", position_seat(p) + 1);
    for (unsigned k = 0; st == ST_OK && position_moment_at(p, ply, k, &m); k++)
        st = view ? on_view(p, &m, l, err) : on_state(p, &m, seat, l, err);
    if (st == ST_OK && (l->cut || l->words.cut || l->moves.cut))
        st = error_set(err, ST_NOMEM, "no memory for what happened");
    return st;
}
