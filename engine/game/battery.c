#include "engine/game/battery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "engine/game/happened.h"
#include "engine/game/position.h"

enum {
    POOL = 48,        /* tokens of earlier positions, tried again where they may be illegal */
    MAX_TOKENS = 512, /* tokens looked at in one position */
    MAX_NAMES = 4096, /* those whose texts are compared, where a token is one step */
    SEEN_SLOTS = 2 * MAX_NAMES,
    CLOSE_LOOKS = 64, /* tokens read back in one position */
    DRAW_EVERY =
        8, /* plies between boards, and between searches for where a ply went in a long list */
    VIEWS = GAME_MAX_PLAYERS + 1
};

typedef struct battery {
    const rules *r;
    position *p;
    unsigned char *s1, *s2, *v1; /* scratch states and a scratch view */
    unsigned char *views[VIEWS]; /* each player's, and an onlooker's; advanced by events alone */
    action *list, *again;
    float *weight;
    token *tokens;
    char (*names)[GAME_TOKEN_ROOM];
    size_t token_count;
    bool token_more; /* there were more than MAX_TOKENS */
    uint64_t *seen;  /* hashes of their texts: an open table of SEEN_SLOTS */
    size_t seen_count;
    char shared[GAME_TOKEN_ROOM]; /* a text that two of them have; empty: there is none */
    char (*pool)[GAME_TOKEN_ROOM];
    size_t pool_count;
    uint64_t *keys; /* key at each ply, for undo */
    rng g;
    uint64_t seed;
    error *err;
} battery;

static status broken(battery *b, const char *what) {
    char room[120];
    text at = text_over(room, sizeof room);
    if (b->p) position_write(b->p, &at);
    return error_set(b->err, ST_INTERNAL, "%s, seed %llu, ply %u: %s [%s]", b->r->game->name,
                     (unsigned long long)b->seed, b->p ? position_ply(b->p) : 0, what, room);
}

static const void *now(const battery *b) {
    return position_data(b->p);
}

/* --- what a position promises --- */

static status check_state(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    if (g->hash(r, now(b)) != game_rehash(r, now(b)))
        return broken(b, "hash is not the hash from scratch");
    error why;
    status st = g->check ? g->check(r, now(b), &why) : ST_OK;
    if (st == ST_TOO_MUCH_WORK) return error_set(b->err, st, "%s", why.text);
    if (st != ST_OK) return broken(b, why.text);
    int actor = g->actor(r, now(b));
    if (actor >= r->players || actor < ACTOR_CHANCE) return broken(b, "no such actor");
    if (game_inside(r, now(b))) return broken(b, "a token ended inside a token");
    if (position_ply(b->p) % DRAW_EVERY) return ST_OK;
    memcpy(b->s1, now(b), r->state_size);
    text board = text_growing();
    for (int seat = SEAT_PUBLIC; seat < r->players; seat++)
        game_draw(r, b->s1, seat, seat & 1, &board);
    bool drawn = board.len > 0;
    text_done(&board);
    if (!drawn) return broken(b, "draw drew nothing");
    return memcmp(b->s1, now(b), r->state_size) ? broken(b, "drawing changed the state") : ST_OK;
}

static status check_text(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    char line[2048];
    char back[2048];
    text a = text_over(line, sizeof line);
    text c = text_over(back, sizeof back);
    g->write(r, now(b), &a);
    if (a.cut || strchr(line, '\n')) return broken(b, "the position text is not one short line");
    error why;
    if (g->read(r, b->s1, line, &why) != ST_OK) return broken(b, why.text);
    g->write(r, b->s1, &c);
    if (strcmp(line, back) != 0) return broken(b, "the position text does not round-trip");
    if (g->hash(r, b->s1) != g->hash(r, now(b))) return broken(b, "reading back changes the hash");
    int actor = g->actor(r, now(b));
    if (g->actor(r, b->s1) != actor) return broken(b, "reading back changes who acts");
    if (actor < 0) return ST_OK;
    const trail *t = position_trail(b->p);
    int n = g->legal(r, now(b), t, b->list);
    int m = g->legal(r, b->s1, t, b->again);
    if (n != m || memcmp(b->list, b->again, (size_t)n * sizeof(action)) != 0)
        return broken(b, "equal hashes, different legal lists");
    return ST_OK;
}

