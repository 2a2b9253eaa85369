#include <string.h>

#include "games/project_l/project_l_options.h"
#include "games/project_l/project_l_text.h"

/* The one-line position. Every field is written from the state and checked when read: totals,
 * places of puzzles, and that the pieces on a puzzle can really lie there. */

static const char phases[] = "NETF";

/* --- writing --- */

static void put_counts(uint64_t counts, text *out) {
    for (int i = 0; i < PL_SHAPES; i++) text_format(out, i ? ",%u" : "%u", pl_count(counts, i));
}

static void put_row(const pl_rules *r, const pl_state *s, int colour, text *out) {
    for (int i = 0; i < PL_ROW; i++) {
        if (i) text_char(out, ',');
        if (s->row[colour * PL_ROW + i])
            pl_put_name(r, s->row[colour * PL_ROW + i] - 1, out);
        else
            text_char(out, '-');
    }
}

static void put_set(const pl_rules *r, uint64_t set, text *out) {
    if (!set) text_char(out, '-');
    for (bool first = true; set; set &= set - 1, first = false) {
        if (!first) text_char(out, ',');
        pl_put_name(r, __builtin_ctzll(set), out);
    }
}

static void put_part(const pl_rules *r, const pl_state *s, int part, text *out) {
    int at = pl_part(s, part);
    if (!s->length[part]) text_char(out, '-');
    for (int i = 0; i < s->length[part]; i++) {
        if (i) text_char(out, ',');
        pl_put_name(r, s->order[at + i], out);
    }
}

static void put_deck(const pl_rules *r, const pl_state *s, int colour, text *out) {
    text_format(out, "%d:", s->unknown[colour]);
    put_set(r, s->unseen & r->colour[colour], out);
    text_char(out, '/');
    put_part(r, s, colour, out);
}

static void put_slots(const pl_rules *r, const pl_state *s, int seat, text *out) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    for (int i = 0; i < PL_SLOTS; i++) {
        if (i) text_char(out, ';');
        if (!s->puzzle[seat][i]) {
            text_char(out, '-');
            continue;
        }
        pl_put_name(r, s->puzzle[seat][i] - 1, out);
        text_format(out, "/%07x/", s->image[seat][i]);
        for (int k = 0; k < PL_SHAPES; k++) text_char(out, digits[pl_used(s->used[seat][i], k)]);
    }
}

static void put_chain(const pl_rules *r, const pl_state *s, text *out) {
    bool first = true;
    if (s->chain == PL_SEATING) {
        text_put(out, " chain=seats:-");
    } else if (s->rewards) {
        text_put(out, " chain=reward:");
        for (int i = 0; i < s->rewards; i++) {
            if (i) text_char(out, ',');
            pl_put_name(r, pl_waiting(s, i), out);
        }
    } else if (s->draws) {
        pl_state left = *s;
        text_put(out, " chain=draw:");
        for (int d; (d = pl_next_draw(&left)) >= 0;
             left.draws &= (uint16_t) ~(1u << d), first = false) {
            text_format(out, "%s%c", first ? "" : ",", pl_draw_colour(d) == PL_WHITE ? 'W' : 'B');
            text_char(out, (char)(d >= PL_TOP_WHITE ? 't' : '0' + d % PL_ROW));
        }
    } else if (s->chain == PL_RECYCLE) {
        int colour = s->chain_count >> 7;
        int count = s->chain_count & 127;
        int end = pl_part(s, colour) + s->length[colour];
        text_put(out, " chain=recycle:");
        for (int i = end - count; i < end; i++, first = false) {
            if (!first) text_char(out, ',');
            pl_put_name(r, s->order[i], out);
        }
    } else if (s->chain == PL_MASTER) {
        text_put(out, " chain=master:");
        for (int i = 0; i < PL_SLOTS; i++) {
            if (!s->placed[i]) continue;
            if (!first) text_char(out, '+');
            first = false;
            pl_put_name(r, s->puzzle[s->mover][i] - 1, out);
            text_format(out, ":%s:%07x", pl_shape_name(r->pieces.shape[s->placed[i] - 1]),
                        r->pieces.mask[s->placed[i] - 1]);
        }
    }
}

