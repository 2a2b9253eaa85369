#include "tests/games/project_l_plain.h"

#include <stdio.h>
#include <string.h>

static const char *const colours[2] = {"white", "black"};

/* --- taking tokens apart --- */

/* Cuts the next part off *rest at a separator; NULL when nothing is left. */
static char *next_part(char **rest, char separator) {
    char *part = *rest;
    if (!part) return NULL;
    char *end = strchr(part, separator);
    *rest = end ? end + 1 : NULL;
    if (end) *end = '\0';
    return part;
}

static int find_colour(const char *word) {
    for (int c = 0; word && c < 2; c++)
        if (strcmp(word, colours[c]) == 0) return c;
    return -1;
}

static bool parse_take(const plain *g, char *what, plain_move *m) {
    if (!what || !*what) return true; /* no name: verify has a reason for that */
    if (strncmp(what, "top-", 4) == 0) {
        m->colour = find_colour(what + 4);
        return m->colour >= 0;
    }
    m->list[0] = plain_find(g->set, what);
    m->listed = 1;
    return m->list[0] >= 0;
}

static bool parse_recycle(const plain *g, char *rest, plain_move *m) {
    m->colour = find_colour(next_part(&rest, ':'));
    if (m->colour < 0) return false;
    if (!rest || !*rest || strcmp(rest, "-") == 0) return true;
    while (rest) {
        int puzzle = plain_find(g->set, next_part(&rest, ','));
        if (puzzle < 0 || m->listed == PLAIN_LIST) return false;
        m->list[m->listed++] = puzzle;
    }
    return true;
}

/* Seven hex digits of 25 bits, the top left cell being the lowest one. */
static bool parse_mask(const char *hex, plain_image *out) {
    static const char digits[] = "0123456789abcdef";
    if (!hex || strlen(hex) != 7) return false;
    unsigned long value = 0;
    for (int i = 0; i < 7; i++) {
        const char *digit = strchr(digits, hex[i]);
        if (!digit) return false;
        value = value * 16 + (unsigned long)(digit - digits);
    }
    for (int i = 0; i < PLAIN_SIDE * PLAIN_SIDE; i++) {
        out->cell[i / PLAIN_SIDE][i % PLAIN_SIDE] = value % 2 == 1;
        value /= 2;
    }
    return value == 0;
}

static bool parse_placement(const plain *g, char *rest, plain_move *m) {
    if (m->places == PLAIN_LIST) return false;
    plain_placement *p = &m->place[m->places++];
    char *puzzle = next_part(&rest, ':');
    char *shape = next_part(&rest, ':');
    p->puzzle = puzzle ? plain_find(g->set, puzzle) : -1;
    p->shape = shape ? plain_shape(shape) : -1;
    return p->puzzle >= 0 && p->shape >= 0 && parse_mask(rest, &p->mask);
}

static bool parse_master(const plain *g, char *rest, plain_move *m) {
    if (!rest) return false;
    if (strcmp(rest, "-") == 0) return true;
    while (rest)
        if (!parse_placement(g, next_part(&rest, '+'), m)) return false;
    return true;
}

static bool parse_change(char *rest, plain_move *m) {
    char *from = next_part(&rest, '>');
    m->from = from ? plain_shape(from) : -1;
    m->to = rest ? plain_shape(rest) : -1;
    return m->from >= 0 && m->to >= 0;
}

static bool parse_wanted(char *rest, plain_move *m) {
    if (rest && m->kind != 'p' && m->kind != 'm') return false;
    while (rest) {
        int shape = plain_shape(next_part(&rest, ','));
        if (shape < 0 || m->wants == PLAIN_LIST) return false;
        m->wanted[m->wants++] = shape;
    }
    return true;
}

bool plain_parse(const plain *g, const char *token, plain_move *m) {
    static const char *const kinds[] = {"take",   "recycle", "basic",   "change", "place",
                                        "master", "endft",   "nothing", "reward"};
    char copy[PLAIN_TOKEN];
    (void)snprintf(copy, sizeof copy, "%s", token);
    memset(m, 0, sizeof *m);
    m->colour = -1;
    char *wanted = copy;
    char *rest = next_part(&wanted, '=');
    const char *kind = next_part(&rest, ':');
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0) m->kind = i == 8 ? '=' : kinds[i][0];
    if (!parse_wanted(wanted, m)) return false;
    switch (m->kind) {
    case 't':
        return parse_take(g, rest, m);
    case 'r':
        return parse_recycle(g, rest, m);
    case 'b':
        m->to = rest ? plain_shape(rest) : 0;
        return m->to > 0 || !rest; /* O1 is never spelt out */
    case 'c':
        return parse_change(rest, m);
    case 'p':
        return rest && parse_placement(g, rest, m);
    case 'm':
        return parse_master(g, rest, m);
    case 'e':
    case 'n':
        return !rest;
    case '=':
        m->to = rest ? plain_shape(rest) : -1;
        return m->to >= 0;
    default:
        return false;
    }
}

/* --- judging --- */

