#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "arena/disguise_parts.h"

/* Words are replaced as a whole, also with an s at the end; cells wherever one begins. */

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* --- cells --- */

const disguise_cell *disguise_cell_at(const disguise *d, const char *s, bool back) {
    const disguise_cell *best = NULL;
    size_t longest = 0;
    if (!d->begins[back][(unsigned char)*s]) return NULL;
    for (size_t i = 0; i < d->cells; i++) {
        const char *name = back ? d->cell[i].other : d->cell[i].plain;
        if (*name != *s) continue;
        size_t n = strlen(name);
        bool digit = n && text_is_digit(name[n - 1]);
        bool edge =
            !digit && strpbrk(name, "0123456789"); /* a1e; in a1e2 the e is the next cell's */
        if (n <= longest || strncmp(s, name, n) != 0) continue;
        if ((digit || edge) && text_is_digit(s[n])) continue;
        best = &d->cell[i];
        longest = n;
    }
    return best;
}

static size_t put_cell(const disguise *d, const char *s, disguise_place place, bool back,
                       text *out) {
    const disguise_cell *c = disguise_cell_at(d, s, back);
    size_t n = c ? strlen(back ? c->other : c->plain) : 0;
    bool ends =
        c && (place == DISGUISE_TOKEN || !is_word_char(s[n]) || disguise_cell_at(d, s + n, back));
    if (!ends) return 0;
    text_put(out, back ? c->plain : c->other);
    return n;
}

/* The number after a word, below a limit; *n is where it ends. False where there is none. */
static bool number_after(const char *s, const char *word, int limit, int *out, size_t *n) {
    enum { DIGITS = 3 };
    size_t at = *n;
    size_t digits = 0;
    if (strncmp(s + at, word, strlen(word)) != 0) return false;
    at += strlen(word);
    *out = 0;
    for (; text_is_digit(s[at]) && digits < DIGITS; at++, digits++) *out = *out * 10 + s[at] - '0';
    if (!digits || is_word_char(s[at]) || *out >= limit) return false;
    *n = at;
    return true;
}

/* "row 2, column 3", or one of them: as the cells call them. */
static size_t put_numbered(const disguise *d, const char *s, text *out) {
    size_t n = 0;
    int row;
    int col;
    if (number_after(s, "row ", d->rows, &row, &n)) {
        if (number_after(s, ", column ", d->columns, &col, &n))
            text_format(out, "x%dy%d", d->columns - col, d->rows - row);
        else
            text_format(out, "row y%d", d->rows - row);
    } else if (number_after(s, "column ", d->columns, &col, &n)) {
        text_format(out, "column x%d", d->columns - col);
    }
    return n;
}

/* "column c", "columns a to c": as the cells call them. */
static size_t put_column(const disguise *d, const char *s, text *out) {
    size_t n = strcspn(s, " \n") == 6 ? 6 : 7;
    if (strncmp(s, "column", 6) != 0 || (n == 7 && s[6] != 's')) return 0;
    char first = s[n] == ' ' ? s[n + 1] : 0;
    if (first < 'a' || first > 'z' || isalnum((unsigned char)s[n + 2])) return 0;
    text_format(out, "column%s x%d", n == 7 ? "s" : "", d->columns - (first - 'a'));
    n += 2;
    char second = strncmp(s + n, " to ", 4) == 0 ? s[n + 4] : 0;
    if (second < 'a' || second > 'z' || isalnum((unsigned char)s[n + 5])) return n;
    text_format(out, " to x%d", d->columns - (second - 'a'));
    return n + 5;
}

/* --- letters --- */

static bool is_framed(const disguise *d, char before, const char *after) {
    return (before == '"' && *after == '"') || (before == '(' && *after == ')') ||
           (*after == ':' && disguise_cell_at(d, after + 1, false));
}

/* Whether a letter alone may stand here, between these. A sign such as * has more room around it. */
static bool is_alone(const char *sign, char before, char after) {
    if (is_word_char(*sign)) return !is_word_char(before) && !is_word_char(after);
    return strchr(" \n\"(", before) && (!after || strchr(" \n:\")", after));
}

static bool letter_fits(const disguise *d, const char *s, size_t n, disguise_place place,
                        char before) {
    if (!is_alone(s, before, s[n])) return false;
    if (place == DISGUISE_TOKEN) return s[n] == ':' || s[n] == ' ';
    if (place == DISGUISE_NOTE) return n > 1 || !text_is_digit(*s);
    return place != DISGUISE_TEXT || is_framed(d, before, s + n);
}

