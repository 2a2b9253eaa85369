#include "games/project_l/project_l_rules.h"

#include <assert.h>
#include <string.h>

/* --- what is allowed --- */

unsigned pl_reward_options(const pl_rules *r, const pl_state *s, int puzzle) {
    if (s->offer) return s->offer;
    int shape = r->set.puzzle[puzzle].reward;
    int level = pl_shape_level(shape);
    unsigned there = pl_present(s->reserve);
    if (there >> shape & 1) return 1u << shape;
    if (there & r->level[level]) return there & r->level[level];
    unsigned higher = 0;
    unsigned lower = 0;
    for (int l = level + 1; l <= PL_LEVELS && !higher; l++) higher = there & r->level[l];
    for (int l = 1; l < level; l++) lower |= there & r->level[l];
    if (r->reward_lower) return higher | lower;
    return higher ? higher : lower;
}

/* The first level at which the reserve has any piece, and all shapes of that level and below. The
 * reserve is looked at before the old piece returns. */
unsigned pl_change_options(const pl_rules *r, unsigned there, int old_shape) {
    int level = pl_shape_level(old_shape);
    unsigned set = 0;
    for (int l = level + 1; l <= PL_LEVELS && !set; l++) set = there & r->level[l];
    for (int l = 1; l <= level; l++) set |= there & r->level[l];
    if (r->same_change) return set;
    return set & ~(1u << old_shape);
}

unsigned pl_basic_options(const pl_rules *r, const pl_state *s) {
    unsigned there = pl_present(s->reserve);
    if (there & 1u << PL_O1 || !r->basic_subst) return there & 1u << PL_O1;
    unsigned set = 0;
    for (int l = 2; l <= PL_LEVELS && !set; l++) set = there & r->level[l];
    return set;
}

int pl_next_draw(const pl_state *s) {
    if (!s->draws) return -1;
    if (s->draws >> PL_TOP_WHITE) return PL_TOP_WHITE + __builtin_ctz(s->draws >> PL_TOP_WHITE);
    return __builtin_ctz(s->draws);
}

int pl_draw_colour(int draw) {
    return draw >= PL_TOP_WHITE ? draw - PL_TOP_WHITE : draw / PL_ROW;
}

uint64_t pl_draw_candidates(const pl_rules *r, const pl_state *s) {
    assert(s->draws);
    int colour = pl_draw_colour(pl_next_draw(s));
    if (s->unknown[colour]) return s->unseen & r->colour[colour];
    return UINT64_C(1) << s->order[pl_part(s, colour)];
}

int pl_actor(const rules *r, const void *state) {
    const pl_state *s = state;
    (void)r;
    if (s->phase == PL_F) return ACTOR_NONE;
    if (s->chain == PL_SEATING) return ACTOR_CHANCE;
    return s->draws && !s->rewards ? ACTOR_CHANCE : s->mover;
}

/* --- parts of the order array --- */

static void insert(pl_state *s, int part, int puzzle) {
    int at = pl_part(s, part) + s->length[part];
    int all = pl_part(s, 2 + PL_SEATS);
    assert(all < PL_MAX_PUZZLES && puzzle >= 0 && puzzle < PL_MAX_PUZZLES);
    memmove(s->order + at + 1, s->order + at, (size_t)(all - at));
    s->order[at] = (uint8_t)puzzle;
    s->length[part]++;
}

static int take_first(pl_state *s, int part) {
    int at = pl_part(s, part);
    assert(s->length[part] > 0);
    int all = pl_part(s, 2 + PL_SEATS);
    int puzzle = s->order[at];
    memmove(s->order + at, s->order + at + 1, (size_t)(all - at - 1));
    s->order[all - 1] = 0;
    s->length[part]--;
    return puzzle;
}

/* --- finishing a game, a turn, an action --- */

static void finish_game(const pl_rules *r, pl_state *s) {
    assert(s->phase != PL_F); /* what is not complete counts once */
    s->phase = PL_F;
    for (int p = 0; p < r->head.players; p++)
        for (int i = 0; i < PL_SLOTS; i++)
            if (s->puzzle[p][i])
                s->score[p] = (int16_t)(s->score[p] - r->set.puzzle[s->puzzle[p][i] - 1].points);
}

