#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/record.h"
#include "games/azul/azul_log.h"
#include "games/azul/azul_text.h"

/* Reading a log is replaying it: every line that succeeded is played, or compared with what the
 * rules did by themselves. */

enum { MAX_BYTES = 16 << 20, WORDS_IN_LINE = 5 };
enum { WHO, VERB, FROM, TO, OUTCOME };

typedef struct reader {
    const game *g;
    unsigned line; /* from 1 */
    position *pos; /* NULL before the game's line */
    char *names[GAME_MAX_PLAYERS];
    az_placed placed[AZ_MAX_PLACED]; /* what followed by itself and should be told next */
    int placed_count, placed_next;
    bool ended; /* the result was told */
    words w;
} reader;

static const az_state *state_of(const reader *in) {
    return position_data(in->pos);
}

static int actor_of(const reader *in) {
    return az_actor(position_rules(in->pos), state_of(in));
}

static status bad_line(const reader *in, error *err, const char *what) {
    return error_set(err, ST_BAD_SYNTAX, "line %u: %.200s", in->line, what);
}

/* A failure of another reader in this line. */
static status pass_on(const reader *in, error *err, status st, const error *why) {
    if (st == ST_NOMEM) return error_set(err, ST_NOMEM, "%s", why->text);
    return bad_line(in, err, why->text);
}

/* --- the first line --- */

static status read_names(reader *in, char *list, error *err) {
    int players = position_rules(in->pos)->players;
    for (int i = 0; i < players; i++) {
        size_t n = strcspn(list, ",");
        bool last = i == players - 1;
        if (n == 0 || (list[n] == ',') == last)
            return bad_line(in, err, "names= takes a name for every seat, as in names=Ann,Bob");
        in->names[i] = list;
        list[n] = '\0';
        list += n + !last;
    }
    return ST_OK;
}

static status open_position(reader *in, const char *azn, error *err) {
    params p = params_default();
    error why;
    status st = position_read(&in->pos, in->g, &p, SEAT_ALL, azn, &why);
    return st == ST_OK ? ST_OK : pass_on(in, err, st, &why);
}

static status read_head(reader *in, char *line, error *err) {
    char *names = strstr(line, " names=");
    if (!text_starts(line, "game ") || !names || strpbrk(names + 1, " \t"))
        return bad_line(in, err, "expected game, a position and names=Ann,Bob");
    *names = '\0';
    status st = open_position(in, line + strlen("game "), err);
    return st == ST_OK ? read_names(in, names + strlen(" names="), err) : st;
}

/* --- the lines of events --- */

static bool in_range(const char *word, char last) {
    return word[0] >= '1' && word[0] <= last && !word[1];
}

static status take_token(const reader *in, text *out, error *err) {
    const char *from = in->w.at[FROM];
    const char *to = in->w.at[TO];
    bool display = from[0] == 'H' && from[1] >= '1' && from[1] <= '9';
    const char *type = from + 1 + display;
    if ((!display && from[0] != 'C') || type[0] != '.' || !in_range(type + 1, '0' + AZ_COLOURS))
        return bad_line(in, err, "tiles are taken from H1.3 or C.3: a source and a type 1 to 5");
    if (!in_range(to, '0' + AZ_LINES) && strcmp(to, "F") != 0)
        return bad_line(in, err, "tiles are taken to a line 1 to 5 or to F");
    text_format(out, "%c%c%c", display ? from[1] : 'C', az_letter[type[1] - '1'], to[0]);
    return ST_OK;
}

static status place_token(const reader *in, text *out, error *err) {
    const char *from = in->w.at[FROM];
    const char *to = in->w.at[TO];
    if (!in_range(from, '0' + AZ_LINES) || !in_range(to, '0' + AZ_LINES))
        return bad_line(in, err, "a placement is a line 1 to 5 and a column 1 to 5");
    text_format(out, "T%c%c", from[0], to[0]);
    return ST_OK;
}

/* Deals, and who starts: the round is told for the reader's sake and must be right. */
static status chance_token(const reader *in, text *out, error *err) {
    uint64_t round;
    if (!text_u64(in->w.at[FROM], AZ_MAX_ROUND, &round) || round != state_of(in)->round)
        return bad_line(in, err, "this is not the number of the round");
    text_char(out, '!');
    text_put(out, in->w.at[TO]);
    return out->cut ? bad_line(in, err, "the deal is too long") : ST_OK;
}