void pl_write(const rules *head, const void *state, text *out) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    text_format(out, "ph=%c p=%d a=%d m=%d b=%d l=%d r=%d R=", phases[s->phase], s->mover,
                s->actions, (s->flags & PL_MASTER_USED) != 0, (s->flags & PL_BLACK_TAKEN) != 0,
                (s->flags & PL_LAST_ROUND) != 0, s->round);
    put_counts(s->reserve, out);
    text_put(out, " WR=");
    put_row(r, s, PL_WHITE, out);
    text_put(out, " BR=");
    put_row(r, s, PL_BLACK, out);
    text_put(out, " WD=");
    put_deck(r, s, PL_WHITE, out);
    text_put(out, " BD=");
    put_deck(r, s, PL_BLACK, out);
    for (int p = 0; p < head->players; p++) {
        text_format(out, " | P%d s=%d T=", p, s->score[p]);
        put_counts(s->supply[p], out);
        text_put(out, " U=");
        put_slots(r, s, p, out);
        text_put(out, " F=");
        put_part(r, s, 2 + p, out);
    }
    put_chain(r, s, out);
    pl_options_write(r, out);
}

/* --- reading --- */

typedef struct parser {
    const pl_rules *r;
    pl_state *s;
    words w;
    size_t at;
    uint64_t seen; /* puzzles that have a place already */
    error *err;
} parser;

static status bad(const parser *x, const char *field, const char *what) {
    return error_set(x->err, ST_BAD_FEN, "%s: %s", field, what);
}

/* The value of the next word if it starts with `key`, else NULL. */
static char *next(parser *x, const char *key) {
    if (x->at >= x->w.count || !text_starts(x->w.at[x->at], key)) return NULL;
    return x->w.at[x->at++] + strlen(key);
}

static status read_number(parser *x, const char *key, int min, int max, int *out) {
    int64_t n;
    const char *v = next(x, key);
    if (v && text_i64(v, min, max, &n)) {
        *out = (int)n;
        return ST_OK;
    }
    return error_set(x->err, ST_BAD_FEN, "%s expected here, a number from %d to %d", key, min, max);
}

/* Cuts the word at the next `end` (or its own end). */
static char *cut(char **v, char end) {
    char *word = *v;
    if (!word) return NULL;
    char *stop = strchr(word, end);
    *v = stop ? stop + 1 : NULL;
    if (stop) *stop = '\0';
    return word;
}

/* A puzzle of the set that has no place yet. */
static status read_puzzle(parser *x, const char *field, const char *name, int *out) {
    *out = pl_set_find(&x->r->set, name, strlen(name));
    if (*out < 0) return error_set(x->err, ST_BAD_FEN, "%s: there is no puzzle %.20s", field, name);
    if (x->seen >> *out & 1)
        return error_set(x->err, ST_BAD_FEN, "%s: %.20s is in two places", field, name);
    x->seen |= UINT64_C(1) << *out;
    return ST_OK;
}

static status read_counts(parser *x, const char *key, uint64_t *out) {
    char *v = next(x, key);
    *out = 0;
    for (int i = 0; i < PL_SHAPES; i++) {
        uint64_t n;
        char *word = cut(&v, ',');
        if (!word || !text_u64(word, 99, &n) || (i == PL_SHAPES - 1 && v))
            return bad(x, key, "expected 9 counts with commas");
        *out |= n << (7 * i);
    }
    return ST_OK;
}

static status read_row(parser *x, const char *key, int colour) {
    char *v = next(x, key);
    for (int i = 0; i < PL_ROW; i++) {
        char *word = cut(&v, ',');
        int puzzle;
        if (!word || (i == PL_ROW - 1 && v)) return bad(x, key, "expected 4 slots with commas");
        if (strcmp(word, "-") == 0) continue;
        status st = read_puzzle(x, key, word, &puzzle);
        if (st != ST_OK) return st;
        if (x->r->set.puzzle[puzzle].colour != colour)
            return error_set(x->err, ST_BAD_FEN, "%s: %.20s has the other colour", key, word);
        x->s->row[colour * PL_ROW + i] = (uint8_t)(puzzle + 1);
    }
    return ST_OK;
}

