#ifndef ENGINE_SDK_BOARDWALK_H
#define ENGINE_SDK_BOARDWALK_H
/* The kit: a board game from five functions, in the manner of the Boardwalk API.
 *
 * An author fills a `bw_game`: the size of a board of characters, its start, and what a move is.
 * The engine makes everything else of it: the list of legal moves, positions, hashes, undo, perft,
 * every search, the protocol and play. This header stands alone (C99, no library): a game is
 * compiled into the program, or into a shared object that the program loads (`load ./mygame.so`).
 *
 * The course of a move, exactly:
 *
 *     validate_move(s, m)           asked as often as the engine likes; changes nothing
 *     perform_move(s, m)
 *     game_finished(s)              bw_player(s) is still the one who has just moved
 *       get_winner(s)               likewise; only if finished; then the game is over
 *     next_player(s)                likewise; may name the same player again
 *     round_counter(s)              bw_player(s) is the next player now
 *
 * The start is never asked whether it is finished. A player without a valid move is on_no_move's
 * business: the engine looks for that by itself after every move.
 *
 * Functions get all they need in `s`, which is valid during the call alone. They must not keep
 * state of their own: any number of threads call them at once. */

#include <stddef.h>
#include <stdint.h>

#define BW_ABI    1
#define BW_BLANK  '_' /* a free cell */
#define BW_NULL   ' ' /* not part of the board */
#define BW_NOBODY (-1)

enum {
    BW_PLAYERS = 8,     /* at most so many seats, */
    BW_SIDE = 128,      /* rows and columns, */
    BW_CELLS = 2048,    /* cells in all, */
    BW_EXTRA = 256,     /* bytes of the author's own state, */
    BW_PIECES = 120,    /* kinds of pieces, */
    BW_OPTIONS = 8,     /* and options */
    BW_MOVE_WIDTH = 14, /* bits of a place: seven for the row, seven for the column */
    BW_MOVEMENT = 1 << 28
};

/* A move: a placement "X 2,0" or a movement "6,1 5,0"; row first, both from 0, row 0 on top. */
typedef uint32_t bw_move;

typedef struct bw_state bw_state;

/* What the engine does for a game; reached through the functions below. */
typedef struct bw_host {
    void (*put)(bw_state *s, int r, int c, uint8_t piece);
    int (*can_move)(const bw_state *s, int player);
} bw_host;

/* A handle on a position, made around each call. Not to be touched but by the functions below. */
struct bw_state {
    uint8_t *cell; /* row by row */
    void *extra;
    const int *option;
    const bw_host *host;
    const void *rules; /* the engine's */
    void *work;
    int rows, cols, player, round;
};

enum bw_no_move { BW_DEAD_DRAW, BW_DEAD_LOSES, BW_DEAD_WINS, BW_DEAD_PASS };

enum bw_flags {
    BW_PLACE_ANYWHERE = 1, /* placements may name occupied cells (removals, overwrites) */
    BW_HASH_ROUND = 2,     /* the round makes a difference to what comes */
    BW_DEST_BLANK = 4,     /* movements only end on blank cells */
    BW_SOLO_LOSS = 8       /* one player: nobody wins means lost */
};

/* A number that people may set; bw_option(s, i) is the value of the i-th. */
typedef struct bw_choice {
    const char *name;
    int usual, min, max;
    const char *what; /* one line */
} bw_choice;