static status check_list(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    memcpy(b->s1, now(b), r->state_size);
    int n = g->legal(r, b->s1, position_trail(b->p), b->list);
    if (memcmp(b->s1, now(b), r->state_size) != 0) return broken(b, "legal changed the state");
    if (n <= 0) return broken(b, "nothing is legal and the game is not over");
    if ((uint32_t)n > r->max_actions) return broken(b, "more actions than max_actions");
    if (r->speed->count && r->speed->count(r, b->s1, position_trail(b->p)) != (uint64_t)n)
        return broken(b, "the count is not that of the list");
    for (int i = 0; i < n; i++) {
        if (b->list[i] == ACTION_NONE) return broken(b, "ACTION_NONE is listed");
        for (int j = n > 2000 ? i : 0; j < i; j++)
            if (b->list[j] == b->list[i]) return broken(b, "an action is listed twice");
    }
    return ST_OK;
}

static void compare_name(battery *b, const char *name) {
    uint64_t key = hash_bytes(name, strlen(name), 0) | 1;
    size_t mask = SEEN_SLOTS - 1;
    size_t i = hash_mix(key) & mask;
    while (b->seen[i] && b->seen[i] != key) i = (i + 1) & mask;
    if (b->seen[i]) memcpy(b->shared, name, GAME_TOKEN_ROOM);
    b->seen[i] = key;
    b->seen_count++;
}

static bool collect(void *ctx, const token *tok) {
    battery *b = ctx;
    b->token_more = b->token_count == MAX_TOKENS;
    if (b->token_more && (b->r->max_steps > 1 || b->seen_count == MAX_NAMES)) return false;
    /* The row behind the last one is for those that are only compared. */
    text name = text_over(b->names[b->token_count], GAME_TOKEN_ROOM);
    token_write(b->r, now(b), tok, &name);
    compare_name(b, b->names[b->token_count]);
    if (!b->token_more) b->tokens[b->token_count++] = *tok;
    return true;
}

static bool listed(const battery *b, const char *name) {
    for (size_t i = 0; i < b->token_count; i++)
        if (strcmp(b->names[i], name) == 0) return true;
    return false;
}

/* A spelling that is played as it is spelled: written as it was, and of the same worth. */
static status check_exact(battery *b, const char *name, const token *canonical) {
    const rules *r = b->r;
    const game *g = r->game;
    char again[GAME_TOKEN_ROOM];
    text spelled = text_over(again, sizeof again);
    token exact;
    if (token_read_exact(r, now(b), position_trail(b->p), name, &exact, NULL) != ST_OK)
        return broken(b, "another spelling cannot be played");
    token_write(r, now(b), &exact, &spelled);
    if (strcmp(again, name) != 0) return broken(b, "another spelling is written otherwise");
    memcpy(b->s1, now(b), r->state_size);
    memcpy(b->s2, now(b), r->state_size);
    token_apply(r, b->s1, NULL, &exact);
    token_apply(r, b->s2, NULL, canonical);
    if (g->hash(r, b->s1) != g->hash(r, b->s2) || g->hash(r, b->s1) != game_rehash(r, b->s1))
        return broken(b, "another spelling leads to another hash");
    return ST_OK;
}