static status event_token(const reader *in, text *out, error *err) {
    const char *verb = in->w.at[VERB];
    if (strcmp(verb, "takes") == 0) return take_token(in, out, err);
    if (strcmp(verb, "places") == 0) return place_token(in, out, err);
    if (strcmp(verb, "deals") == 0 || strcmp(verb, "starts") == 0)
        return chance_token(in, out, err);
    return bad_line(in, err, "expected takes, places, deals or starts");
}

static status check_who(const reader *in, error *err) {
    text who = text_growing();
    az_log_who(actor_of(in), in->names, &who);
    status st = ST_OK;
    if (who.cut)
        st = error_set(err, ST_NOMEM, "no memory for the log");
    else if (strcmp(in->w.at[WHO], text_string(&who)) != 0)
        st = error_set(err, ST_BAD_SYNTAX, "line %u: %.60s is to act here", in->line,
                       text_string(&who));
    text_done(&who);
    return st;
}

static status play_event(reader *in, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    action steps[GAME_MAX_STEPS];
    int n;
    error why;
    if (actor_of(in) == ACTOR_NONE) return bad_line(in, err, "the game is over, the result is due");
    status st = check_who(in, err);
    if (st == ST_OK) st = event_token(in, &event, err);
    if (st != ST_OK) return st;
    az_state before = *state_of(in);
    st = position_play(in->pos, buf, &why);
    if (st != ST_OK) return pass_on(in, err, st, &why);
    const rules *r = position_rules(in->pos);
    in->placed_next = in->placed_count = 0;
    if (buf[0] != '!' && az_from_text(r, &before, buf, steps, &n, NULL) == ST_OK)
        in->placed_count = az_placed_by(az_of(r), &before, steps[0], in->placed);
    return ST_OK;
}

/* Whether the words of the line are those of `line`, with single spaces there. */
static bool same_words(const words *w, const char *line) {
    for (size_t i = 0; i < w->count; i++) {
        size_t n = strlen(w->at[i]);
        if (strncmp(line, w->at[i], n) != 0) return false;
        line += n;
        if (*line != (i + 1 < w->count ? ' ' : '\n') && *line) return false;
        line += *line != '\0';
    }
    return !*line;
}

/* The line must be `due`, which ends in a line's end or not. */
static status expect(const reader *in, const text *due, error *err) {
    if (due->cut) return error_set(err, ST_NOMEM, "no memory for the log");
    if (same_words(&in->w, text_string(due))) return ST_OK;
    const char *s = text_string(due);
    return error_set(err, ST_BAD_SYNTAX, "line %u: expected %.*s", in->line,
                     (int)strcspn(s, "\n") < 180 ? (int)strcspn(s, "\n") : 180, s);
}

static status read_event(reader *in, error *err) {
    if (in->w.count != WORDS_IN_LINE)
        return bad_line(in, err, "an attempt has five words: who, verb, from, to, outcome");
    if (strcmp(in->w.at[OUTCOME], "fail") == 0) return ST_OK;
    if (strcmp(in->w.at[OUTCOME], "success") != 0)
        return bad_line(in, err, "an attempt ends in success or fail");
    if (in->placed_next == in->placed_count) return play_event(in, err);
    text due = text_growing();
    az_log_placed(&in->placed[in->placed_next++], in->names, &due);
    status st = expect(in, &due, err);
    text_done(&due);
    return st;
}

static status read_result(reader *in, error *err) {
    if (actor_of(in) != ACTOR_NONE || in->placed_next < in->placed_count)
        return bad_line(in, err, "a result, but the game is not over");
    text due = text_growing();
    az_log_result(position_rules(in->pos), state_of(in), &due);
    status st = expect(in, &due, err);
    text_done(&due);
    in->ended = true;
    return st;
}

static status read_line(reader *in, char *line, error *err) {
    if (!in->pos) return read_head(in, line, err);
    error why;
    status st = words_split(&in->w, line, &why);
    if (st != ST_OK) return pass_on(in, err, st, &why);
    if (in->w.count == 0) return ST_OK;
    if (in->ended) return bad_line(in, err, "nothing may follow the result");
    return strcmp(in->w.at[0], "result") == 0 ? read_result(in, err) : read_event(in, err);
}