typedef struct bw_game {
    uint32_t abi; /* BW_ABI */
    int rows, cols, players;
    const char *name, *title;
    const char *layout; /* rows joined by '\n', UTF-8; NULL: all blank */
    /* Every piece, UTF-8; with '_' where a placement may name the blank (to take a piece away). A
     * piece up to U+00FF is the byte of that number; the k-th wider one (from 1) is the byte k. */
    const char *pieces;
    const char *plain; /* ASCII stand-ins for `pieces`, one each, for boards in plain text */
    size_t extra_size; /* bytes of the author's state: a struct without pointers and padding */
    unsigned flags;
    enum bw_no_move on_no_move; /* what a player without a valid move means */
    int max_plies, repetition;  /* if not 0, a draw after so many moves, and at the n-th time */
    int max_moves;              /* if not 0, no position has more valid moves */

    int (*validate_move)(const bw_state *, bw_move); /* all places are on the board */
    void (*perform_move)(bw_state *, bw_move);       /* NULL: bw_default_perform */
    int (*game_finished)(const bw_state *);
    int (*get_winner)(const bw_state *); /* a player, or BW_NOBODY */
    int (*next_player)(const bw_state *);

    /* Optional, NULL or 0 where there is nothing to say. */
    void (*init)(bw_state *);                               /* fills the extras, may put pieces */
    int (*initial_player)(const bw_state *);                /* 0 */
    int (*round_counter)(const bw_state *);                 /* round + 1 */
    const bw_choice *options;                               /* ended by a NULL name */
    int (*check)(const bw_state *, char *why, size_t room); /* is this position possible? A text
                                                               may bring any pieces and extras */
    int (*show)(const bw_state *, char *out, size_t room);  /* what the board does not show */

    /* At a keyboard; UTF-8. They return how many bytes they wrote; with 0 it is as without them.
     * The prompt is "Your move: ". The finish message is said behind the last board, when
     * bw_player(s) is still the one who moved; "Player 0 wins!", or that it is a tie (BW_NOBODY).
     * preprocess makes a move string ("X 2,0") of what somebody typed. */
    int (*prompt)(const bw_state *, char *out, size_t room);
    int (*finish_message)(const bw_state *, int winner, char *out, size_t room);
    int (*preprocess)(const bw_state *, const char *in, char *out, size_t room);

    /* Hints that only shrink what is tried; index = player. NULL: all pieces; "": none. */
    const char *placeable[BW_PLAYERS], *movable[BW_PLAYERS];

    /* For speed alone. */
    int (*generate_moves)(const bw_state *, bw_move *out, int room); /* exactly the valid ones */
    int (*count_moves)(const bw_state *);                            /* how many these are */
    int (*has_move)(const bw_state *, int player);                   /* if it were his turn */
    /* Where the piece on r,c might go, as row * cols + column, each once; too many do no harm. */
    int (*targets)(const bw_state *, int r, int c, uint16_t *cells, int room);
    /* For searches. */
    int (*evaluate)(const bw_state *, int player); /* in hundredths, from that player's side */
    int (*order)(const bw_state *, bw_move);       /* a guess how good it is, in hundredths */
    /* Where the k-th mirror image has this cell (k from 1), -1 behind the last. Only where mirror
     * images play alike and the extras name no places. */
    int (*symmetry)(int k, int cell);
} bw_game;

/* What a shared object exports: one line at the end of the file. */
#if defined(__GNUC__)
#define BW_PUBLIC __attribute__((visibility("default")))
#else
#define BW_PUBLIC
#endif
#define BW_EXPORT(game)                                                                            \
    BW_PUBLIC const bw_game *bw_entry(unsigned abi);                                               \
    const bw_game *bw_entry(unsigned abi) {                                                        \
        return abi == BW_ABI ? &(game) : NULL;                                                     \
    }

/* --- reading: always allowed --- */

static inline int bw_rows(const bw_state *s) {
    return s->rows;
}

static inline int bw_cols(const bw_state *s) {
    return s->cols;
}

static inline int bw_on_board(const bw_state *s, int r, int c) {
    return (unsigned)r < (unsigned)s->rows && (unsigned)c < (unsigned)s->cols &&
           s->cell[r * s->cols + c] != BW_NULL;
}

/* The character there; BW_NULL off the board, so that rules need no bounds. */
static inline uint8_t bw_at(const bw_state *s, int r, int c) {
    if ((unsigned)r >= (unsigned)s->rows || (unsigned)c >= (unsigned)s->cols) return BW_NULL;
    return s->cell[r * s->cols + c];
}

