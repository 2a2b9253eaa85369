#include "games/azul/azul_classic.h"

#include <ctype.h>
#include <string.h>

#include "games/azul/azul_options.h"
#include "games/azul/azul_text.h"

/* --- the screen --- */

static void put_type(text *out, unsigned colour, bool colours) {
    az_put_coloured((int)colour, true, (char)('1' + colour), colours, out);
}

/* A line as types padded with `_`, an arrow, and its row of the wall. */
static void put_row(const az_rules *r, const az_seat *p, unsigned row, bool colours, text *out) {
    unsigned held = az_line_count(p, row);
    for (unsigned i = 0; i <= row; i++)
        if (i < held)
            put_type(out, az_line_colour(p, row), colours);
        else
            text_char(out, '_');
    text_put(out, "->");
    for (unsigned c = 0; c < AZ_LINES; c++) {
        int colour = az_cell(r, p, row, c);
        if (colour >= 0)
            put_type(out, (unsigned)colour, colours);
        else
            text_char(out, '_');
    }
}

/* The five rows and the floor, its seven places with F for the marker. */
static void put_data(const az_rules *r, const az_seat *p, bool colours, text *out) {
    for (unsigned row = 0; row < AZ_LINES; row++) {
        put_row(r, p, row, colours, out);
        text_put(out, "  ");
    }
    if (p->floor >> 8 * AZ_MARKER_BYTE & 1) text_char(out, 'F');
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        for (unsigned i = 0; i < az_of_colour(p->floor, c); i++) put_type(out, c, colours);
    text_repeat(out, '_', AZ_FLOOR_PLACES - (int)az_sum(p->floor));
    text_char(out, '\n');
}

/* Columns of letters, not of bytes: what continues a UTF-8 letter has no width of its own. */
static int width_of(const char *name) {
    int n = 0;
    for (; *name; name++) n += ((unsigned char)*name & 0xc0) != 0x80;
    return n;
}

static void put_others(const az_rules *r, const az_state *s, int me, char *const *names,
                       bool colours, text *out) {
    int widest = 0;
    for (int i = 0; i < r->head.players; i++)
        if (i != me && width_of(names[i]) > widest) widest = width_of(names[i]);
    text_put(out, "Others:\n");
    for (int k = 1; k <= r->head.players; k++) {
        int i = (me < 0 ? k - 1 : me + k) % r->head.players;
        if (i == me) continue;
        text_put(out, names[i]);
        text_repeat(out, ' ', widest - width_of(names[i]));
        text_format(out, "  %3d  ", s->seat[i].score);
        put_data(r, &s->seat[i], colours, out);
    }
}

static void put_count(unsigned n, int width, text *out) {
    if (n)
        text_format(out, "%*u", width, n);
    else
        text_format(out, "%*s", width, "-");
}

static void put_table(const az_rules *r, const az_state *s, bool colours, text *out) {
    text_put(out, "Table:\n         Centre");
    for (unsigned i = 0; i < r->displays; i++) text_format(out, "  Hold%u", i + 1);
    text_char(out, '\n');
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        text_put(out, "Type ");
        put_type(out, c, colours);
        text_char(out, ':');
        put_count(az_of_colour(s->centre, c), 8, out);
        for (unsigned i = 0; i < r->displays; i++)
            put_count(az_of_colour(r->kinds.tiles[s->display[i]], c), 7, out);
        text_format(out, "  %s\n", az_colour_name[c]);
    }
    text_format(out, "Centre taken: %s   Round: %d   Bag: %u   Lid: %u\n",
                az_marker_free(s) ? "false" : "true", s->round, az_sum(s->bag), az_sum(s->lid));
}

/* Grey: which row is filled now, and where. */
static void put_choice(const az_state *s, char *const *names, text *out) {
    const az_seat *p = &s->seat[s->mover];
    unsigned line = az_next_line(p);
    unsigned colour = az_line_colour(p, line);
    text_format(out, "Row %u of %s is filled with type %u (%s), columns:", line + 1,
                names[s->mover], colour + 1, az_colour_name[colour]);
    for (unsigned set = az_columns(p, line); set; set &= set - 1)
        text_format(out, " %d", __builtin_ctz(set) + 1);
    text_char(out, '\n');
}

void az_classic_screen(const rules *head, const void *state, int seat, char *const *names,
                       bool colours, text *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    int me = seat < 0 ? az_actor(head, s) : seat;
    put_others(r, s, me, names, colours, out);
    put_table(r, s, colours, out);
    if (me >= 0) {
        text_format(out, "Me: %s\nScore: %d\nData: ", names[me], s->seat[me].score);
        put_data(r, &s->seat[me], colours, out);
    }
    if (s->phase == AZ_TILING) put_choice(s, names, out);
}

