/* Places of cards as text: `cards=S7+H9*2/?3/-`, a part for each holder; `?3` are three that are not
 * known. `cards.known=-/S7:80000001` is who knows of which cards (cards.h), `cards.void=-/S7+S8` what
 * a holder surely has none of; `unseen=S7+S8` the cards that are somewhere. */
#include <stdlib.h>
#include <string.h>

#include "engine/rules/book/rulebook_view.h"

void rb_put_cards(const program *b, const int32_t *counts, text *out) {
    const char *between = "";
    for (int k = 0; k < b->kinds; k++) {
        if (counts[k] <= 0) continue;
        text_format(out, "%s%s", between, b->kind[k].name);
        if (counts[k] > 1) text_format(out, "*%d", counts[k]);
        between = "+";
    }
    if (!*between) text_char(out, '-');
}

/* Cards that a view knows to be there but not which. */
static int32_t not_known(const program *b, const void *s, const void *view, int which, int holder) {
    const rb_var *v = cards_area(b, which);
    int size = cards_count(b, rb_vars_in(b, s), v, holder);
    return rb_view_pool_in(b, view)[b->kinds + rb_view_place(b, which, holder)] - size;
}

bool rb_cards_empty(const program *b, const void *s, const void *view, int which) {
    const rb_var *v = cards_area(b, which);
    for (int h = 0; h < cards_holders(b, v); h++)
        if (cards_count(b, rb_vars_in(b, s), v, h) || (view && not_known(b, s, view, which, h)))
            return false;
    return true;
}

static void put_known(const program *b, const int32_t *word, text *out) {
    const char *between = "";
    for (int k = 0; k < b->kinds; k++) {
        if (!word[k]) continue;
        text_format(out, "%s%s:%08x", between, b->kind[k].name, (unsigned)word[k]);
        between = "+";
    }
    if (!*between) text_char(out, '-');
}

static void put_voids(const program *b, int32_t voids, text *out) {
    int32_t counts[RB_KINDS] = {0};
    for (int k = 0; k < b->kinds; k++) counts[k] = voids >> k & 1;
    rb_put_cards(b, counts, out);
}

void rb_write_cards(const program *b, const void *s, const void *view, int which, text *out) {
    const rb_var *v = cards_area(b, which);
    const int32_t *vars = rb_vars_in(b, s);
    int holders = cards_holders(b, v);
    bool known = false;
    bool voids = false;
    text_format(out, " %s=", v->name);
    for (int h = 0; h < holders; h++) {
        const int32_t *counts = vars + cards_slot(b, v, h, 0);
        int32_t more = view ? not_known(b, s, view, which, h) : 0;
        bool some = cards_count(b, vars, v, h) > 0;
        if (h) text_char(out, '/');
        if (some || !more) rb_put_cards(b, counts, out);
        if (more) text_format(out, "%s?%d", some ? "+" : "", more);
        for (int k = 0; k < b->kinds; k++) known |= vars[cards_known_slot(b, v, h, k)] != 0;
        voids |= vars[cards_void_slot(v, h)] != 0;
    }
    if (known) text_format(out, " %s.known=", v->name);
    for (int h = 0; h < holders && known; h++) {
        if (h) text_char(out, '/');
        put_known(b, vars + cards_known_slot(b, v, h, 0), out);
    }
    if (voids) text_format(out, " %s.void=", v->name);
    for (int h = 0; h < holders && voids; h++) {
        if (h) text_char(out, '/');
        put_voids(b, vars[cards_void_slot(v, h)], out);
    }
}

/* --- reading --- */

enum { CARDS_MOST = 1000 }; /* of a kind in a place */

static int kind_called(const program *b, const char *s, size_t len) {
    for (int k = 0; k < b->kinds; k++)
        if (strlen(b->kind[k].name) == len && strncmp(b->kind[k].name, s, len) == 0) return k;
    return -1;
}

/* One holder's cards up to `end`; *more: those that are not known, NULL where there are none. */
static bool read_list(const program *b, const char *at, const char *end, int32_t *counts,
                      int32_t *more) {
    if (end - at == 1 && *at == '-') return true;
    while (at < end) {
        const char *stop = memchr(at, '+', (size_t)(end - at));
        if (!stop) stop = end;
        char *after;
        if (*at == '?') {
            long n = strtol(at + 1, &after, 10);
            if (!more || after != stop || n < 1 || n > CARDS_MOST || *more) return false;
            *more = (int32_t)n;
        } else {
            const char *star = memchr(at, '*', (size_t)(stop - at));
            int k = kind_called(b, at, (size_t)((star ? star : stop) - at));
            long n = star ? strtol(star + 1, &after, 10) : 1;
            if (k < 0 || counts[k] || n < 1 || n > CARDS_MOST || (star && after != stop))
                return false;
            counts[k] = (int32_t)n;
        }
        if (stop + 1 == end) return false;
        at = stop < end ? stop + 1 : end;
    }
    return true;
}

