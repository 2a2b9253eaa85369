/* Hexapawn as a game of the contract (engine/game/game.h): three pawns each on three by three, one
 * step straight forward or one diagonally forward to take. The far rank, all enemies taken, or an
 * enemy without a move wins. See docs/add-a-game.md. */
#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game.h"

enum { SIDE = 3, CELLS = SIDE * SIDE };

/* Cells count from a1, rank by rank. Seat 0 is white and goes up. All eight bytes are the state:
 * no padding, so that it can be hashed as a word. */
typedef struct pawn_state {
    uint16_t pawn[2]; /* a bit for each cell */
    uint8_t mover, over;
    uint8_t zero[2];
} pawn_state;

_Static_assert(sizeof(pawn_state) == 8, "flat, without padding");

static const uint16_t far_rank[2] = {7u << 2 * SIDE, 7u};

/* --- rules --- */

/* A step is from * CELLS + to. */
static int list_steps(const pawn_state *s, action *out) {
    int me = s->mover;
    int n = 0;
    for (int from = 0; from < CELLS; from++) {
        int rank = from / SIDE + (me ? -1 : 1);
        if (!(s->pawn[me] >> from & 1) || rank < 0 || rank >= SIDE) continue;
        for (int file = from % SIDE - 1; file <= from % SIDE + 1; file++) {
            if (file < 0 || file >= SIDE) continue;
            int to = rank * SIDE + file;
            bool straight = file == from % SIDE;
            bool enemy = s->pawn[1 - me] >> to & 1;
            bool own = s->pawn[me] >> to & 1;
            if (straight ? !enemy && !own : enemy) out[n++] = (action)from * CELLS + (action)to;
        }
    }
    return n;
}

/* Whether the one who moved last has won. */
static bool is_over(const pawn_state *s) {
    action list[CELLS];
    int last = 1 - s->mover;
    return s->pawn[last] & far_rank[last] || list_steps(s, list) == 0;
}

static status pawn_open(rules **out, const game *g, const params *p, error *err) {
    if (p->first > 0) return error_set(err, ST_UNSUPPORTED, "white starts, and white is seat 1");
    rules *r = rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of hexapawn");
    r->state_size = sizeof(pawn_state);
    r->max_actions = CELLS;
    *out = r;
    return ST_OK;
}

static void pawn_start(const rules *r, void *s) {
    (void)r;
    *(pawn_state *)s = (pawn_state){.pawn = {far_rank[1], far_rank[0]}};
}

static int pawn_actor(const rules *r, const void *state) {
    const pawn_state *s = state;
    (void)r;
    return s->over ? ACTOR_NONE : s->mover;
}

static int pawn_legal(const rules *r, const void *state, const trail *t, action *out) {
    const pawn_state *s = state;
    (void)r;
    (void)t;
    return s->over ? 0 : list_steps(s, out);
}

static void pawn_apply(const rules *r, void *state, trail *t, action a) {
    pawn_state *s = state;
    unsigned from = 1u << a / CELLS;
    unsigned to = 1u << a % CELLS;
    (void)r;
    (void)t;
    assert(!s->over && s->pawn[s->mover] & from);
    s->pawn[s->mover] = (uint16_t)(s->pawn[s->mover] ^ from ^ to);
    s->mover ^= 1;
    s->pawn[s->mover] = (uint16_t)(s->pawn[s->mover] & ~to);
    s->over = is_over(s);
}

static uint64_t pawn_hash(const rules *r, const void *state) {
    uint64_t word;
    (void)r;
    memcpy(&word, state, sizeof word);
    return hash_mix(word);
}

static void pawn_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    const pawn_state *s = state;
    (void)r;
    points[0] = points[1] = 0;
    utility[s->mover] = 0; /* whoever would have to move has lost */
    utility[1 - s->mover] = 1;
}

/* --- text --- */

static void put_cell(int cell, text *out) {
    text_format(out, "%c%d", 'a' + cell % SIDE, cell / SIDE + 1);
}

static void pawn_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    (void)n;
    put_cell((int)(steps[0] / CELLS), out);
    put_cell((int)(steps[0] % CELLS), out);
}

/* "bbb/.../www w": ranks from the top, who moves. Whether it is over can be seen. */
static void pawn_write(const rules *r, const void *state, text *out) {
    const pawn_state *s = state;
    (void)r;
    for (int rank = SIDE - 1; rank >= 0; rank--) {
        for (int file = 0; file < SIDE; file++) {
            int cell = rank * SIDE + file;
            text_char(out, s->pawn[0] >> cell & 1 ? 'w' : s->pawn[1] >> cell & 1 ? 'b' : '.');
        }
        text_char(out, rank ? '/' : ' ');
    }
    text_char(out, s->mover ? 'b' : 'w');
}

static status pawn_read(const rules *r, void *state, const char *line, error *err) {
    pawn_state *s = state;
    *s = (pawn_state){0};
    for (int i = 0; i < CELLS && strlen(line) == 13; i++) {
        char c = line[(SIDE - 1 - i / SIDE) * (SIDE + 1) + i % SIDE];
        if (c == 'w' || c == 'b') s->pawn[c == 'b'] = (uint16_t)(s->pawn[c == 'b'] | 1u << i);
    }
    s->mover = strlen(line) == 13 && line[12] == 'b';
    s->over = is_over(s);
    /* What was read is what would be written, or it was wrong somewhere. */
    char again[16];
    text out = text_over(again, sizeof again);
    pawn_write(r, s, &out);
    if (strcmp(again, line) != 0)
        return error_set(err, ST_BAD_FEN, "expected a position like bbb/.../www w");
    for (int i = 0; i < 2; i++)
        if (__builtin_popcount(s->pawn[i]) > SIDE)
            return error_set(err, ST_BAD_FEN, "a side has at most three pawns");
    if (s->pawn[s->mover] & far_rank[s->mover])
        return error_set(err, ST_BAD_FEN, "the game would have been over a move ago");
    return ST_OK;
}

static void pawn_draw(const rules *r, const void *state, int seat, bool colours, text *out) {
    char buf[16];
    text line = text_over(buf, sizeof buf);
    (void)seat;
    (void)colours;
    pawn_write(r, state, &line);
    for (int rank = 0; rank < SIDE; rank++)
        text_format(out, "%d  %.3s\n", SIDE - rank, buf + (ptrdiff_t)4 * rank);
    text_put(out, "   abc\n");
}

extern const game hexapawn_native;

const game hexapawn_native = {
    .name = "hexapawn_native",
    .title = "Hexapawn (native)",
    .min_players = 2,
    .max_players = 2,
    .default_players = 2,
    .syntax = (const action_syntax[]){{"move", "a1a2"}, {NULL, NULL}},
    .open = pawn_open,
    .start = pawn_start,
    .actor = pawn_actor,
    .legal = pawn_legal,
    .apply = pawn_apply,
    .hash = pawn_hash,
    .returns = pawn_returns,
    .to_text = pawn_to_text,
    .write = pawn_write,
    .read = pawn_read,
    .draw = pawn_draw,
};
