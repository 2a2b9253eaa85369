/* Games from rules texts in the program's list: what is inside, what is loaded on top of it, and
 * what happens to a text that is wrong. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/notation/blob.h"
#include "engine/notation/record.h"
#include "eval/evaluate.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "uci/session.h"

#define LINE_TEXT                                                                                  \
    "game line \"Line\" { players X O board rect 5 1 piece mark\n"                                 \
    "turn place mark on empty else draw end { when run(mine, last) >= 3 win } }\n"
#define CHILD_TEXT "game longer from line as \"long\" { board rect 7 1 }\n"
#define WRONG_TEXT                                                                                 \
    "game wrong { players X O board rect 5 1 piece mark turn place mark on nowhere }\n"

static const game *const small[] = {&connect4, &pig, NULL};
static const embedded_file no_texts[] = {{0}};
static const struct rb_native *const no_natives[] = {NULL};

static game_library *open_small(void) {
    game_library *l;
    error err;
    TEST_ASSERT(game_library_create(&l, small, no_texts, no_natives, &err) == ST_OK);
    return l;
}

static status read_text(game_library *l, const char *data, const game **first, diags *d) {
    error err;
    *d = (diags){0};
    return game_library_read(l, &(source){"my.game", data, strlen(data)}, first, d, &err);
}

static void test_everything_is_there(void) {
    game_library *l;
    error err = {0};
    TEST_ASSERT_(catalogue_create(&l, &err) == ST_OK, "%s", err.text);
    game_list games = game_library_games(l);
    TEST_CHECK(strcmp(games[0]->name, "chess") == 0 && text_facts_of(games[0]));
    TEST_CHECK(strcmp(games[1]->name, "connect4") == 0 && !text_facts_of(games[1]));
    size_t texts = 0;
    while (rulebook_texts[texts].name) texts++;
    TEST_CHECK(texts >= 18 && (size_t)text_library_count(game_library_texts(l)) >= texts);
    const char *before = "";
    for (game_list g = games + 1; *g; g++) {
        if (!text_facts_of(*g)) continue;
        TEST_CHECK_(strcmp(before, (*g)->name) < 0, "%s comes after %s", (*g)->name, before);
        TEST_CHECK_((*g)->syntax && (*g)->syntax[0].kind, "%s says how it is written", (*g)->name);
        before = (*g)->name;
    }
    /* Texts of ours are compiled when they are first used: they are right, and what was told of
     * them before is true. */
    for (game_list g = games; *g; g++) {
        params usual = params_default();
        rules *r;
        TEST_ASSERT_(rules_open(&r, *g, &usual, &err) == ST_OK, "%s: %s", (*g)->name, err.text);
        TEST_CHECK_(r->traits == (*g)->traits || !text_facts_of(*g), "%s: traits %x, told %x",
                    (*g)->name, (unsigned)r->traits, (unsigned)(*g)->traits);
        rules_close(r);
    }
    const game *koth = game_find(games, "kingofthehill");
    TEST_CHECK(koth && strcmp(koth->name, "koth") == 0 && koth->traits & GAME_UCI);
    TEST_CHECK(!(game_find(games, "chess2")->traits & GAME_UCI)); /* two actions in a turn */
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* A text that was replaced and that no one uses any more is freed; with it what it was made from.
 */
