#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/forms/sgf.h"
#include "engine/notation/forms/sgf_scan.h"
#include "engine/notation/tree/board_text.h"

const sgf_tag sgf_tags[] = {
    {"EV", "Event"},     {"PC", "Site"},       {"DT", "Date"},      {"RO", "Round"},
    {"PB", "Black"},     {"PW", "White"},      {"BR", "BlackRank"}, {"WR", "WhiteRank"},
    {"BT", "BlackTeam"}, {"WT", "WhiteTeam"},  {"GN", "GameName"},  {"TM", "TimeControl"},
    {"OT", "Overtime"},  {"RU", "Rules"},      {"AN", "Annotator"}, {"SO", "Source"},
    {"US", "User"},      {"CP", "Copyright"},  {"ON", "Opening"},   {"GC", "GameComment"},
    {"HA", "Handicap"},  {"RE", "ResultText"}, {NULL, NULL}};

const sgf_mark sgf_marks[] = {{"TE", "1", 1},  {"BM", "1", 2},  {"TE", "2", 3},  {"BM", "2", 4},
                              {"IT", "", 5},   {"DO", "", 6},   {"DM", "1", 10}, {"UC", "1", 13},
                              {"GW", "1", 16}, {"GB", "1", 17}, {"GW", "2", 18}, {"GB", "2", 19},
                              {NULL, NULL, 0}};

/* A game while it is made of what was scanned. */
typedef struct reader {
    sgf_scan x;
    game_tree *t;
    position *p;
    int *node; /* of the tree, for each that was scanned */
    board_text board;
    bool go;
    int black;   /* the seat of black */
    bool set_up; /* stones are on the board before the first move */
    int mover;   /* who begins; -1: not told */
} reader;

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the game");
}

static bool is(const sgf_value *v, const char *name) {
    return strcmp(v->name, name) == 0;
}

/* --- the game and its options --- */

/* Sets an option where it is not what the game has anyway. */
static status set_option_text(game_tree *t, const char *name, const char *value, error *err) {
    for (const param_spec *s = t->game->params; s && s->name; s++)
        if (strcmp(s->name, name) == 0 && s->default_value && strcmp(s->default_value, value) == 0)
            return ST_OK;
    return params_set(&t->setup, t->game, name, value, err);
}

static status set_option(game_tree *t, const char *name, long value, error *err) {
    char buf[24];
    text number = text_over(buf, sizeof buf);
    text_format(&number, "%ld", value);
    return set_option_text(t, name, buf, err);
}

/* Komi in points, halves allowed. Some servers write 375 for 3.75 of each. */
static status set_komi(game_tree *t, const char *value, error *err) {
    double points;
    char buf[24];
    if (strlen(value) >= sizeof buf || !text_real(value, &points) || points > 1e6)
        return error_set(err, ST_BAD_VALUE, "expected points in KM, found %.40s", value);
    if (points >= 100) points /= 50;
    double half = 2 * points;
    if (half < 0 || half > 1000 || half != (double)(long)half)
        return error_set(err, ST_BAD_VALUE, "KM: komi is 0 or more, in half points, not %.40s",
                         value);
    text points_text = text_over(buf, sizeof buf);
    params_write_halves((int64_t)half, &points_text);
    return set_option_text(t, "komi", buf, err);
}

static status set_size(reader *r, const char *value, error *err) {
    char *end = NULL;
    long size = strtol(value, &end, 10);
    if (*end == ':' && strtol(end + 1, &end, 10) != size)
        return error_set(err, ST_UNSUPPORTED, "SZ: boards are as wide as they are high, not %.40s",
                         value);
    if (*end || end == value || size < 1 || size > BOARD_TEXT_MAX_SIDE)
        return error_set(err, ST_BAD_VALUE, "expected a size in SZ, found %.40s", value);
    r->board = board_text_empty(r->t->game, (int)size, (int)size);
    return set_option(r->t, "size", size, err);
}

static bool has_swap(const sgf_scan *x) {
    for (size_t i = 0; i < x->value_count; i++)
        if ((is(&x->values[i], "B") || is(&x->values[i], "W")) &&
            text_starts(sgf_scan_text(x, &x->values[i]), "swap"))
            return true;
    return false;
}

