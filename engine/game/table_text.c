#include "engine/game/table_text.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"

status table_text_init(table_text *out, const position *p, int seat, error *err) {
    const rules *r = position_rules(p);
    *out = (table_text){.seen = p, .seat = seat, .actor = ACTOR_NONE};
    bool hidden = (r->traits & GAME_HIDDEN) != 0;
    if (hidden && seat != SEAT_ALL && position_seat(p) != seat) {
        status st = position_observe(&out->own, p, seat, err);
        if (st != ST_OK) return st;
        out->seen = out->own;
    } else if (hidden && seat == SEAT_ALL && position_seat(p) != SEAT_ALL) {
        return error_set(err, ST_LEAK, "a view does not know everything");
    }
    out->world = mem_alloc(r->state_size);
    if (!out->world) return error_set(err, ST_NOMEM, "no memory for the table");
    rng deal = {.s = 1};
    position_world(out->seen, &deal, out->world);
    out->actor = game_is_over(r, out->world) ? ACTOR_NONE : r->game->actor(r, out->world);
    return ST_OK;
}

void table_text_done(table_text *t) {
    position_destroy(t->own);
    mem_free(t->world);
    *t = (table_text){0};
}

bool table_text_may_act(const table_text *t) {
    bool hidden = (position_rules(t->seen)->traits & GAME_HIDDEN) != 0;
    return t->actor >= 0 && (t->seat == t->actor || t->seat == SEAT_ALL || !hidden);
}

/* --- the table --- */

/* Drawings have spaces at the ends of lines, and empty lines around them, which say nothing. */
static void put_trimmed(const char *drawn, text *out) {
    size_t from = out->len;
    for (const char *at = drawn; *at;) {
        size_t n = strcspn(at, "\n");
        size_t used = n;
        while (used && at[used - 1] == ' ') used--;
        text_putn(out, at, used);
        if (out->len > from) text_char(out, '\n');
        at += n + (at[n] == '\n');
    }
    while (out->len > from + 1 && out->at[out->len - 2] == '\n') text_truncate(out, out->len - 1);
}

void table_text_board(const table_text *t, text *out) {
    text drawn = text_growing();
    game_draw(position_rules(t->seen), t->world, t->seat, false, &drawn);
    put_trimmed(text_string(&drawn), out);
    out->cut |= drawn.cut;
    text_done(&drawn);
}

static void put_name(int seat, char *const *names, text *out) {
    if (names && names[seat])
        text_put(out, names[seat]);
    else
        text_format(out, "seat %d", seat + 1);
}

void table_text_winners(const rules *r, const float *utility, char *const *names, text *out) {
    float max = utility[0];
    int winners = 0;
    for (int i = 1; i < r->players; i++)
        if (utility[i] > max) max = utility[i];
    for (int i = 0; i < r->players; i++) winners += utility[i] >= max;
    if (r->players == 1) {
        text_format(out, "%.1f %%", 100 * (double)max);
        return;
    }
    if (winners == r->players) {
        text_put(out, "a draw");
        return;
    }
    for (int i = 0, seen = 0; i < r->players; i++) {
        if (utility[i] < max) continue;
        text_put(out, seen == 0 ? "" : seen + 1 == winners ? " and " : ", ");
        put_name(i, names, out);
        seen++;
    }
    text_put(out, winners == 1 ? " wins" : " share the win");
}

void table_text_result(const rules *r, const void *s, char *const *names, text *out) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    char buf[384];
    text who_won = text_over(buf, sizeof buf);
    r->game->returns(r, s, utility, points);
    table_text_winners(r, utility, names, &who_won);
    game_tell_result(r, s, buf, out);
}

void table_text_turn(const table_text *t, text *out) {
    const rules *r = position_rules(t->seen);
    if (t->actor == ACTOR_NONE) {
        text_put(out, "The game is over");
        /* A view does not know what others held to the end. */
        if (!t->own) {
            text_put(out, ": ");
            table_text_result(r, t->world, NULL, out);
        }
        text_put(out, ".\n");
        return;
    }
    if (t->actor == ACTOR_CHANCE) {
        text_put(out, "Chance decides next.\n");
        return;
    }
    bool reaction = game_kind(r, t->world) == KIND_REACTION;
    if (t->actor == t->seat)
        text_format(out, "You (seat %d) %s.\n", t->seat + 1, reaction ? "may react" : "are to act");
    else
        text_format(out, "Seat %d %s.\n", t->actor + 1, reaction ? "may react" : "is to act");
}

/* --- legal actions --- */

typedef struct walk {
    const table_text *t;
    table_text_visit visit;
    void *ctx;
    uint64_t count;
    text words;
} walk;