/* Appends a list of names to a part of the order array; parts are read in their order. */
static status read_list(parser *x, const char *key, char *v, int part, int colour) {
    int at = pl_part(x->s, part);
    if (v && strcmp(v, "-") == 0) return ST_OK;
    while (v) {
        char *word = cut(&v, ',');
        int puzzle;
        status st = read_puzzle(x, key, word, &puzzle);
        if (st != ST_OK) return st;
        if (colour >= 0 && x->r->set.puzzle[puzzle].colour != colour)
            return error_set(x->err, ST_BAD_FEN, "%s: %.20s has the other colour", key, word);
        x->s->order[at + x->s->length[part]++] = (uint8_t)puzzle;
    }
    return ST_OK;
}

static status read_deck(parser *x, const char *key, int colour) {
    char *v = next(x, key);
    char *count = cut(&v, ':');
    char *candidates = cut(&v, '/');
    uint64_t n;
    if (!count || !candidates || !v) return bad(x, key, "expected n:candidates/tail");
    if (!text_u64(count, PL_MAX_PUZZLES, &n)) return bad(x, key, "expected the number of cards");
    x->s->unknown[colour] = (uint8_t)n;
    while (candidates && strcmp(candidates, "-") != 0) {
        char *word = cut(&candidates, ',');
        int puzzle = pl_set_find(&x->r->set, word, strlen(word));
        if (puzzle < 0 || !(x->r->colour[colour] >> puzzle & 1))
            return error_set(x->err, ST_BAD_FEN, "%s: %.20s is no candidate", key, word);
        x->s->unseen |= UINT64_C(1) << puzzle;
    }
    return read_list(x, key, v, colour, colour);
}

bool pl_lay(const pl_rules *r, uint32_t cells, uint64_t used, uint16_t *out) {
    if (!cells) return used == 0;
    int anchor = __builtin_ctz(cells);
    for (int i = 0; i < PL_ORIENTATIONS; i++) {
        const pl_fit *f = &r->pieces.fit[i];
        if (!pl_used(used, f->shape) || !(pl_fits(f, cells) >> anchor & 1)) continue;
        uint16_t config = r->pieces.config[i][anchor];
        uint32_t rest = cells & ~r->pieces.mask[config];
        if (out) *out = config;
        if (pl_lay(r, rest, used - (UINT64_C(1) << (5 * f->shape)), out ? out + 1 : NULL))
            return true;
    }
    return false;
}

static status read_slot(parser *x, char *v, int seat, int slot) {
    char *name = cut(&v, '/');
    char *image = cut(&v, '/');
    uint64_t bits;
    int puzzle;
    if (strcmp(name, "-") == 0 && !image) return ST_OK;
    if (!image || !v || strlen(image) != 7 || !text_hex(image, &bits) || bits > PL_FULL ||
        strlen(v) != PL_SHAPES)
        return bad(x, "U=", "expected - or name/image/used");
    status st = read_puzzle(x, "U=", name, &puzzle);
    if (st != ST_OK) return st;
    uint64_t used = 0;
    for (int i = 0; i < PL_SHAPES; i++) {
        int n = text_is_digit(v[i])          ? v[i] - '0'
                : v[i] >= 'a' && v[i] <= 'p' ? v[i] - 'a' + 10
                                             : -1;
        if (n < 0) return bad(x, "U=", "used pieces are 9 digits of base 36");
        used |= (uint64_t)n << (5 * i);
    }
    uint32_t closed = x->r->set.puzzle[puzzle].image;
    if ((closed & ~bits) || !pl_lay(x->r, (uint32_t)bits & ~closed, used, NULL))
        return error_set(x->err, ST_BAD_FEN, "U=: %.20s: the pieces do not lie like that", name);
    x->s->puzzle[seat][slot] = (uint8_t)(puzzle + 1);
    x->s->image[seat][slot] = (uint32_t)bits;
    x->s->used[seat][slot] = used;
    return ST_OK;
}

