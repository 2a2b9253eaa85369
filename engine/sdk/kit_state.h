#ifndef ENGINE_SDK_KIT_STATE_H
#define ENGINE_SDK_KIT_STATE_H
/* The internals of the kit, for its own files. */

#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/sdk/kit.h"

enum {
    KIT_WITNESSES = 16, /* moves that proved that a player has one */
    KIT_PARAMS = BW_OPTIONS + 2,
    KIT_IMAGES = 64,   /* mirror images, at most */
    KIT_WORD_SIZE = 40 /* a number or a range in words */
};

/* --- what is made once --- */

/* A place as it is in a move: row << 7 | column. */
typedef uint16_t kit_place;

struct kit {
    game g;           /* first: its data is this */
    game_hints hints; /* tables of g that depend on the author's */
    game_speed speed;
    const bw_game *from;
    void *object; /* of dlopen(), or NULL */
    uint64_t hash;
    int cells, live_count; /* of the array; those that are part of the board */
    int pieces;            /* declared, in the author's order */
    uint8_t piece[BW_PIECES];
    uint32_t letter[BW_PIECES]; /* their code points */
    char plain[BW_PIECES];
    uint8_t number[256]; /* of a byte: 1 empty, 2 the first piece, ...; 0 none */
    uint8_t start[BW_CELLS];
    kit_place live[BW_CELLS];     /* the cells that are part of the board, */
    uint16_t live_cell[BW_CELLS]; /* and their numbers */
    uint64_t *keys;               /* [cell * (pieces + 2) + number] */
    uint16_t *image;              /* where mirror images have each cell: [image * cells + cell] */
    int images;
    uint64_t player_key[BW_PLAYERS], over_key[BW_PLAYERS + 2], round_key, lot_key;
    uint8_t placeable[BW_PLAYERS][BW_PIECES]; /* pieces each may name, and how many */
    int placeable_count[BW_PLAYERS];
    bool may_place[BW_PLAYERS][256], may_move[BW_PLAYERS][256];
    param_spec param[KIT_PARAMS + 1];
    char usual[KIT_PARAMS][KIT_WORD_SIZE], range[KIT_PARAMS][KIT_WORD_SIZE * 3];
    feature feature[2];
};

typedef struct kit_rules {
    rules head;
    const kit *k;
    int option[BW_OPTIONS];
    int max_plies, repetition; /* 0: off */
    int first;                 /* who starts: a player, KIT_FIRST_OWN or KIT_FIRST_LOT */
} kit_rules;

enum { KIT_FIRST_OWN = -1, KIT_FIRST_LOT = -2 }; /* the author says it; chance does */

/* --- a position --- */

enum { KIT_OPEN, KIT_FINISHED, KIT_NO_MOVE, KIT_MAX_PLIES, KIT_REPETITION, KIT_FAULT, KIT_ENDINGS };

/* What an author's function did that it must not; the game ends there. */
enum { FAULT_NONE, FAULT_PUT_OUTSIDE, FAULT_PUT_UNKNOWN, FAULT_PLAYER, FAULT_WINNER };

/* Followed by the extras and the cells, each filled up with zeros to eight bytes. */
typedef struct kit_state {
    uint64_t key; /* of the cells */
    int32_t round;
    uint32_t ply;
    uint8_t player; /* to move; when over, who moved last */
    uint8_t ending;
    int16_t winner; /* BW_NOBODY, or a player; -2 - p: all but p */
    uint8_t fault;
    uint8_t lot; /* who starts is still to be drawn; player is 0 */
    uint8_t zero[2];
} kit_state;

_Static_assert(sizeof(kit_state) == 24, "flat, without padding");

/* What a thread needs for a while: who may write, and moves that worked. Starts as zeros but for
 * the moves. Whatever is in it changes no result. */
typedef struct kit_work {
    kit_state *writes; /* NULL: none may */
    rng g;             /* to look for a move somewhere */
    uint8_t known[BW_PLAYERS], next[BW_PLAYERS];
    bw_move witness[BW_PLAYERS][KIT_WITNESSES];
} kit_work;

static inline const kit_rules *kit_rules_of(const rules *r) {
    return (const kit_rules *)(const void *)r;
}

static inline size_t kit_extra_bytes(const kit *k) {
    return (k->from->extra_size + 7) & ~(size_t)7;
}

static inline void *kit_extra(const kit_state *s) {
    return (unsigned char *)s + sizeof *s;
}

