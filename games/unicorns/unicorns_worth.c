#include "games/unicorns/unicorns_worth.h"

#include "engine/base/memory.h"
#include "engine/game/option_text.h"

enum { FILE_LIMIT = 1 << 20 };
#define STEP 0.02F

extern const unsigned char un_evolved_worth[];
extern const size_t un_evolved_worth_size;

/* --- names of cards --- */

/* Whether a deck that is compiled in has such a card. ST_NOT_FOUND: none of them. */
static status known_elsewhere(const char *slug, error *err) {
    un_deck *d = mem_alloc(sizeof *d);
    status st = d ? ST_OK : error_set(err, ST_NOMEM, "no memory for the decks");
    bool found = false;
    for (int i = 0; st == ST_OK && !found && un_deck_name(i); i++) {
        size_t len;
        const char *data = un_deck_text(un_deck_name(i), &len);
        un_deck_begin(d);
        st = un_deck_read(d, data, len, false, err);
        found = st == ST_OK && un_kind_find(d, slug, strlen(slug)) >= 0;
    }
    mem_free(d);
    return st != ST_OK || found ? st : ST_NOT_FOUND;
}

/* --- reading --- */

typedef struct reading {
    const un_rules *r;
    float worth[UN_MAX_KINDS];
    bool seen[UN_MAX_KINDS];
    bool own; /* compiled in: cards that the deck has not are no mistake */
    unsigned line;
} reading;

static status wrong(const reading *g, error *err, const char *word, const char *what) {
    return error_set(err, ST_BAD_SYNTAX, "line %u: %.60s %s", g->line, word, what);
}

static status read_line(reading *g, const words *w, error *err) {
    double number[4];
    if (w->count == 0 || w->at[0][0] == '#') return ST_OK;
    if (w->count != 2 && w->count != 5)
        return error_set(err, ST_BAD_SYNTAX, "line %u: expected card value [min max step]",
                         g->line);
    for (size_t i = 1; i < w->count; i++)
        if (!text_real(w->at[i], &number[i - 1])) return wrong(g, err, w->at[i], "is not a number");
    if (!(number[0] >= 0 && number[0] <= 1)) return wrong(g, err, w->at[1], "is not from 0 to 1");
    int kind = un_kind_find(&g->r->deck, w->at[0], strlen(w->at[0]));
    if (kind < 0 && g->own) return ST_OK;
    if (kind < 0) {
        status st = known_elsewhere(w->at[0], err);
        return st == ST_NOT_FOUND ? wrong(g, err, w->at[0], "is no card") : st;
    }
    if (g->seen[kind]) return wrong(g, err, w->at[0], "is given twice");
    g->seen[kind] = true;
    g->worth[kind] = (float)number[0];
    return ST_OK;
}

static status read_lines(reading *g, char *body, error *err) {
    words w = {0};
    status st = ST_OK;
    for (char *s = body; s && st == ST_OK;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        char *cr = strchr(s, '\r');
        if (cr) *cr = '\0';
        g->line++;
        st = words_split(&w, s, err);
        if (st == ST_OK) st = read_line(g, &w, err);
        s = next;
    }
    words_done(&w);
    return st;
}

static status read_text(un_rules *r, const char *data, size_t len, bool own, error *err) {
    if (memchr(data, '\0', len)) return error_set(err, ST_BAD_SYNTAX, "a weights file is text");
    char *body = mem_alloc(len + 1);
    if (!body) return error_set(err, ST_NOMEM, "no memory for the weights");
    memcpy(body, data, len);
    reading g = {.r = r, .own = own};
    memcpy(g.worth, r->worth, sizeof g.worth);
    status st = read_lines(&g, body, err);
    if (st == ST_OK) memcpy(r->worth, g.worth, sizeof g.worth);
    mem_free(body);
    return st;
}

status un_worth_read(un_rules *r, const char *data, size_t len, error *err) {
    return read_text(r, data, len, false, err);
}

/* --- opening --- */

static void by_tiers(un_rules *r) {
    for (int k = 0; k < r->deck.kinds; k++)
        r->worth[k] = (float)r->deck.kind[k].tier / (float)UN_TIERS;
}

status un_worth_open(un_rules *r, const char *name, error *err) {
    by_tiers(r);
    if (name && strcmp(name, "tiers") == 0) return ST_OK;
    status st = read_text(r, (const char *)un_evolved_worth, un_evolved_worth_size, true, err);
    if (st != ST_OK || !name || strcmp(name, "evolved") == 0) return st;
    text data;
    error why;
    st = option_text_read(&data, name, FILE_LIMIT, err);
    if (st != ST_OK) return st;
    rules_note_file(&r->head, "weights", text_string(&data), data.len);
    st = un_worth_read(r, text_string(&data), data.len, &why);
    text_done(&data);
    return st == ST_OK ? st : error_set(err, st, "%.80s, %.140s", name, why.text);
}

int un_worth_list(const rules *head, feature *out) {
    const un_rules *r = un_of(head);
    for (int k = 0; out && k < r->deck.kinds; k++)
        out[k] = (feature){r->deck.kind[k].slug, r->worth[k], 0, 1, STEP};
    return r->deck.kinds;
}
