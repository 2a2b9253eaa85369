#include "engine/game/pick.h"

#include <assert.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"

/* Parts come in any order; the path they form is found by trying: at each node those of the given
 * parts that may come next, and without using one up a verb or the only part there is. Tries are
 * counted, since a stranger's parts may fit nowhere in many ways. */

enum { MAX_TRIES = 20000, MAX_GIVEN = 24 };

void pick_answer_init(pick_answer *a) {
    *a = (pick_answer){0};
    pick_list_init(&a->next);
}

static void forget_chosen(pick_answer *a) {
    for (size_t i = 0; i < a->chosen_count; i++) mem_free(a->chosen[i]);
    a->chosen_count = 0;
}

void pick_answer_done(pick_answer *a) {
    forget_chosen(a);
    mem_free(a->chosen);
    mem_free(a->below);
    mem_free(a->token);
    mem_free(a->words);
    pick_list_done(&a->next);
    *a = (pick_answer){0};
}

/* --- how many tokens there are below a path --- */

static uint64_t count_below(state_ref at, const char **path, int n, uint64_t limit, int *tries,
                            bool *no_memory) {
    pick_list next;
    uint64_t sum = 0;
    pick_list_init(&next);
    if (n < PICK_MAX_PARTS && ++*tries <= MAX_TRIES && pick_next(at, (pick_path){path, n}, &next)) {
        for (size_t i = 0; i < next.count && sum <= limit; i++) {
            const pick_part *p = &next.at[i];
            path[n] = p->part;
            sum += p->token   ? 1
                   : p->below ? p->below
                              : count_below(at, path, n + 1, limit - sum, tries, no_memory);
        }
    }
    *no_memory |= next.no_memory;
    pick_list_done(&next);
    return *tries > MAX_TRIES ? limit + 1 : sum;
}

/* --- finding the path --- */

typedef struct search_path {
    state_ref at;
    char *const *given;
    int given_count;
    bool used[MAX_GIVEN];
    const char *path[PICK_MAX_PARTS];
    int tries;
    int fits;
    int deepest;    /* how many of the given parts have been used at most */
    pick_list ends; /* tokens of the paths that are complete */
    pick_answer *out;
    status st;
} search_path;

static char *own_string(const char *s, status *st) {
    char *copy = mem_string(s);
    if (!copy) *st = ST_NOMEM;
    return copy;
}

static void set_chosen(pick_answer *a, char *const *part, int n, status *st) {
    forget_chosen(a);
    for (int i = 0; i < n && *st == ST_OK; i++) {
        *st = MEM_GROW(a->chosen, a->chosen_cap, a->chosen_count + 1);
        char *copy = *st == ST_OK ? own_string(part[i], st) : NULL;
        if (copy) a->chosen[a->chosen_count++] = copy;
    }
}

/* Adds what follows to what followed on other paths that fit. */
static void join(pick_list *to, const pick_list *from) {
    for (size_t i = 0; i < from->count; i++) {
        size_t k = 0;
        while (k < to->count && strcmp(to->at[k].part, from->at[i].part) != 0) k++;
        if (k == to->count) pick_add(to, &from->at[i]);
    }
    if (!to->ask && from->ask) pick_ask(to, from->ask);
}

static void found(search_path *x, int n, const char *complete, const pick_list *next) {
    pick_answer *a = x->out;
    x->fits++;
    if (x->fits == 1) {
        set_chosen(a, (char *const *)x->path, n, &x->st);
        if (complete) a->token = own_string(complete, &x->st);
    } else {
        /* More than one path: what was given, as it was given. */
        set_chosen(a, x->given, x->given_count, &x->st);
        mem_free(a->token);
        a->token = NULL;
    }
    if (next) join(&a->next, next);
    if (complete)
        pick_add(&x->ends, &(pick_part){.part = complete, .token = complete, .kind = PICK_CHOICE});
}

static int first_unused(const search_path *x) {
    int i = 0;
    while (i < x->given_count && x->used[i]) i++;
    return i;
}

static void try_from(search_path *x, int n, int used, bool ordered);

/* Takes one part and goes on behind it. */
static void take(search_path *x, const pick_part *p, int n, int used, bool ordered) {
    x->path[n] = p->part;
    if (p->token) {
        if (used == x->given_count) found(x, n + 1, p->token, NULL);
    } else {
        try_from(x, n + 1, used, ordered || p->ordered);
    }
}