/* Other spellings lead to the same steps. */
static status check_aliases(battery *b, const token *tok, const char *name) {
    const rules *r = b->r;
    char room[GAME_TOKEN_ROOM];
    for (int k = 0; r->terminal->alias; k++) {
        text other = text_over(room, sizeof room);
        token back;
        if (!r->terminal->alias(r, now(b), tok->steps, tok->count, k, &other)) break;
        if (token_read(r, now(b), position_trail(b->p), room, &back, NULL) != ST_OK ||
            !token_equal(tok, &back))
            return broken(b, "another spelling reads as another action");
        status st = r->terminal->canonical ? check_exact(b, room, tok) : ST_OK;
        if (st != ST_OK) return st;
        if (r->terminal->alias_rank &&
            r->terminal->alias_rank(r, room) == r->terminal->alias_rank(r, name))
            return broken(b, "two spellings have one place in the list");
    }
    return ST_OK;
}

static status check_tokens(battery *b) {
    const rules *r = b->r;
    const trail *t = position_trail(b->p);
    b->token_count = 0;
    b->token_more = false;
    b->seen_count = 0;
    b->shared[0] = '\0';
    memset(b->seen, 0, SEEN_SLOTS * sizeof *b->seen);
    status st = token_walk(r, now(b), t, collect, b);
    if (st == ST_UNSUPPORTED) return ST_OK; /* sampled chance: check_chance draws a few */
    if (st != ST_OK) return broken(b, "walking the tokens failed");
    if (b->shared[0]) {
        char what[80];
        (void)snprintf(what, sizeof what, "two actions share the text %.40s", b->shared);
        return broken(b, what);
    }
    /* Long lists are looked at in strides. */
    size_t stride = b->token_count / CLOSE_LOOKS + 1;
    for (size_t i = rng_below(&b->g, stride); i < b->token_count; i += stride) {
        token back;
        error why;
        const char *name = b->names[i];
        if (!text_is_plain(name)) return broken(b, "a token is empty or not plain");
        if (token_read(r, now(b), t, name, &back, &why) != ST_OK) return broken(b, why.text);
        if (!token_equal(&back, &b->tokens[i])) return broken(b, "a token reads as other steps");
        st = check_aliases(b, &back, name);
        if (st != ST_OK) return st;
    }
    for (size_t i = 0; i < b->pool_count && !b->token_more; i++) {
        token back;
        bool legal = token_read(r, now(b), t, b->pool[i], &back, NULL) == ST_OK;
        if (!legal) continue;
        text canonical = text_over(b->names[MAX_TOKENS], GAME_TOKEN_ROOM);
        token_write(r, now(b), &back, &canonical);
        if (!listed(b, b->names[MAX_TOKENS])) return broken(b, "verify accepts what is not listed");
    }
    return ST_OK;
}

static status check_chance(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    int n = g->chance ? g->chance(r, now(b), b->list, b->weight) : 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (!(b->weight[i] > 0)) return broken(b, "an outcome without probability is listed");
        sum += (double)b->weight[i];
    }
    if (n && fabs(sum - 1) > 1e-4) return broken(b, "chance weights do not add up to 1");
    if (!n && !g->sample) return broken(b, "chance can neither be listed nor sampled");
    for (int i = 0; g->sample && i < 4; i++) {
        action a = g->sample(r, now(b), &b->g);
        if (game_verify(r, now(b), position_trail(b->p), &a, 1, NULL) != ST_OK)
            return broken(b, "a sampled outcome is impossible");
    }
    return ST_OK;
}