static bool walk_one(void *ctx, const token *tok, const char *name) {
    walk *w = ctx;
    const rules *r = position_rules(w->t->seen);
    text_clear(&w->words);
    w->count++;
    if (!w->visit) return true;
    if (r->terminal->describe)
        r->terminal->describe(r, w->t->world, tok->steps, tok->count, &w->words);
    table_action a = {w->count, name, text_string(&w->words)};
    return w->visit(w->ctx, &a);
}

static status may_list(const table_text *t, error *err) {
    if (t->actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (t->actor == ACTOR_CHANCE) return error_set(err, ST_CHANCE_EXPECTED, "chance decides here");
    return table_text_may_act(t)
               ? ST_OK
               : error_set(err, ST_LEAK, "seat %d is to act: what it may do is not yours to know",
                           t->actor + 1);
}

static status run_walk(const table_text *t, walk *w, error *err) {
    status st = may_list(t, err);
    if (st != ST_OK) return st;
    w->words = text_growing();
    st = token_spell((state_ref){position_rules(t->seen), t->world, position_trail(t->seen)},
                     walk_one, w);
    bool cut = w->words.cut;
    text_done(&w->words);
    return st != ST_OK || cut ? error_set(err, ST_NOMEM, "no memory for the list") : ST_OK;
}

status table_text_walk(const table_text *t, table_text_visit visit, void *ctx, error *err) {
    return run_walk(t, &(walk){.t = t, .visit = visit, .ctx = ctx}, err);
}

status table_text_count(const table_text *t, uint64_t *out, error *err) {
    walk w = {.t = t};
    status st = run_walk(t, &w, err);
    *out = w.count;
    return st;
}

typedef struct finder {
    uint64_t number, seen;
    text *token;
    bool found;
} finder;

static bool find_one(void *ctx, const table_action *a) {
    finder *f = ctx;
    f->seen = a->number;
    if (a->number != f->number) return true;
    text_put(f->token, a->token);
    f->found = true;
    return false;
}

status table_text_find(const table_text *t, uint64_t number, text *out, error *err) {
    finder f = {.number = number, .token = out};
    status st = table_text_walk(t, find_one, &f, err);
    if (st != ST_OK || f.found) return st;
    return error_set(err, ST_BAD_VALUE, "there is no action %llu: they are numbered from 1 to %llu",
                     (unsigned long long)number, (unsigned long long)f.seen);
}

typedef struct listing {
    uint64_t max, count;
    text *out;
} listing;

static bool list_one(void *ctx, const table_action *a) {
    listing *l = ctx;
    l->count = a->number;
    if (a->number > l->max) return true;
    text_format(l->out, "%3llu) %s%s%s\n", (unsigned long long)a->number, a->token,
                *a->words ? "  " : "", a->words);
    return true;
}

status table_text_legal(const table_text *t, uint64_t max, text *out, error *err) {
    listing l = {.max = max, .out = out};
    status st = table_text_walk(t, list_one, &l, err);
    if (st == ST_OK && l.count > max)
        text_format(out, "and %llu more\n", (unsigned long long)(l.count - max));
    return st;
}

/* --- near ones --- */

typedef struct nearest {
    const char *word;
    table_near *out;
    int distance[TABLE_TEXT_NEAR];
} nearest;

static int distance_to(const char *word, const char *listed) {
    size_t n = strcspn(word, ":> ");
    int d = text_distance(word, listed);
    /* The same verb is nearer than the same letters. */
    return n > 1 && strncmp(word, listed, n) == 0 ? d : d + 3;
}

static bool near_one(void *ctx, const table_action *a) {
    nearest *x = ctx;
    table_near *o = x->out;
    int d = distance_to(x->word, a->token);
    int i = o->count < TABLE_TEXT_NEAR ? o->count++ : TABLE_TEXT_NEAR;
    if (i == TABLE_TEXT_NEAR && d >= x->distance[i - 1]) return true;
    if (i == TABLE_TEXT_NEAR) i--;
    for (; i > 0 && x->distance[i - 1] > d; i--) {
        x->distance[i] = x->distance[i - 1];
        o->number[i] = o->number[i - 1];
        memcpy(o->at[i], o->at[i - 1], sizeof o->at[i]);
    }
    x->distance[i] = d;
    o->number[i] = a->number;
    (void)snprintf(o->at[i], sizeof o->at[i], "%s", a->token);
    return true;
}

status table_text_near(const table_text *t, const char *word, table_near *out, error *err) {
    nearest x = {.word = word, .out = out};
    out->count = 0;
    return table_text_walk(t, near_one, &x, err);
}