static void try_from(search_path *x, int n, int used, bool ordered) {
    pick_list next;
    if (used > x->deepest) x->deepest = used;
    pick_list_init(&next);
    if (x->st == ST_OK && n < PICK_MAX_PARTS && ++x->tries <= MAX_TRIES &&
        pick_next(x->at, (pick_path){x->path, n}, &next)) {
        if (used == x->given_count) {
            found(x, n, NULL, &next);
        } else {
            for (size_t i = 0; i < next.count && x->st == ST_OK; i++) {
                const pick_part *p = &next.at[i];
                int first = first_unused(x);
                int k = first;
                int end = ordered ? first + 1 : x->given_count;
                while (k < end && (x->used[k] || strcmp(x->given[k], p->part) != 0)) k++;
                if (k < end) {
                    x->used[k] = true;
                    take(x, p, n, used + 1, ordered);
                    x->used[k] = false;
                } else if (p->kind == PICK_VERB ? !p->token : next.count == 1) {
                    take(x, p, n, used, ordered);
                }
            }
        }
    }
    if (next.no_memory) x->st = ST_NOMEM;
    pick_list_done(&next);
}

/* The parts as they are; *at is the first that does not follow. */
static bool walk_as_given(search_path *x, int *at, pick_list *next, const char **complete) {
    *complete = NULL;
    for (*at = 0; *at < x->given_count; ++*at) {
        if (*complete || *at == PICK_MAX_PARTS) return false;
        bool some = pick_next(x->at, (pick_path){x->path, *at}, next);
        if (!some || next->no_memory) return false; /* the caller looks for memory */
        size_t k = 0;
        while (k < next->count && strcmp(next->at[k].part, x->given[*at]) != 0) k++;
        if (k == next->count) return false;
        x->path[*at] = x->given[*at];
        *complete = next->at[k].token;
    }
    return *complete || pick_next(x->at, (pick_path){x->path, *at}, next);
}

static status refuse(const search_path *x, int at, const pick_list *next, error *err) {
    char buf[160];
    text names = text_over(buf, sizeof buf);
    for (size_t i = 0; i < next->count && i < 8; i++) {
        if (i) text_put(&names, i + 1 == next->count ? " or " : ", ");
        text_put(&names, next->at[i].part);
    }
    if (next->count > 8) text_put(&names, ", ...");
    const char *part = at < x->given_count ? x->given[at] : "";
    status st =
        !next->count ? error_set(err, ST_ILLEGAL_ACTION, "nothing can follow there")
        : next->lead ? error_set(err, ST_ILLEGAL_ACTION, "%s %s", next->lead, buf)
        : at == 0    ? error_set(err, ST_ILLEGAL_ACTION, "choose %s", buf)
                  : error_set(err, ST_ILLEGAL_ACTION, "after %s choose %s", x->given[at - 1], buf);
    error_reason(err, "no-such-part", "part=%.40s", part);
    return st;
}

/* --- the answer --- */

static status count_all(search_path *x, error *err) {
    pick_answer *a = x->out;
    if (a->next.count == 0) {
        a->count = a->token ? 1 : 0;
        return ST_OK;
    }
    a->below = mem_alloc(a->next.count * sizeof *a->below);
    bool no_memory = !a->below;
    const char *path[PICK_MAX_PARTS];
    for (size_t i = 0; i < a->chosen_count; i++) path[i] = a->chosen[i];
    int n = (int)a->chosen_count;
    for (size_t i = 0; !no_memory && i < a->next.count; i++) {
        int tries = 0;
        const pick_part *p = &a->next.at[i];
        path[n] = p->part;
        if (p->token)
            a->below[i] = 1;
        else if (x->fits > 1)
            a->below[i] = PICK_MAX_COUNT + 1; /* several paths: unknown without trying all */
        else if (p->below)
            a->below[i] = p->below;
        else
            a->below[i] = count_below(x->at, path, n + 1, PICK_MAX_COUNT, &tries, &no_memory);
        a->count += a->below[i];
        if (a->count > PICK_MAX_COUNT) a->count = PICK_MAX_COUNT + 1;
    }
    return no_memory ? error_set(err, ST_NOMEM, "no memory to choose") : ST_OK;
}