void az_classic_prompt(const rules *r, const void *state, char *const *names, text *out) {
    const az_state *s = state;
    (void)r;
    (void)names;
    text_put(out, "Action: ");
    if (s->phase == AZ_TILING)
        text_format(out, "row %u, column ", az_next_line(&s->seat[s->mover]) + 1);
}

void az_classic_finish(const rules *head, const void *state, char *const *names, text *out) {
    const az_state *s = state;
    int ranks[GAME_MAX_PLAYERS];
    az_ranks(head, s, ranks);
    text_put(out, "Ranking:\n");
    for (int rank = 1; rank <= head->players; rank++)
        for (int i = 0; i < head->players; i++) {
            if (ranks[i] != rank) continue;
            unsigned rows = az_full_rows(&s->seat[i]);
            text_format(out, "%d. %s  %d points, %u full %s\n", rank, names[i], s->seat[i].score,
                        rows, rows == 1 ? "row" : "rows");
        }
}

/* --- the commands --- */

az_words az_split(const char *line) {
    az_words w = {.count = 0};
    while (w.count < AZ_WORDS) {
        line += strspn(line, " \t");
        size_t n = strcspn(line, " \t");
        if (!n) break;
        for (size_t i = 0; i < n && i + 1 < AZ_WORD_SIZE; i++)
            w.at[w.count][i] = (char)toupper((unsigned char)line[i]);
        w.count++;
        line += n;
    }
    return w;
}

static status wrong(error *err, const char *reason, const char *key, const char *word,
                    const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "%s=%.24s", key, word);
    return st;
}

static bool all_digits(const char *s) {
    const char *at = s;
    while (text_is_digit(*at)) at++;
    return at != s && !*at;
}

/* C, H and a number, or with the other two words a number alone. */
static bool is_source(const az_words *w) {
    const char *s = w->at[0];
    if (strcmp(s, "C") == 0) return true;
    if (s[0] == 'H') return all_digits(s + 1);
    return w->count == 3 && all_digits(s);
}

/* 3r4, c b 5 in one word: the letters of our own notation in any case. */
static bool is_token(const char *s) {
    bool source = s[0] == 'C' || (s[0] >= '1' && s[0] <= '9');
    return source && az_colour_of(s[1]) >= 0 && s[2] && strchr("12345F", s[2]) && !s[3];
}

static status read_source(const az_rules *r, const char *word, char *out, error *err) {
    uint64_t n;
    *out = 'C';
    if (*word == 'C') return ST_OK;
    const char *digits = *word == 'H' ? word + 1 : word;
    if (!text_u64(digits, r->displays, &n) || n == 0) {
        status st = error_set(err, ST_ILLEGAL_ACTION, "displays are H1 to H%d, the centre is C",
                              r->displays);
        error_reason(err, "bad-source", "source=%.24s", word);
        return st;
    }
    *out = (char)('0' + n);
    return ST_OK;
}

/* `H3 3 4` as 3R4. */
static status read_command(const az_rules *r, const az_words *w, text *token, error *err) {
    char source;
    if (w->count != 3)
        return wrong(err, "bad-line", "words", w->at[0],
                     "a command is a source, a type and a line: H3 3 4, or C 1 F for the floor");
    status st = read_source(r, w->at[0], &source, err);
    if (st != ST_OK) return st;
    const char *type = w->at[1];
    const char *to = w->at[2];
    int colour = az_colour_of(type[0]);
    if (colour < 0 && type[0] >= '1' && type[0] < '1' + AZ_COLOURS) colour = type[0] - '1';
    if (colour < 0 || type[1])
        return wrong(err, "colour-not-there", "type", type,
                     "types are 1 blue, 2 yellow, 3 red, 4 black and 5 white");
    if (!strchr("123456F", to[0]) || to[1])
        return wrong(err, "bad-line", "line", to, "lines are 1 to 5, the floor is 6 or F");
    text_char(token, source);
    text_char(token, az_letter[colour]);
    text_char(token, to[0] == '6' ? 'F' : to[0]);
    return ST_OK;
}

static status read_column(const az_state *s, const az_words *w, text *token, error *err) {
    const char *word = w->at[0];
    if (w->count == 1 && word[0] == 'T' && all_digits(word + 1)) {
        text_put(token, word);
        return ST_OK;
    }
    if (is_source(w) && w->count > 1)
        return wrong(err, "wrong-phase", "phase", "t",
                     "a full line is placed now: type its column, 1 to 5");
    if (w->count != 1 || !all_digits(word)) return ST_NOT_FOUND;
    if (word[0] < '1' || word[0] > '0' + AZ_LINES || word[1])
        return wrong(err, "bad-line", "column", word, "columns are 1 to 5");
    text_format(token, "T%u%c", az_next_line(&s->seat[s->mover]) + 1, word[0]);
    return ST_OK;
}

