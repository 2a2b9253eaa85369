/* What a position promises: its state, its text, its list, its tokens and its chances. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/battery_state.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"

status battery_broken(battery *b, const char *what) {
    char buf[120];
    text at = text_over(buf, sizeof buf);
    if (b->p) position_write(b->p, &at);
    return error_set(b->err, ST_INTERNAL, "%s, seed %llu, ply %u: %s [%s]", b->r->game->name,
                     (unsigned long long)b->seed, b->p ? position_ply(b->p) : 0, what, buf);
}

/* --- what a position promises --- */

status battery_check_state(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    if (g->hash(r, battery_now(b)) != game_rehash(r, battery_now(b)))
        return battery_broken(b, "hash is not the hash from scratch");
    error why;
    status st = g->check ? g->check(r, battery_now(b), &why) : ST_OK;
    if (st == ST_TOO_MUCH_WORK) return error_set(b->err, st, "%s", why.text);
    if (st != ST_OK) return battery_broken(b, why.text);
    int actor = g->actor(r, battery_now(b));
    if (actor >= r->players || actor < ACTOR_CHANCE) return battery_broken(b, "no such actor");
    if (game_inside(r, battery_now(b))) return battery_broken(b, "a token ended inside a token");
    if (position_ply(b->p) % BATTERY_DRAW_EVERY) return ST_OK;
    memcpy(b->s1, battery_now(b), r->state_size);
    text board = text_growing();
    for (int seat = SEAT_PUBLIC; seat < r->players; seat++)
        game_draw(r, b->s1, seat, seat & 1, &board);
    bool drawn = board.len > 0;
    text_done(&board);
    if (!drawn) return battery_broken(b, "draw drew nothing");
    return memcmp(b->s1, battery_now(b), r->state_size)
               ? battery_broken(b, "drawing changed the state")
               : ST_OK;
}

status battery_check_text(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    char line[2048];
    char back[2048];
    text a = text_over(line, sizeof line);
    text c = text_over(back, sizeof back);
    g->write(r, battery_now(b), &a);
    if (a.cut || strchr(line, '\n'))
        return battery_broken(b, "the position text is not one short line");
    error why;
    if (g->read(r, b->s1, line, &why) != ST_OK) return battery_broken(b, why.text);
    g->write(r, b->s1, &c);
    if (strcmp(line, back) != 0) return battery_broken(b, "the position text does not round-trip");
    if (g->hash(r, b->s1) != g->hash(r, battery_now(b)))
        return battery_broken(b, "reading back changes the hash");
    int actor = g->actor(r, battery_now(b));
    if (g->actor(r, b->s1) != actor) return battery_broken(b, "reading back changes who acts");
    if (actor < 0) return ST_OK;
    const trail *t = position_trail(b->p);
    int n = g->legal(r, battery_now(b), t, b->list);
    int m = g->legal(r, b->s1, t, b->again);
    if (n != m || memcmp(b->list, b->again, (size_t)n * sizeof(action)) != 0)
        return battery_broken(b, "equal hashes, different legal lists");
    return ST_OK;
}

status battery_check_list(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    memcpy(b->s1, battery_now(b), r->state_size);
    int n = g->legal(r, b->s1, position_trail(b->p), b->list);
    if (memcmp(b->s1, battery_now(b), r->state_size) != 0)
        return battery_broken(b, "legal changed the state");
    if (n <= 0) return battery_broken(b, "nothing is legal and the game is not over");
    if ((uint32_t)n > r->max_actions) return battery_broken(b, "more actions than max_actions");
    if (r->speed->count && r->speed->count(r, b->s1, position_trail(b->p)) != (uint64_t)n)
        return battery_broken(b, "the count is not that of the list");
    for (int i = 0; i < n; i++) {
        if (b->list[i] == ACTION_NONE) return battery_broken(b, "ACTION_NONE is listed");
        for (int j = n > 2000 ? i : 0; j < i; j++)
            if (b->list[j] == b->list[i]) return battery_broken(b, "an action is listed twice");
    }
    return ST_OK;
}