/* The end of a round: the last round follows the trigger, finishing touches follow
 * the last round. */
static void finish_round(const pl_rules *r, pl_state *s) {
    if (s->phase == PL_E && s->flags & PL_LAST_ROUND)
        s->phase = PL_FT;
    else if (s->phase == PL_E)
        s->flags |= PL_LAST_ROUND;
    if (s->phase != PL_FT && r->rounds && s->round == r->rounds) finish_game(r, s);
    if (s->phase <= PL_E) s->round++; /* finishing touches are no round */
}

static void finish_action(const pl_rules *r, pl_state *s) {
    s->chain = PL_IDLE;
    if (s->phase >= PL_FT) return;
    if (s->actions > 1) {
        s->actions--;
        return;
    }
    s->flags &= PL_LAST_ROUND;
    s->actions = PL_ACTIONS;
    int last = r->head.players - 1;
    if (s->mover == last) finish_round(r, s);
    if (s->phase != PL_F) s->mover = s->mover == last ? 0 : s->mover + 1;
}

static void return_pieces(pl_state *s, int seat, int slot) {
    for (int i = 0; i < PL_SHAPES; i++)
        s->supply[seat] += (uint64_t)pl_used(s->used[seat][slot], i) << (7 * i);
}

static void clear_slot(pl_state *s, int seat, int slot) {
    assert(s->puzzle[seat][slot] && s->image[seat][slot] == PL_FULL);
    insert(s, 2 + seat, s->puzzle[seat][slot] - 1);
    s->puzzle[seat][slot] = 0;
    s->image[seat][slot] = 0;
    s->used[seat][slot] = 0;
}

/* The first completed puzzle gives its points, its reward and its pieces; shape -1: no reward. */
static void settle_reward(const pl_rules *r, pl_state *s, int shape) {
    int seat = s->mover;
    int slot = s->queue & 3;
    assert(s->rewards > 0);
    s->score[seat] = (int16_t)(s->score[seat] + r->set.puzzle[pl_waiting(s, 0)].points);
    if (s->apart) {
        insert(s, 2 + seat, s->apart - 1);
        s->apart = 0;
    } else {
        return_pieces(s, seat, slot);
        clear_slot(s, seat, slot);
        s->queue >>= 2;
    }
    s->offer = 0;
    if (shape >= 0) {
        if (pl_count(s->reserve, shape)) s->reserve -= pl_one(shape); /* else: a what-if */
        s->supply[seat] += pl_one(shape);
    }
    s->rewards--;
}

/* Settles what needs no decision, up to the next reward to choose, draw to make, or the end. */
static void resolve(const pl_rules *r, pl_state *s) {
    while (s->rewards) {
        unsigned options = pl_reward_options(r, s, pl_waiting(s, 0));
        if (options & (options - 1)) return;
        settle_reward(r, s, options ? __builtin_ctz(options) : -1);
    }
    if (s->draws) return;
    if (s->chain == PL_SETUP) {
        s->chain = PL_IDLE;
        return;
    }
    if (s->phase == PL_N && !pl_deck(s, PL_BLACK)) {
        s->phase = PL_E;
        if (r->trigger_black) s->flags &= (uint8_t)~PL_BLACK_TAKEN;
    }
    finish_action(r, s);
}

/* --- single moves --- */

static void give_puzzle(const pl_rules *r, pl_state *s, int puzzle) {
    int slot = pl_free_slot(s, s->mover);
    assert(slot < PL_SLOTS && puzzle < r->set.count);
    s->puzzle[s->mover][slot] = (uint8_t)(puzzle + 1);
    s->image[s->mover][slot] = r->set.puzzle[puzzle].image;
}

void pl_ask_refill(pl_state *s) {
    for (int c = PL_WHITE; c <= PL_BLACK; c++) {
        int left = pl_deck(s, c);
        for (int i = c * PL_ROW; i < (c + 1) * PL_ROW; i++)
            if (!s->row[i] && left-- > 0) s->draws |= (uint16_t)(1u << i);
    }
}

