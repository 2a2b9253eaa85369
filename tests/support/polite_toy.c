#include "tests/support/polite_toy.h"

#include <string.h>

#include "tests/support/toy_game.h"

static void show(const rules *r, const void *s, int seat, char *const *names, bool colours,
                 text *out) {
    int actor = r->game->actor(r, s);
    text_format(out, "%s: ", actor >= 0 ? names[actor] : "nobody");
    toy_game.draw(r, s, seat, colours, out);
}

static void ask(const rules *r, const void *s, char *const *names, text *out) {
    text_format(out, "Walk, %s: ", names[r->game->actor(r, s)]);
}

static status read_typed(const rules *r, const void *s, const char *line, text *out, error *why) {
    static const char *const known[][2] = {{"stay", "s"}, {"right", "r"}, {"left", "l"}};
    (void)r;
    (void)s;
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(line, known[i][0]) != 0) continue;
        text_put(out, known[i][1]);
        return ST_OK;
    }
    if (!text_starts(line, "go ")) return ST_NOT_FOUND;
    if (strspn(line + 3, "rl") != strlen(line + 3))
        return error_set(why, ST_BAD_SYNTAX, "go takes r and l, not %.20s", line + 3);
    text_put(out, line + 3);
    return ST_OK;
}

static void finish(const rules *r, const void *s, char *const *names, text *out) {
    float utility[2];
    int32_t points[2];
    r->game->returns(r, s, utility, points);
    if (utility[0] == utility[1])
        text_put(out, "Nobody got there.\n");
    else
        text_format(out, "%s got there.\n", names[utility[1] > utility[0]]);
}

static void head(const rules *r, const void *s, char *const *names, text *out) {
    text_put(out, "toy ");
    r->game->write(r, s, out);
    text_format(out, " names=%s,%s\n", names[0], names[1]);
}

static void attempt(const rules *r, const void *s, char *const *names, const char *line,
                    bool success, text *out) {
    int actor = r->game->actor(r, s);
    if (actor >= 0)
        text_format(out, "%s walks %s %s\n", names[actor], line, success ? "success" : "fail");
    else
        text_format(out, "coin falls %s success\n", line + (line[0] == '!'));
}

static void end(const rules *r, const void *s, char *const *names, text *out) {
    float utility[2];
    int32_t points[2];
    r->game->returns(r, s, utility, points);
    text_format(out, "end %s\n",
                utility[0] == utility[1] ? "nobody" : names[utility[1] > utility[0]]);
}

/* One line of a log as an event. */
static void put_event(const char *line, size_t n, text *out) {
    const char *success = " success";
    size_t k = strlen(success);
    if (n < k || memcmp(line + n - k, success, k) != 0) return;
    n -= k;
    size_t from = n;
    while (from && line[from - 1] != ' ') from--;
    if (text_starts(line, "coin falls ")) text_char(out, '!');
    text_putn(out, line + from, n - from);
    text_char(out, '\n');
}

/* The lines after the first. */
static void put_events(const char *data, const char *stop, text *out, bool *cut) {
    while (data < stop) {
        const char *line_end = memchr(data, '\n', (size_t)(stop - data));
        *cut = !line_end;
        if (*cut) return;
        put_event(data, (size_t)(line_end - data), out);
        data = line_end + 1;
    }
}

static status log_record(const game *g, const char *data, size_t len, text *record, bool *cut,
                         error *err) {
    const char *stop = data + len;
    const char *first = text_starts(data, "f=") ? memchr(data, '\n', len) : NULL;
    const char *log = first ? first + 1 : data;
    if (!text_starts(log, "toy f=")) return ST_NOT_FOUND;
    const char *names = strstr(log, " names=");
    const char *line_end = memchr(log, '\n', (size_t)(stop - log));
    if (!names || !line_end || names > line_end)
        return error_set(err, ST_BAD_SYNTAX, "line %d: the names are missing", first ? 2 : 1);
    text_format(record, "game: %s\nnames: %.*s\nstart: %.*s\n", g->name,
                (int)(line_end - names - 7), names + 7, (int)(names - log - 4), log + 4);
    if (first) text_format(record, "position: %.*s\n", (int)(first - data), data);
    text_char(record, '\n');
    put_events(line_end + 1, stop, record, cut);
    return ST_OK;
}

static const game_terminal terminal = {.screen = show,
                                       .prompt = ask,
                                       .typed = read_typed,
                                       .finish = finish,
                                       .log_head = head,
                                       .log_attempt = attempt,
                                       .log_end = end,
                                       .log_record = log_record};

const game *polite_toy(void) {
    static game polite; /* tests have one thread here */
    polite = toy_game;
    polite.name = "polite";
    polite.terminal = &terminal;
    return &polite;
}
