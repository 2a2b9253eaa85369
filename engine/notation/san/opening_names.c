#include "engine/notation/san/opening_names.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/san/san.h"

extern const unsigned char opening_names_data[]; /* made by the build */
extern const size_t opening_names_data_size;

enum { MAX_MOVES = 64 };

typedef struct entry {
    uint64_t key;
    const char *eco, *name;
    unsigned ply;
} entry;

struct opening_names {
    char *body; /* the text, cut into strings */
    const game *chess;
    entry *list;
    size_t count, cap;
    uint32_t *slots; /* number of an entry + 1, by its key; 0: free */
    size_t mask;
};

void opening_names_destroy(opening_names *o) {
    if (!o) return;
    mem_free(o->body);
    mem_free(o->list);
    mem_free(o->slots);
    mem_free(o);
}

size_t opening_names_count(const opening_names *o) {
    return o->count;
}

opening_name opening_names_entry(const opening_names *o, size_t i) {
    return (opening_name){o->list[i].eco, o->list[i].name, o->list[i].ply};
}

static const entry *find(const opening_names *o, uint64_t key) {
    for (size_t i = key & o->mask; o->slots[i]; i = (i + 1) & o->mask)
        if (o->list[o->slots[i] - 1].key == key) return &o->list[o->slots[i] - 1];
    return NULL;
}

bool opening_names_at(const opening_names *o, uint64_t key, opening_name *out) {
    const entry *e = find(o, key);
    if (e) *out = (opening_name){e->eco, e->name, e->ply};
    return e != NULL;
}

/* --- reading --- */

/* The line that the position is at: lines that follow one another share their beginnings. */
typedef struct player {
    position *p;
    const char *move[MAX_MOVES];
    unsigned count;
} player;

static char *trim(char *s) {
    s += strspn(s, " \t");
    size_t n = strlen(s);
    while (n && strchr(" \t\r", s[n - 1])) s[--n] = '\0';
    return s;
}

static status play_move(player *x, const char *san, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    if (x->count == MAX_MOVES)
        return error_set(err, ST_BAD_SYNTAX, "a line has at most %d moves", MAX_MOVES);
    status st = san_read(x->p, san, &event, err);
    if (st == ST_OK) st = position_play(x->p, buf, err);
    if (st == ST_OK) x->move[x->count++] = san;
    return st;
}

static status play_line(player *x, char *moves, error *err) {
    unsigned n = 0;
    bool same = true;
    status st = ST_OK;
    for (char *s = moves; st == ST_OK && *s; n++) {
        char *end = s + strcspn(s, " \t");
        bool last = !*end;
        *end = '\0';
        same = same && n < x->count && strcmp(x->move[n], s) == 0;
        if (!same) {
            if (x->count > n) position_cut(x->p, n);
            if (x->count > n) x->count = n;
            st = play_move(x, s, err);
        }
        s = last ? end : end + 1 + strspn(end + 1, " \t");
    }
    if (st == ST_OK && x->count > n) { /* this line is the beginning of the last one */
        position_cut(x->p, n);
        x->count = n;
    }
    return st;
}

