#include "engine/game/position.h"

#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "engine/game/position_state.h"

/* --- create and destroy --- */

/* Takes over one use of r, also on failure. */
static status make(position **out, rules *r, int seat, error *err) {
    *out = NULL;
    position *p = mem_alloc(sizeof *p);
    if (!p) {
        rules_close(r);
        return position_no_memory(err);
    }
    assert(seat == SEAT_ALL || (r->view_size && seat < r->players));
    p->rules = r;
    p->seat = seat;
    p->size = seat == SEAT_ALL ? r->state_size : r->view_size;
    p->words = text_growing();
    p->now = mem_alloc(p->size);
    if (!p->now || chance_buffers_init(&p->chances, r) != ST_OK) {
        position_destroy(p);
        return position_no_memory(err);
    }
    *out = p;
    return ST_OK;
}

void position_destroy(position *p) {
    if (!p) return;
    mem_free(p->now);
    chance_buffers_done(&p->chances);
    mem_free(p->entries);
    mem_free(p->saved);
    mem_free(p->origin);
    mem_free(p->note);
    text_done(&p->words);
    trail_done(&p->trail);
    rules_close(p->rules);
    mem_free(p);
}

/* A seat the rules have; a view only where something is hidden: elsewhere all seats see
 * everything. */
static status check_seat(const rules *r, int *seat, error *err) {
    if (*seat >= r->players) return error_set(err, ST_BAD_VALUE, "there are %d seats", r->players);
    if (!(r->traits & GAME_HIDDEN)) *seat = SEAT_ALL;
    return ST_OK;
}

/* Opens the rules and makes an empty position for a seat. */
static status open_for(position **out, const game *g, const params *setup, int seat, error *err) {
    rules *r;
    *out = NULL;
    status st = rules_open(&r, g, setup, err);
    if (st != ST_OK) return st;
    st = check_seat(r, &seat, err);
    if (st == ST_OK) return make(out, r, seat, err);
    rules_close(r);
    return st;
}

status position_start(position **out, const game *g, const params *setup, int seat, error *err) {
    status st = open_for(out, g, setup, seat, err);
    if (st != ST_OK) return st;
    position *p = *out;
    if (p->seat == SEAT_ALL)
        g->start(p->rules, p->now);
    else
        p->rules->views->start(p->rules, p->seat, p->now);
    st = position_play_silent(*out, err);
    if (st != ST_OK) {
        position_destroy(*out);
        *out = NULL;
    }
    return st;
}

status position_read(position **out, const game *g, const params *given, int seat, const char *line,
                     error *err) {
    *out = NULL;
    params p = *given;
    status st = g->imply ? g->imply(g, &p, line, err) : ST_OK;
    p.no_files = given->no_files;
    if (st == ST_OK) st = open_for(out, g, &p, seat, err);
    if (st != ST_OK) return st;
    position *pos = *out;
    error stated = {.code = ST_OK};
    st = pos->seat == SEAT_ALL
             ? g->read(pos->rules, pos->now, line, &stated)
             : pos->rules->views->read(pos->rules, pos->seat, pos->now, line, &stated);
    if (st != ST_OK && err) *err = stated;
    if (st == ST_OK && *stated.note) {
        pos->note = mem_string(stated.note);
        if (!pos->note) st = position_no_memory(err);
    }
    if (st == ST_OK) {
        text canonical = text_growing();
        position_write(pos, &canonical);
        pos->origin = canonical.cut ? NULL : mem_string(text_string(&canonical));
        text_done(&canonical);
        st = pos->origin ? position_play_silent(pos, err) : position_no_memory(err);
    }
    if (st == ST_OK) return ST_OK;
    position_destroy(pos);
    *out = NULL;
    return st;
}

status position_clone(position **out, const position *p, error *err) {
    status st = make(out, rules_share(p->rules), p->seat, err);
    if (st != ST_OK) return st;
    position *c = *out;
    memcpy(c->now, p->now, p->size);
    bool ok = MEM_GROW(c->entries, c->entries_cap, p->count) == ST_OK &&
              MEM_GROW(c->saved, c->saved_cap, p->count * p->size) == ST_OK &&
              trail_copy(&c->trail, &p->trail, 0);
    if (ok && p->count) {
        memcpy(c->entries, p->entries, p->count * sizeof(position_entry));
        memcpy(c->saved, p->saved, p->count * p->size);
    }
    text_putn(&c->words, text_string(&p->words), p->words.len);
    if (p->origin) c->origin = mem_string(p->origin);
    if (!ok || c->words.cut || (p->origin && !c->origin)) {
        position_destroy(c);
        *out = NULL;
        return position_no_memory(err);
    }
    c->count = p->count;
    c->base_ply = p->base_ply;
    c->ply = p->ply;
    memcpy(c->seen, p->seen, sizeof c->seen);
    c->seed = p->seed;
    c->seeded = p->seeded;
    c->allowed = p->allowed;
    assert(position_check(c));
    return ST_OK;
}

status position_observe(position **out, const position *p, int seat, error *err) {
    *out = NULL;
    status st = check_seat(p->rules, &seat, err);
    if (st != ST_OK) return st;
    if (p->seat != SEAT_ALL && p->seat != seat)
        return error_set(err, ST_LEAK, "this engine only knows seat %d", p->seat + 1);
    st = make(out, rules_share(p->rules), seat, err);
    if (st != ST_OK) return st;
    position *o = *out;
    if (p->seat == seat)
        memcpy(o->now, p->now, p->size);
    else
        p->rules->views->observe(p->rules, p->now, seat, o->now);
    text line = text_growing();
    position_write(o, &line);
    o->origin = line.cut ? NULL : mem_string(text_string(&line));
    text_done(&line);
    if (!o->origin || !trail_copy(&o->trail, &p->trail, 0)) {
        position_destroy(o);
        *out = NULL;
        return position_no_memory(err);
    }
    o->base_ply = o->ply = position_seen(p, seat);
    if (seat == SEAT_ALL) memcpy(o->seen, p->seen, sizeof o->seen);
    o->allowed = p->allowed;
    assert(position_check(o));
    return ST_OK;
}

status position_with_state(position **out, const position *p, const void *state, error *err) {
    assert(state);
    status st = make(out, rules_share(p->rules), SEAT_ALL, err);
    if (st != ST_OK) return st;
    memcpy((*out)->now, state, p->rules->state_size);
    (*out)->base_ply = (*out)->ply = p->ply;
    memcpy((*out)->seen, p->seen, sizeof p->seen);
    (*out)->allowed = p->allowed;
    assert(position_check(*out));
    return ST_OK;
}