static status read_seat(parser *x, int seat) {
    char mark[4] = {'P', (char)('0' + seat), '\0'};
    int score;
    const char *bar = next(x, "|");
    const char *name = bar ? next(x, mark) : NULL;
    if (!bar || *bar || !name || *name) return bad(x, mark, "expected | and the next seat");
    status st = read_number(x, "s=", -2000, 2000, &score);
    if (st == ST_OK) st = read_counts(x, "T=", &x->s->supply[seat]);
    if (st != ST_OK) return st;
    x->s->score[seat] = (int16_t)score;
    char *v = next(x, "U=");
    for (int i = 0; i < PL_SLOTS; i++) {
        char *slot = cut(&v, ';');
        if (!slot || (i == PL_SLOTS - 1 && v)) return bad(x, "U=", "expected 4 slots with ;");
        st = read_slot(x, slot, seat, i);
        if (st != ST_OK) return st;
    }
    char *finished = next(x, "F=");
    return finished ? read_list(x, "F=", finished, 2 + seat, -1) : bad(x, "F=", "expected here");
}

static int own_slot(const parser *x, const char *name) {
    int puzzle = pl_set_find(&x->r->set, name, strlen(name));
    for (int i = 0; i < PL_SLOTS; i++)
        if (puzzle >= 0 && x->s->puzzle[x->s->mover][i] == puzzle + 1) return i;
    return -1;
}

static status read_rewards(parser *x, char *v) {
    while (v) {
        int slot = own_slot(x, cut(&v, ','));
        bool full = slot >= 0 && x->s->image[x->s->mover][slot] == PL_FULL;
        if (!full || x->s->rewards == PL_SLOTS || x->s->phase > PL_E)
            return bad(x, "chain=", "a reward is for a completed puzzle of the seat to move");
        x->s->queue |= (uint8_t)(slot << (2 * x->s->rewards++));
    }
    unsigned options = pl_reward_options(x->r, x->s, pl_waiting(x->s, 0));
    if (!(options & (options - 1))) return bad(x, "chain=", "that reward leaves no choice");
    x->s->chain = PL_ACT;
    return ST_OK;
}

static status read_draws(parser *x, char *v) {
    while (v) {
        const char *word = cut(&v, ',');
        int colour = word[0] == 'W' ? PL_WHITE : word[0] == 'B' ? PL_BLACK : -1;
        int at = word[0] && word[1] == 't'                     ? PL_TOP_WHITE + colour
                 : word[0] && word[1] >= '0' && word[1] <= '3' ? colour * PL_ROW + word[1] - '0'
                                                               : -1;
        if (colour < 0 || at < 0 || word[2] || x->s->draws >> at & 1)
            return bad(x, "chain=", "draws are W0..W3, B0..B3, Wt or Bt");
        if (at < PL_TOP_WHITE ? x->s->row[at] != 0 : pl_free_slot(x->s, x->s->mover) == PL_SLOTS)
            return bad(x, "chain=", "a draw needs an empty slot");
        x->s->draws |= (uint16_t)(1u << at);
    }
    /* Only the setup draws before a seat has a puzzle and before anything was recycled. */
    bool is_new = x->s->draws < 1u << PL_TOP_WHITE && !pl_part(x->s, 2 + PL_SEATS);
    for (int p = 0; p < x->r->head.players; p++)
        for (int i = 0; i < PL_SLOTS; i++) is_new &= !x->s->puzzle[p][i];
    x->s->chain = is_new ? PL_SETUP : PL_ACT;
    return ST_OK;
}