static status add_line(opening_names *o, player *x, char *line, error *err) {
    char *first = strchr(line, '|');
    char *second = first ? strchr(first + 1, '|') : NULL;
    if (!second) return error_set(err, ST_BAD_SYNTAX, "expected ECO | name | moves");
    *first = *second = '\0';
    const char *eco = trim(line);
    const char *name = trim(first + 1);
    if (strlen(eco) != 3 || eco[0] < 'A' || eco[0] > 'E' || !text_is_digit(eco[1]) ||
        !text_is_digit(eco[2]))
        return error_set(err, ST_BAD_SYNTAX, "expected a code like B20, found '%.20s'", eco);
    if (!*name) return error_set(err, ST_BAD_SYNTAX, "expected a name");
    status st = play_line(x, trim(second + 1), err);
    if (st == ST_OK && !x->count) st = error_set(err, ST_BAD_SYNTAX, "expected moves");
    if (st == ST_OK && MEM_GROW(o->list, o->cap, o->count + 1) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the names of openings");
    if (st != ST_OK) return st;
    o->list[o->count++] = (entry){position_key(x->p), eco, name, x->count};
    return ST_OK;
}

static void blame_line(error *err, unsigned line) {
    if (!err) return;
    char said[sizeof err->text];
    memcpy(said, err->text, sizeof said);
    (void)snprintf(err->text, sizeof err->text, "line %u: %.200s", line, said);
}

static status read_lines(opening_names *o, player *x, error *err) {
    status st = ST_OK;
    unsigned number = 0;
    for (char *s = o->body; st == ST_OK && s;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        number++;
        s = trim(s);
        if (*s && *s != '#') st = add_line(o, x, s, err);
        if (st != ST_OK && st != ST_NOMEM) blame_line(err, number);
        s = next;
    }
    return st;
}

static status make_index(opening_names *o, error *err) {
    size_t size = 16;
    while (size < 2 * o->count) size *= 2;
    o->slots = mem_alloc(size * sizeof *o->slots);
    if (!o->slots) return error_set(err, ST_NOMEM, "no memory for the names of openings");
    o->mask = size - 1;
    for (size_t i = 0; i < o->count; i++) {
        const entry *other = find(o, o->list[i].key);
        if (other)
            return error_set(err, ST_BAD_SYNTAX, "%.80s and %.80s are one position", other->name,
                             o->list[i].name);
        size_t k = o->list[i].key & o->mask;
        while (o->slots[k]) k = (k + 1) & o->mask;
        o->slots[k] = (uint32_t)i + 1;
    }
    return ST_OK;
}

status opening_names_read(opening_names **out, const game *chess, const char *data, size_t len,
                          error *err) {
    opening_names *o = mem_alloc(sizeof *o);
    player *x = mem_alloc(sizeof *x);
    params setup = params_default();
    status st = ST_OK;
    *out = NULL;
    if (o) o->body = mem_alloc(len + 1);
    if (!o || !x || !o->body) {
        st = error_set(err, ST_NOMEM, "no memory for the names of openings");
    } else {
        memcpy(o->body, data, len);
        o->chess = chess;
        st = position_start(&x->p, chess, &setup, SEAT_ALL, err);
    }
    if (st == ST_OK) st = read_lines(o, x, err);
    if (st == ST_OK) st = make_index(o, err);
    if (x) position_destroy(x->p);
    mem_free(x);
    if (st == ST_OK)
        *out = o;
    else
        opening_names_destroy(o);
    return st;
}

status opening_names_create(opening_names **out, game_list games, error *err) {
    const game *chess = game_find(games, "chess");
    *out = NULL;
    if (!chess) return error_set(err, ST_UNSUPPORTED, "chess is not here");
    return opening_names_read(out, chess, (const char *)opening_names_data, opening_names_data_size,
                              err);
}

/* --- naming --- */

bool opening_names_of(const opening_names *o, const position *p, opening_name *out) {
    const rules *r = position_rules(p);
    bool found = false;
    position_moment m;
    if (r->game != o->chess || position_seat(p) != SEAT_ALL) return false;
    unsigned first = position_first_ply(p);
    unsigned last = position_ply(p);
    for (unsigned ply = last; !found; ply--) {
        uint64_t key = position_key(p);
        if (ply < last) {
            if (!position_moment_at(p, ply, 0, &m)) break;
            key = r->game->hash(r, m.data);
        }
        found = opening_names_at(o, key, out);
        if (found) out->ply = ply - first;
        if (ply == first) break;
    }
    return found;
}

status opening_names_of_tree(const opening_names *o, const game_tree *t, opening_name *out,
                             bool *found, error *err) {
    position *p = NULL;
    *found = false;
    if (t->game != o->chess) return ST_OK;
    status st = game_tree_position(&p, t, game_tree_last(t, 0), err);
    if (st == ST_OK) *found = opening_names_of(o, p, out);
    position_destroy(p);
    return st;
}
