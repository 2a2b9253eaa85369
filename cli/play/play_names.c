#include "cli/play/play_names.h"
#include "engine/game/game_terminal.h"

#include <stdio.h>
#include <string.h>

/* Who sits where, by name. Names are kept with the people: a player who changes seats takes the
 * name along. */

status play_check_name(const char *name, error *err) {
    size_t n = strlen(name);
    if (n == 0 || n >= PLAY_PERSON_SIZE)
        return error_set(err, ST_BAD_VALUE, "a name has 1 to %d bytes", PLAY_PERSON_SIZE - 1);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || *c == ',')
            return error_set(err, ST_BAD_VALUE,
                             "a name has no commas and no control characters in it");
    return ST_OK;
}

void play_fill_names(const play *p, play_names *out) {
    const game_terminal *m = play_terminal(p);
    int first = m && m->from_zero ? 0 : 1;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        out->at[i] = out->buf[i];
        if (p->seat[i].name[0])
            memcpy(out->buf[i], p->seat[i].name, PLAY_PERSON_SIZE);
        else
            (void)snprintf(out->buf[i], PLAY_PERSON_SIZE, "Player %d", i + first);
    }
}

const char *play_name(const play *p, int seat, play_who *buf) {
    if (p->seat[seat].name[0]) return p->seat[seat].name;
    (void)snprintf(buf->buf, sizeof buf->buf, "seat %d", seat + 1);
    return buf->buf;
}

enum { SEAT_WIDTH = 6 }; /* "seat 1": what is drawn has space for that */

/* Columns that a name takes: bytes that go on with a letter of UTF-8 take none. */
static int width_of(const char *name) {
    int n = 0;
    for (; *name; name++) n += ((unsigned char)*name & 0xc0) != 0x80;
    return n;
}

static int widest(const play *p) {
    int max = SEAT_WIDTH;
    for (int i = 0; i < position_rules(p->pos)->players; i++) {
        play_who who;
        int n = width_of(play_name(p, i, &who));
        if (n > max) max = n;
    }
    return max;
}

/* The seat (from 0) that "seat 2" at the start of a text means; -1: it is something else. */
static int seat_at(const play *p, const char *said) {
    if (!text_starts(said, "seat ") || said[5] < '1' || said[5] > '0' + GAME_MAX_PLAYERS) return -1;
    char after = said[6];
    bool longer = (after >= '0' && after <= '9') || (after >= 'a' && after <= 'z');
    int seat = said[5] - '1';
    return longer || seat >= position_rules(p->pos)->players ? -1 : seat;
}

/* A wide gap gives way to what was before it, or fills up, so that what comes after it stays in its
 * place; *shift is by how much that was wider than it was drawn. Returns the spaces read. */
static size_t put_gap(const char *said, int *shift, text *out) {
    enum { WIDE = 4, GAP = 2 };
    int n = (int)strspn(said, " ");
    int wanted = n - *shift < GAP ? GAP : n - *shift;
    if (n < WIDE) wanted = n;
    *shift += wanted - n;
    text_repeat(out, ' ', wanted);
    return (size_t)n;
}

void play_put_named(const play *p, const char *said, bool drawing, text *out) {
    int width = widest(p);
    int shift = 0;
    bool starts_word = true;
    while (*said) {
        int seat = starts_word ? seat_at(p, said) : -1;
        if (seat >= 0) {
            play_who who;
            const char *name = play_name(p, seat, &who);
            int wide = width_of(name);
            said += SEAT_WIDTH;
            text_put(out, name);
            /* "seat 1   J": what follows stands in a column. */
            if (drawing && text_starts(said, "  ")) {
                text_repeat(out, ' ', width - wide);
                wide = width;
                for (; *said == ' '; said++) text_char(out, ' ');
            }
            shift += wide - SEAT_WIDTH;
        } else if (drawing && *said == ' ') {
            said += put_gap(said, &shift, out);
            starts_word = true;
        } else {
            char c = *said++;
            if (c == '\n') shift = 0;
            starts_word = !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
            text_char(out, c);
        }
    }
}

void play_put_description(const play *p, const void *s, const token *tok, text *out) {
    const rules *r = position_rules(p->pos);
    text plain = text_growing();
    r->terminal->describe(r, s, tok->steps, tok->count, &plain);
    play_put_named(p, text_string(&plain), false, out);
    out->cut = out->cut || plain.cut;
    text_done(&plain);
}

/* The next name of a list without the spaces around it; false at its end. */
static bool next_name(const char **list, char *buf, error *err, status *st) {
    if (!*list) return false;
    const char *from = *list + strspn(*list, " \t");
    size_t n = strcspn(from, ",");
    *list = from[n] ? from + n + 1 : NULL;
    while (n && strchr(" \t", from[n - 1])) n--;
    text copy = text_over(buf, PLAY_PERSON_SIZE);
    text_putn(&copy, from, n);
    if (copy.cut)
        *st = error_set(err, ST_BAD_VALUE, "a name has 1 to %d bytes", PLAY_PERSON_SIZE - 1);
    else
        *st = n ? play_check_name(buf, err) : ST_OK;
    return true;
}

status play_take_names(play *p, const rules *r, const char *list, error *err) {
    char buf[GAME_MAX_PLAYERS][PLAY_PERSON_SIZE] = {{0}};
    char name[PLAY_PERSON_SIZE];
    status st = ST_OK;
    int n = 0;
    for (; st == ST_OK && next_name(&list, name, err, &st); n++) {
        if (st == ST_OK && n >= r->players)
            st =
                error_set(err, ST_BAD_VALUE, "there are %d seats here, and more names", r->players);
        for (int i = 0; st == ST_OK && name[0] && i < n; i++)
            if (text_same(buf[i], name))
                st = error_set(err, ST_BAD_VALUE, "two seats are called %s", name);
        if (st == ST_OK) memcpy(buf[n], name, sizeof name);
    }
    if (st != ST_OK) return st;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) memcpy(p->seat[i].name, buf[i], sizeof buf[i]);
    return ST_OK;
}

void play_write_names(const play *p, const rules *r, text *out) {
    int last = -1;
    for (int i = 0; i < r->players; i++)
        if (p->seat[i].name[0]) last = i;
    for (int i = 0; i <= last; i++) text_format(out, "%s%s", i ? "," : "", p->seat[i].name);
}