static status read_recycle(parser *x, char *v) {
    int count = 0;
    int colour = *v == 'B';
    const pl_state *s = x->s;
    for (char *at = v; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) count++;
    int from = pl_part(s, colour) + s->length[colour] - count;
    if (count > s->length[colour] || count >= PL_ROW)
        return bad(x, "chain=", "recycled puzzles are the tail");
    for (int i = 0; v; i++) {
        const char *name = cut(&v, ',');
        if (pl_set_find(&x->r->set, name, strlen(name)) != s->order[from + i])
            return bad(x, "chain=", "recycled puzzles are the tail");
    }
    x->s->chain = PL_RECYCLE;
    x->s->chain_count = (uint8_t)(colour << 7 | count);
    return ST_OK;
}

static status read_master(parser *x, char *v) {
    while (v) {
        char *p = cut(&v, '+');
        int slot = own_slot(x, cut(&p, ':'));
        const char *shape = cut(&p, ':');
        uint64_t mask;
        int kind = shape ? pl_shape_find(shape, (int)strlen(shape)) : -1;
        if (slot < 0 || kind < 0 || !p || !text_hex(p, &mask) || mask > PL_FULL ||
            x->s->placed[slot])
            return bad(x, "chain=", "placements are name:shape:mask");
        int config = pl_config_find(&x->r->pieces, kind, (uint32_t)mask);
        if (config < 0 || (mask & ~(uint64_t)x->s->image[x->s->mover][slot]))
            return bad(x, "chain=", "that piece was not placed");
        x->s->placed[slot] = (uint16_t)(config + 1);
    }
    x->s->chain = PL_MASTER;
    return ST_OK;
}

/* Before the seats are drawn nothing has happened. */
static status read_seating(parser *x) {
    pl_state is_new;
    pl_start(&x->r->head, &is_new);
    is_new.hash = 0;
    x->s->chain = PL_SEATING;
    x->s->draws = is_new.draws;
    if (!x->r->shuffle_seats || memcmp(&is_new, x->s, sizeof is_new) != 0)
        return bad(x, "chain=", "seats are drawn before anything else");
    return ST_OK;
}

static status read_chain(parser *x) {
    char *v = next(x, "chain=");
    char *kind = cut(&v, ':');
    if (!kind) return ST_OK;
    if (!v || !*v) return bad(x, "chain=", "expected kind:list");
    if (strcmp(kind, "draw") == 0) return read_draws(x, v);
    if (strcmp(kind, "seats") == 0) return read_seating(x);
    if (strcmp(kind, "reward") == 0) return read_rewards(x, v);
    if (strcmp(kind, "recycle") == 0) return read_recycle(x, v);
    if (strcmp(kind, "master") == 0) return read_master(x, v);
    return bad(x, "chain=", "expected draw, reward, recycle or master");
}

static status read_head(parser *x) {
    const char *phase = next(x, "ph=");
    const char *found = phase && phase[0] && !phase[1] ? strchr(phases, phase[0]) : NULL;
    int v[6];
    if (!found) return bad(x, "ph=", "expected N, E, T or F");
    status st = read_number(x, "p=", 0, x->r->head.players - 1, &v[0]);
    if (st == ST_OK) st = read_number(x, "a=", 1, PL_ACTIONS, &v[1]);
    if (st == ST_OK) st = read_number(x, "m=", 0, 1, &v[2]);
    if (st == ST_OK) st = read_number(x, "b=", 0, 1, &v[3]);
    if (st == ST_OK) st = read_number(x, "l=", 0, 1, &v[4]);
    if (st == ST_OK) st = read_number(x, "r=", 1, 60000, &v[5]);
    if (st != ST_OK) return st;
    x->s->phase = (uint8_t)(found - phases);
    x->s->mover = (uint8_t)v[0];
    x->s->actions = (uint8_t)v[1];
    x->s->flags = (uint8_t)((v[2] ? PL_MASTER_USED : 0) | (v[3] ? PL_BLACK_TAKEN : 0) |
                            (v[4] ? PL_LAST_ROUND : 0));
    x->s->round = (uint16_t)v[5];
    return ST_OK;
}

