#include "engine/base/rng.h"
#include "engine/game/game_speed.h"
#include "engine/rules/machine/program.h"
#include "engine/rules/text/lexer.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/text_table.h"

/* Rules texts that load are played: thirty random plies of each game, with everything looked at
 * that a position promises. A mutator of our own moves, repeats and exchanges complete words, so
 * that texts stay texts for long enough to get somewhere. */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max); /* NOLINT: libFuzzer's names */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed); /* NOLINT */

enum { MAX_BYTES = 8192, PLIES = 30, MAX_WORDS = 2000 };

/* --- playing --- */

static int by_value(const void *a, const void *b) {
    action x = *(const action *)a;
    action y = *(const action *)b;
    return x < y ? -1 : x > y;
}

static int sorted(const rules *r, const void *s, const trail *t, action *out) {
    int n = r->game->legal(r, s, t, out);
    qsort(out, (size_t)n, sizeof *out, by_value);
    return n;
}

/* What is known of checks and pins beforehand must be what trying each action finds. */
static void check_royal(table *x) {
    program *b = (program *)(void *)x->r;
    bool known[GAME_MAX_PLAYERS];
    action *tried = mem_alloc(x->r->max_actions * sizeof *tried);
    FUZZ_HOLDS(tried);
    int n = sorted(x->r, x->s, &x->t, x->list);
    for (int i = 1; i < n; i++) FUZZ_HOLDS(x->list[i] != x->list[i - 1]);
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        known[i] = b->side[i].royal.known;
        b->side[i].royal.known = false;
    }
    int m = n < (int)x->r->max_actions ? sorted(x->r, x->s, &x->t, tried) : n;
    if (m != n ||
        (n < (int)x->r->max_actions && memcmp(tried, x->list, (size_t)n * sizeof *tried) != 0)) {
        (void)fprintf(stderr, "%s: %d listed, %d tried\n", text_table_text(x), n, m);
        abort();
    }
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) b->side[i].royal.known = known[i];
    mem_free(tried);
}

static void write_state(const table *x, const void *s, text *out) {
    text_clear(out);
    x->r->game->write(x->r, s, out);
}

/* A random ply goes where one of the listed actions goes; x->list holds those. */
static void check_random(table *x, rng *g) {
    const game *k = x->r->game;
    unsigned char *copy = mem_alloc(x->r->state_size);
    trail t = {0};
    text went = text_growing();
    text goes = text_growing();
    bool found = false;
    FUZZ_HOLDS(copy && trail_copy(&t, &x->t, 8));
    size_t mark = t.len;
    memcpy(copy, x->s, x->r->state_size);
    x->r->speed->play_random(x->r, copy, &t, g);
    write_state(x, copy, &went);
    for (int i = 0; i < x->count && !found; i++) {
        memcpy(copy, x->s, x->r->state_size);
        trail_cut(&t, mark);
        k->apply(x->r, copy, &t, x->list[i]);
        write_state(x, copy, &goes);
        found = strcmp(text_string(&went), text_string(&goes)) == 0;
    }
    if (!found)
        (void)fprintf(stderr, "%s\nrandomly to %s\n", text_table_text(x), text_string(&went));
    FUZZ_HOLDS(found);
    mem_free(copy);
    trail_done(&t);
    text_done(&went);
    text_done(&goes);
}

static void play(table *x, int plies, rng *g) {
    text_table_start(x);
    for (int i = 0; i < plies && text_table_actor(x) != ACTOR_NONE; i++) {
        FUZZ_HOLDS(text_table_sound(x));
        if (text_table_actor(x) >= 0) check_royal(x);
        text_table_look(x);
        FUZZ_HOLDS(x->count > 0);
        if (i % 3 == 2 && x->count < 100) check_random(x, g);
        text_table_apply(x, x->list[rng_below(g, (uint64_t)x->count)]);
    }
    FUZZ_HOLDS(text_table_sound(x));
}

static void open_and_play(table *x, const game *g, int plies) {
    params p = params_default();
    error err = {0};
    rng r = rng_stream(1, 2);
    FUZZ_HOLDS(rules_open(&x->r, g, &p, &err) == ST_OK);
    x->s = mem_alloc(x->r->state_size);
    x->list = mem_alloc(x->r->max_actions * sizeof *x->list);
    x->word = mem_alloc(x->r->max_actions * sizeof *x->word);
    FUZZ_HOLDS(x->s && x->list && x->word);
    play(x, plies, &r);
    play(x, plies, &r);
    mem_free(x->s);
    mem_free(x->list);
    mem_free(x->word);
    rules_close(x->r);
}