/* A fused random ply must land where some step lands. */
static status check_fused(battery *b, void (*fused)(const rules *, void *, trail *, rng *)) {
    const rules *r = b->r;
    const game *g = r->game;
    bool chance = g->actor(r, now(b)) == ACTOR_CHANCE;
    if (!fused || (chance && !g->chance)) return ST_OK;
    if (b->token_count > CLOSE_LOOKS && position_ply(b->p) % DRAW_EVERY) return ST_OK;
    trail copy = {0};
    trail *t = position_trail(b->p) ? &copy : NULL;
    if (t && !trail_copy(&copy, position_trail(b->p), 8)) return broken(b, "no memory");
    size_t mark = copy.len;
    memcpy(b->s1, now(b), r->state_size);
    fused(r, b->s1, t, &b->g);
    char got[2048];
    text a = text_over(got, sizeof got);
    g->write(r, b->s1, &a);
    uint64_t key = game_rehash(r, b->s1); /* fused plies may leave the hash stale */
    trail_cut(&copy, mark);
    int n = chance ? g->chance(r, now(b), b->list, b->weight) : g->legal(r, now(b), t, b->list);
    bool found = chance && n == 0; /* sampled: there is no list */
    for (int i = 0; i < n && !found; i++) {
        char other[2048];
        text c = text_over(other, sizeof other);
        trail_cut(&copy, mark);
        memcpy(b->s2, now(b), r->state_size);
        g->apply(r, b->s2, t, b->list[i]);
        if (g->hash(r, b->s2) != key) continue; /* texts are slow */
        g->write(r, b->s2, &c);
        found = r->terminal->canonical ||
                strcmp(got, other) == 0; /* it may have played another spelling */
    }
    trail_done(&copy);
    bool sampled = chance && n == 0;
    return found || sampled || n > 256 ? ST_OK : broken(b, "a random ply goes where no step goes");
}

static status check_random_ply(battery *b) {
    status st = check_fused(b, b->r->speed->play_random);
    return st == ST_OK ? check_fused(b, b->r->speed->playout_policy) : st;
}

/* --- what one player sees --- */

static int player_of(const battery *b, int i) {
    return i == b->r->players ? SEAT_PUBLIC : i;
}

static status check_view(battery *b, int i) {
    const rules *r = b->r;
    const game *g = r->game;
    const unsigned char *view = b->views[i];
    int player = player_of(b, i);
    r->views->observe(r, now(b), player, b->v1);
    if (memcmp(b->v1, view, r->view_size) != 0)
        return broken(b, "observe differs from the events as seen");
    if (r->views->player(r, view) != player) return broken(b, "a view forgot its player");
    r->views->resample(r, view, b->s1, &b->g);
    r->views->observe(r, b->s1, player, b->v1);
    if (memcmp(b->v1, view, r->view_size) != 0) return broken(b, "a resampled state does not fit");
    error why;
    if (g->check && g->check(r, b->s1, &why) != ST_OK) return broken(b, why.text);
    if (g->hash(r, b->s1) != game_rehash(r, b->s1))
        return broken(b, "a resampled state's hash is off");
    int actor = g->actor(r, now(b));
    /* Players react at the same time: who is being asked shows to nobody else. */
    bool shows = game_kind(r, now(b)) != KIND_REACTION || actor == player;
    if (shows && g->actor(r, b->s1) != actor)
        return broken(b, "a resampled state asks another seat");
    if (actor == player) {
        const trail *t = position_trail(b->p);
        int n = g->legal(r, now(b), t, b->list);
        int m = g->legal(r, b->s1, t, b->again);
        if (n != m || memcmp(b->list, b->again, (size_t)n * sizeof(action)) != 0)
            return broken(b, "a player's own choices depend on what is hidden");
    }
    char line[2048];
    text w = text_over(line, sizeof line);
    r->views->write(r, view, &w);
    memset(b->v1, 0xa5, r->view_size);
    if (r->views->read(r, player, b->v1, line, &why) != ST_OK) return broken(b, why.text);
    if (memcmp(b->v1, view, r->view_size) != 0)
        return broken(b, "the view text does not round-trip");
    if (r->views->hash(r, b->v1) != r->views->hash(r, view))
        return broken(b, "equal views, other hash");
    return ST_OK;
}

static bool same_happenings(const happened_list *a, const happened_list *b) {
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = a->at[i].seat == b->at[i].seat &&
               strcmp(happened_words(a, i), happened_words(b, i)) == 0;
    return same;
}

/* Sentences that fit into a line of the protocol, between quotes. */
static bool good_sentences(const happened_list *l) {
    for (size_t i = 0; i < l->count; i++) {
        const char *said = happened_words(l, i);
        if (!*said || l->at[i].seat == ACTOR_NONE) return false;
        for (const char *c = said; *c; c++)
            if (*c < ' ' || *c > '~' || *c == '"') return false;
    }
    return true;
}