static inline int bw_player(const bw_state *s) {
    return s->player;
}

static inline int bw_round(const bw_state *s) {
    return s->round;
}

static inline int bw_option(const bw_state *s, int i) {
    return s->option[i];
}

static inline void *bw_extra(bw_state *s) {
    return s->extra;
}

static inline const void *bw_extra_c(const bw_state *s) {
    return s->extra;
}

static inline int bw_count(const bw_state *s, uint8_t piece) {
    int n = 0;
    for (int i = 0; i < s->rows * s->cols; i++) n += s->cell[i] == piece;
    return n;
}

/* The first of its kind, from the top left; 0 if there is none. */
static inline int bw_find(const bw_state *s, uint8_t piece, int *r, int *c) {
    for (int i = 0; i < s->rows * s->cols; i++) {
        if (s->cell[i] != piece) continue;
        *r = i / s->cols;
        *c = i % s->cols;
        return 1;
    }
    return 0;
}

static inline int bw_sign(int x) {
    return (x > 0) - (x < 0);
}

/* Whether two cells are on one row, column or diagonal, and all between them is blank. */
static inline int bw_line_free(const bw_state *s, int r0, int c0, int r1, int c1) {
    int dr = r1 - r0;
    int dc = c1 - c0;
    if ((dr != 0 && dc != 0 && dr != dc && dr != -dc) || (dr == 0 && dc == 0)) return 0;
    int sr = bw_sign(dr);
    int sc = bw_sign(dc);
    for (r0 += sr, c0 += sc; r0 != r1 || c0 != c1; r0 += sr, c0 += sc)
        if (bw_at(s, r0, c0) != BW_BLANK) return 0;
    return 1;
}

/* Whether this player would have a valid move if it were his turn. Not from validate_move or
 * has_move.
 */
static inline int bw_can_move(const bw_state *s, int who) {
    return s->host->can_move(s, who);
}

/* --- moves --- */

static inline bw_move bw_placement(uint8_t piece, int r, int c) {
    return (bw_move)piece << BW_MOVE_WIDTH | (bw_move)r << 7 | (bw_move)c;
}

static inline bw_move bw_movement(int r0, int c0, int r1, int c1) {
    return (bw_move)BW_MOVEMENT | (bw_move)r0 << 21 | (bw_move)c0 << 14 | (bw_move)r1 << 7 |
           (bw_move)c1;
}

static inline int bw_is_placement(bw_move m) {
    return !(m & BW_MOVEMENT);
}

static inline void bw_place_fields(bw_move m, uint8_t *piece, int *r, int *c) {
    *piece = (uint8_t)(m >> BW_MOVE_WIDTH);
    *r = (int)(m >> 7 & 127);
    *c = (int)(m & 127);
}

static inline void bw_move_fields(bw_move m, int *r0, int *c0, int *r1, int *c1) {
    *r0 = (int)(m >> 21 & 127);
    *c0 = (int)(m >> 14 & 127);
    *r1 = (int)(m >> 7 & 127);
    *c1 = (int)(m & 127);
}

/* --- writing: only inside perform_move and init --- */

static inline void bw_put(bw_state *s, int r, int c, uint8_t piece) {
    s->host->put(s, r, c, piece);
}

/* A placement overwrites its cell; a movement leaves its origin blank and overwrites its goal. */
static inline void bw_default_perform(bw_state *s, bw_move m) {
    uint8_t piece;
    int r0;
    int c0;
    int r1;
    int c1;
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r1, &c1);
    } else {
        bw_move_fields(m, &r0, &c0, &r1, &c1);
        piece = bw_at(s, r0, c0);
        bw_put(s, r0, c0, BW_BLANK);
    }
    bw_put(s, r1, c1, piece);
}

#endif