/* The slot is the first in the queue, those that wait already come after it. */
static void queue_first(pl_state *s, int slot) {
    unsigned queue = (unsigned)slot;
    int n = 1;
    for (int i = 0; i < s->rewards; i++) {
        unsigned other = s->queue >> (2 * i) & 3U;
        if (other != (unsigned)slot) queue |= other << 2 * n++;
    }
    s->queue = (uint8_t)queue;
    s->rewards = (uint8_t)n;
}

/* Where a puzzle lies among the slots of all seats; -1 if nowhere. */
static int place_of(const pl_rules *r, const pl_state *s, int puzzle) {
    for (int p = 0; p < r->head.players; p++)
        for (int i = 0; i < PL_SLOTS; i++)
            if (s->puzzle[p][i] == puzzle + 1) return PL_SLOTS * p + i;
    return -1;
}

bool pl_suppose_done(const pl_rules *r, pl_state *s, int puzzle) {
    int row = 0;
    int place = place_of(r, s, puzzle);
    int seat = place / PL_SLOTS;
    int slot = place % PL_SLOTS;
    while (row < 2 * PL_ROW && s->row[row] != puzzle + 1) row++;
    if (place < 0 && row == 2 * PL_ROW) return false;
    s->chain = PL_ACT;
    if (place >= 0 && seat == s->mover) {
        s->image[seat][slot] = PL_FULL;
        queue_first(s, slot);
        return true;
    }
    if (place >= 0) { /* its pieces stay with the seat that placed them */
        return_pieces(s, seat, slot);
        s->puzzle[seat][slot] = 0;
        s->image[seat][slot] = 0;
        s->used[seat][slot] = 0;
    } else {
        s->row[row] = 0;
        pl_ask_refill(s);
    }
    s->apart = (uint8_t)(puzzle + 1);
    s->rewards++;
    return true;
}

static void take(const pl_rules *r, pl_state *s, int slot) {
    int puzzle = s->row[slot] - 1;
    s->row[slot] = 0;
    if (slot >= PL_ROW) s->flags |= PL_BLACK_TAKEN;
    give_puzzle(r, s, puzzle);
    pl_ask_refill(s);
}

static void draw(const pl_rules *r, pl_state *s, int puzzle) {
    int at = pl_next_draw(s);
    int colour = pl_draw_colour(at);
    if (at < 0) return; /* no card is due */
    s->draws &= (uint16_t) ~(1u << at);
    if (s->unknown[colour]) {
        s->unknown[colour]--;
        s->unseen &= ~(UINT64_C(1) << puzzle);
    } else {
        (void)take_first(s, colour);
    }
    if (at >= PL_TOP_WHITE)
        give_puzzle(r, s, puzzle);
    else
        s->row[at] = (uint8_t)(puzzle + 1);
    /* Once the unknown part is used up, what was never drawn is out of the game. */
    if (!s->unknown[colour]) s->unseen &= ~r->colour[colour];
}

static void put(pl_state *s, int slot) {
    int colour = slot / PL_ROW;
    insert(s, colour, s->row[slot] - 1);
    s->row[slot] = 0;
    uint32_t rest; /* the four slots of the row at once */
    memcpy(&rest, s->row + (size_t)colour * PL_ROW, sizeof rest);
    if (rest) {
        s->chain = PL_RECYCLE;
        s->chain_count = (uint8_t)(colour << 7 | ((s->chain_count & 127) + 1));
        return;
    }
    s->chain = PL_ACT;
    s->chain_count = 0;
    pl_ask_refill(s);
}

/* Puts a piece on a puzzle; in finishing touches that costs a point. */
static void place(const pl_rules *r, pl_state *s, int slot, int config) {
    int seat = s->mover;
    int shape = r->pieces.shape[config];
    s->supply[seat] -= pl_one(shape);
    s->image[seat][slot] |= r->pieces.mask[config];
    s->used[seat][slot] += UINT64_C(1) << (5 * shape);
    if (s->phase == PL_FT) s->score[seat]--;
}

/* A completed puzzle waits for its reward; in finishing touches there is none. */
static void complete(const pl_rules *r, pl_state *s, int slot) {
    int seat = s->mover;
    if (s->image[seat][slot] != PL_FULL) return;
    if (s->phase != PL_FT) {
        s->queue |= (uint8_t)(slot << (2 * s->rewards++));
        return;
    }
    if (r->ft_points)
        s->score[seat] =
            (int16_t)(s->score[seat] + r->set.puzzle[s->puzzle[seat][slot] - 1].points);
    if (!r->ft_return) clear_slot(s, seat, slot);
}

