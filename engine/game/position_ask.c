/* What can be asked of a position: whether an event is legal, and what happened so far. */
#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "engine/game/position_state.h"

/* What chance brings, or what another seat does: possible where the view can hear of it. */
static status verify_by_view(const position *p, const char *event, error *err) {
    unsigned char *copy = mem_alloc(p->size);
    if (!copy) return position_no_memory(err);
    memcpy(copy, p->now, p->size);
    status st = p->rules->views->apply(p->rules, copy, event, err);
    mem_free(copy);
    return st;
}

/* The spelling that token_write() would give to a token of another seat, which need not be legal in
 * the state at hand: that one was only dealt. */
static void spell_for_other(const rules *r, const void *world, const char *event, text *out) {
    token tok = {.count = 0};
    if (game_from_text(r, world, event, tok.steps, &tok.count, NULL) == ST_OK)
        token_write(r, world, &tok, out);
    else
        text_put(out, event);
}

static status verify_on_view(const position *p, const char *event, text *canonical, error *err) {
    const rules *r = p->rules;
    token tok;
    rng g = {.s = 1};
    const char *rest = event;
    if (event[0] == '!' || event[0] == '?') {
        status st = verify_by_view(p, event, err);
        if (st == ST_OK && canonical) text_put(canonical, event);
        return st;
    }
    unsigned char *world = mem_alloc(r->state_size);
    if (!world) return position_no_memory(err);
    position_world(p, &g, world);
    int actor = r->game->actor(r, world);
    status st;
    if (actor >= 0 && actor != p->seat) {
        st = token_seat(r, actor, event, &rest, err);
        if (st == ST_OK) st = verify_by_view(p, rest, err);
        if (st == ST_OK && canonical) spell_for_other(r, world, rest, canonical);
    } else {
        st = token_read((state_ref){r, world, position_trail(p)}, event, &tok, err);
        if (st == ST_OK && canonical) token_write(r, world, &tok, canonical);
    }
    mem_free(world);
    return st;
}

status position_verify(const position *p, const char *event, text *canonical, error *err) {
    if (p->seat != SEAT_ALL) return verify_on_view(p, event, canonical, err);
    size_t silent = event[0] == '!' ? position_first_silent(p) : p->count;
    if (silent < p->count && strcmp(position_words(p, silent), event) == 0) {
        if (canonical) text_put(canonical, event);
        return ST_OK;
    }
    token tok;
    status st =
        position_is_null_move(p, event)
            ? position_read_null_move(p, &tok, err)
            : token_read((state_ref){p->rules, p->now, position_trail(p)}, event, &tok, err);
    if (st == ST_OK && canonical) token_write(p->rules, p->now, &tok, canonical);
    return st;
}

const char *position_event(const position *p, unsigned ply) {
    unsigned at = p->base_ply;
    for (size_t i = 0; i < p->count; i++) {
        if (p->entries[i].flags & ENTRY_SILENT) continue;
        if (at++ == ply) return position_words(p, i);
    }
    return NULL;
}

bool position_moment_at(const position *p, unsigned ply, unsigned k, position_moment *out) {
    unsigned at = p->base_ply;
    size_t i = 0;
    for (; i < p->count; i++)
        if (!(p->entries[i].flags & ENTRY_SILENT) && at++ == ply) break;
    for (unsigned n = 0; n < k && i < p->count; n++) {
        i++;
        if (i < p->count && !(p->entries[i].flags & ENTRY_SILENT)) i = p->count;
    }
    if (i >= p->count) return false;
    out->data = p->saved + i * p->size;
    out->event = position_words(p, i);
    out->trail = p->trail;
    out->trail.len = p->entries[i].trail_len;
    return true;
}

status position_report_start(const position *p, int seat, text *out, error *err) {
    const rules *r = p->rules;
    assert(p->seat == SEAT_ALL && position_is_hidden(p) && seat != SEAT_ALL);
    void *view = mem_alloc(r->view_size);
    if (!view) return position_no_memory(err);
    r->views->observe(r, p->count ? p->saved : p->now, seat, view);
    r->views->write(r, view, out);
    mem_free(view);
    return ST_OK;
}

status position_report(const position *p, int seat, position_listener hear, void *ctx, error *err) {
    const rules *r = p->rules;
    unsigned ply = p->base_ply;
    for (size_t i = 0; i < p->count; i++) {
        bool silent = p->entries[i].flags & ENTRY_SILENT;
        const void *before = p->saved + i * p->size;
        char buf[GAME_TOKEN_SIZE];
        text seen = text_over(buf, sizeof buf);
        token tok;
        if (p->seat == SEAT_ALL && position_is_hidden(p) && seat != SEAT_ALL) {
            status st = token_read_exact((state_ref){r, before, position_trail(p)},
                                         position_words(p, i), &tok, err);
            if (st != ST_OK) return st;
            r->views->seen_text(r, before, tok.steps, tok.count, seat, &seen);
        } else if (!silent) {
            text_put(&seen, position_words(p, i));
        }
        if (seen.len) hear(ctx, ply, buf);
        ply += !silent;
    }
    return ST_OK;
}