static status choose_game(reader *r, const game_text *s, error *err) {
    const sgf_node *root = &r->x.nodes[0];
    const char *kind = sgf_scan_get(&r->x, root, "GM");
    const char *size = sgf_scan_get(&r->x, root, "SZ");
    const char *komi = sgf_scan_get(&r->x, root, "KM");
    bool hex =
        kind ? strcmp(kind, "11") == 0 : s->fallback && strcmp(s->fallback->name, "hex") == 0;
    if (kind && !hex && strcmp(kind, "1") != 0)
        return error_set(err, ST_UNSUPPORTED,
                         "GM[%.20s]: of SGF, go (1) and hex (11) are read, no other game", kind);
    r->go = !hex;
    r->t->game = game_find(s->games, hex ? "hex" : "go");
    if (!r->t->game) return error_set(err, ST_UNSUPPORTED, "%s is not here", hex ? "hex" : "go");
    status st = set_size(r, size ? size : hex ? "11" : "19", err);
    if (st == ST_OK && r->go && komi && *komi) st = set_komi(r->t, komi, err);
    if (st == ST_OK && hex && has_swap(&r->x)) st = set_option(r->t, "swap", 1, err);
    return st;
}

/* "B+3.5", "W+R", "0", "Draw", "Jigo" */
static void set_result(reader *r, const char *value) {
    if (text_starts(value, "B+"))
        r->t->result = r->black;
    else if (text_starts(value, "W+"))
        r->t->result = 1 - r->black;
    else if (strcmp(value, "0") == 0 || text_same(value, "draw") || text_same(value, "jigo"))
        r->t->result = GAME_TREE_DRAW;
}

/* --- points --- */

/* The cell of a point; -1: it is none. */
static int read_point(const reader *r, const char *value, size_t *len) {
    const board_text *b = &r->board;
    int x = value[0] >= 'a' && value[0] <= 'z' ? value[0] - 'a' : -1;
    int y = -1;
    *len = 2;
    if (x < 0 || x >= b->width) return -1;
    if (!r->go && text_is_digit(value[1])) {
        size_t n = 1;
        for (y = 0; text_is_digit(value[n]) && n < 4; n++) y = 10 * y + (value[n] - '0');
        y--;
        *len = n;
    } else if (value[1] >= 'a' && value[1] <= 'z') {
        y = value[1] - 'a';
        if (r->go) y = b->height - 1 - y;
    }
    return y >= 0 && y < b->height ? y * b->width + x : -1;
}

static bool is_pass(const reader *r, const char *value) {
    return r->go && (!*value || (strcmp(value, "tt") == 0 && r->board.width <= 19) ||
                     text_same(value, "pass"));
}

/* A move as a token; empty where it is none (resign). */
static status read_move(const reader *r, const sgf_value *v, text *out, error *err) {
    const char *value = sgf_scan_text(&r->x, v);
    size_t n;
    if (text_same(value, "resign") || text_same(value, "forfeit")) return ST_OK;
    if (is_pass(r, value)) {
        text_put(out, "pass");
        return ST_OK;
    }
    if (!r->go && text_starts(value, "swap")) {
        text_put(out, "swap");
        return ST_OK;
    }
    int cell = read_point(r, value, &n);
    if (cell < 0 || value[n])
        return error_set(err, ST_BAD_SYNTAX, "expected a point of the board in %s, found %.20s",
                         v->name, *value ? value : "nothing");
    board_text_name(&r->board, cell, out);
    return ST_OK;
}

/* --- stones before the first move --- */

/* One point or a rectangle of them: "aa", "aa:cc". */
static status place_stones(reader *r, const sgf_value *v, error *err) {
    const char *value = sgf_scan_text(&r->x, v);
    size_t n = 0;
    size_t m = 0;
    int a = read_point(r, value, &n);
    int b = a >= 0 && value[n] == ':' ? read_point(r, value + n + 1, &m) : a;
    if (a < 0 || b < 0 || value[n + (value[n] == ':') + m])
        return error_set(err, ST_BAD_SYNTAX, "expected a point of the board in %s, found %.20s",
                         v->name, *value ? value : "nothing");
    int width = r->board.width;
    bool first = is(v, "AB") == (r->black == 0);
    char stone = (char)(is(v, "AE") ? '.' : first ? 'S' : 's');
    int left = a % width < b % width ? a % width : b % width;
    int right = a % width + b % width - left;
    int low = a / width < b / width ? a / width : b / width;
    int high = a / width + b / width - low;
    for (int y = low; y <= high; y++)
        for (int x = left; x <= right; x++) r->board.cell[y * width + x] = stone;
    r->set_up = true;
    return ST_OK;
}

