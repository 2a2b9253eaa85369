#include "web/api/api_console.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/notation/blob.h"
#include "uci/session.h"
#include "web/api/asked_room.h"
#include "web/think/side_work.h"

/* A session of its own for each line, for strangers (uci/core/safe.c): it is given the position as
 * a word, then the line. Nothing stays of it. */

enum { MAX_LINE = 4096, MAX_ANSWER = 1 << 20, PATIENCE_MS = 10000, STOP_MS = 2000 };

static const char *const allowed[] = {"legal", "verify", "status", "eval",   "d",
                                      "scene", "pick",   "perft",  "chance", "fen",
                                      "state", "view",   "belief", NULL};

/* --- the allow-list --- */

static bool first_is(const char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == '\0' || line[n] == ' ' || line[n] == '\t');
}

status api_console_allows(const char *line, error *err) {
    if (strlen(line) > MAX_LINE)
        return error_set(err, ST_BAD_LINE, "a line has at most %d bytes", MAX_LINE);
    for (const char *c = line; *c; c++)
        if ((unsigned char)*c < 32 && *c != '\t')
            return error_set(err, ST_BAD_LINE, "one line without line ends");
    line += strspn(line, " \t");
    for (const char *const *word = allowed; *word; word++)
        if (first_is(line, *word)) return ST_OK;
    text all = text_growing();
    for (const char *const *word = allowed; *word; word++) text_format(&all, " %s", *word);
    (void)error_set(err, ST_UNKNOWN_COMMAND, "the console knows%.180s", text_string(&all));
    text_done(&all);
    return ST_UNKNOWN_COMMAND;
}

/* --- the session --- */

/* What it has answered. */
typedef struct answers {
    mtx_t lock; /* guards the rest */
    cnd_t change;
    text lines; /* each with its NUL */
    bool full;  /* there was more */
    bool ended; /* the line was obeyed */
    session *session;
} answers;

static void take_line(void *ctx, const char *line) {
    answers *a = ctx;
    (void)mtx_lock(&a->lock);
    if (a->lines.len + strlen(line) < MAX_ANSWER) {
        text_put(&a->lines, line);
        text_char(&a->lines, '\0');
    } else {
        a->full = true;
    }
    (void)mtx_unlock(&a->lock);
}

static int wait_for_end(void *ctx) {
    answers *a = ctx;
    session_wait(a->session);
    (void)mtx_lock(&a->lock);
    a->ended = true;
    (void)cnd_broadcast(&a->change);
    (void)mtx_unlock(&a->lock);
    return 0;
}

/* Has the line obeyed; long work (perft) is stopped after a while. */
static status obey(session *s, answers *a, side_work *side, const char *line, error *err) {
    thrd_t waiter;
    a->session = s;
    (void)session_line(s, line);
    if (thrd_create(&waiter, wait_for_end, a) != thrd_success) {
        (void)session_line(s, "stop");
        session_wait(s);
        return error_set(err, ST_NOMEM, "no thread for the console");
    }
    int64_t until = clock_now_ms() + PATIENCE_MS;
    (void)mtx_lock(&a->lock);
    while (!a->ended && clock_now_ms() < until && !side_work_is_ending(side))
        thread_wait_ms(&a->change, &a->lock, 100);
    bool late = !a->ended;
    (void)mtx_unlock(&a->lock);
    if (late) (void)session_line(s, "stop");
    (void)thrd_join(waiter, NULL);
    return ST_OK;
}

static status answers_init(answers *a) {
    *a = (answers){.lines = text_growing()};
    if (mtx_init(&a->lock, mtx_plain) != thrd_success) return ST_NOMEM;
    if (cnd_init(&a->change) == thrd_success) return ST_OK;
    mtx_destroy(&a->lock);
    return ST_NOMEM;
}

static void answers_done(answers *a) {
    text_done(&a->lines);
    cnd_destroy(&a->change);
    mtx_destroy(&a->lock);
}

/* The lines that set up the position. */
static status set_position(session *s, const position *p, error *err) {
    text line = text_growing();
    text_format(&line, "setoption name Game value %s", position_rules(p)->game->name);
    bool cut = line.cut;
    if (!cut) (void)session_line(s, text_string(&line));
    text_clear(&line);
    text_format(&line, "position %s ", position_seat(p) == SEAT_ALL ? "state" : "infoset");
    blob_write(p, &line);
    cut |= line.cut;
    if (!cut) (void)session_line(s, text_string(&line));
    text_done(&line);
    return cut ? error_set(err, ST_NOMEM, "no memory for the console") : ST_OK;
}

static status run(const web_world *world, game_list games, const position *p, const char *line,
                  answers *out, error *err) {
    session *s = NULL;
    output *o = NULL;
    session_config config = {.games = games, .book = world->book, .safe = true};
    config.version = config.commit = config.compiler = config.features = "";
    if (output_to_sink(&o, take_line, out) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the console");
    status st = session_create(&s, &config, o, err);
    if (st == ST_OK) st = set_position(s, p, err);
    if (st == ST_OK) st = obey(s, out, world->side, line, err);
    session_destroy(s);
    output_close(o, STOP_MS);
    return st;
}

/* --- the route --- */

static void answer(web_request *q, const answers *a) {
    json_writer w = web_answer(q, 200);
    const char *at = text_string(&a->lines);
    const char *end = at + a->lines.len;
    json_open(&w, '{');
    json_key(&w, "lines");
    json_open(&w, '[');
    for (; at < end; at += strlen(at) + 1) json_ascii(&w, at);
    if (a->full) json_string(&w, "...");
    json_close(&w, ']');
    json_close(&w, '}');
}

/* In a room with hidden hands what a person sees is a view, and these would say more of it than a
 * player has in hand. */
static status check_leak(const position *p, bool room, const char *line, error *err) {
    static const char *const open[] = {"state", "fen", "eval", NULL};
    if (!room || position_seat(p) == SEAT_ALL) return ST_OK;
    for (const char *const *word = open; *word; word++)
        if (first_is(line + strspn(line, " \t"), *word))
            return error_set(err, ST_LEAK, "%s is not answered while hands are hidden", *word);
    return ST_OK;
}

static void ask(void *ctx, web_request *q) {
    static const char *const fields[] = {ASKED_ROOM_FIELDS, "line", NULL};
    const web_world *world = ctx;
    asked_game g = {0};
    position *p = NULL;
    const char *line;
    const char *room = NULL;
    answers a;
    error e;
    if (!web_fields_known(q, fields) || !web_field_text(q, "line", &line) ||
        !web_field_text_or(q, "room", NULL, &room))
        return;
    status st = api_console_allows(line, &e);
    if (st == ST_OK && answers_init(&a) != ST_OK) st = error_set(&e, ST_NOMEM, "no memory");
    if (st != ST_OK) {
        asked_fail(q, st, &e);
        return;
    }
    if (asked_room_position(q, world, &g, &p)) {
        const game *only[2] = {position_rules(p)->game, NULL};
        st = check_leak(p, room != NULL, line, &e);
        if (st == ST_OK) st = run(world, only, p, line, &a, &e);
        if (st == ST_OK)
            answer(q, &a);
        else
            asked_fail(q, st, &e);
    }
    position_destroy(p);
    asked_game_done(&g);
    answers_done(&a);
}

static void ask_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, ask, world, q);
}

const web_route api_console_routes[] = {{"POST", "/console", ask_route, 0}, {NULL, NULL, NULL, 0}};