/* --- all of it --- */

static const char head_word[] = "game ";

/* Whether the text begins with the game's line, or with as much of it as is there. */
static bool begins_log(const char *s, size_t len) {
    size_t n = len < strlen(head_word) ? len : strlen(head_word);
    return n > 0 && memcmp(s, head_word, n) == 0;
}

/* The bytes of a saved game's position; 0: it is none, or a log without one. */
static size_t saved_bytes(const char *data, size_t len) {
    const char *end = memchr(data, '\n', len);
    if (len < 3 || data[0] < '2' || data[0] > '4' || !strchr("bg", data[1]) || data[2] != ' ')
        return 0;
    size_t n = end ? (size_t)(end - data) + 1 : 0;
    return n && begins_log(data + n, len - n) ? n : 0;
}

/* The saved position is where the log leads to. */
static status check_saved(reader *in, const char *saved, error *err) {
    text now = text_growing();
    position_write(in->pos, &now);
    in->line = 1;
    status st = ST_OK;
    if (now.cut)
        st = error_set(err, ST_NOMEM, "no memory for the log");
    else if (strcmp(text_string(&now), saved) != 0)
        st = bad_line(in, err, "the saved position is not the one that the log leads to");
    text_done(&now);
    return st;
}

static void end_line(char *line) {
    size_t n = strlen(line);
    if (n && line[n - 1] == '\r') line[n - 1] = '\0';
}

/* Reads what is complete; `saved` is the saved position, or NULL. */
static status read_all(reader *in, char *saved, char *log, bool cut, error *err) {
    status st = ST_OK;
    in->line = saved ? 1 : 0;
    if (saved) end_line(saved);
    while (*log && st == ST_OK) {
        char *next = strchr(log, '\n');
        *next++ = '\0';
        end_line(log);
        in->line++;
        st = read_line(in, log, err);
        log = next;
    }
    if (st != ST_OK) return st;
    if (in->pos) return saved && !cut ? check_saved(in, saved, err) : ST_OK;
    in->line = 1;
    return saved ? open_position(in, saved, err)
                 : bad_line(in, err, "the log ends before its first line does");
}

/* The record of the position, with the names after its first line. */
static status write_record(const reader *in, text *out, error *err) {
    text plain = text_growing();
    record_write(in->pos, &plain);
    const char *s = text_string(&plain);
    size_t first = strcspn(s, "\n");
    first += s[first] == '\n';
    text_putn(out, s, first);
    for (int i = 0; i < GAME_MAX_PLAYERS && in->names[i]; i++)
        text_format(out, "%s%s", i ? "," : "names: ", in->names[i]);
    if (in->names[0]) text_char(out, '\n');
    text_put(out, s + first);
    bool entire = !plain.cut && !out->cut;
    text_done(&plain);
    return entire ? ST_OK : error_set(err, ST_NOMEM, "no memory for the record");
}

status az_log_record(const struct game *g, const char *data, size_t len, text *out, bool *cut,
                     error *err) {
    size_t position_bytes = saved_bytes(data, len);
    *cut = false;
    if (!position_bytes && (len < strlen(head_word) || !begins_log(data, len)))
        return error_set(err, ST_NOT_FOUND, "a log begins with a line `game`");
    if (len > MAX_BYTES) return error_set(err, ST_NOMEM, "a log has at most 16 MiB");
    if (memchr(data, '\0', len)) return error_set(err, ST_BAD_SYNTAX, "a log is text: NUL found");
    char *body = mem_alloc(len + 1);
    if (!body) return error_set(err, ST_NOMEM, "no memory for the log");
    memcpy(body, data, len);
    size_t entire = len;
    while (entire && body[entire - 1] != '\n') entire--;
    body[entire] = '\0';
    *cut = entire < len;
    reader in = {.g = g};
    char *saved = position_bytes ? body : NULL;
    if (saved) saved[position_bytes - 1] = '\0';
    status st = read_all(&in, saved, body + position_bytes, *cut, err);
    if (st == ST_OK) st = write_record(&in, out, err);
    position_destroy(in.pos);
    words_done(&in.w);
    mem_free(body);
    return st;
}