static status describe(search_path *x, error *err) {
    pick_answer *a = x->out;
    const rules *r = x->at.rules;
    char buf[GAME_TOKEN_SIZE];
    text out = text_over(buf, sizeof buf);
    token tok;
    if (!a->token) return ST_OK;
    status st = token_read_exact(x->at, a->token, &tok, err);
    if (st != ST_OK) return st;
    if (r->terminal->describe) r->terminal->describe(r, x->at.state, tok.steps, tok.count, &out);
    a->words = own_string(out.len ? buf : a->token, &st);
    return st == ST_OK ? st : error_set(err, st, "no memory to choose");
}

static status choose(search_path *x, int *at, error *err) {
    pick_answer *a = x->out;
    pick_list next;
    const char *complete;
    pick_list_init(&next);
    status st = ST_OK;
    if (walk_as_given(x, at, &next, &complete)) {
        found(x, x->given_count, complete, complete ? NULL : &next);
    } else {
        try_from(x, 0, 0, false);
        if (x->fits > 1) join(&a->next, &x->ends); /* the choice is between those */
        if (x->st == ST_OK && !x->fits) st = refuse(x, *at, &next, err);
    }
    if (x->st != ST_OK || next.no_memory || a->next.no_memory || x->ends.no_memory)
        st = error_set(err, ST_NOMEM, "no memory to choose");
    pick_list_done(&next);
    pick_list_done(&x->ends);
    if (st == ST_OK) st = count_all(x, err);
    return st == ST_OK ? describe(x, err) : st;
}

status pick_choose(const position *p, char *const *part, int n, pick_answer *out, int *at,
                   error *err) {
    const rules *r = position_rules(p);
    rng g = {.s = 1};
    *at = MAX_GIVEN;
    if (n > MAX_GIVEN)
        return error_set(err, ST_BAD_SYNTAX, "an action has at most %d parts", MAX_GIVEN);
    void *world = mem_alloc(r->state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory to choose");
    position_world(p, &g, world);
    int actor = r->game->actor(r, world);
    status st = ST_OK;
    *at = 0;
    if (actor == ACTOR_NONE)
        st = error_set(err, ST_GAME_OVER, "the game is over");
    else if (position_seat(p) != SEAT_ALL && actor != position_seat(p))
        st = error_set(err, ST_LEAK, "another seat is to act");
    if (st == ST_OK) {
        search_path x = {.at = {r, world, position_trail(p)},
                         .given = part,
                         .given_count = n,
                         .out = out,
                         .st = ST_OK};
        st = choose(&x, at, err);
    }
    mem_free(world);
    return st;
}

/* --- as JSON --- */

static void put_count(json_writer *w, uint64_t count) {
    json_key(w, "count");
    json_int(w, count > PICK_MAX_COUNT ? PICK_MAX_COUNT : (int64_t)count);
    if (count <= PICK_MAX_COUNT) return;
    json_key(w, "more");
    json_bool(w, true);
}

static void put_part(json_writer *w, const pick_part *p, uint64_t below, bool only) {
    json_open(w, '{');
    json_key(w, "part");
    json_ascii(w, p->part);
    json_key(w, "kind");
    json_string(w, pick_kind_name(p->kind));
    json_key(w, "words");
    json_ascii(w, p->words);
    put_count(w, below);
    if (p->mask) {
        json_key(w, "mask");
        json_string(w, p->mask);
    }
    if (only) {
        json_key(w, "only");
        json_bool(w, true);
    }
    if (p->loud) {
        json_key(w, "silent");
        json_bool(w, false);
    }
    if (p->token) {
        json_key(w, "token");
        json_ascii(w, p->token);
    }
    json_close(w, '}');
}

status pick_write(const pick_answer *a, text *out, error *err) {
    json_writer writer = json_writer_on(out);
    json_writer *w = &writer;
    json_open(w, '{');
    json_key(w, "chosen");
    json_open(w, '[');
    for (size_t i = 0; i < a->chosen_count; i++) json_ascii(w, a->chosen[i]);
    json_close(w, ']');
    if (a->next.ask) {
        json_key(w, "ask");
        json_ascii(w, a->next.ask);
    }
    put_count(w, a->count);
    if (a->token) {
        json_key(w, "token");
        json_ascii(w, a->token);
        json_key(w, "words");
        json_ascii(w, a->words ? a->words : a->token);
    } else {
        json_key(w, "next");
        json_open(w, '[');
        for (size_t i = 0; i < a->next.count; i++)
            put_part(w, &a->next.at[i], a->below[i], a->next.count == 1);
        json_close(w, ']');
    }
    json_close(w, '}');
    return out->cut ? error_set(err, ST_NOMEM, "no memory to choose") : ST_OK;
}
