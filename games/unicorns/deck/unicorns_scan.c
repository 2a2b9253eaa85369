#include "games/unicorns/deck/unicorns_scan.h"

#include <stdio.h>
#include <string.h>

/* --- what is wrong --- */

status un_wrong_at(un_scan *p, int line, int column, status code, const char *what) {
    un_problems *list = p->problems;
    if (list->count++ >= UN_MAX_PROBLEMS) return code;
    un_problem *w = &list->at[list->count - 1];
    *w = (un_problem){.line = line, .column = column, .code = code};
    (void)snprintf(w->text, sizeof w->text, "%s", what);
    return code;
}

status un_wrong(un_scan *p, const char *what) {
    return un_wrong_at(p, p->line, p->column, ST_BAD_SYNTAX, what);
}

status un_wrong_word(un_scan *p, const char *what, const char *near) {
    char buf[UN_PROBLEM_SIZE];
    int shown = p->len < 40 ? (int)p->len : 40;
    (void)snprintf(buf, sizeof buf, "%.*s %s%s%s%s", shown, p->word, what,
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    for (char *c = buf; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    return un_wrong_at(p, p->word_line, p->word_column, ST_BAD_VALUE, buf);
}

status un_wrong_limit(un_scan *p, const char *what) {
    if (p->full) return ST_BAD_SYNTAX;
    p->full = true;
    return un_wrong(p, what);
}

/* --- the cursor --- */

bool un_scan_end(const un_scan *p) {
    return p->at == p->end;
}

void un_scan_step(un_scan *p) {
    if (*p->at++ == '\n') {
        p->line++;
        p->column = 1;
    } else {
        p->column++;
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool line_goes_on(const un_scan *p) {
    return *p->at == '\n' && p->at + 1 < p->end && is_blank(p->at[1]);
}

void un_scan_skip(un_scan *p) {
    while (!un_scan_end(p)) {
        if (*p->at == '#')
            while (!un_scan_end(p) && *p->at != '\n') un_scan_step(p);
        else if (is_blank(*p->at) || line_goes_on(p))
            un_scan_step(p);
        else
            break;
    }
}

bool un_scan_take(un_scan *p, char c) {
    un_scan_skip(p);
    if (un_scan_end(p) || *p->at != c) return false;
    un_scan_step(p);
    return true;
}

static bool in_word(char c) {
    return text_is_alpha(c) || text_is_digit(c) || c == '_' || c == '-';
}

bool un_scan_word(un_scan *p) {
    un_scan_skip(p);
    p->word = p->at;
    p->word_line = p->line;
    p->word_column = p->column;
    while (!un_scan_end(p) && in_word(*p->at)) un_scan_step(p);
    p->len = (size_t)(p->at - p->word);
    return p->len > 0;
}

bool un_scan_is(const un_scan *p, const char *word) {
    return strlen(word) == p->len && memcmp(word, p->word, p->len) == 0;
}

bool un_scan_number(const un_scan *p, int *out) {
    int n = 0;
    for (size_t i = 0; i < p->len; i++) {
        if (!text_is_digit(p->word[i]) || n > 99) return false;
        n = n * 10 + (p->word[i] - '0');
    }
    *out = n;
    return n >= 1 && n <= 255;
}

static void skip_to(un_scan *p, char mark) {
    for (;;) {
        un_scan_skip(p);
        if (un_scan_end(p) || *p->at == '\n' || (mark && *p->at == mark)) return;
        un_scan_step(p);
    }
}

void un_scan_field(un_scan *p) {
    skip_to(p, ';');
}

void un_scan_card(un_scan *p) {
    skip_to(p, '\0');
}

/* --- did you mean --- */

const char *un_scan_near(const un_scan *p, const char *const *first, size_t stride, int n) {
    char word[UN_NAME_SIZE] = "";
    const char *best = NULL;
    int fewest = p->len < 4 ? 2 : 3; /* edits; a short word is near to everything */
    if (p->len < 2 || p->len >= sizeof word) return NULL;
    memcpy(word, p->word, p->len);
    for (int i = 0; i < n; i++) {
        const char *name;
        memcpy(&name, (const char *)first + (size_t)i * stride, sizeof name);
        int d = name ? text_distance(name, word) : fewest;
        if (d >= fewest) continue;
        fewest = d;
        best = name;
    }
    return best;
}