/* What a view is told of an event equals what the state tells that player: nothing hidden is in it.
 * `seen` is the event as the player sees it, in view number i; SEAT_ALL where i is -1. */
static status check_happened(battery *b, const void *s, const token *tok, int i, const char *seen) {
    const rules *r = b->r;
    int player = i < 0 ? SEAT_ALL : player_of(b, i);
    happened_list from_state;
    happened_list from_view;
    action steps[GAME_MAX_STEPS];
    int n = 0;
    error why;
    status st = ST_OK;
    happened_init(&from_state, NULL);
    happened_init(&from_view, NULL);
    game_happened(r, s, tok->steps, tok->count, player, &from_state);
    if (!good_sentences(&from_state)) st = broken(b, "what happened is not described in words");
    if (st == ST_OK && (from_state.count > 0) != (*seen != '\0'))
        st = broken(b, "something happened unseen, or nothing was seen to happen");
    if (st == ST_OK && i >= 0 && *seen && r->views->deal) {
        if (r->views->deal(r, b->views[i], seen, b->s2, steps, &n, &why) != ST_OK)
            st = broken(b, why.text);
        else
            game_happened(r, b->s2, steps, n, player, &from_view);
        if (st == ST_OK && !same_happenings(&from_state, &from_view))
            st = broken(b, "what happened shows a seat more than its view knows");
    }
    happened_done(&from_state);
    happened_done(&from_view);
    return st;
}

static status advance_views(battery *b, const void *s, const token *tok) {
    const rules *r = b->r;
    status st = check_happened(b, s, tok, -1, "all");
    if (!(r->traits & GAME_HIDDEN)) return st;
    for (int i = 0; st == ST_OK && i <= r->players; i++) {
        char room[GAME_TOKEN_ROOM];
        text seen = text_over(room, sizeof room);
        error why;
        r->views->seen_text(r, s, tok->steps, tok->count, player_of(b, i), &seen);
        if (seen.cut) return broken(b, "an event as seen is too long");
        st = check_happened(b, s, tok, i, room);
        if (st != ST_OK) return st;
        if (!room[0]) continue; /* this player sees nothing of it */
        if (r->views->apply(r, b->views[i], room, &why) != ST_OK) return broken(b, why.text);
    }
    return st;
}

/* What a position settles silently, chance with one outcome, views are told like anything else.
 * b->s1 is the state behind the last token. */
static status advance_silent(battery *b) {
    const rules *r = b->r;
    status st = ST_OK;
    while (st == ST_OK && r->traits & GAME_HIDDEN && r->game->chance &&
           r->game->actor(r, b->s1) == ACTOR_CHANCE &&
           r->game->chance(r, b->s1, b->list, b->weight) == 1) {
        token only = {.steps = {b->list[0]}, .count = 1};
        st = advance_views(b, b->s1, &only);
        token_apply(r, b->s1, NULL, &only);
    }
    return st;
}

/* --- ends --- */

/* An end that play may go past can be opened and closed again. */
static status check_end_kind(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    end_kind end = game_end(r, now(b));
    if ((g->actor(r, now(b)) == ACTOR_NONE) != (end != END_NONE))
        return broken(b, "it is over, and end() does not say so, or the other way round");
    if (end != END_CLAIM && end != END_CALLED) return ST_OK;
    memcpy(b->s1, now(b), r->state_size);
    r->endings->reopen(r, b->s1);
    if (g->hash(r, b->s1) != game_rehash(r, b->s1))
        return broken(b, "the hash of a reopened state is not the one from scratch");
    if (g->actor(r, b->s1) == ACTOR_NONE)
        return game_end(r, b->s1) == END_FINAL ? ST_OK : broken(b, "reopened, and not open");
    if (game_end(r, b->s1) != end) return broken(b, "a reopened state has forgotten its end");
    if (g->legal(r, b->s1, position_trail(b->p), b->list) <= 0)
        return broken(b, "reopened, and nothing is legal");
    r->endings->close(r, b->s1);
    if (memcmp(b->s1, now(b), r->state_size) != 0)
        return broken(b, "a state that is closed again is another one");
    return ST_OK;
}