static void check_diags(const diags *d) {
    FUZZ_HOLDS(d->count <= DIAG_MAX_COUNT && d->errors <= d->count);
    for (int i = 0; i < d->count; i++) {
        const diag *e = &d->item[i];
        FUZZ_HOLDS((e->code[0] == 'E' || e->code[0] == 'W') && e->line >= 1 && e->column >= 1);
        FUZZ_HOLDS(e->message[0]);
        for (const char *s = e->message; *s; s++) FUZZ_HOLDS(*s >= ' ' && *s <= '~');
        for (const char *s = e->hint; *s; s++) FUZZ_HOLDS(*s >= ' ' && *s <= '~');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > MAX_BYTES) return 0;
    table x = {.line = text_growing()};
    diags d = {0};
    char *body = fuzz_string(data, size);
    FUZZ_HOLDS(text_library_create(&x.shelf) == ST_OK);
    status st = text_library_read(x.shelf, &(source){"x.game", body, size}, &d);
    FUZZ_HOLDS(st == (d.errors ? ST_BAD_SYNTAX : ST_OK));
    check_diags(&d);
    /* Chains may be looked through at length, each time someone asks. */
    int plies = strstr(body, "longest") ? 2 : PLIES;
    for (int i = 0; i < text_library_count(x.shelf) && i < 2; i++)
        open_and_play(&x, text_library_at(x.shelf, i), plies);
    trail_done(&x.t);
    text_done(&x.line);
    text_library_destroy(x.shelf);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}

/* --- changing texts word by word --- */

typedef struct cutting {
    const uint8_t *body;
    size_t from[MAX_WORDS], to[MAX_WORDS]; /* of each word, without spaces */
    int count;
} cutting;

static void cut(cutting *c, const uint8_t *data, size_t size) {
    diags d = {0};
    source src = {"x", (const char *)data, size};
    lexer x;
    c->body = data;
    c->count = 0;
    lexer_init(&x, &src, &d);
    while (c->count < MAX_WORDS) {
        lexeme t = lexer_next(&x);
        if (t.kind == TOK_END) break;
        c->from[c->count] = t.at;
        c->to[c->count++] = t.kind == TOK_STRING ? t.from + t.len + 1 : t.from + t.len;
    }
}

static void put_word(text *out, const cutting *c, int i) {
    size_t end = c->to[i] > c->from[i] ? c->to[i] : c->from[i] + 1;
    text_putn(out, (const char *)c->body + c->from[i], end - c->from[i]);
    text_char(out, ' ');
}

static void put_words(text *out, const cutting *c, int from, int to) {
    for (int i = from; i < to && i < c->count; i++) put_word(out, c, i);
}

/* A word of the language, or one that is likely to mean something. */
static void put_some_word(text *out, rng *g) {
    static const char *const more[] = {
        "a1", "b2", "c3", "n", "ne", "any", "ortho", "diag", "0", "1", "2", "3", "-1", "99",
        /* reserved only where they are looked for */
        "rect", "hex", "lines", "box", "stacks", "track", "cell", "card", "for", "each", "sum",
        "min", "those", "at", "most", "with", "hidden", "reveal", "take", "weights", "weight",
        "sow", "top", "under", "claim", "call", "used", "edges", "corners", "rim", "squares", "a1n",
        "a1ne", "path(cells, mine, edge)"};
    int count = sizeof more / sizeof *more;
    int kinds = TOK_COUNT - TOK_STRING - 1;
    int choices = kinds + 2 * count;
    int k = (int)rng_below(g, (uint64_t)choices);
    bool of_lexer = k < kinds;
    text_format(out, "%s ",
                of_lexer ? lexeme_word((lexeme_kind)(TOK_STRING + 1 + k))
                         : more[(k - kinds) % count]);
}

static void change_words(const cutting *c, text *out, rng *g) {
    int n = c->count;
    int at = (int)rng_below(g, (uint64_t)n);
    int len = 1 + (int)rng_below(g, rng_below(g, 3) ? 3 : 20);
    int other = (int)rng_below(g, (uint64_t)n);
    put_words(out, c, 0, at);
    switch (rng_below(g, 5)) {
    case 0: /* one word for another of the language */
        put_some_word(out, g);
        put_words(out, c, at + 1, n);
        break;
    case 1: /* one word for another of the text */
        put_word(out, c, other);
        put_words(out, c, at + 1, n);
        break;
    case 2: /* some words again */
        put_words(out, c, other, other + len);
        put_words(out, c, at, n);
        break;
    case 3: /* some words for others */
        put_words(out, c, other, other + len);
        put_words(out, c, at + len, n);
        break;
    default: /* some words less */
        put_words(out, c, at + len, n);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) { /* NOLINT */
    static cutting c;
    rng g = rng_stream(seed, 9);
    if (rng_below(&g, 8) == 0) return LLVMFuzzerMutate(data, size, max);
    for (uint64_t times = 1 + rng_below(&g, 3); times; times--) {
        text out = text_growing();
        cut(&c, data, size);
        if (c.count) change_words(&c, &out, &g);
        size = out.len < max ? out.len : max;
        if (size) memcpy(data, text_string(&out), size);
        text_done(&out);
    }
    return size ? size : LLVMFuzzerMutate(data, 1, max);
}