status az_classic_typed(const rules *head, const void *state, const char *line, text *token,
                        error *err) {
    const az_state *s = state;
    az_words w = az_split(line);
    if (s->phase == AZ_TILING) return read_column(s, &w, token, err);
    if (s->phase != AZ_OFFER) return ST_NOT_FOUND;
    if (w.count == 1 && is_token(w.at[0])) {
        text_put(token, w.at[0]);
        return ST_OK;
    }
    return is_source(&w) ? read_command(az_of(head), &w, token, err) : ST_NOT_FOUND;
}

/* --- the same words for what was played --- */

static void spell_deal(const az_rules *r, action a, text *out) {
    text_put(out, "deals");
    for (unsigned i = 0; i < r->displays; i++) {
        az_tiles t = r->kinds.tiles[az_dealt(a, i)];
        text_format(out, " H%u ", i + 1);
        for (unsigned c = 0; c < AZ_COLOURS; c++)
            text_repeat(out, (char)('1' + c), (int)az_of_colour(t, c));
        if (!az_sum(t)) text_char(out, '-');
    }
}

void az_classic_spell(const rules *head, const void *state, const action *steps, int n, text *out) {
    const az_state *s = state;
    char buf[GAME_TOKEN_SIZE];
    text token = text_over(buf, sizeof buf);
    if (s->phase != AZ_OFFER && s->phase != AZ_TILING && s->starter != AZ_NO_SEAT) {
        spell_deal(az_of(head), steps[0], out);
        return;
    }
    az_to_text(head, state, steps, n, &token);
    if (s->phase == AZ_TILING)
        text_char(out, buf[2]); /* T25: the row is said, the column is typed */
    else if (s->phase == AZ_OFFER)
        text_format(out, "%s%c %d %c", buf[0] == 'C' ? "" : "H", buf[0], az_colour_of(buf[1]) + 1,
                    buf[2]);
    else
        text_put(out, buf);
}

/* --- explanations --- */

void az_classic_help(const rules *head, text *out) {
    const az_rules *r = az_of(head);
    text_format(
        out,
        "  H3 3 4             take all tiles of type 3 from display 3 (Hold3) to your row 4\n"
        "  C 1 F              the same from the centre, to the floor; 6 is the floor, too\n"
        "                     displays are H1 to H%d; types are 1 blue, 2 yellow, 3 red,\n"
        "                     4 black, 5 white; rows 1 to 5; capitals or not\n",
        r->displays);
    if (r->o.grey)
        text_put(out, "  4                  when a full row is placed: the column of the wall\n");
    text_put(out, "  3R4, CBF           the short form of the protocol is read as well\n");
}

static void put_points(const az_rules *r, text *out) {
    text_put(out,
             "Points. A tile that is placed scores the tiles connected with it in its row of the "
             "wall\nand those in its column, itself included in each; alone it scores 1. The floor "
             "costs\n");
    for (unsigned i = 0; i < AZ_FLOOR_PLACES; i++)
        text_format(out, "%s%d", i ? ", " : "", r->o.penalty[i]);
    text_format(out, " points%s.\n", r->o.clamp ? "; no score falls below 0" : "");
}

static void put_other_rules(const az_rules *r, text *out) {
    char buf[300];
    text options = text_over(buf, sizeof buf);
    az_options_write(&r->o, &options);
    if (options.len) text_format(out, "At this table other rules hold as well:%s\n", buf);
}

void az_classic_about(const rules *head, text *out) {
    const az_rules *r = az_of(head);
    text_format(
        out,
        "Azul, for 2 to 4 players: cover a wall of five rows with tiles, and score the most.\n\n"
        "Offer. In turn each player takes all tiles of one type from a display (H1 to H%d), whose\n"
        "other tiles go to the centre, or all of one type from the centre (C). The first who "
        "takes\n"
        "from the centre gets the marker F for the floor, and begins the next round. The tiles go\n"
        "to one of five rows with room for 1 to 5 tiles of one type, which the wall must not have\n"
        "in that row yet. What does not fit, or is put there, falls to the floor.\n"
        "Tiling. When nothing is left to take, each full row places one tile on the wall%s "
        "and is empty\nthen; other rows stay as they are.\n",
        r->displays,
        r->o.grey ? ", in a\ncolumn of your choice that has none of that type,"
                  : ", in\nthe column of its type,");
    put_points(r, out);
    text_put(
        out,
        "End. After the round in which a row of a wall is complete: 2 points for each complete\n"
        "row, 7 for each column, 10 for each type of which all five are placed.\n");
    put_other_rules(r, out);
    text_put(out, "\nThe screen shows the others, the table (how many tiles of each type lie in "
                  "the centre and\non each display), and you: each row, an arrow, its row of the "
                  "wall, at last the floor.\n\n");
    az_classic_help(head, out);
}
