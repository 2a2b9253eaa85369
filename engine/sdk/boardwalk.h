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
 * With BW_FIRST_RANDOM a lot comes before the first move, after init(); bw_player(s) is 0 until
 * then.
 *
 * The start is never asked whether it is finished. A player without a valid move is on_no_move's
 * business: the engine looks for that by itself after every move.
 *
 * Functions get all they need in `s`, which is valid during the call alone. They must not keep
 * state of their own: any number of threads call them at once. */

#include <stddef.h>
#include <stdint.h>

#define BW_ABI    2   /* objects of version 1, which had no `inputs`, are loaded as well */
#define BW_BLANK  '_' /* a free cell */
#define BW_NULL   ' ' /* not part of the board */
#define BW_NOBODY (-1)

enum {
    BW_PLAYERS = 8,     /* at most so many seats, */
    BW_SIDE = 128,      /* rows and columns, */
    BW_CELLS = 2048,    /* cells in all, */
    BW_EXTRA = 256,     /* bytes of the author's own state, */
    BW_PIECES = 120,    /* kinds of pieces, */
    BW_OPTIONS = 8,     /* options, */
    BW_INPUTS = 1024,   /* and inputs for nets */
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
    BW_SOLO_LOSS = 8,      /* one player: nobody wins means lost */
    BW_FIRST_RANDOM = 16   /* who starts is drawn before the first move, an event (`!first=2`) that
                              people may announce; `--first 2` says it. Not with initial_player */
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
     * preprocess makes a move string ("X 2,0") of what somebody typed; bw_move_read() and its
     * parts, below, read such strings. */
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
    /* For nets, which see every piece on its cell by themselves: what of the extras they see, as
     * numbers below input_count. `inputs` lists those that hold now, as this player sees it, each
     * once. Only what the board, the extras and bw_player(s) say counts, not the round. */
    int input_count;
    int (*inputs)(const bw_state *, int player, uint16_t *out, int room);
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

/* --- reading a move's text, for a preprocess that wants more than the two forms --- */

/* One UTF-8 character; the number of its bytes, 0 if it is none. */
static inline int bw_utf8_read(const char *s, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *u = (const unsigned char *)s;
    int n = u[0] < 0x80 ? 1 : u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : u[0] >= 0xc0 ? 2 : 0;
    if (!u[0] || !n || u[0] > 0xf4) return 0;
    uint32_t c = n == 1 ? u[0] : u[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if ((u[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (u[i] & 0x3fu);
    }
    if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return 0;
    *code = c;
    return n;
}

static inline int bw_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline const char *bw_skip_space(const char *s) {
    while (bw_is_space(*s)) s++;
    return s;
}

/* A number without a sign; NULL where there is none. Large ones are all equally far off. */
static inline const char *bw_number_read(const char *s, int *out) {
    int n = 0;
    if (*s < '0' || *s > '9') return NULL;
    for (; *s >= '0' && *s <= '9'; s++)
        if (n < 1000000) n = n * 10 + (*s - '0');
    *out = n;
    return s;
}

/* "2,0", white space around the comma or not: what comes behind it, or NULL. */
static inline const char *bw_place_read(const char *s, int *r, int *c) {
    s = bw_number_read(s, r);
    if (!s) return NULL;
    s = bw_skip_space(s);
    return *s == ',' ? bw_number_read(bw_skip_space(s + 1), c) : NULL;
}

/* A move as it is written, whatever the board: "X 2,0" or "6,1 5,0", with white space or a colon
 * in the middle; a piece that a token cannot hold is u and its code point in hex ("u2654:2,0"). */
typedef struct bw_text {
    int is_movement;
    uint32_t piece; /* its code point, of a placement */
    int r0, c0, r1, c1;
} bw_text;

static inline const char *bw_gap_read(const char *s) {
    if (*s == ':') return s + 1;
    return bw_is_space(*s) ? bw_skip_space(s) : NULL;
}

static inline const char *bw_code_read(const char *s, uint32_t *code) {
    uint32_t value = 0;
    int n = 0;
    if (*s != 'u') return NULL;
    for (s++; (*s >= '0' && *s <= '9') || (*s >= 'a' && *s <= 'f'); s++, n++)
        if (n < 6) value = value * 16 + (uint32_t)(*s <= '9' ? *s - '0' : *s - 'a' + 10);
    if (n < 2 || n > 6 || *s != ':') return NULL;
    *code = value;
    return s;
}

/* 1 where the whole text has one of the two forms. */
static inline int bw_text_read(const char *in, bw_text *out) {
    const char *s = bw_place_read(in, &out->r0, &out->c0);
    if (s) s = bw_gap_read(s);
    if (s) s = bw_place_read(s, &out->r1, &out->c1);
    out->is_movement = 1;
    if (s && !*s) return 1;
    s = bw_code_read(in, &out->piece);
    if (!s) {
        int n = bw_is_space(*in) ? 0 : bw_utf8_read(in, &out->piece);
        if (!n) return 0;
        s = in + n;
    }
    s = bw_gap_read(s);
    if (s) s = bw_place_read(s, &out->r1, &out->c1);
    out->is_movement = 0;
    return s && !*s;
}

/* The byte of a piece by its code point; -1 where the game has no such piece. */
static inline int bw_piece_byte(const bw_game *g, uint32_t code) {
    int wide = 0;
    for (const char *s = g->pieces; *s;) {
        uint32_t c;
        int n = bw_utf8_read(s, &c);
        if (!n) return -1;
        if (c > 0xff) wide++;
        if (c == code) return c > 0xff ? wide : (int)c;
        s += n;
    }
    return -1;
}

/* The move that a text means: 1, or 0 where it is none of this game, or names a place beyond the
 * rows and columns. Whether it is valid is another question. */
static inline int bw_move_read(const bw_game *g, const char *in, bw_move *out) {
    bw_text t = {0, 0, 0, 0, 0, 0};
    if (!bw_text_read(in, &t) || t.r1 >= g->rows || t.c1 >= g->cols) return 0;
    if (t.is_movement) {
        if (t.r0 >= g->rows || t.c0 >= g->cols) return 0;
        *out = bw_movement(t.r0, t.c0, t.r1, t.c1);
        return 1;
    }
    int piece = bw_piece_byte(g, t.piece);
    if (piece < 0) return 0;
    *out = bw_placement((uint8_t)piece, t.r1, t.c1);
    return 1;
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
