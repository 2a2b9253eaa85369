#include <string.h>

#include "lib/api/kibitz.h"
#include "tests/fuzz/fuzz.h"

/* Calls of the public library in any order, on any of a few handles, closed ones among them: each
 * byte is a call, those after it are what it is called with. */

enum { HANDLES = 4, MAX_CALLS = 200 };

static kibitz *library;
static kibitz_position *position_at[HANDLES];
static kibitz_view *view_at[HANDLES];
static kibitz_search *search_at[HANDLES];
static kibitz_table *table_at[HANDLES];
static kibitz_legal *legal_at[HANDLES];

typedef struct input {
    const uint8_t *at, *end;
} input;

static unsigned take(input *x) {
    return x->at < x->end ? *x->at++ : 0;
}

static const kibitz_game *take_game(input *x) {
    static const char *const names[] = {"connect4",  "leduc", "pig",
                                        "tictactoe", "chess", "nothing"};
    return kibitz_game_find(library, names[take(x) % 6]);
}

/* A legal action, or some word. */
static void take_action(input *x, const kibitz_position *p, char *out, size_t room) {
    static const char *const some[] = {"d",     "call", "!6",   "roll",     "e2e4",
                                       "!p1=J", "b2",   "pass", "nonsense", ""};
    unsigned which = take(x);
    kibitz_legal *l = NULL;
    const char *a = NULL;
    kibitz_error e;
    if (which < 160 && p && !kibitz_position_legal(p, &l, &e))
        for (unsigned n = which % 8 + 1; n > 0 && (a = kibitz_legal_next(l, &e)); n--)
            (void)strncpy(out, a, room - 1);
    kibitz_legal_close(l);
    if (!a) (void)strncpy(out, some[which % 10], room - 1);
    out[room - 1] = '\0';
}

static int first_one(void *self, const kibitz_turn *t, char *chosen, size_t room) {
    kibitz_legal *l;
    (void)self;
    if (kibitz_view_legal(t->view, &l, NULL)) return 0;
    const char *a = kibitz_legal_next(l, NULL);
    if (a) (void)strncpy(chosen, a, room - 1);
    kibitz_legal_close(l);
    return 1;
}

static void free_text(char *said, const kibitz_error *e) {
    FUZZ_HOLDS(said || e->text[0]);
    kibitz_free(said);
}

static void call_position(input *x, unsigned what) {
    static const kibitz_error none;
    kibitz_error e = none;
    kibitz_status s;
    kibitz_position **p = &position_at[take(x) % HANDLES];
    char chosen[600] = "";
    uint64_t count;
    if (what == 0) {
        kibitz_position_close(*p);
        (void)kibitz_position_start(library, take_game(x), NULL, p, &e);
        return;
    }
    if (!*p) return;
    take_action(x, *p, chosen, sizeof chosen);
    if (what == 1) (void)kibitz_position_act(*p, chosen, &e);
    if (what == 2) (void)kibitz_position_undo(*p, take(x) % 3, &e);
    if (what == 3) (void)kibitz_position_roll(*p, &e);
    if (what == 4) kibitz_position_set_seed(*p, take(x));
    if (what == 5) free_text(kibitz_position_text(*p, &e), &e);
    if (what == 6) free_text(kibitz_position_scene(*p, (int)(take(x) % 4) - 1, &e), &e);
    if (what == 7) (void)kibitz_position_verify(*p, chosen, NULL, &e);
    if (what == 8) free_text(kibitz_position_describe(*p, chosen, &e), &e);
    if (what == 9) (void)kibitz_position_legal_count(*p, &count, &e);
    if (what == 10) free_text(kibitz_position_board(*p, &e), &e);
    if (what == 11) {
        char *blob = kibitz_position_blob(*p, &e);
        kibitz_position *q;
        if (blob && !kibitz_position_from_blob(library, blob, &q, &e)) kibitz_position_close(q);
        kibitz_free(blob);
    }
    const char *const part[] = {chosen};
    if (what == 12) free_text(kibitz_position_pick(*p, part, take(x) % 2, &e), &e);
    if (what == 13) (void)kibitz_position_act_parts(*p, part, 1, &e);
    kibitz_position_status(*p, &s);
    FUZZ_HOLDS(s.seats >= 1 && s.seats <= KIBITZ_SEATS && s.actor >= KIBITZ_CHANCE);
}

