#include "games/azul/azul_log.h"

#include <string.h>

#include "games/azul/azul_classic.h"
#include "games/azul/azul_placed.h"
#include "games/azul/azul_text.h"

/* --- words --- */

enum { MAX_TYPED = 60 };

/* Something as one word: what is no visible sign, or a comma, becomes `_`. */
static void put_word(const char *s, size_t max, text *out) {
    if (!*s) text_char(out, '_');
    for (size_t i = 0; s[i] && i < max; i++) {
        unsigned char c = (unsigned char)s[i];
        text_char(out, c <= ' ' || c == 127 || c == ',' ? '_' : s[i]);
    }
}

void az_log_who(int seat, char *const *names, text *out) {
    if (seat < 0) {
        text_put(out, "table(-)");
        return;
    }
    put_word(names[seat], SIZE_MAX, out);
    text_format(out, "(%d)", seat);
}

void az_log_placed(const az_placed *p, char *const *names, text *out) {
    az_log_who(p->seat, names, out);
    text_format(out, " places %d ", p->line + 1);
    if (p->column == AZ_FLOOR)
        text_char(out, 'F');
    else
        text_format(out, "%d", p->column + 1);
    text_put(out, " success\n");
}

/* --- writing --- */

void az_log_head(const rules *r, const void *s, char *const *names, text *out) {
    text_put(out, "game ");
    az_write(r, s, out);
    text_put(out, " names=");
    for (int i = 0; i < r->players; i++) {
        if (i) text_char(out, ',');
        put_word(names[i], SIZE_MAX, out);
    }
    text_char(out, '\n');
}

/* From and to of something typed: three words of a command or the letters of a token, else all of
 * it as one word. */
static void put_take(const char *line, text *out) {
    az_words w = az_split(line);
    const char *t = w.at[0];
    int colour = az_colour_of(w.count == 3 ? w.at[1][0] : t[0] ? t[1] : '\0');
    if (w.count == 3) {
        char type[2] = {(char)('1' + colour), '\0'};
        put_word(t, AZ_WORD_SIZE, out);
        text_char(out, '.');
        put_word(colour >= 0 && !w.at[1][1] ? type : w.at[1], AZ_WORD_SIZE, out);
        text_char(out, ' ');
        put_word(strcmp(w.at[2], "6") == 0 ? "F" : w.at[2], AZ_WORD_SIZE, out);
    } else if (w.count == 1 && colour >= 0 && strchr("C123456789", t[0]) && strlen(t) == 3) {
        if (t[0] != 'C') text_char(out, 'H');
        put_word(t, 1, out);
        text_format(out, ".%d ", colour + 1);
        put_word(t + 2, 1, out);
    } else {
        put_word(line, MAX_TYPED, out);
        text_put(out, " -");
    }
}

/* A placement's line and column, or the column alone. */
static void put_place(const az_state *s, const char *line, text *out) {
    az_words w = az_split(line);
    const char *t = w.at[0];
    bool entire = w.count == 1 && t[0] == 'T' && strlen(t) == 3;
    if (entire)
        put_word(t + 1, 1, out);
    else
        text_format(out, "%u", az_next_line(&s->seat[s->mover]) + 1);
    text_char(out, ' ');
    put_word(entire ? t + 2 : line, MAX_TYPED, out);
}

static void put_chance(const az_state *s, const char *line, text *out) {
    text_format(out, "%s %d ", s->starter == AZ_NO_SEAT ? "starts" : "deals", s->round);
    put_word(*line == '!' ? line + 1 : line, GAME_TOKEN_SIZE, out);
}

static void put_event(const rules *r, const az_state *s, char *const *names, const char *line,
                      text *out) {
    az_log_who(az_actor(r, s), names, out);
    text_char(out, ' ');
    if (s->phase == AZ_OFFER) {
        text_put(out, "takes ");
        put_take(line, out);
    } else if (s->phase == AZ_TILING) {
        text_put(out, "places ");
        put_place(s, line, out);
    } else {
        put_chance(s, line, out);
    }
}

void az_log_attempt(const rules *r, const void *state, char *const *names, const char *line,
                    bool success, text *out) {
    const az_state *s = state;
    if (s->phase == AZ_OVER) return; /* the result is the last line */
    put_event(r, s, names, line, out);
    text_put(out, success ? " success\n" : " fail\n");
    action steps[GAME_MAX_STEPS];
    az_placed placed[AZ_MAX_PLACED];
    int n;
    if (!success || az_actor(r, s) < 0) return;
    if (az_from_text(r, s, line, steps, &n, NULL) != ST_OK) return;
    int count = az_placed_by(az_of(r), s, steps[0], placed);
    for (int i = 0; i < count; i++) az_log_placed(&placed[i], names, out);
}

void az_log_result(const rules *r, const az_state *s, text *out) {
    int ranks[GAME_MAX_PLAYERS];
    az_ranks(r, s, ranks);
    text_put(out, "result ");
    for (int i = 0; i < r->players; i++) text_format(out, i ? ",%d" : "%d", s->seat[i].score);
    char before = ' ';
    for (int i = 0; i < r->players; i++) {
        if (ranks[i] != 1) continue;
        text_format(out, "%c%d", before, i);
        before = ',';
    }
}

void az_log_end(const rules *r, const void *s, char *const *names, text *out) {
    (void)names;
    if (az_actor(r, s) != ACTOR_NONE) return;
    az_log_result(r, s, out);
    text_char(out, '\n');
}