/* Fills the reason and its data, "key=value" with spaces between; is worth false. */
static bool no(plain_verdict *v, const char *reason, const char *data) {
    (void)snprintf(v->reason, sizeof v->reason, "%s", reason);
    (void)snprintf(v->data, sizeof v->data, "%s", data);
    return false;
}

static bool no_named(plain_verdict *v, const char *reason, const char *key, const char *value) {
    char data[sizeof v->data];
    (void)snprintf(data, sizeof data, "%s=%s", key, value);
    return no(v, reason, data);
}

static bool no_puzzle(const plain *g, plain_verdict *v, const char *reason, int puzzle) {
    char name[8];
    plain_name(g->set, puzzle, name);
    return no_named(v, reason, "puzzle", name);
}

static bool judge_take(const plain *g, const plain_move *m, plain_verdict *v) {
    int held = 0;
    for (int i = 0; i < PLAIN_SLOTS; i++) held += g->player[g->seat].slot[i].puzzle >= 0;
    if (held == PLAIN_SLOTS) return no(v, "PlayerAlreadyHasMaxPuzzles", "");
    if (m->colour >= 0)
        return plain_deck_size(&g->deck[m->colour]) > 0 ||
               no_named(v, "PuzzleDeckIsEmpty", "deck", colours[m->colour]);
    if (m->listed == 0) return no(v, "PuzzleIdIsNull", "");
    int puzzle = m->list[0];
    int colour = g->set->puzzle[puzzle].colour;
    bool there = false;
    for (int i = 0; i < PLAIN_SLOTS; i++) there |= g->row[colour][i] == puzzle;
    if (!there) return no_puzzle(g, v, "PuzzleNotAvailable", puzzle);
    if (g->phase == 'E' && g->black && colour == PLAIN_BLACK)
        return no(v, "PlayerAlreadyTookBlackPuzzleInEndOfTheGame", "");
    return true;
}

static bool judge_recycle(const plain *g, const plain_move *m, plain_verdict *v) {
    int held = 0;
    for (int i = 0; i < PLAIN_SLOTS; i++) held += g->row[m->colour][i] >= 0;
    if (held == 0) return no_named(v, "EmptyRowRecycle", "colour", colours[m->colour]);
    if (held != m->listed) {
        char data[80];
        (void)snprintf(data, sizeof data, "expected=%d got=%d colour=%s", held, m->listed,
                       colours[m->colour]);
        return no(v, "NumberOfRecycledPuzzlesMismatch", data);
    }
    for (int i = 0; i < PLAIN_SLOTS; i++) {
        int puzzle = g->row[m->colour][i];
        bool there = puzzle < 0;
        for (int k = 0; k < m->listed; k++) there |= m->list[k] == puzzle;
        if (!there) return no_puzzle(g, v, "PuzzleNotInRow", puzzle);
    }
    return true;
}

static bool no_change(const plain_move *m, plain_verdict *v) {
    char data[40];
    (void)snprintf(data, sizeof data, "old=%s new=%s", plain_shape_names[m->from],
                   plain_shape_names[m->to]);
    return no(v, "InvalidTetrominoChange", data);
}

static bool judge_change(const plain *g, const plain_move *m, plain_verdict *v) {
    if (m->from == m->to && !g->o.same_change) return no_change(m, v);
    if (g->player[g->seat].supply[m->from] == 0)
        return no_named(v, "TetrominoNotInPersonalSupply", "shape", plain_shape_names[m->from]);
    return plain_change_allowed(g, m->from, m->to) || no_change(m, v);
}

/* Whether the shape, turned somehow and moved somewhere, covers exactly these cells. */
static bool is_configuration(const plain_set *set, int shape, const plain_image *mask) {
    int top = PLAIN_SIDE;
    int left = PLAIN_SIDE;
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++)
            if (mask->cell[r][c]) {
                if (r < top) top = r;
                if (c < left) left = c;
            }
    plain_image pushed = {0};
    for (int r = top; r < PLAIN_SIDE; r++)
        for (int c = left; c < PLAIN_SIDE; c++) pushed.cell[r - top][c - left] = mask->cell[r][c];
    for (int i = 0; i < set->turns[shape]; i++)
        if (memcmp(&pushed, &set->turned[shape][i], sizeof pushed) == 0) return true;
    return false;
}

static bool overlap(const plain_image *a, const plain_image *b) {
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++)
            if (a->cell[r][c] && b->cell[r][c]) return true;
    return false;
}

static bool judge_placement(const plain *g, const plain_placement *p, plain_verdict *v) {
    const plain_player *me = &g->player[g->seat];
    char data[60];
    if (me->supply[p->shape] == 0)
        return no_named(v, "TetrominoNotInPersonalSupply", "shape", plain_shape_names[p->shape]);
    if (!is_configuration(g->set, p->shape, &p->mask)) {
        (void)snprintf(data, sizeof data, "shape=%s mask=%07x", plain_shape_names[p->shape],
                       plain_mask(&p->mask));
        return no(v, "InvalidTetrominoConfiguration", data);
    }
    int slot = plain_own_slot(g, p->puzzle);
    if (slot < 0) return no_puzzle(g, v, "PlayerDoesntHavePuzzle", p->puzzle);
    if (overlap(&p->mask, &me->slot[slot].image)) {
        char name[8];
        plain_name(g->set, p->puzzle, name);
        (void)snprintf(data, sizeof data, "puzzle=%s mask=%07x", name, plain_mask(&p->mask));
        return no(v, "CannotPlaceTetromino", data);
    }
    return true;
}