static void call_view(input *x, unsigned what) {
    kibitz_error e = {0};
    kibitz_view **v = &view_at[take(x) % HANDLES];
    kibitz_position *p = position_at[take(x) % HANDLES];
    char chosen[600] = "";
    if (what == 0 && p) {
        kibitz_view_close(*v);
        (void)kibitz_view_of(p, (int)(take(x) % 3), v, &e);
    }
    if (!*v) return;
    take_action(x, p, chosen, sizeof chosen);
    if (what == 1) (void)kibitz_view_see(*v, chosen, &e);
    if (what == 2) free_text(kibitz_view_text(*v, &e), &e);
    if (what == 3) free_text(kibitz_view_scene(*v, &e), &e);
    if (what == 4) (void)kibitz_view_verify(*v, chosen, NULL, &e);
    if (what == 5) {
        kibitz_legal **l = &legal_at[0];
        kibitz_legal_close(*l);
        (void)kibitz_view_legal(*v, l, &e);
        if (*l) (void)kibitz_legal_next(*l, &e);
        kibitz_legal_close(*l);
        *l = NULL;
    }
}

static int want_more(void *ctx, size_t i, kibitz_search *s, const kibitz_error *why) {
    (void)s;
    FUZZ_HOLDS(!why || why->text[0]);
    return i < *(const size_t *)ctx;
}

/* A pool of any two searches over any two positions. */
static void call_pool(input *x, const kibitz_limits *few) {
    kibitz_error e = {0};
    kibitz_search *const s[] = {search_at[take(x) % HANDLES], search_at[take(x) % HANDLES]};
    const kibitz_position *const p[] = {position_at[take(x) % HANDLES],
                                        position_at[take(x) % HANDLES]};
    size_t stop_at = take(x) % 3;
    const kibitz_pool pool = {s, take(x) % 3, want_more, &stop_at, {NULL}};
    FUZZ_HOLDS(!kibitz_batch_search(&pool, p, 2, few, &e) || e.text[0]);
}

static void call_search(input *x, unsigned what) {
    static const char *const options[][2] = {{"Hash", "1"},         {"MultiPV", "3"},
                                             {"Algorithm", "mcts"}, {"Threads", "0"},
                                             {"Level", "3"},        {"Objective", "points"}};
    kibitz_error e = {0};
    kibitz_search **s = &search_at[take(x) % HANDLES];
    const kibitz_position *p = position_at[take(x) % HANDLES];
    kibitz_limits few = kibitz_limits_none();
    kibitz_line line;
    kibitz_evaluation v;
    few.nodes = 1 + take(x) % 60;
    if (what == 0) {
        kibitz_search_close(*s);
        *s = NULL;
        if (!kibitz_search_create(library, s, &e)) (void)kibitz_search_set(*s, "Hash", "1", &e);
    }
    if (!*s) return;
    const char *const *o = options[take(x) % 6];
    if (what == 1) (void)kibitz_search_set(*s, o[0], o[1], &e);
    if (what == 2 && p) (void)kibitz_search_run(*s, p, &few, NULL, NULL, &e);
    if (what == 3 && p) (void)kibitz_search_evaluate(*s, p, NULL, NULL, &v, &e);
    if (what == 4) free_text(kibitz_search_why(*s, &e), &e);
    if (what == 5) (void)kibitz_search_line(*s, take(x) % 4, &line);
    if (what == 6) call_pool(x, &few);
}

static void call_table(input *x, unsigned what) {
    static const kibitz_player own = {.name = "own", .choose = first_one};
    kibitz_error e = {0};
    kibitz_table **t = &table_at[take(x) % HANDLES];
    const kibitz_position *p = position_at[take(x) % HANDLES];
    kibitz_step step;
    kibitz_status s;
    if (what == 0 && p) {
        kibitz_table_close(*t);
        (void)kibitz_table_create(library, p, take(x), t, &e);
    }
    if (!*t) return;
    if (what == 1) (void)kibitz_table_seat(*t, (int)(take(x) % 3), &own, &e);
    if (what == 2) (void)kibitz_table_seat_engine(*t, (int)(take(x) % 3), "random", &e);
    if (what == 3) (void)kibitz_table_step(*t, &step, &e);
    if (what == 4) (void)kibitz_table_answer(*t, (int)(take(x) % 3), "d", &e);
    if (what == 5) kibitz_table_set_illegal(*t, (kibitz_illegal)(take(x) % 5));
    kibitz_table_status(*t, &s);
}

static void close_all(void) {
    for (int i = 0; i < HANDLES; i++) {
        kibitz_position_close(position_at[i]);
        kibitz_view_close(view_at[i]);
        kibitz_search_close(search_at[i]);
        kibitz_table_close(table_at[i]);
        position_at[i] = NULL;
        view_at[i] = NULL;
        search_at[i] = NULL;
        table_at[i] = NULL;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    input x = {data, data + size};
    if (!library && kibitz_open(&library, NULL)) return 0;
    for (int i = 0; i < MAX_CALLS && x.at < x.end; i++) {
        unsigned call = take(&x);
        if (call < 120) call_position(&x, call % 14);
        if (call >= 120 && call < 170) call_view(&x, call % 6);
        if (call >= 170 && call < 200) call_search(&x, call % 7);
        if (call >= 200) call_table(&x, call % 6);
    }
    close_all();
    return 0;
}
