#include "web/api/api_puzzle.h"

#include <string.h>

#include "engine/notation/blob.h"
#include "web/api/asked.h"
#include "web/think/think_ids.h"

/* Lines of puzzles/: "POSITION ; what is to be done ; the first actions that do it". */

extern const unsigned char api_puzzle_mates[], api_puzzle_rounds[];

typedef struct puzzle_set {
    const char *game, *lines;
} puzzle_set;

typedef struct puzzle {
    char fen[512], task[120], moves[200];
} puzzle;

static bool is_puzzle(const char *line) {
    return *line && *line != '#' && *line != '\n';
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

static size_t count_puzzles(const char *lines) {
    size_t n = 0;
    for (; *lines; lines = next_line(lines)) n += is_puzzle(lines);
    return n;
}

/* One field of a line, without the spaces around it; returns what follows its ';'. */
static const char *take_field(const char *at, char *out, size_t cap) {
    text t = text_over(out, cap);
    at += strspn(at, " ");
    size_t n = strcspn(at, ";\n");
    size_t used = n;
    while (used && at[used - 1] == ' ') used--;
    text_putn(&t, at, used);
    return at[n] == ';' ? at + n + 1 : at + n;
}

static void read_puzzle(const char *lines, size_t number, puzzle *out) {
    for (;; lines = next_line(lines)) {
        if (!is_puzzle(lines)) continue;
        if (!number--) break;
    }
    lines = take_field(lines, out->fen, sizeof out->fen);
    lines = take_field(lines, out->task, sizeof out->task);
    (void)take_field(lines, out->moves, sizeof out->moves);
}

/* The sentence above the board. */
static void put_words(const char *name, const position *p, const puzzle *x, text *out) {
    const rules *r = position_rules(p);
    int actor = r->game->actor(r, position_data(p));
    if (strcmp(name, "chess") == 0)
        text_format(out, "%s to move: %s", actor == 0 ? "White" : "Black", x->task);
    else if (strcmp(x->task, "wins") == 0)
        text_format(out, "Seat %d to act: one action wins", actor + 1);
    else
        text_format(out, "Seat %d to act: which action ends the round best? (%s)", actor + 1,
                    x->task);
}

static void put_moves(json_writer *w, const char *moves) {
    json_key(w, "moves");
    json_open(w, '[');
    while (*(moves += strspn(moves, " ,"))) {
        size_t n = strcspn(moves, " ,");
        json_stringn(w, moves, n);
        moves += n;
    }
    json_close(w, ']');
}

static status answer(web_request *q, const web_world *world, const puzzle_set *set, const puzzle *x,
                     error *err) {
    const game *g = game_find(game_library_games(world->library), set->game);
    params usual = params_default();
    position *p = NULL;
    if (!g) return error_set(err, ST_NOT_FOUND, "there is no puzzle");
    status st = position_read(&p, g, &usual, SEAT_ALL, x->fen, err);
    if (st != ST_OK) return st;
    text blob = text_growing();
    text said = text_growing();
    blob_write(p, &blob);
    put_words(set->game, p, x, &said);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "game");
    json_string(&w, set->game);
    json_key(&w, "position");
    json_string(&w, text_string(&blob));
    json_key(&w, "words");
    json_ascii(&w, text_string(&said));
    put_moves(&w, x->moves);
    st = asked_put_scene(&w, p, SEAT_ALL, err);
    json_close(&w, '}');
    q->out.cut |= blob.cut || said.cut;
    text_done(&blob);
    text_done(&said);
    position_destroy(p);
    return st;
}

static void show(void *world, web_request *q) {
    const puzzle_set sets[] = {{"chess", (const char *)api_puzzle_mates},
                               {"azul", (const char *)api_puzzle_rounds}};
    const size_t count = sizeof sets / sizeof *sets;
    const char *word = web_query(q, "day", 0);
    int64_t day = think_now_ms() / 86400000;
    puzzle x;
    error e;
    if (word && !text_i64(word, 0, INT32_MAX, &day)) {
        web_refuse(q, 422, "bad-value", "day is a number from 0", "day");
        return;
    }
    const puzzle_set *set = &sets[(size_t)day % count];
    /* One after the other, in an order that is not that of the file. */
    size_t all = count_puzzles(set->lines);
    if (all) read_puzzle(set->lines, (size_t)day / count * 7 % all, &x);
    status st =
        all ? answer(q, world, set, &x, &e) : error_set(&e, ST_NOT_FOUND, "there is no puzzle");
    if (st != ST_OK) asked_fail(q, st, &e);
}

const web_route api_puzzle_routes[] = {{"GET", "/puzzle", show, 0}, {NULL, NULL, NULL, 0}};
