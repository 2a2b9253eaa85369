#include "tests/support/mutate_rules.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096, CHANGES = 3 };

/* Words, numbers and signs of a text; what is between them stays as it is. */
typedef struct piece {
    const char *at;
    size_t len;
} piece;

typedef struct pieces {
    piece list[WORDS];
    int count;
} pieces;

static bool is_word(char c) {
    return text_is_alpha(c) || text_is_digit(c) || c == '_';
}

static size_t piece_at(const char *s) {
    size_t n = 0;
    if (*s == '"' || *s == '#') {
        char end = *s == '"' ? '"' : '\n';
        for (n = 1; s[n] && s[n] != end;) n++;
        return n + (s[n] != '\0');
    }
    if (*s == ' ' || *s == '\n' || *s == '\t') return strspn(s, " \n\t");
    while (is_word(s[n])) n++;
    return n ? n : 1;
}

static void split(const text *from, pieces *p) {
    p->count = 0;
    for (const char *s = text_string(from); *s && p->count < WORDS; s += p->list[p->count++].len)
        p->list[p->count] = (piece){s, piece_at(s)};
}

static bool is_kept(const piece *p) {
    return *p->at == '"' || *p->at == '#' || strchr(" \n\t{}", *p->at);
}

/* One that may be changed. */
static int choose(const pieces *p, rng *g) {
    for (int tries = 0; tries < 1000; tries++) {
        int i = (int)rng_below(g, (uint64_t)p->count);
        if (!is_kept(&p->list[i])) return i;
    }
    return 0;
}

static void change_number(const piece *p, rng *g, text *out) {
    long n = strtol(p->at, NULL, 10);
    long by = 1 + (long)rng_below(g, 2);
    text_format(out, "%ld", rng_below(g, 2) || n < by ? n + by : n - by);
}

void mutate_rules(const text *from, rng *g, text *out) {
    static const piece nothing = {"", 0};
    pieces p;
    split(from, &p);
    int number = -1;
    for (int n = 1 + (int)rng_below(g, CHANGES); n; n--) {
        int i = choose(&p, g);
        int k = choose(&p, g);
        piece was = p.list[i];
        switch (rng_below(g, 6)) {
        case 0:
            p.list[i] = nothing;
            break;
        case 1:
            p.list[i] = p.list[k];
            p.list[k] = was;
            break;
        case 2:
            if (text_is_digit(*was.at)) number = i;
            break;
        default:
            p.list[i] = p.list[k];
            break;
        }
    }
    for (int i = 0; i < p.count; i++) {
        if (i == number && p.list[i].len && text_is_digit(*p.list[i].at))
            change_number(&p.list[i], g, out);
        else
            text_putn(out, p.list[i].at, p.list[i].len);
    }
}