static status read_all(parser *x) {
    status st = read_head(x);
    if (st == ST_OK) st = read_counts(x, "R=", &x->s->reserve);
    if (st == ST_OK) st = read_row(x, "WR=", PL_WHITE);
    if (st == ST_OK) st = read_row(x, "BR=", PL_BLACK);
    if (st == ST_OK) st = read_deck(x, "WD=", PL_WHITE);
    if (st == ST_OK) st = read_deck(x, "BD=", PL_BLACK);
    for (int p = 0; p < x->r->head.players && st == ST_OK; p++) st = read_seat(x, p);
    if (st == ST_OK) st = read_chain(x);
    if (st == ST_OK) st = pl_check(&x->r->head, x->s, x->err);
    return st;
}

status pl_read(const rules *head, void *state, const char *line, error *err) {
    const pl_rules *r = pl_of(head);
    char buf[4096];
    size_t n = strlen(line);
    if (n >= sizeof buf) return error_set(err, ST_BAD_FEN, "the position text is too long");
    memcpy(buf, line, n + 1);
    parser x = {.r = r, .s = state, .err = err};
    memset(state, 0, sizeof(pl_state));
    status st = words_split(&x.w, buf, err);
    if (st == ST_OK) st = read_all(&x);
    words_done(&x.w);
    if (st != ST_OK) {
        if (err && err->code == ST_INTERNAL) err->code = ST_BAD_FEN;
        return st == ST_INTERNAL ? ST_BAD_FEN : st;
    }
    x.s->hash = pl_rehash(head, x.s);
    return ST_OK;
}

/* --- invariants, also what a reader must hold --- */

static status unsound(error *err, const char *field, const char *what) {
    return error_set(err, ST_INTERNAL, "%s: %s", field, what);
}

static status check_pieces(const pl_rules *r, const pl_state *s, error *err) {
    for (int i = 0; i < PL_SHAPES; i++) {
        int sum = (int)pl_count(s->reserve, i);
        for (int p = 0; p < r->head.players; p++) {
            sum += (int)pl_count(s->supply[p], i);
            for (int k = 0; k < PL_SLOTS; k++) sum += (int)pl_used(s->used[p][k], i);
        }
        bool may_lose = s->phase >= PL_FT && !r->ft_return;
        if (sum == r->reserve || (may_lose && sum < r->reserve)) continue;
        return error_set(err, ST_INTERNAL, "R=: %d pieces %s, not %d", sum, pl_shape_name(i),
                         r->reserve);
    }
    return ST_OK;
}

uint64_t pl_seen(const pl_rules *r, const pl_state *s) {
    uint64_t seen = 0;
    for (int i = 0; i < 2 * PL_ROW; i++)
        if (s->row[i]) seen |= UINT64_C(1) << (s->row[i] - 1);
    for (int p = 0; p < r->head.players; p++)
        for (int i = 0; i < PL_SLOTS; i++)
            if (s->puzzle[p][i]) seen |= UINT64_C(1) << (s->puzzle[p][i] - 1);
    for (int i = 0; i < pl_part(s, 2 + PL_SEATS); i++) seen |= UINT64_C(1) << s->order[i];
    return seen;
}