static bool is_setup(const sgf_value *v) {
    return is(v, "AB") || is(v, "AW") || is(v, "AE");
}

static bool is_move(const sgf_value *v) {
    return is(v, "B") || is(v, "W");
}

/* How far the file has no move: the nodes in one line from the root on, up to that with the first
 * one. *first is its colour, or 0. */
static size_t head_of(const sgf_scan *x, char *first) {
    size_t n = 0;
    *first = 0;
    for (; n < x->node_count && (n == 0 || x->nodes[n].parent == (int)n - 1); n++) {
        const sgf_node *node = &x->nodes[n];
        for (size_t i = node->first; i < node->first + node->count && !*first; i++)
            if (is_move(&x->values[i])) *first = x->values[i].name[0];
        if (*first) return n + 1;
    }
    return n;
}

static status set_up(reader *r, error *err) {
    char first;
    size_t head = head_of(&r->x, &first);
    status st = ST_OK;
    for (size_t k = 0; k < head; k++) {
        const sgf_node *n = &r->x.nodes[k];
        for (size_t i = n->first; st == ST_OK && i < n->first + n->count; i++) {
            const sgf_value *v = &r->x.values[i];
            if (is_setup(v)) st = place_stones(r, v, err);
            if (is(v, "PL"))
                r->mover = strchr("Bb1", *sgf_scan_text(&r->x, v)) ? r->black : 1 - r->black;
            if (st != ST_OK && st != ST_NOMEM) game_text_blame(v->at, err);
        }
    }
    if (st == ST_OK && r->mover < 0 && first) r->mover = first == 'B' ? r->black : 1 - r->black;
    if (st != ST_OK || (!r->set_up && r->mover <= 0)) return st;
    text line = text_growing();
    board_text_write(&r->board, &line);
    text_format(&line, " %d", r->mover < 0 ? 0 : r->mover);
    st = line.cut ? no_memory(err) : game_tree_set_start(r->t, text_string(&line), err);
    text_done(&line);
    return st;
}

/* --- nodes --- */

static status keep_extra(reader *r, game_node *n, const sgf_value *v, bool again, error *err) {
    text out = text_growing();
    if (n->extra) text_put(&out, n->extra);
    if (!again) text_put(&out, v->name);
    text_format(&out, "[%s]", sgf_scan_raw(&r->x, v));
    char *copy = out.cut ? NULL : mem_string(text_string(&out));
    text_done(&out);
    if (!copy) return no_memory(err);
    mem_free(n->extra);
    n->extra = copy;
    return ST_OK;
}

/* What is a tag or an option in the tree. */
static bool is_root_property(const sgf_value *v) {
    static const char *const own[] = {"GM", "FF", "CA", "AP", "SZ", "KM", "PL", "ST", NULL};
    for (size_t i = 0; own[i]; i++)
        if (is(v, own[i])) return true;
    return false;
}

static const char *tag_of(const sgf_value *v) {
    for (size_t i = 0; sgf_tags[i].property; i++)
        if (is(v, sgf_tags[i].property)) return sgf_tags[i].tag;
    return NULL;
}

static int nag_of(const sgf_value *v, const char *value) {
    for (size_t i = 0; sgf_marks[i].property; i++)
        if (is(v, sgf_marks[i].property) &&
            (strcmp(value, sgf_marks[i].value) == 0 || (!*value && sgf_marks[i].value[0] == '1')))
            return sgf_marks[i].nag;
    return 0;
}

static status read_remark(reader *r, int node, const sgf_value *v, bool again, error *err) {
    game_node *n = &r->t->nodes[node];
    const char *value = sgf_scan_text(&r->x, v);
    const char *tag = tag_of(v);
    int nag = nag_of(v, value);
    double number;
    if (is_move(v) || is_setup(v) || is_root_property(v)) return ST_OK;
    if (is(v, "C")) return game_tree_remark(&n->after, value, strlen(value), err);
    if (is(v, "N")) return game_tree_remark(&n->before, value, strlen(value), err);
    if (tag && !game_tree_tag(r->t, tag)) {
        if (is(v, "RE")) set_result(r, value);
        bool plain = is(v, "RE") && (strlen(value) <= 2); /* the winner alone */
        if (plain) return ST_OK;
        return game_tree_set_tag(r->t, tag, value, err);
    }
    if (nag) {
        game_tree_nag(r->t, node, nag);
        return ST_OK;
    }
    bool clock = n->token && (is(v, "BL") || is(v, "WL"));
    if (clock && text_real(value, &number) && number >= 0 && number < 1e9) {
        n->clock_ms = (int64_t)(1000 * number + 0.5);
        return ST_OK;
    }
    if (is(v, "V") && text_real(value, &number) && number > -1e6 && number < 1e6) {
        n->has_eval = true;
        n->eval = r->black == 0 ? number : -number;
        return ST_OK;
    }
    return keep_extra(r, n, v, again, err);
}