/* A piece that is known by its letter; in sentences also as plain boards show it. */
static size_t put_alone(const disguise *d, const char *s, disguise_place place, bool back,
                        char before, text *out) {
    const disguise_name *found = NULL;
    size_t n = 0;
    if (!d->lettered) return 0;
    for (int i = 0; i < d->names && !found; i++) {
        const char *from = back ? d->name[i].other : d->name[i].plain;
        n = strlen(from);
        if (d->name[i].kind == GAME_NAME_LETTER && strncmp(s, from, n) == 0 &&
            letter_fits(d, s, n, place, before))
            found = &d->name[i];
    }
    for (int i = 0; place == DISGUISE_TEXT && i < d->names && !found; i++) {
        n = 1;
        if (d->name[i].kind == GAME_NAME_LETTER && d->name[i].letter == *s &&
            letter_fits(d, s, n, place, before))
            found = &d->name[i];
    }
    if (!found) return 0;
    text_put(out, back ? found->plain : found->other);
    return n;
}

/* The letter of a piece that has a name: small ones are another player's. In tokens it stands alone or
 * after cells, on a page in parentheses: "knight (N)". */
static size_t put_letter(const disguise *d, const char *s, disguise_place place, bool back,
                         char before, text *out) {
    bool fits = place == DISGUISE_TOKEN ? !is_word_char(s[1]) : before == '(' && s[1] == ')';
    char upper = (char)toupper((unsigned char)*s);
    for (int i = 0; fits && i < d->names; i++) {
        const disguise_name *n = &d->name[i];
        if (n->kind != GAME_NAME_PIECE || !n->letter ||
            (back ? n->other_letter : n->letter) != upper)
            continue;
        char c = back ? n->letter : n->other_letter;
        text_char(out, isupper((unsigned char)*s) ? c : (char)tolower((unsigned char)c));
        return 1;
    }
    return 0;
}

/* --- words --- */

/* A word of n letters in other names; false where it is none of those. */
static bool put_name(const disguise *d, const char *word, size_t n, bool back, text *out) {
    for (int i = 0; i < d->names; i++) {
        const char *from = back ? d->name[i].other : d->name[i].plain;
        const char *to = back ? d->name[i].plain : d->name[i].other;
        char buf[DISGUISE_NAME_SIZE];
        size_t len = strlen(from);
        bool many = !back && n == len + 1 && tolower((unsigned char)word[n - 1]) == 's';
        if (d->name[i].kind == GAME_NAME_LETTER || (n != len && !many)) continue;
        (void)snprintf(buf, sizeof buf, "%.*s", (int)len, word);
        if (!text_same(buf, from)) continue;
        text_put(out, to);
        if (many) text_char(out, 's');
        return true;
    }
    return false;
}

/* Directions change sides with the board. */
static bool put_side(const char *word, size_t n, text *out) {
    static const char *const sides[][2] = {{"left", "right"}, {"east", "west"}};
    for (int i = 0; i < 4; i++) {
        const char *from = sides[i / 2][i % 2];
        if (strlen(from) != n || strncmp(word, from, n) != 0) continue;
        text_put(out, sides[i / 2][1 - i % 2]);
        return true;
    }
    return false;
}

static size_t put_word(const disguise *d, const char *s, disguise_place place, bool back,
                       text *out) {
    size_t n = 0;
    while (is_word_char(s[n])) n++;
    if (!n || put_name(d, s, n, back, out)) return n;
    if (place == DISGUISE_TOKEN || !put_side(s, n, out)) text_putn(out, s, n);
    return n;
}

void disguise_translate(const disguise *d, const char *s, disguise_place place, bool back,
                        text *out) {
    char before = ' ';
    while (*s) {
        bool free = !isalpha((unsigned char)before);
        bool sentence = !back && place != DISGUISE_TOKEN && !is_word_char(before);
        size_t n = free ? put_cell(d, s, place, back, out) : 0;
        if (!n) n = put_alone(d, s, place, back, before, out);
        if (!n && free) n = put_letter(d, s, place, back, before, out);
        if (!n && sentence) n = d->numbered ? put_numbered(d, s, out) : put_column(d, s, out);
        if (!n && free) n = put_word(d, s, place, back, out);
        if (!n) {
            n = 1;
            text_char(out, *s);
        }
        before = s[n - 1];
        s += n;
    }
}

void disguise_text(const disguise *d, const char *plain, text *out) {
    disguise_translate(d, plain, DISGUISE_TEXT, false, out);
}

void disguise_token(const disguise *d, const char *event, text *out) {
    disguise_translate(d, event, DISGUISE_TOKEN, false, out);
}

void disguise_events(const disguise *d, const char *lines, text *out) {
    disguise_translate(d, lines, DISGUISE_TOKEN, false, out);
}

void disguise_plain_token(const disguise *d, const char *said, text *out) {
    disguise_translate(d, said, DISGUISE_TOKEN, true, out);
}