/* The placements were made as they came; now their completions, in slot order or as told. */
static void end_master(const pl_rules *r, pl_state *s, unsigned order) {
    for (int i = 0; i < PL_SLOTS; i++) {
        int slot = order ? (int)(order >> (3 * i) & 7) - 1 : i;
        if (slot >= 0 && s->placed[slot]) complete(r, s, slot);
    }
    memset(s->placed, 0, sizeof s->placed);
    s->flags |= PL_MASTER_USED;
    s->chain = PL_ACT;
}

static void end_touches(const pl_rules *r, pl_state *s) {
    int seat = s->mover;
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!s->puzzle[seat][i] || s->image[seat][i] != PL_FULL) continue;
        return_pieces(s, seat, i);
        clear_slot(s, seat, i);
    }
    if (seat + 1 < r->head.players)
        s->mover++;
    else
        finish_game(r, s);
}

void pl_move(const pl_rules *r, pl_state *s, action x) {
    unsigned a = pl_a(x);
    unsigned b = pl_b(x);
    assert(s->phase != PL_F && s->mover < r->head.players);
    if (s->chain == PL_IDLE) s->chain = PL_ACT;
    switch (pl_kind(x)) {
    case PL_TAKE:
        take(r, s, (int)a);
        break;
    case PL_TOP:
        if (a == PL_BLACK) s->flags |= PL_BLACK_TAKEN;
        s->draws |= (uint16_t)(1u << (PL_TOP_WHITE + a));
        break;
    case PL_PUT:
        put(s, (int)a);
        break;
    case PL_BASIC:
        assert(pl_count(s->reserve, (int)a));
        s->reserve -= pl_one((int)a);
        s->supply[s->mover] += pl_one((int)a);
        break;
    case PL_CHANGE:
        assert(pl_count(s->supply[s->mover], (int)a) && pl_count(s->reserve, (int)b));
        s->supply[s->mover] += pl_one((int)b) - pl_one((int)a);
        s->reserve += pl_one((int)a) - pl_one((int)b);
        break;
    case PL_PLACE:
        place(r, s, (int)a, (int)b);
        complete(r, s, (int)a);
        break;
    case PL_JOIN:
        place(r, s, (int)a, (int)b);
        s->placed[a] = (uint16_t)(b + 1);
        s->chain = PL_MASTER;
        break;
    case PL_JOINED:
        end_master(r, s, a);
        break;
    case PL_ENDFT:
        end_touches(r, s);
        break;
    case PL_REWARD:
        settle_reward(r, s, (int)a);
        break;
    case PL_DRAW:
        assert(pl_draw_candidates(r, s) >> a & 1);
        draw(r, s, (int)a);
        break;
    case PL_LOT: /* who sits where is for the outside; the seats are alike */
        s->chain = PL_SETUP;
        break;
    default:
        break; /* nothing */
    }
    if (s->chain == PL_ACT || s->chain == PL_SETUP) resolve(r, s);
}

/* --- the legal list --- */

int pl_list_takes(const pl_state *s, action *out) {
    int n = 0;
    if (pl_free_slot(s, s->mover) == PL_SLOTS) return 0;
    bool no_black = s->phase == PL_E && s->flags & PL_BLACK_TAKEN;
    for (unsigned i = 0; i < 2 * PL_ROW; i++)
        if (s->row[i] && !(no_black && i >= PL_ROW)) out[n++] = pl_make(PL_TAKE, i, 0);
    for (unsigned c = PL_WHITE; c <= PL_BLACK; c++)
        if (pl_deck(s, (int)c)) out[n++] = pl_make(PL_TOP, c, 0);
    return n;
}

int pl_list_puts(const pl_state *s, action *out) {
    int n = 0;
    int only = s->chain == PL_RECYCLE ? s->chain_count >> 7 : -1;
    for (unsigned i = 0; i < 2 * PL_ROW; i++)
        if (s->row[i] && (only < 0 || (int)i / PL_ROW == only)) out[n++] = pl_make(PL_PUT, i, 0);
    return n;
}