/* --- one game --- */

static status check_position(battery *b) {
    status st = check_state(b);
    if (st == ST_OK) st = check_text(b);
    if (st == ST_OK) st = check_end_kind(b);
    int actor = b->r->game->actor(b->r, now(b));
    if (st == ST_OK && actor >= 0) st = check_list(b);
    if (st == ST_OK && actor == ACTOR_CHANCE) st = check_chance(b);
    if (st == ST_OK && actor != ACTOR_NONE) st = check_tokens(b);
    if (st == ST_OK && actor != ACTOR_NONE) st = check_random_ply(b);
    if (b->r->traits & GAME_HIDDEN)
        for (int i = 0; st == ST_OK && i <= b->r->players; i++) st = check_view(b, i);
    return st;
}

/* A bot's choice, step by step; in b->s1. */
static token choose_by_bot(battery *b) {
    const rules *r = b->r;
    const bot *list = r->game->bots;
    uint64_t bots = 0;
    while (list[bots].name) bots++;
    const bot *who = &list[rng_below(&b->g, bots)];
    token tok = {.count = 0};
    memcpy(b->s1, now(b), r->state_size);
    do {
        action a = who->choose(r, b->s1, NULL, &b->g);
        tok.steps[tok.count++] = a;
        r->game->apply(r, b->s1, NULL, a);
    } while (game_inside(r, b->s1) && tok.count < GAME_MAX_STEPS);
    return tok;
}

/* Every other game is played by the bots, which get to places where chance alone does not. */
static token choose(battery *b) {
    const rules *r = b->r;
    bool decision = r->game->actor(r, now(b)) != ACTOR_CHANCE;
    bool by_bots = b->seed % 2 && r->game->bots && !(r->traits & GAME_REPEATS);
    if (decision && by_bots) return choose_by_bot(b);
    if (r->game->actor(r, now(b)) != ACTOR_CHANCE)
        return b->tokens[rng_below(&b->g, b->token_count)];
    token one = {.count = 1};
    chance_buffers room = {b->list, b->weight};
    one.steps[0] = game_draw_chance(r, now(b), room, &b->g, NULL);
    return one;
}

static status play_one(battery *b, const token *tok) {
    const rules *r = b->r;
    char name[GAME_TOKEN_ROOM];
    text event = text_over(name, sizeof name);
    token_write(r, now(b), tok, &event);
    memcpy(b->pool[b->pool_count < POOL ? b->pool_count++ : rng_below(&b->g, POOL)], name,
           sizeof name);
    text plain = text_growing();
    if (r->terminal->describe) r->terminal->describe(r, now(b), tok->steps, tok->count, &plain);
    text_done(&plain);
    status st = advance_views(b, now(b), tok);
    if (st != ST_OK) return st;
    memcpy(b->s1, now(b), r->state_size);
    memcpy(b->s2, now(b), r->state_size);
    error why;
    if (position_play(b->p, name, &why) != ST_OK) return broken(b, why.text);
    if (position_trail(b->p)) return ST_OK;
    token_apply(r, b->s1, NULL, tok);
    token_apply(r, b->s2, NULL, tok);
    if (memcmp(b->s1, b->s2, r->state_size) != 0) return broken(b, "clones play differently");
    return advance_silent(b);
}