static bool judge_master(const plain *g, const plain_move *m, plain_verdict *v) {
    if (g->master) return no(v, "MasterActionAlreadyUsed", "");
    if (m->places == 0 && !g->o.pass) return no(v, "NothingNotAllowed", "");
    for (int i = 0; i < m->places; i++)
        for (int k = 0; k < i; k++)
            if (m->place[i].puzzle == m->place[k].puzzle)
                return no(v, "MasterActionUniquePlacement", "");
    for (int shape = 0; shape < PLAIN_SHAPES; shape++) {
        int owned = g->player[g->seat].supply[shape];
        int used = 0;
        for (int i = 0; i < m->places; i++) used += m->place[i].shape == shape;
        if (used > owned) {
            char data[60];
            (void)snprintf(data, sizeof data, "shape=%s owned=%d used=%d", plain_shape_names[shape],
                           owned, used);
            return no(v, "MasterActionNotEnoughTetrominos", data);
        }
    }
    for (int i = 0; i < m->places; i++)
        if (!judge_placement(g, &m->place[i], v)) return false;
    return true;
}

static bool offered(const plain *g, int shape) {
    int options[PLAIN_SHAPES];
    if (g->phase == 'F' || g->draws > 0 || g->rewards == 0) return false;
    int n = plain_rewards(g, g->player[g->seat].slot[g->reward[0]].puzzle, options);
    for (int i = 0; i < n; i++)
        if (options[i] == shape) return true;
    return false;
}

static bool no_reward(plain_verdict *v, int shape) {
    return no_named(v, "RewardNotOffered", "shape", plain_shape_names[shape]);
}

/* The suffix, word by word: each must answer a question that is really asked. */
static bool judge_wanted(const plain *g, const char *token, const plain_move *m, plain_verdict *v) {
    plain after = *g;
    char bare[PLAIN_TOKEN];
    (void)snprintf(bare, sizeof bare, "%s", token);
    char *rest = bare;
    if (m->wants > 0) plain_play(&after, next_part(&rest, '='));
    for (int i = 0; i < m->wants; i++) {
        if (after.acting == 0 || !offered(&after, m->wanted[i])) return no_reward(v, m->wanted[i]);
        char answer[16];
        (void)snprintf(answer, sizeof answer, "reward:%s", plain_shape_names[m->wanted[i]]);
        plain_play(&after, answer);
    }
    return true;
}

static bool judge_nothing(const plain *g, plain_verdict *v) {
    if (g->o.pass) return true;
    return !plain_any_other(g) || no(v, "NothingNotAllowed", "");
}

static bool judge_move(const plain *g, const plain_move *m, plain_verdict *v) {
    static const char *const phases[] = {"N", "E", "T", "F"};
    switch (m->kind) {
    case 't':
        return judge_take(g, m, v);
    case 'r':
        return judge_recycle(g, m, v);
    case 'b':
        return plain_basic_allowed(g, m->to) || no(v, "BasicTetrominoNotInSharedReserve", "");
    case 'c':
        return judge_change(g, m, v);
    case 'p':
        return judge_placement(g, &m->place[0], v);
    case 'm':
        return judge_master(g, m, v);
    case 'n':
        return judge_nothing(g, v);
    case 'e':
        return g->phase == 'T' || no_named(v, "InvalidEndFinishingTouchesActionUse", "phase",
                                           phases[g->phase == 'E' ? 1 : 0]);
    default:
        return no_reward(v, m->to);
    }
}

bool plain_verify(const plain *g, const char *token, plain_verdict *v) {
    plain_move m;
    memset(v, 0, sizeof *v);
    if (token[0] == '!') {
        int puzzle = plain_find(g->set, token + 1);
        bool can = g->draws > 0 && puzzle >= 0 && g->deck[g->draw[0].colour].may[puzzle];
        return can || no(v, "BadOutcome", "");
    }
    if (g->draws > 0 || g->phase == 'F') return no(v, "NobodyToMove", "");
    if (!plain_parse(g, token, &m)) return no(v, "Malformed", "");
    if (m.kind == '=' && offered(g, m.to)) return true;
    if (m.kind == '=') return no_reward(v, m.to);
    if (g->rewards > 0) return no(v, "RewardNotOffered", "");
    if (g->phase == 'T' && m.kind != 'p' && m.kind != 'e') {
        char kind[2] = {m.kind, '\0'};
        return no_named(v, "InvalidActionDuringFinishingTouches", "kind", kind);
    }
    return judge_move(g, &m, v) && judge_wanted(g, token, &m, v);
}