/* Plays a token at `node`, which becomes its child. */
static status play(reader *r, int *node, const char *event, game_text_place at, error *err) {
    status st = position_play(r->p, event, err);
    if (st == ST_OK) st = game_tree_add(r->t, *node, event, node, err);
    if (st != ST_OK) return st;
    r->t->nodes[*node].line = at.line;
    r->t->nodes[*node].column = at.column;
    return ST_OK;
}

static status add_move(reader *r, int *node, const sgf_value *v, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    const rules *rules_of = position_rules(r->p);
    int seat = is(v, "B") ? r->black : 1 - r->black;
    status st = read_move(r, v, &event, err);
    if (st != ST_OK || !event.len) return st;
    int actor = r->t->game->actor(rules_of, position_data(r->p));
    if (actor >= 0 && actor != seat && r->go) st = play(r, node, "pass", v->at, err);
    if (actor >= 0 && actor != seat && !r->go)
        st = error_set(err, ST_WRONG_SEAT, "%s: it is the other player's turn", v->name);
    if (st == ST_OK) st = play(r, node, buf, v->at, err);
    return st;
}

static status add_node(reader *r, size_t k, bool head, error *err) {
    const sgf_node *n = &r->x.nodes[k];
    int node = n->parent < 0 ? 0 : r->node[n->parent];
    status st = ST_OK;
    position_cut(r->p, game_tree_depth(r->t, node));
    for (size_t i = n->first; st == ST_OK && i < n->first + n->count; i++) {
        const sgf_value *v = &r->x.values[i];
        if (is_move(v)) st = add_move(r, &node, v, err);
        if (is_setup(v) && !head)
            st = error_set(err, ST_UNSUPPORTED, "%s: stones are set up before the first move only",
                           v->name);
        if (st != ST_OK && st != ST_NOMEM) game_text_blame(v->at, err);
    }
    r->node[k] = node;
    for (size_t i = n->first; st == ST_OK && i < n->first + n->count; i++)
        st = read_remark(r, node, &r->x.values[i],
                         i > n->first && strcmp(r->x.values[i - 1].name, r->x.values[i].name) == 0,
                         err);
    return st;
}

static status read_game(reader *r, const game_text *s, error *err) {
    char first;
    size_t head = head_of(&r->x, &first);
    r->mover = -1;
    status st = choose_game(r, s, err);
    if (st != ST_OK && st != ST_NOMEM) game_text_blame(r->x.nodes[0].at, err);
    /* In hex the colour that begins is the first player's. */
    if (st == ST_OK && !r->go && first == 'W') {
        bool stones = false;
        for (size_t i = 0; i < r->x.value_count; i++) stones |= is_setup(&r->x.values[i]);
        r->black = !stones;
    }
    if (st == ST_OK) st = set_up(r, err);
    if (st == ST_OK) st = game_tree_start(&r->p, r->t, err);
    r->node = st == ST_OK ? mem_alloc(r->x.node_count * sizeof *r->node) : NULL;
    if (st == ST_OK && !r->node) st = no_memory(err);
    for (size_t k = 0; st == ST_OK && k < r->x.node_count; k++) st = add_node(r, k, k < head, err);
    return st;
}

status sgf_next(game_text *s, game_tree **out, error *err) {
    *out = NULL;
    reader *r = mem_alloc(sizeof *r);
    if (!r) return no_memory(err);
    status st = sgf_scan_next(s, &r->x, err);
    if (st == ST_OK) st = game_tree_create(&r->t, NULL, err);
    if (st == ST_OK) st = read_game(r, s, err);
    if (st == ST_OK)
        *out = r->t;
    else
        game_tree_destroy(r->t);
    position_destroy(r->p);
    mem_free(r->node);
    sgf_scan_done(&r->x);
    mem_free(r);
    return st;
}

bool sgf_looks(const char *head) {
    head += strspn(head, " \t\r\n");
    if (*head++ != '(') return false;
    head += strspn(head, " \t\r\n");
    return *head == ';' && !strstr(head, "GM[Othello]");
}