int pl_list_exchanges(const pl_rules *r, const pl_state *s, action *out) {
    int n = 0;
    for (unsigned set = pl_basic_options(r, s); set; set &= set - 1)
        out[n++] = pl_make(PL_BASIC, (unsigned)__builtin_ctz(set), 0);
    unsigned there = pl_present(s->reserve);
    for (unsigned own = pl_present(s->supply[s->mover]); own; own &= own - 1) {
        int old_shape = __builtin_ctz(own);
        for (unsigned set = pl_change_options(r, there, old_shape); set; set &= set - 1)
            out[n++] = pl_make(PL_CHANGE, (unsigned)old_shape, (unsigned)__builtin_ctz(set));
    }
    return n;
}

/* Every placement on the slots from `first` on. */
static int list_placements(const pl_rules *r, const pl_state *s, unsigned kind, unsigned first,
                           action *out) {
    int n = 0;
    unsigned own = pl_present(s->supply[s->mover]);
    for (unsigned slot = first; slot < PL_SLOTS; slot++) {
        uint32_t open = ~s->image[s->mover][slot] & PL_FULL;
        if (!s->puzzle[s->mover][slot]) continue;
        for (unsigned set = own; set; set &= set - 1) {
            int shape = __builtin_ctz(set);
            for (int i = r->pieces.first_orientation[shape];
                 i < r->pieces.first_orientation[shape + 1]; i++) {
                const uint16_t *config = r->pieces.config[i];
                for (uint32_t at = pl_fits(&r->pieces.fit[i], open); at; at &= at - 1)
                    out[n++] = pl_make(kind, slot, config[__builtin_ctz(at)]);
            }
        }
    }
    return n;
}

/* The slot after the last one a master has used. */
static unsigned next_joint(const pl_state *s) {
    unsigned slot = PL_SLOTS;
    while (slot > 0 && !s->placed[slot - 1]) slot--;
    return slot;
}

int pl_legal(const rules *head, const void *state, const trail *t, action *out) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    int n = 0;
    (void)t;
    if (s->rewards) {
        unsigned set = pl_reward_options(r, s, pl_waiting(s, 0));
        for (int l = 1; l <= PL_LEVELS; l++) /* small pieces first */
            for (unsigned of = set & r->level[l]; of; of &= of - 1)
                out[n++] = pl_make(PL_REWARD, (unsigned)__builtin_ctz(of), 0);
        return n;
    }
    if (s->chain == PL_RECYCLE) return pl_list_puts(s, out);
    if (s->chain == PL_MASTER) {
        out[n++] = pl_make(PL_JOINED, 0, 0);
        return n + list_placements(r, s, PL_JOIN, next_joint(s), out + n);
    }
    if (s->phase == PL_FT) {
        n = list_placements(r, s, PL_PLACE, 0, out);
        out[n++] = pl_make(PL_ENDFT, 0, 0);
        return n;
    }
    n = pl_list_takes(s, out);
    n += pl_list_puts(s, out + n);
    n += pl_list_exchanges(r, s, out + n);
    n += list_placements(r, s, PL_PLACE, 0, out + n);
    if (!(s->flags & PL_MASTER_USED)) {
        n += list_placements(r, s, PL_JOIN, 0, out + n);
        if (r->pass) out[n++] = pl_make(PL_JOINED, 0, 0); /* the empty master */
    }
    if (r->pass || n == 0) out[n++] = pl_make(PL_NOTHING, 0, 0);
    return n;
}

/* --- hashing --- */

/* The hash is the XOR of one word for each part of the state. A step takes out the words of the
 * parts it may change and puts them back afterwards. */
enum { PART_TURN = 1, PART_DECKS = 2, PART_RESERVE = 4, PART_SEAT = 8 /* and the next three */ };

static uint64_t word(const pl_rules *r, int salt, uint64_t value) {
    return hash_mix(value + r->salt[salt]);
}

static uint64_t hash_turn(const pl_rules *r, const pl_state *s) {
    uint64_t turn = (uint64_t)s->phase | (uint64_t)s->mover << 8 | (uint64_t)s->actions << 16 |
                    (uint64_t)s->flags << 24 | (uint64_t)s->chain << 32 |
                    (uint64_t)s->chain_count << 40 | (uint64_t)s->rewards << 48 |
                    (uint64_t)s->queue << 56;
    uint64_t placed;
    memcpy(&placed, s->placed, sizeof placed);
    return word(r, 0, turn) ^ word(r, 1, placed) ^
           word(r, 2, s->draws | (uint64_t)s->offer << 16 | (uint64_t)s->apart << 32);
}