static status check_decks(const pl_rules *r, const pl_state *s, error *err) {
    static const char *const deck[] = {"WD=", "BD="};
    uint64_t seen = pl_seen(r, s);
    for (int c = PL_WHITE; c <= PL_BLACK; c++) {
        uint64_t candidates = s->unknown[c] ? r->colour[c] & ~seen : 0;
        if ((s->unseen & r->colour[c]) != candidates)
            return unsound(err, deck[c], "the candidates are the puzzles that lie nowhere else");
        int shown = __builtin_popcountll(seen & r->colour[c]);
        if (shown + s->unknown[c] != r->in_play[c] ||
            s->unknown[c] > __builtin_popcountll(candidates))
            return error_set(err, ST_INTERNAL, "%s: %d puzzles of this colour, not %d", deck[c],
                             shown + s->unknown[c], r->in_play[c]);
        int waiting = s->draws >> (PL_TOP_WHITE + c) & 1;
        int empty = 0;
        for (int i = c * PL_ROW; i < (c + 1) * PL_ROW; i++) {
            waiting += s->draws >> i & 1;
            empty += !s->row[i] && !(s->draws >> i & 1);
        }
        if (waiting > pl_deck(s, c)) return unsound(err, deck[c], "more draws than cards");
        bool recycling = s->chain == PL_RECYCLE && s->chain_count >> 7 == c;
        if (empty && pl_deck(s, c) && !recycling && waiting < pl_deck(s, c))
            return unsound(err, deck[c], "an empty slot of the row and cards in the deck");
    }
    return ST_OK;
}

/* Full images wait for a reward, or in finishing touches for their end. */
static status check_images(const pl_rules *r, const pl_state *s, error *err) {
    for (int p = 0; p < r->head.players; p++) {
        for (int i = 0; i < PL_SLOTS; i++) {
            if (!s->puzzle[p][i] || s->image[p][i] != PL_FULL) continue;
            bool queued = false;
            for (int k = 0; k < s->rewards; k++) queued |= (s->queue >> (2 * k) & 3) == i;
            bool mine = p == s->mover;
            bool joined = mine && s->chain == PL_MASTER && s->placed[i];
            bool touched = mine && s->phase == PL_FT && r->ft_return;
            if (!(mine && queued) && !joined && !touched)
                return unsound(err, "U=", "a completed puzzle does not stay in its slot");
        }
    }
    return ST_OK;
}

status pl_check(const rules *head, const void *state, error *err) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    status st = check_pieces(r, s, err);
    if (st == ST_OK) st = check_decks(r, s, err);
    if (st == ST_OK) st = check_images(r, s, err);
    if (st != ST_OK) return st;
    bool ended = !pl_deck(s, PL_BLACK);
    bool settled = !s->draws && !s->rewards && s->chain != PL_RECYCLE;
    if (s->phase == PL_N && ended && settled)
        return unsound(err, "ph=", "without black cards in the deck the phase is not N");
    if ((s->phase == PL_E || s->phase == PL_FT) && !ended && s->chain != PL_RECYCLE && !s->draws)
        return unsound(err, "ph=", "the end comes when the black deck is empty");
    if (s->phase >= PL_FT && (s->actions != PL_ACTIONS || (s->flags & ~PL_LAST_ROUND) || s->draws))
        return unsound(err, "a=", "in finishing touches a=3 m=0 b=0");
    if (s->phase == PL_N && s->flags & PL_LAST_ROUND)
        return unsound(err, "l=", "there is no last round yet");
    return ST_OK;
}

/* --- what a text implies --- */

status pl_imply(const game *g, params *p, const char *line, error *err) {
    char buf[4096];
    size_t n = strlen(line);
    words w = {0};
    if (n >= sizeof buf) return error_set(err, ST_BAD_FEN, "the position text is too long");
    memcpy(buf, line, n + 1);
    status st = words_split(&w, buf, err);
    params is_new = params_default();
    const char *file = params_word(p, "file", NULL);
    if (st == ST_OK && file) st = params_set(&is_new, g, "file", file, err);
    size_t last = 0;
    for (size_t i = 0; i < w.count; i++) {
        is_new.players += strcmp(w.at[i], "|") == 0;
        if (text_starts(w.at[i], "F=")) last = i + 1;
    }
    if (st == ST_OK && (!last || is_new.players < 1 || is_new.players > PL_SEATS))
        st = error_set(err, ST_BAD_FEN, "expected 1 to 4 seats, each after a |");
    for (size_t i = last; i < w.count && st == ST_OK; i++) {
        if (text_starts(w.at[i], "chain=")) continue;
        st = params_set_pair(&is_new, g, w.at[i], err);
    }
    words_done(&w);
    if (st == ST_OK) *p = is_new;
    return st;
}