static void compare_name(battery *b, const char *name) {
    uint64_t key = hash_bytes(name, strlen(name), 0) | 1;
    size_t mask = BATTERY_SEEN_SLOTS - 1;
    size_t i = hash_mix(key) & mask;
    while (b->seen[i] && b->seen[i] != key) i = (i + 1) & mask;
    if (b->seen[i]) memcpy(b->shared, name, GAME_TOKEN_SIZE);
    b->seen[i] = key;
    b->seen_count++;
}

static bool collect(void *ctx, const token *tok) {
    battery *b = ctx;
    b->token_more = b->token_count == BATTERY_MAX_TOKENS;
    if (b->token_more && (b->r->max_steps > 1 || b->seen_count == BATTERY_MAX_NAMES)) return false;
    /* The row after the last one is for those that are only compared. */
    text name = text_over(b->names[b->token_count], GAME_TOKEN_SIZE);
    token_write(b->r, battery_now(b), tok, &name);
    compare_name(b, b->names[b->token_count]);
    if (!b->token_more) b->tokens[b->token_count++] = *tok;
    return true;
}

static bool listed(const battery *b, const char *name) {
    for (size_t i = 0; i < b->token_count; i++)
        if (strcmp(b->names[i], name) == 0) return true;
    return false;
}

/* A spelling that is played as it is spelled: written as it was, and of the same value. */
static status check_exact(battery *b, const char *name, const token *canonical) {
    const rules *r = b->r;
    const game *g = r->game;
    char again[GAME_TOKEN_SIZE];
    text spelled = text_over(again, sizeof again);
    token exact;
    if (token_read_exact((state_ref){r, battery_now(b), position_trail(b->p)}, name, &exact,
                         NULL) != ST_OK)
        return battery_broken(b, "another spelling cannot be played");
    token_write(r, battery_now(b), &exact, &spelled);
    if (strcmp(again, name) != 0) return battery_broken(b, "another spelling is written otherwise");
    memcpy(b->s1, battery_now(b), r->state_size);
    memcpy(b->s2, battery_now(b), r->state_size);
    token_apply(r, b->s1, NULL, &exact);
    token_apply(r, b->s2, NULL, canonical);
    if (g->hash(r, b->s1) != g->hash(r, b->s2) || g->hash(r, b->s1) != game_rehash(r, b->s1))
        return battery_broken(b, "another spelling leads to another hash");
    return ST_OK;
}

/* Other spellings lead to the same steps. */
static status check_aliases(battery *b, const token *tok, const char *name) {
    const rules *r = b->r;
    char buf[GAME_TOKEN_SIZE];
    for (int k = 0; r->terminal->alias; k++) {
        text other = text_over(buf, sizeof buf);
        token back;
        if (!r->terminal->alias(r, battery_now(b), tok->steps, tok->count, k, &other)) break;
        if (token_read((state_ref){r, battery_now(b), position_trail(b->p)}, buf, &back, NULL) !=
                ST_OK ||
            !token_equal(tok, &back))
            return battery_broken(b, "another spelling reads as another action");
        status st = r->terminal->canonical ? check_exact(b, buf, tok) : ST_OK;
        if (st != ST_OK) return st;
        if (r->terminal->alias_rank &&
            r->terminal->alias_rank(r, buf) == r->terminal->alias_rank(r, name))
            return battery_broken(b, "two spellings have one place in the list");
    }
    return ST_OK;
}