static status check_end(battery *b) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    b->r->game->returns(b->r, now(b), utility, points);
    game_ranks(b->r, now(b), ranks);
    float sum = 0;
    bool first = false;
    for (int i = 0; i < b->r->players; i++) {
        if (!(utility[i] >= 0 && utility[i] <= 1)) return broken(b, "a utility is not in 0..1");
        sum += utility[i];
        first |= ranks[i] == 1;
    }
    bool even = b->r->players > 1 && !(b->r->traits & GAME_UNEVEN);
    if (even && fabsf(sum - 1) > 1e-4F) return broken(b, "utilities do not add up to 1");
    return first ? ST_OK : broken(b, "no seat is ranked first");
}

static status check_undo(battery *b) {
    for (unsigned ply = position_ply(b->p); ply > 0; ply--) {
        error why;
        if (position_undo(b->p, 1, &why) != ST_OK) return broken(b, why.text);
        if (position_key(b->p) != b->keys[ply - 1]) return broken(b, "undo leads elsewhere");
    }
    return ST_OK;
}

static status one_game(battery *b, unsigned max_plies, battery_result *out) {
    const rules *r = b->r;
    error why;
    if (position_start(&b->p, r->game, &r->options, SEAT_ALL, &why) != ST_OK)
        return broken(b, why.text);
    if (r->traits & GAME_HIDDEN)
        for (int i = 0; i <= r->players; i++) r->views->start(r, player_of(b, i), b->views[i]);
    b->pool_count = 0;
    r->game->start(r, b->s1);
    status st = advance_silent(b);
    for (unsigned ply = 0; st == ST_OK; ply++) {
        st = check_position(b);
        if (st != ST_OK) return st;
        b->keys[ply] = position_key(b->p);
        if (r->game->actor(r, now(b)) == ACTOR_NONE) {
            out->finished++;
            st = check_end(b);
            break;
        }
        if (ply == max_plies) break;
        token tok = choose(b);
        st = play_one(b, &tok);
        out->plies++;
    }
    return st == ST_OK ? check_undo(b) : st;
}

static bool make_room(battery *b, unsigned max_plies) {
    const rules *r = b->r;
    b->s1 = mem_alloc(r->state_size);
    b->s2 = mem_alloc(r->state_size);
    b->v1 = mem_alloc(r->view_size);
    b->list = mem_alloc(r->max_actions * sizeof(action));
    b->again = mem_alloc(r->max_actions * sizeof(action));
    b->weight = mem_alloc(r->max_actions * sizeof(float));
    b->tokens = mem_alloc(MAX_TOKENS * sizeof(token));
    b->names = mem_alloc((MAX_TOKENS + 1) * sizeof *b->names);
    b->seen = mem_alloc(SEEN_SLOTS * sizeof *b->seen);
    b->pool = mem_alloc(POOL * sizeof *b->pool);
    b->keys = mem_alloc((max_plies + 1) * sizeof *b->keys);
    bool ok = b->s1 && b->s2 && b->v1 && b->list && b->again && b->weight && b->tokens &&
              b->names && b->seen && b->pool && b->keys;
    for (int i = 0; i < VIEWS; i++) ok = (b->views[i] = mem_alloc(r->view_size)) && ok;
    return ok;
}

static void drop_room(battery *b) {
    void *all[] = {b->s1,     b->s2,    b->v1,   b->list, b->again, b->weight,
                   b->tokens, b->names, b->pool, b->keys, b->seen};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    for (int i = 0; i < VIEWS; i++) mem_free(b->views[i]);
}

status battery_run(const game *g, const params *p, const battery_options *o, battery_result *out,
                   error *err) {
    *out = (battery_result){0};
    rules *r;
    status st = rules_open(&r, g, p, err);
    if (st != ST_OK) return st;
    battery b = {.r = r, .err = err};
    if (!make_room(&b, o->max_plies)) st = error_set(err, ST_NOMEM, "no memory for the battery");
    for (unsigned i = 0; st == ST_OK && i < o->games; i++) {
        b.seed = o->seed + i;
        b.g = rng_stream(b.seed, 0);
        st = one_game(&b, o->max_plies, out);
        position_destroy(b.p);
        b.p = NULL;
    }
    drop_room(&b);
    rules_close(r);
    return st;
}