static inline uint8_t *kit_board(const kit *k, const kit_state *s) {
    return (uint8_t *)s + sizeof *s + kit_extra_bytes(k);
}

extern const bw_host kit_host;

/* The author's handle on a state; `w` may write if it says so. */
static inline bw_state kit_handle(const kit_rules *r, const kit_state *s, kit_work *w) {
    const kit *k = r->k;
    return (bw_state){.cell = kit_board(k, s),
                      .extra = kit_extra(s),
                      .option = r->option,
                      .host = &kit_host,
                      .rules = r,
                      .work = w,
                      .rows = k->from->rows,
                      .cols = k->from->cols,
                      .player = s->player,
                      .round = s->round};
}

static inline void kit_work_init(kit_work *w, const kit_state *s) {
    w->writes = NULL;
    w->g.s = s->key;
    memset(w->known, 0, sizeof w->known);
    memset(w->next, 0, sizeof w->next);
}

/* --- kit_play.c: moves and their consequences --- */

/* Whether the player of `h` may name this move at all: places, pieces, hints and flags. Gives the
 * stable name of what is wrong, NULL if nothing is. */
const char *kit_refuses(const bw_state *h, bw_move m);
bool kit_valid(const bw_state *h, bw_move m);     /* that, and the author's own word */
void kit_begin(const kit_rules *r, kit_state *s); /* the start, settled, or with its lot open */
/* Ends the game where the player to move cannot, as on_no_move says. */
void kit_end_if_stuck(const kit_rules *r, kit_state *s, kit_work *w);
uint64_t kit_key(const kit *k, const uint8_t *cell);
uint64_t kit_hash(const rules *r, const void *s);

int kit_legal(const rules *r, const void *s, const trail *t, action *out);
uint64_t kit_count(const rules *r, const void *s, const trail *t);
void kit_apply(const rules *r, void *s, trail *t, action a);
void kit_play_random(const rules *r, void *s, trail *t, rng *g);
int kit_play_out(const rules *r, void *s, trail *t, rng *g, int most);

/* --- kit_first.c: who starts, by lot --- */

/* Whether who starts is still to be drawn. Where no lot is drawn at all the state is not looked
 * at. */
static inline bool kit_lot_open(const rules *r, const void *s) {
    return kit_rules_of(r)->first == KIT_FIRST_LOT && ((const kit_state *)s)->lot;
}
int kit_chance(const rules *r, const void *s, action *out, float *weight);
action kit_first_draw(const rules *r, rng *g);
int kit_first_seat(action a); /* who starts by this outcome */
void kit_first_write(action a, text *out);
void kit_first_describe(action a, text *out);
status kit_first_read(const rules *r, const char *token, action *out, error *err);
status kit_first_verify(const rules *r, const action *steps, int n, error *err);

/* --- kit_words.c, kit_position.c: text --- */

bool kit_token_holds(uint32_t code); /* whether a token may hold this character */
void kit_piece_word(const kit *k, uint8_t piece, text *out);
void kit_names(const rules *r, game_name_visit visit, void *ctx); /* letters and options */
status kit_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                  error *err);
void kit_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status kit_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                     error *err);
void kit_describe(const rules *r, const void *s, const action *steps, int n, text *out);

void kit_make_plain(char *s); /* in place; newlines stay */
const char *kit_ending_name(int ending);
const char *kit_fault_name(int fault);
void kit_write(const rules *r, const void *s, text *out);
status kit_read(const rules *r, void *s, const char *line, error *err);
void kit_draw(const rules *r, const void *s, int seat, bool colours, text *out);
/* The board alone, with the pieces themselves (UTF-8) or their plain stand-ins. */
void kit_put_board(const kit *k, const kit_state *s, bool letters, text *out);
void kit_put_more(const kit_rules *r, const kit_state *s, text *out); /* the author's show() */
void kit_put_letter(const kit *k, uint8_t piece, text *out);          /* in UTF-8 */

extern const struct game_terminal kit_terminal; /* kit_terminal.c: the loop of Boardwalk */

extern const struct game_inputs kit_game_inputs; /* kit_inputs.c: what a net sees */

/* --- kit_table.c: scenes and picks --- */

extern const struct game_table kit_game_table;
struct game_edit;
status kit_edit(const rules *head, void *state, const struct game_edit *e, error *err);
struct happened_list;
void kit_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                  struct happened_list *list);

#endif