status battery_check_tokens(battery *b) {
    const rules *r = b->r;
    const trail *t = position_trail(b->p);
    b->token_count = 0;
    b->token_more = false;
    b->seen_count = 0;
    b->shared[0] = '\0';
    memset(b->seen, 0, BATTERY_SEEN_SLOTS * sizeof *b->seen);
    status st = token_walk((state_ref){r, battery_now(b), t}, collect, b);
    if (st == ST_UNSUPPORTED) return ST_OK; /* sampled chance: check_chance draws a few */
    if (st != ST_OK) return battery_broken(b, "walking the tokens failed");
    if (b->shared[0]) {
        char what[80];
        (void)snprintf(what, sizeof what, "two actions share the text %.40s", b->shared);
        return battery_broken(b, what);
    }
    /* Long lists are looked at in strides. */
    size_t stride = b->token_count / b->looks + 1;
    for (size_t i = rng_below(&b->g, stride); i < b->token_count; i += stride) {
        token back;
        error why;
        const char *name = b->names[i];
        if (!text_is_plain(name)) return battery_broken(b, "a token is empty or not plain");
        if (token_read((state_ref){r, battery_now(b), t}, name, &back, &why) != ST_OK)
            return battery_broken(b, why.text);
        if (!token_equal(&back, &b->tokens[i]))
            return battery_broken(b, "a token reads as other steps");
        st = check_aliases(b, &back, name);
        if (st != ST_OK) return st;
    }
    for (size_t i = 0; i < b->pool_count && !b->token_more; i++) {
        token back;
        bool legal =
            token_read((state_ref){r, battery_now(b), t}, b->pool[i], &back, NULL) == ST_OK;
        if (!legal) continue;
        text canonical = text_over(b->names[BATTERY_MAX_TOKENS], GAME_TOKEN_SIZE);
        token_write(r, battery_now(b), &back, &canonical);
        if (!listed(b, b->names[BATTERY_MAX_TOKENS]))
            return battery_broken(b, "verify accepts what is not listed");
    }
    return ST_OK;
}

status battery_check_chance(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    int n = g->chance ? g->chance(r, battery_now(b), b->list, b->chances.weight) : 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (!(b->chances.weight[i] > 0))
            return battery_broken(b, "an outcome without probability is listed");
        sum += (double)b->chances.weight[i];
    }
    if (n && fabs(sum - 1) > 1e-4) return battery_broken(b, "chance weights do not add up to 1");
    if (!n && !g->sample) return battery_broken(b, "chance can neither be listed nor sampled");
    for (int i = 0; g->sample && i < 4; i++) {
        action a = g->sample(r, battery_now(b), &b->g);
        if (game_verify(r, battery_now(b), position_trail(b->p), &a, 1, NULL) != ST_OK)
            return battery_broken(b, "a sampled outcome is impossible");
    }
    return ST_OK;
}

/* A fused random ply must land where some step lands. */
static status check_fused(battery *b, void (*fused)(const rules *, void *, trail *, rng *)) {
    const rules *r = b->r;
    const game *g = r->game;
    bool chance = g->actor(r, battery_now(b)) == ACTOR_CHANCE;
    if (!fused || (chance && !g->chance)) return ST_OK;
    if (b->token_count > b->looks && position_ply(b->p) % BATTERY_DRAW_EVERY) return ST_OK;
    trail copy = {0};
    trail *t = position_trail(b->p) ? &copy : NULL;
    if (t && !trail_copy(&copy, position_trail(b->p), 8)) return battery_broken(b, "no memory");
    size_t mark = copy.len;
    memcpy(b->s1, battery_now(b), r->state_size);
    fused(r, b->s1, t, &b->g);
    char got[2048];
    text a = text_over(got, sizeof got);
    g->write(r, b->s1, &a);
    uint64_t key = game_rehash(r, b->s1); /* fused plies may leave the hash stale */
    trail_cut(&copy, mark);
    int n = chance ? g->chance(r, battery_now(b), b->list, b->chances.weight)
                   : g->legal(r, battery_now(b), t, b->list);
    bool found = chance && n == 0; /* sampled: there is no list */
    for (int i = 0; i < n && !found; i++) {
        char other[2048];
        text c = text_over(other, sizeof other);
        trail_cut(&copy, mark);
        memcpy(b->s2, battery_now(b), r->state_size);
        g->apply(r, b->s2, t, b->list[i]);
        if (g->hash(r, b->s2) != key) continue; /* texts are slow */
        g->write(r, b->s2, &c);
        found = r->terminal->canonical ||
                strcmp(got, other) == 0; /* it may have played another spelling */
    }
    trail_done(&copy);
    bool sampled = chance && n == 0;
    return found || sampled || n > 256 ? ST_OK
                                       : battery_broken(b, "a random ply goes where no step goes");
}

status battery_check_random_ply(battery *b) {
    status st = check_fused(b, b->r->speed->play_random);
    return st == ST_OK ? check_fused(b, b->r->speed->playout_policy) : st;
}
