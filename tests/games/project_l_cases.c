#include "tests/games/project_l_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/project_l/project_l.h"
#include "games/project_l/project_l_puzzles.h"

static void need(bool held) {
    if (!held) abort();
}
#define NEED(x) need(x)

/* --- a short way to lay a table: five pieces a shape, what no one holds is in the reserve --- */

enum { SHAPES = PL_SHAPES, BUF_SIZE = 2000 };

static int digit(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void put_counts(text *out, const int *count) {
    for (int i = 0; i < SHAPES; i++) text_format(out, i ? ",%d" : "%d", count[i]);
}

/* One slot, "W9+O1:0001000", with its image and the pieces used, which are taken out of left. */
static void put_slot(text *out, const pl_set *set, const char *spec, size_t len, int *left) {
    char buf[100];
    text copy = text_over(buf, sizeof buf);
    text_putn(&copy, spec, len);
    size_t name = strcspn(buf, "+");
    int puzzle = pl_set_find(set, buf, name);
    if (puzzle < 0) {
        text_put(out, buf);
        return;
    }
    uint32_t image = set->puzzle[puzzle].image;
    int used[SHAPES] = {0};
    for (const char *at = buf + name; *at;) {
        const char *colon = strchr(at, ':');
        uint64_t mask = 0;
        char hex[8] = {0};
        NEED(colon != NULL && strlen(colon) >= 8);
        memcpy(hex, colon + 1, 7);
        int shape = pl_shape_find(at + 1, (int)(colon - at - 1));
        NEED(shape >= 0 && text_hex(hex, &mask));
        image |= (uint32_t)mask;
        used[shape]++;
        left[shape]--;
        at = colon + 8;
    }
    text_format(out, "%.*s/%07x/", (int)name, buf, image);
    for (int i = 0; i < SHAPES; i++) text_char(out, "0123456789"[used[i]]);
}

static void put_seat(text *out, int number, const seat *p, int *left) {
    static pl_set set;
    size_t len = 0;
    const char *base = pl_base_text(&len);
    if (!set.count) NEED(pl_set_read(&set, base, len, NULL) == ST_OK);
    int own[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        own[i] = digit(p->pieces[i]);
        left[i] -= own[i];
    }
    text_format(out, "| P%d s=%d T=", number, p->score);
    put_counts(out, own);
    text_put(out, " U=");
    const char *at = p->slots ? p->slots : "-";
    for (int i = 0; i < 4; i++) {
        size_t n = strcspn(at, ";");
        if (i) text_char(out, ';');
        put_slot(out, &set, n ? at : "-", n ? n : 1, left);
        at += n + (at[n] == ';');
    }
    text_format(out, " F=%s", p->done ? p->done : "-");
}

static void put_row(text *out, char colour, const char *spec) {
    int n = (int)strcspn(spec, "/");
    text_format(out, " %cR=%.*s", colour, n, spec);
}

/* How many puzzles of a colour a text names. */
static int names(const char *line, char colour) {
    int n = 0;
    for (const char *at = line; (at = strchr(at, colour)) != NULL; at++)
        n += at > line && strchr("=,/;", at[-1]) && text_is_digit(at[1]);
    return n;
}

position *lay(table t) {
    char line[BUF_SIZE];
    char seats[BUF_SIZE];
    text out = text_over(line, sizeof line);
    text last = text_over(seats, sizeof seats);
    const char *white = t.white ? t.white : "W1,W2,W3,W4/W5,W6";
    const char *black = t.black ? t.black : "B1,B2,B3,B4/B5,B6";
    int left[SHAPES];
    for (int i = 0; i < SHAPES; i++) left[i] = 5;
    for (int p = 0; p < SEATS && t.seats[p].pieces; p++) {
        text_char(&last, ' ');
        put_seat(&last, p, &t.seats[p], left);
    }
    text_format(&out, "%s R=", t.turn ? t.turn : "ph=N p=0 a=3 m=0 b=0 l=0 r=1");
    put_counts(&out, left);
    put_row(&out, 'W', white);
    put_row(&out, 'B', black);
    text_format(&out, " WD=0:-%s BD=0:-%s%s", strchr(white, '/'), strchr(black, '/'), seats);
    text_format(&out, " black=%d", names(line, 'B'));
    text_format(&out, " reserve=5 white=%d %s", names(line, 'W'), t.options ? t.options : "");
    position *p = one_line_read(&project_l, line);
    NEED(p != NULL);
    return p;
}

/* --- what is to be seen afterwards --- */

/* Whether the words stand in the position's text, as complete words. */
bool shows(const position *p, const char *part) {
    char line[BUF_SIZE];
    char want[BUF_SIZE];
    text got = text_over(line, sizeof line);
    text key = text_over(want, sizeof want);
    text_char(&got, ' ');
    position_write(p, &got);
    text_char(&got, ' ');
    text_format(&key, " %s ", part);
    if (strstr(line, want)) return true;
    printf("  expected%s\n  in%s\n", want, line);
    return false;
}

bool seat_is(const position *p, int number, seat want) {
    char line[BUF_SIZE];
    text out = text_over(line, sizeof line);
    int left[SHAPES] = {0};
    put_seat(&out, number, &want, left);
    return shows(p, line);
}

bool reserve_is(const position *p, const char *digits) {
    char line[BUF_SIZE];
    text out = text_over(line, sizeof line);
    int count[SHAPES];
    for (int i = 0; i < SHAPES; i++) count[i] = digit(digits[i]);
    text_put(&out, "R=");
    put_counts(&out, count);
    return shows(p, line);
}

bool refuses(const position *p, const char *event, const char *reason) {
    error err = {0};
    status st = position_verify(p, event, NULL, &err);
    if (st == ST_ILLEGAL_ACTION && strcmp(err.reason, reason) == 0) return true;
    printf("  %s: %s %s, not %s\n", event, status_name(st), err.reason, reason);
    return false;
}

bool takes(const position *p, const char *event) {
    error err = {0};
    if (position_verify(p, event, NULL, &err) == ST_OK) return true;
    printf("  %s: %s: %s\n", event, err.reason, err.text);
    return false;
}

typedef struct listing {
    const position *p;
    const char *prefix;
    text names;
    int count;
} listing;

static bool list_one(void *ctx, const token *tok) {
    listing *l = ctx;
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    token_write(position_rules(l->p), position_data(l->p), tok, &name);
    if (!text_starts(buf, l->prefix)) return true;
    text_format(&l->names, l->count++ ? " %s" : "%s", buf);
    return true;
}

/* Whether exactly these tokens with that beginning are offered, in this order. */
bool lists(const position *p, const char *prefix, const char *tokens) {
    listing l = {.p = p, .prefix = prefix, .names = text_growing()};
    status st = token_walk((state_ref){position_rules(p), position_data(p), NULL}, list_one, &l);
    bool same = st == ST_OK && strcmp(text_string(&l.names), tokens) == 0;
    if (!same) printf("  expected '%s'\n  listed   '%s'\n", tokens, text_string(&l.names));
    text_done(&l.names);
    return same;
}

int count_listed(const position *p, const char *prefix) {
    listing l = {.p = p, .prefix = prefix, .names = text_growing()};
    status st = token_walk((state_ref){position_rules(p), position_data(p), NULL}, list_one, &l);
    text_done(&l.names);
    return st == ST_OK ? l.count : -1;
}