static uint64_t hash_decks(const pl_rules *r, const pl_state *s) {
    uint64_t row;
    memcpy(&row, s->row, sizeof row);
    uint64_t h = word(r, 3, row) ^ word(r, 4, s->unseen) ^
                 word(r, 5, (uint64_t)s->unknown[0] | (uint64_t)s->unknown[1] << 8);
    int tails = s->length[0] + s->length[1];
    for (int i = 0; i < tails; i++)
        h ^= word(r, 6, (uint64_t)s->order[i] | (uint64_t)i << 8 | (uint64_t)s->length[0] << 16);
    return h;
}

/* Which puzzles are finished follows from where all others are; how many breaks ties. */
static uint64_t hash_seat(const pl_rules *r, const pl_state *s, int p) {
    uint64_t seat = (uint64_t)p << 60;
    uint64_t h =
        word(r, 7, s->supply[p] ^ seat) ^
        word(r, 8, (uint64_t)(uint16_t)s->score[p] | (uint64_t)s->length[2 + p] << 16 | seat);
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!s->puzzle[p][i]) continue;
        uint64_t slot = seat | (uint64_t)i << 56 | (uint64_t)s->puzzle[p][i] << 48;
        h ^= word(r, 9, slot | s->image[p][i]) ^ word(r, 10, slot ^ s->used[p][i]);
    }
    return h;
}

static uint64_t hash_parts(const pl_rules *r, const pl_state *s, unsigned parts) {
    uint64_t h = 0;
    if (parts & PART_TURN) h ^= hash_turn(r, s);
    if (parts & PART_DECKS) h ^= hash_decks(r, s);
    if (parts & PART_RESERVE) h ^= word(r, 11, s->reserve);
    for (int p = 0; p < r->head.players; p++)
        if (parts & (unsigned)PART_SEAT << p) h ^= hash_seat(r, s, p);
    return h;
}

uint64_t pl_rehash(const rules *r, const void *s) {
    return hash_parts(pl_of(r), s, ~0u);
}

/* What a step may touch. Whatever ends a game touches every score. */
static unsigned parts_of(const pl_rules *r, const pl_state *s, action a) {
    unsigned kind = pl_kind(a);
    unsigned parts = PART_TURN | PART_RESERVE | (unsigned)PART_SEAT << s->mover;
    if (kind == PL_TAKE || kind == PL_TOP || kind == PL_PUT || kind == PL_DRAW) parts |= PART_DECKS;
    bool may_end = kind == PL_ENDFT || (s->actions == 1 && s->round == r->rounds);
    return may_end ? ~0u : parts;
}

void pl_apply(const rules *head, void *state, trail *t, action a) {
    const pl_rules *r = pl_of(head);
    pl_state *s = state;
    (void)t;
    unsigned parts = parts_of(r, s, a);
    uint64_t h = s->hash ^ hash_parts(r, s, parts);
    pl_move(r, s, a);
    s->hash = h ^ hash_parts(r, s, parts);
}

/* --- start and end --- */

void pl_start(const rules *head, void *state) {
    const pl_rules *r = pl_of(head);
    pl_state *s = state;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < PL_SHAPES; i++) s->reserve += (uint64_t)r->reserve << (7 * i);
    for (int p = 0; p < r->head.players; p++) {
        s->supply[p] = pl_one(PL_O1) + pl_one(PL_I2);
        s->reserve -= s->supply[p];
    }
    for (int c = PL_WHITE; c <= PL_BLACK; c++) s->unknown[c] = (uint8_t)r->in_play[c];
    s->unseen = r->colour[PL_WHITE] | r->colour[PL_BLACK];
    s->round = 1;
    s->actions = PL_ACTIONS;
    s->chain = r->shuffle_seats ? PL_SEATING : PL_SETUP;
    assert(__builtin_popcountll(s->unseen) == r->set.count);
    pl_ask_refill(s);
    s->hash = pl_rehash(head, s);
}