static void test_replaced_texts_go(void) {
    game_library *l = open_small();
    diags d;
    error err;
    params usual = params_default();
    size_t after[8];
    for (int i = 0; i < 8; i++) {
        TEST_CHECK(read_text(l, LINE_TEXT, NULL, &d) == ST_OK);
        TEST_CHECK(read_text(l, CHILD_TEXT, NULL, &d) == ST_OK);
        after[i] = mem_live();
    }
    for (int i = 4; i < 8; i++)
        TEST_CHECK_(after[i] == after[3], "reading %d: %zu bytes, before %zu", i, after[i],
                    after[3]);

    /* A position of an old one, a list that was held, and a child of an old parent go on. */
    const game *line = game_find(game_library_games(l), "line");
    const game *longer = game_find(game_library_games(l), "longer");
    const game_loader *loader = game_library_loader(l);
    game_list held = loader->hold(loader->ctx);
    position *p;
    TEST_ASSERT(held && position_start(&p, line, &usual, SEAT_ALL, &err) == ST_OK);
    for (int i = 0; i < 4; i++) TEST_CHECK(read_text(l, LINE_TEXT, NULL, &d) == ST_OK);
    TEST_CHECK(game_find(game_library_games(l), "line") != line);
    TEST_CHECK(position_play(p, "a1", &err) == ST_OK && position_play(p, "b1", &err) == ST_OK);
    TEST_CHECK(game_find(held, "line") == line && strcmp(line->title, "Line") == 0);
    loader->release(loader->ctx, held);
    TEST_CHECK(position_play(p, "c1", &err) == ST_OK);
    position_destroy(p);
    TEST_ASSERT(position_start(&p, longer, &usual, SEAT_ALL, &err) == ST_OK);
    TEST_CHECK(position_play(p, "g1", &err) == ST_OK);
    position_destroy(p);
    for (int i = 0; i < 2; i++) {
        TEST_CHECK(read_text(l, LINE_TEXT, NULL, &d) == ST_OK);
        TEST_CHECK(read_text(l, CHILD_TEXT, NULL, &d) == ST_OK);
    }
    TEST_CHECK_(mem_live() == after[3], "%zu bytes, before %zu", mem_live(), after[3]);
    /* What is open outlives the library. */
    TEST_ASSERT(position_start(&p, game_find(game_library_games(l), "line"), &usual, SEAT_ALL,
                               &err) == ST_OK);
    game_library_destroy(l);
    TEST_CHECK(position_play(p, "c1", &err) == ST_OK);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

/* The old game can be played to its end when another has taken its place. */
static void test_a_known_name_is_replaced(void) {
    game_library *l = open_small();
    game_list games = game_library_games(l);
    static diags d;
    const game *line;
    TEST_ASSERT(read_text(l, LINE_TEXT, &line, &d) == ST_OK && d.count == 0);
    TEST_CHECK(games == game_library_games(l) && games[2] == line && !games[3]);
    params usual = params_default();
    position *p;
    TEST_ASSERT(position_start(&p, line, &usual, SEAT_ALL, NULL) == ST_OK);
    const game *other;
    TEST_ASSERT(read_text(l,
                          "game LINE { players X O board rect 9 1 piece mark\n"
                          "turn place mark on empty else draw }",
                          &other, &d) == ST_OK);
    TEST_CHECK(games[2] == other && !games[3] && text_facts_of(other)->cells == 9);
    TEST_CHECK(text_facts_of(other)->hash != text_facts_of(line)->hash);
    TEST_CHECK(position_play(p, "a1", NULL) == ST_OK && position_play(p, "i1", NULL) != ST_OK);
    position *clone;
    TEST_ASSERT(position_clone(&clone, p, NULL) == ST_OK);
    /* A game in C gives way as well, and its seat in the list stays. */
    TEST_ASSERT(read_text(l,
                          "game connect4 { players X O board rect 2 1 piece mark\n"
                          "turn place mark on empty else draw }",
                          &other, &d) == ST_OK);
    TEST_CHECK(games[0] == other && games[1] == &pig);
    position_destroy(clone);
    position_destroy(p);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

static void test_all_or_nothing(void) {
    game_library *l = open_small();
    static diags d;
    const game *first;
    TEST_CHECK(read_text(l, LINE_TEXT WRONG_TEXT, &first, &d) == ST_BAD_SYNTAX && !first);
    TEST_CHECK(d.errors == 2); /* nowhere, and no else */
    TEST_CHECK(!game_find(game_library_games(l), "line"));
    TEST_CHECK(read_text(l, "game line {", &first, &d) == ST_BAD_SYNTAX && d.errors > 0);
    TEST_CHECK(read_text(l, "# nothing but a remark\n", &first, &d) == ST_BAD_SYNTAX);
    TEST_CHECK(read_text(l, CHILD_TEXT, &first, &d) == ST_BAD_SYNTAX);
    TEST_CHECK(strcmp(d.item[0].code, "E25") == 0);
    /* What was wrong has left no trace. */
    TEST_CHECK(read_text(l, LINE_TEXT, &first, &d) == ST_OK && first);
    TEST_CHECK(read_text(l, CHILD_TEXT, &first, &d) == ST_OK && first);
    TEST_CHECK(game_find(game_library_games(l), "long") == first);
    TEST_CHECK(text_facts_of(first)->cells == 7);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* A problem in what is inherited is told at its own place. */
static void test_parents_keep_their_places(void) {
    game_library *l = open_small();
    static diags d;
    error err;
    static const char parent[] = "game wide { players X O board rect 5 1 piece mark\n"
                                 "setup { put mark of X on e1 }\n"
                                 "turn place mark on empty else draw }\n";
    static const char child[] = "game narrow from wide { board rect 3 1 }\n";
    TEST_ASSERT(read_text(l, parent, NULL, &d) == ST_OK);
    d = (diags){0};
    source src = {"child.game", child, sizeof child - 1};
    TEST_CHECK(game_library_read(l, &src, NULL, &d, &err) == ST_BAD_SYNTAX);
    TEST_ASSERT(d.errors == 1);
    TEST_CHECK(strcmp(d.item[0].code, "E14") == 0 && strcmp(d.item[0].file, "my.game") == 0);
    TEST_CHECK(d.item[0].line == 2 && strstr(d.item[0].excerpt, "put mark"));
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* --- folders --- */

typedef struct hearing {
    unsigned errors, warnings, games;
    char file[64];
} hearing;

static void hear_problem(void *ctx, const load_problem *p) {
    hearing *h = ctx;
    (*(p->error ? &h->errors : &h->warnings))++;
    (void)snprintf(h->file, sizeof h->file, "%s", p->file);
    TEST_CHECK(p->line > 0 && p->column > 0 && p->message[0]);
}

static void hear_game(void *ctx, const loaded_game *g) {
    hearing *h = ctx;
    h->games++;
    TEST_CHECK(g->kind && g->cells > 0 && g->hash);
}

static void put_file(const char *folder, const char *name, const char *data) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    TEST_ASSERT(file_write(path, data, strlen(data), NULL) == ST_OK);
}

static void test_a_folder_of_texts(void) {
    char folder[] = "/tmp/kibitz-texts-XXXXXX";
    TEST_ASSERT(mkdtemp(folder) != NULL);
    put_file(folder, "a-child.game", CHILD_TEXT); /* before its parent */
    put_file(folder, "b-parent.game", LINE_TEXT);
    put_file(folder, "c-wrong.game", WRONG_TEXT);
    put_file(folder, "notes.txt", "not read");
    game_library *l = open_small();
    const game_loader *loader = game_library_loader(l);
    hearing h = {0};
    load_listener to = {&h, hear_problem, hear_game};
    error err;
    TEST_CHECK(loader->read_path(loader->ctx, folder, &to, &err) == ST_BAD_SYNTAX);
    TEST_CHECK(h.games == 2 && h.errors == 2 && strstr(h.file, "c-wrong.game"));
    TEST_CHECK(game_find(game_library_games(l), "longer") != NULL);
    TEST_CHECK(!game_find(game_library_games(l), "wrong"));
    char path[100];
    (void)snprintf(path, sizeof path, "%s/b-parent.game", folder);
    TEST_CHECK(loader->read_path(loader->ctx, path, &to, &err) == ST_OK && h.games == 3);
    TEST_CHECK(loader->read_path(loader->ctx, "/no/such/place", &to, &err) == ST_NOT_FOUND);
    static const char *const names[] = {"a-child.game", "b-parent.game", "c-wrong.game",
                                        "notes.txt"};
    for (size_t i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    TEST_CHECK(loader->read_path(loader->ctx, folder, &to, &err) == ST_NOT_FOUND);
    (void)rmdir(folder);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

static void test_check(void) {
    game_library *l = open_small();
    const game_loader *loader = game_library_loader(l);
    hearing h = {0};
    load_listener to = {&h, hear_problem, hear_game};
    error err;
    atomic_bool stop = false;
    TEST_CHECK(loader->check(loader->ctx, &(load_text){"x", LINE_TEXT, strlen(LINE_TEXT)}, &to,
                             &stop, &err) == ST_OK);
    TEST_CHECK(h.games == 1 && h.errors == 0);
    TEST_CHECK(!game_find(game_library_games(l), "line"));
    static const char twice[] = "game twice { players X O board rect 3 3 piece mark var n\n"
                                "turn { place mark on empty place mark on empty { n = 1 } }\n"
                                "else when n > 2 pass else draw }";
    TEST_CHECK(loader->check(loader->ctx, &(load_text){"x", twice, sizeof twice - 1}, &to, &stop,
                             &err) == ST_INTERNAL);
    TEST_CHECK_(strstr(err.text, "two actions share the text") != NULL, "%s", err.text);
    stop = true;
    TEST_CHECK(loader->check(loader->ctx, &(load_text){"x", LINE_TEXT, strlen(LINE_TEXT)}, &to,
                             &stop, &err) == ST_STOPPED);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* --- what is written of such games --- */

/* A text that has changed under the same name is another game: the record says so. What people see
 * of it, and its layout, is no part of the rules. */
static void test_records_know_their_rules(void) {
    static const char first[] = "game tiny { players X O board rect 3 1 piece mark\n"
                                "turn place mark on empty else draw }";
    static const char looks[] = "game tiny { # a remark\nplayers X O board rect 3 1 piece mark\n"
                                "show \"three cells\"  turn place mark on empty else draw }";
    static const char other[] = "game tiny { players X O board rect 4 1 piece mark\n"
                                "turn place mark on empty else draw }";
    game_library *l = open_small();
    static diags d;
    const game *g;
    position *p = NULL;
    position *q = NULL;
    error err = {0};
    record r;
    params usual = params_default();
    TEST_ASSERT(read_text(l, first, &g, &d) == ST_OK);
    TEST_ASSERT(position_start(&p, g, &usual, SEAT_ALL, NULL) == ST_OK);
    TEST_ASSERT(position_play(p, "b1", NULL) == ST_OK);
    text body = text_growing();
    record_write(p, &body);
    position_destroy(p);
    TEST_ASSERT(record_read(&r, text_string(&body), body.len, &err) == ST_OK);
    const char *hash = record_get(&r, "hash");
    TEST_ASSERT(hash && strlen(hash) == 16);
    TEST_CHECK(record_replay(&q, &r, game_library_games(l), NULL, 100, &err) == ST_OK);
    position_destroy(q);
    TEST_ASSERT(read_text(l, looks, &g, &d) == ST_OK);
    TEST_CHECK_(record_replay(&q, &r, game_library_games(l), NULL, 100, &err) == ST_OK, "%s",
                err.text);
    position_destroy(q);
    TEST_ASSERT(read_text(l, other, &g, &d) == ST_OK);
    TEST_CHECK(record_replay(&q, &r, game_library_games(l), NULL, 100, &err) == ST_BAD_STATE && !q);
    char now[20];
    (void)snprintf(now, sizeof now, "%016llx", (unsigned long long)text_facts_of(g)->hash);
    TEST_CHECK_(strstr(err.text, hash) && strstr(err.text, now), "both hashes: %s", err.text);
    r.force = true;
    TEST_CHECK(record_replay(&q, &r, game_library_games(l), NULL, 100, &err) == ST_OK);
    position_destroy(q);
    record_done(&r);
    text_done(&body);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

static void test_records_and_blobs_name_the_game(void) {
    game_library *l = open_small();
    static diags d;
    const game *line;
    TEST_ASSERT(read_text(l, LINE_TEXT, &line, &d) == ST_OK);
    params usual = params_default();
    position *p;
    position *q = NULL;
    error err;
    TEST_ASSERT(position_start(&p, line, &usual, SEAT_ALL, NULL) == ST_OK);
    TEST_ASSERT(position_play(p, "c1", NULL) == ST_OK);
    text blob = text_growing();
    text body = text_growing();
    blob_write(p, &blob);
    record_write(p, &body);
    TEST_CHECK(blob_read(&q, game_library_games(l), text_string(&blob), &err) == ST_OK);
    TEST_CHECK(q && position_key(q) == position_key(p));
    position_destroy(q);
    TEST_CHECK(blob_read(&q, small, text_string(&blob), &err) == ST_BAD_STATE);
    TEST_CHECK_(strstr(err.text, "line") != NULL, "%s", err.text);
    record r;
    TEST_ASSERT(record_read(&r, text_string(&body), body.len, &err) == ST_OK);
    TEST_CHECK(strcmp(record_get(&r, "game"), "line") == 0);
    TEST_CHECK(record_replay(&q, &r, game_library_games(l), NULL, 100, &err) == ST_OK);
    position_destroy(q);
    TEST_CHECK(record_replay(&q, &r, small, &pig, 100, &err) != ST_OK);
    TEST_CHECK_(strstr(err.text, "line") != NULL, "%s", err.text);
    record_done(&r);
    text_done(&body);
    text_done(&blob);
    position_destroy(p);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* --- memory and threads --- */

static status make_and_read(error *err) {
    game_library *l;
    diags *d = mem_alloc(sizeof *d);
    status st = d ? game_library_create(&l, small, no_texts, no_natives, err) : ST_NOMEM;
    if (st == ST_OK) {
        static const char both[] = LINE_TEXT CHILD_TEXT;
        st = game_library_read(l, &(source){"x", both, sizeof both - 1}, NULL, d, err);
        /* What was refused for want of memory is read as soon as there is some. */
        bool there = game_find(game_library_games(l), "longer") != NULL;
        TEST_CHECK(there == (st == ST_OK));
        game_library_destroy(l);
    }
    mem_free(d);
    return st;
}

static void test_no_memory(void) {
    error err;
    for (uint64_t n = 1; n < 3000; n++) {
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = make_and_read(&err);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
        if (mem_count() - before < n) {
            TEST_CHECK(st == ST_OK && n > 30);
            return;
        }
        TEST_CHECK_(st == ST_NOMEM, "allocation %d: %s", (int)n, status_name(st));
    }
    TEST_CHECK_(false, "the work ends");
}

static int open_often(void *ctx) {
    const game *g = *(const game *const *)ctx;
    params usual = params_default();
    int good = 0;
    for (int i = 0; i < 50; i++) {
        position *p;
        if (position_start(&p, g, &usual, SEAT_ALL, NULL) != ST_OK) continue;
        good += position_play(p, "b1", NULL) == ST_OK;
        position_destroy(p);
    }
    return good;
}

/* Games are opened by others while more are read. */
static void test_reading_disturbs_nobody(void) {
    game_library *l = open_small();
    static diags d;
    const game *line;
    TEST_ASSERT(read_text(l, LINE_TEXT, &line, &d) == ST_OK);
    (void)game_keep(line); /* what is replaced stays for those who keep it */
    thrd_t other[2];
    for (int i = 0; i < 2; i++)
        TEST_ASSERT(thrd_create(&other[i], open_often, &line) == thrd_success);
    for (int i = 0; i < 20; i++)
        TEST_CHECK(read_text(l, i % 2 ? CHILD_TEXT : LINE_TEXT, NULL, &d) == ST_OK);
    for (int i = 0; i < 2; i++) {
        int good = 0;
        (void)thrd_join(other[i], &good);
        TEST_CHECK(good == 50);
    }
    game_let_go(line);
    game_library_destroy(l);
}

/* --- without a game that the protocol speaks of --- */

static void keep_last(void *ctx, const char *line) {
    (void)snprintf(ctx, 300, "%s", line);
}

static void hand_in(session *s, const char *line) {
    (void)session_line(s, line);
    session_catch_up(s);
}

static void test_no_chess960(void) {
    game_library *l = open_small();
    static diags d;
    static const char chess[] = "game chess { players w b board rect 2 2 piece king K\n"
                                "fen board mover turn place king on empty else draw }";
    TEST_ASSERT(read_text(l, chess, NULL, &d) == ST_OK);
    char last[300] = "";
    output *o;
    session *s;
    session_config config = {.games = game_library_games(l),
                             .book = catalogue_registry(),
                             .version = "0",
                             .commit = "",
                             .compiler = "",
                             .features = ""};
    TEST_ASSERT(output_to_sink(&o, keep_last, last) == ST_OK);
    TEST_ASSERT(session_create(&s, &config, o, NULL) == ST_OK);
    hand_in(s, "setoption name UCI_Chess960 value true");
    TEST_CHECK_(strstr(last, "error unsupported cmd=setoption") && strstr(last, "chess960"), "%s",
                last);
    hand_in(s, "load x.game");
    TEST_CHECK(strcmp(last, "loadok") == 0);
    hand_in(s, "getoption name UCI_Chess960");
    TEST_CHECK(strcmp(last, "getoptionok") == 0);
    hand_in(s, "setoption name UCI_Chess960 value false");
    hand_in(s, "d");
    TEST_CHECK(strcmp(last, "dok") == 0); /* the position is still there */
    session_destroy(s);
    output_close(o, 0);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* --- weights --- */

static float weight_of(const game *g, const char *term) {
    for (const feature *f = g->features; f->name; f++)
        if (strcmp(f->name, term) == 0) return f->weight;
    TEST_CHECK_(false, "%s has a term %s", g->name, term);
    return 0;
}

/* Those in eval/weights are the game's own, and those of games made from it, also of loaded ones;
 * a game that stands for itself has the default ones. */
static void test_weights(void) {
    game_library *l;
    const game *mine;
    diags d;
    error err;
    TEST_ASSERT(catalogue_create(&l, &err) == ST_OK);
    TEST_ASSERT(read_text(l, "game pawnless from chess { end { when no pawn draw } }", &mine, &d) ==
                ST_OK);
    const game *chess = game_find(game_library_games(l), "chess");
    const game *koth = game_find(game_library_games(l), "koth");
    const game *other = game_find(game_library_games(l), "shatranj");
    weights e;
    int missing = -1;
    text file;
    weights_init(&e, chess);
    for (int i = 0; i < e.count; i++) e.weight[i] = 99;
    TEST_ASSERT(file_read(&file, SOURCE_DIR "/eval/weights/chess.txt", 100000, &err) == ST_OK);
    TEST_CHECK(weights_read(&e, text_string(&file), file.len, &missing, &err) == ST_OK);
    TEST_CHECK_(missing == 0, "%d terms are not in the file", missing);
    for (int i = 0; i < e.count; i++) {
        const char *name = chess->features[i].name;
        TEST_CHECK_(e.weight[i] == chess->features[i].weight, "%s", name);
        if (strcmp(name, "castling") == 0) continue; /* the text says its weight */
        TEST_CHECK_(e.weight[i] == weight_of(koth, name), "koth: %s", name);
        TEST_CHECK_(e.weight[i] == weight_of(mine, name), "pawnless: %s", name);
    }
    TEST_CHECK(weight_of(other, "king.centre") != weight_of(chess, "king.centre"));
    text_done(&file);
    game_library_destroy(l);
}

/* What UCI_Elo may ask for: rows of games that exist, in the range of the option, a higher level above
 * those below it. */
static void test_levels_in_order(void) {
    int rows = 0;
    for (const search_preset *p = catalogue_registry()->presets; p->game; p++) {
        if (!p->level) continue;
        rows++;
        TEST_CHECK_(game_find(catalogue_games(), p->game) && !p->algorithm, "%s", p->game);
        TEST_CHECK_(p->level >= 1 && p->level < SKILL_LEVELS, "%s level %d", p->game, p->level);
        TEST_CHECK_(p->value >= SKILL_MIN_ELO && p->value <= SKILL_MAX_ELO, "%s level %d", p->game,
                    p->level);
        for (const search_preset *q = catalogue_registry()->presets; q != p; q++)
            TEST_CHECK_(!q->level || strcmp(q->game, p->game) != 0 ||
                            (q->level < p->level && q->value < p->value),
                        "%s level %d", p->game, p->level);
    }
    TEST_CHECK(rows > 0);
}

TEST_LIST = {{"weights", test_weights},
             {"levels_in_order", test_levels_in_order},
             {"replaced_texts_go", test_replaced_texts_go},
             {"everything_is_there", test_everything_is_there},
             {"a_known_name_is_replaced", test_a_known_name_is_replaced},
             {"all_or_nothing", test_all_or_nothing},
             {"parents_keep_their_places", test_parents_keep_their_places},
             {"a_folder_of_texts", test_a_folder_of_texts},
             {"check", test_check},
             {"records_know_their_rules", test_records_know_their_rules},
             {"records_and_blobs_name_the_game", test_records_and_blobs_name_the_game},
             {"no_memory", test_no_memory},
             {"reading_disturbs_nobody", test_reading_disturbs_nobody},
             {"no_chess960", test_no_chess960},
             {NULL, NULL}};