static bool read_known(const program *b, const char *at, const char *end, int32_t *word) {
    if (end - at == 1 && *at == '-') return true;
    while (at < end) {
        const char *stop = memchr(at, '+', (size_t)(end - at));
        if (!stop) stop = end;
        const char *colon = memchr(at, ':', (size_t)(stop - at));
        int k = colon ? kind_called(b, at, (size_t)(colon - at)) : -1;
        char *after;
        if (k < 0 || word[k]) return false;
        unsigned long n = strtoul(colon + 1, &after, 16);
        if (after != stop || stop - colon != 9 || !n) return false;
        word[k] = (int32_t)(uint32_t)n;
        if (stop + 1 == end) return false;
        at = stop < end ? stop + 1 : end;
    }
    return true;
}

static int area_called(const program *b, const char *word, const char **rest) {
    for (int i = 0; i < b->secrets; i++) {
        const char *name = cards_area(b, i)->name;
        size_t len = strlen(name);
        if (strncmp(word, name, len) != 0 || (word[len] && word[len] != '.')) continue;
        *rest = word + len;
        return i;
    }
    return -1;
}

bool rb_is_cards_word(const program *b, const char *word) {
    const char *rest;
    return b->secrets && (strcmp(word, "unseen") == 0 || area_called(b, word, &rest) >= 0);
}

/* A part of a position text: what is said of one holder of an area. */
typedef struct place_text {
    int which, holder;
    const char *what; /* "", ".known" or ".void" */
    const char *at, *end;
} place_text;

static bool read_place(const program *b, void *s, void *view, place_text p) {
    const rb_var *v = cards_area(b, p.which);
    int32_t *vars = rb_vars_of(b, s);
    if (!*p.what) {
        int32_t more = 0;
        int32_t *counts = vars + cards_slot(b, v, p.holder, 0);
        if (!read_list(b, p.at, p.end, counts, view ? &more : NULL)) return false;
        if (view)
            rb_view_pool(b, view)[b->kinds + rb_view_place(b, p.which, p.holder)] =
                more + cards_count(b, vars, v, p.holder);
        return true;
    }
    if (strcmp(p.what, ".known") == 0)
        return read_known(b, p.at, p.end, vars + cards_known_slot(b, v, p.holder, 0));
    int32_t counts[RB_KINDS] = {0};
    if (strcmp(p.what, ".void") != 0 || !read_list(b, p.at, p.end, counts, NULL)) return false;
    for (int k = 0; k < b->kinds; k++) {
        if (counts[k] > 1) return false;
        vars[cards_void_slot(v, p.holder)] |= counts[k] << k;
    }
    return true;
}

bool rb_read_cards(const program *b, void *s, void *view, const char *word, const char *value,
                   const char **why) {
    const char *what = "";
    *why = "expected cards as A+B*2/-, a part for each player";
    if (strcmp(word, "unseen") == 0) {
        if (!view) *why = "only a view does not know where cards are";
        return view && read_list(b, value, value + strlen(value), rb_view_pool(b, view), NULL);
    }
    int which = area_called(b, word, &what);
    int holders = cards_holders(b, cards_area(b, which));
    for (int h = 0; h < holders; h++) {
        const char *end = value + strcspn(value, "/");
        if (!read_place(b, s, view, (place_text){which, h, what, value, end})) return false;
        if ((h + 1 < holders) != (*end == '/')) return false;
        value = *end ? end + 1 : end;
    }
    return !*value;
}

/* What is known of cards is true, and canonical. */
bool rb_check_cards(const program *b, const void *s, const char **why) {
    const int32_t *vars = rb_vars_in(b, s);
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *v = cards_area(b, i);
        for (int h = 0; h < cards_holders(b, v); h++) {
            int32_t voids = vars[cards_void_slot(v, h)];
            *why = "a place without cards has no void";
            if (voids && !cards_count(b, vars, v, h)) return false;
            for (int k = 0; k < b->kinds; k++) {
                int32_t n = vars[cards_slot(b, v, h, k)];
                int32_t word = vars[cards_known_slot(b, v, h, k)];
                *why = "a card is there that is said not to be";
                if (n && voids >> k & 1) return false;
                *why = "more cards are known than there are";
                for (int seat = 0; seat <= CARDS_PUBLIC; seat++) {
                    unsigned known = cards_nibble(word, seat);
                    bool owner = v->per_player && seat == h;
                    bool nobody = seat < CARDS_PUBLIC && seat >= b->head.players;
                    if (known > (unsigned)n || (known && (owner || nobody))) return false;
                    if (seat < b->head.players && !owner &&
                        known < cards_nibble(word, CARDS_PUBLIC))
                        return false;
                }
            }
        }
    }
    return true;
}
