#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/machine/terms.h"

/* The values of pieces and cells, found by trying: boards are filled at random, pieces of one kind
 * stand among others, and their moves are counted. This needs no knowledge of how a text says what
 * it says. R. Betza called the like "crowded board mobility". */

enum { BOARDS = 24, SAMPLES = 10 /* pieces of the kind on each */ };
enum { HOME_SHARE = 8 }; /* a kind that is confined has at most this part of the board */
enum {
    SAMPLING_WORK = RB_WORK / 2
}; /* steps, for all kinds: a text that takes more is known less
      well */

static const float filled = 0.3F;    /* of the cells, by pieces of either side */
static const float promise = 0.035F; /* of what a piece can become that counts for it now */
static const float fewest = 0.25F;   /* moves: nothing is worthless */

typedef struct sampling {
    program *b;
    terms *j;
    const unsigned char *start;
    unsigned char *s;
    action *list;
    float *moves, *seen; /* by kind * cells + cell */
    area *to;            /* by cell: where pieces of one kind went from there */
    float up[RB_KINDS], down[RB_KINDS];
    int filler;   /* the kind that others are made of */
    rb_work work; /* of one kind */
    bool takes;   /* some piece takes just by going to a cell */
    rng g;
} sampling;

static int royal_kind(const program *b) {
    return b->side[0].royal.known ? b->side[0].royal.kind : -1;
}

/* The commonest kind that is not royal. */
static int find_filler(const sampling *p) {
    const program *b = p->b;
    const uint8_t *cells = rb_cells_in(b, p->start);
    int count[RB_KINDS] = {0};
    int best = royal_kind(b) == 0 && b->kinds > 1 ? 1 : 0;
    for (int c = 0; c < b->board.cells; c++)
        if (cells[c]) count[rb_code_kind(b, cells[c])]++;
    for (int k = 0; k < b->kinds; k++)
        if (k != royal_kind(b) && count[k] > count[best]) best = k;
    return best;
}

static int random_cell(sampling *p) {
    const board *o = &p->b->board;
    int c = (int)rng_below(&p->g, (uint64_t)o->cells);
    while (!area_has(&o->all, c)) c = (c + 1) % o->cells;
    return c;
}

/* A state with a few pieces of the kind among others; the first player's turn. */
static void fill_board(sampling *p, int kind) {
    const program *b = p->b;
    memcpy(p->s, p->start, b->head.state_size);
    uint8_t *cells = rb_cells_of(b, p->s);
    for (int c = 0; c < b->board.cells; c++) {
        cells[c] = 0;
        if (!area_has(&b->board.all, c) || rng_unit(&p->g) >= (double)filled) continue;
        int owner = (int)rng_below(&p->g, b->head.players);
        cells[c] = (uint8_t)rb_code(b, (unsigned)p->filler, (unsigned)owner);
    }
    for (int i = 0; i < SAMPLES; i++)
        cells[random_cell(p)] = (uint8_t)rb_code(b, (unsigned)kind, 0);
    int royal = royal_kind(b);
    if (royal >= 0 && royal != kind)
        cells[random_cell(p)] = (uint8_t)rb_code(b, (unsigned)royal, 0);
    b->run->refill(b, p->s);
    rb_head *h = rb_head_of(p->s);
    h->over = OVER_NOT;
    h->out = 0;
    h->mover = 0;
    h->phase = h->next_phase = (uint8_t)(b->phases - 1);
    h->point = b->entry[h->phase];
}

/* Moves to different cells count; that a pawn may become one of four is one move. */
static void count_moves(sampling *p, int kind) {
    const program *b = p->b;
    const terms *j = p->j;
    const uint8_t *cells = rb_cells_in(b, p->s);
    uint8_t code = (uint8_t)rb_code(b, (unsigned)kind, 0);
    size_t at = (size_t)kind * (size_t)b->board.cells;
    int n = b->run->legal_within(b, p->s, &p->work, p->list);
    if (p->work.left < 0) return;
    for (int c = 0; c < b->board.cells; c++)
        if (cells[c] == code) p->seen[at + (size_t)c]++;
    rb_action last = {0};
    for (int i = 0; i < n; i++) {
        rb_action a = rb_unpack(p->list[i]);
        if (b->side[0].gen[a.gen].kind != GEN_MOVE || cells[a.from] != code) continue;
        if (i && a.from == last.from && a.to == last.to) continue;
        last = a;
        p->takes |= cells[a.to] && !b->side[0].gen[a.gen].takes;
        p->moves[at + a.from]++;
        area_set(&p->to[a.from], a.to);
        p->up[kind] += (float)(j->cell[a.to].row > j->cell[a.from].row);
        p->down[kind] += (float)(j->cell[a.to].row < j->cell[a.from].row);
    }
}

static bool has_gen(const program *b, rb_gen_kind kind) {
    for (int i = 0; i < b->gens; i++)
        if (b->side[0].gen[i].kind == kind) return true;
    return false;
}

/* Where pieces of the kind can come from where they are at the start. */
static area reach_of(const sampling *p, int kind) {
    const program *b = p->b;
    const uint8_t *cells = rb_cells_in(b, p->start);
    area got = area_none();
    for (int c = 0; c < b->board.cells; c++)
        if (cells[c] == rb_code(b, (unsigned)kind, 0)) area_set(&got, c);
    for (area edge = got; area_some(edge);) {
        area next = area_none();
        AREA_EACH(&edge, c) next = area_or(next, p->to[c]);
        edge = area_sub(next, got);
        got = area_or(got, next);
    }
    return got;
}

/* The cells that say what a kind can do: all of them. But one that never leaves a few cells, such as
 * those of a palace, is judged there: it would be worth next to nothing elsewhere. */
static area home_of(const sampling *p, int kind) {
    const program *b = p->b;
    area reach = reach_of(p, kind);
    int few = area_count(b->board.all) / HOME_SHARE;
    bool home = area_some(reach) && area_count(reach) <= few && !has_gen(b, GEN_PLACE);
    return home ? reach : b->board.all;
}

/* The value of a cell is what can be done from there, against the average. */
static void finish_kind(sampling *p, int kind) {
    const program *b = p->b;
    size_t at = (size_t)kind * (size_t)b->board.cells;
    area home = home_of(p, kind);
    float sum = 0;
    float times = 0;
    AREA_EACH(&home, c) {
        sum += p->moves[at + (size_t)c];
        times += p->seen[at + (size_t)c];
    }
    float mean = times > 0 ? sum / times : 0;
    for (int c = 0; c < b->board.cells; c++) {
        float seen = p->seen[at + (size_t)c];
        /* Few samples of a cell say little: they are drawn to the mean. */
        p->j->place[at + (size_t)c] =
            sum > 0 ? (p->moves[at + (size_t)c] + 2 * mean) / (seen + 2) - mean : 0;
    }
    p->j->value[kind] = mean > fewest ? mean : fewest;
    p->j->forward[kind] = p->up[kind] > 0 && p->down[kind] == 0;
}

static void add_promises(const program *b, terms *j) {
    for (int k = 0; k < b->kinds; k++) {
        float best = 0;
        for (int to = 0; to < b->kinds; to++)
            if (b->kind[k].promotes >> to & 1 && j->value[to] > best) best = j->value[to];
        if (best > j->value[k]) j->value[k] += promise * best;
    }
}

static void note_gain(const program *b, terms *j) {
    j->best_gain = 0;
    for (int k = 0; k < b->kinds; k++)
        for (int to = 0; to < b->kinds; to++)
            if (b->kind[k].promotes >> to & 1 && j->value[to] - j->value[k] > j->best_gain)
                j->best_gain = j->value[to] - j->value[k];
    if (j->best_gain <= 0) j->best_gain = 1;
}

/* Whether the plan counts the places of a kind; not those of royal ones. */
static bool is_counted(const terms *j, int kind) {
    for (int i = 0; i < j->plan->first_cell; i++)
        if (j->plan->term[i].what == TERMS_PLACE && j->plan->term[i].kind == kind) return true;
    return false;
}

/* The cheapest kind becomes the unit; never a royal one, which no exchange can win. */
static void normalise(const program *b, terms *j) {
    float min = 0;
    int royal = royal_kind(b);
    for (int k = 0; k < b->kinds; k++)
        if (is_counted(j, k) && k != royal && (min == 0 || j->value[k] < min)) min = j->value[k];
    if (min <= 0) min = 1;
    for (int k = 0; k < b->kinds; k++) {
        j->value[k] = k == royal ? 0 : j->value[k] / min;
        for (int c = 0; c < b->board.cells; c++) j->place[k * b->board.cells + c] /= min;
        j->useful[k] = k != royal && !j->forward[k];
    }
}

/* Where stones are turned over, a stone is the safer the fewer lines go through it on both
 * sides. */
static void value_corners(const program *b, terms *j) {
    const board *o = &b->board;
    AREA_EACH(&o->all, c) {
        int open = 0;
        for (int d = 0; d < o->dirs; d++)
            open += o->next[d][c] >= 0 && o->next[o->opposite[d]][c] >= 0;
        float safe = 1 - (float)open / (float)(o->dirs ? o->dirs : 1);
        if (!open) area_set(&j->anchor, c);
        for (int k = 0; k < b->kinds; k++) j->place[k * o->cells + c] = 8 * safe * safe;
    }
}

/* Else the middle is near to everything. */
static void value_centre(const program *b, terms *j) {
    for (int k = 0; k < b->kinds; k++)
        for (int c = 0; c < b->board.cells; c++)
            j->place[k * b->board.cells + c] = j->cell[c].centre;
}

static bool turns_over(const program *b) {
    for (int i = b->play_code; i < b->side[0].code_len; i++)
        if (b->side[0].code[i].op == OP_FLIP) return true;
    return false;
}

static status try_kinds(program *b, terms *j, const unsigned char *start) {
    size_t cells = (size_t)b->board.cells;
    size_t n = (size_t)b->kinds * cells;
    sampling p = {.b = b, .j = j, .g = rng_stream(1, 0)};
    p.s = mem_alloc(b->head.state_size);
    p.start = start;
    p.list = mem_alloc(b->head.max_actions * sizeof *p.list);
    p.moves = mem_alloc(2 * n * sizeof *p.moves);
    p.to = mem_alloc(cells * sizeof *p.to);
    status st = p.s && p.list && p.moves && p.to ? ST_OK : ST_NOMEM;
    if (st == ST_OK) {
        p.seen = p.moves + n;
        p.filler = find_filler(&p);
        for (int k = 0; k < b->kinds; k++) {
            p.work.left = SAMPLING_WORK / b->kinds;
            memset(p.to, 0, cells * sizeof *p.to);
            for (int i = 0; i < BOARDS && p.work.left >= 0; i++) {
                fill_board(&p, k);
                count_moves(&p, k);
            }
            finish_kind(&p, k);
        }
        j->takes_by_going = p.takes;
    }
    mem_free(p.s);
    mem_free(p.list);
    mem_free(p.moves);
    mem_free(p.to);
    return st;
}

/* --- places --- */

static float middle(int x, int last) {
    int twice = 2 * x - last;
    return last ? (float)(twice < 0 ? -twice : twice) / (float)last : 0;
}

static void fill_cell_infos(const program *b, terms *j) {
    const board *o = &b->board;
    for (int p = 0; p < b->head.players; p++) {
        for (int c = 0; c < o->cells; c++) {
            int x = c % o->width;
            int y = c / o->width;
            int at = o->view[p][c] >= 0 ? o->view[p][c] : c; /* what that player calls c */
            /* Where only dark cells are on the board, a mirror shows light ones: then turned. */
            bool cut = !area_has(&o->all, c) && area_has(&o->all, at);
            int seen = cut ? c - x + o->width - 1 - x : c;
            float far = o->height > 1 ? (float)y / (float)(o->height - 1) : 0;
            j->cell[p * o->cells + at] =
                (terms_cell){.half = (int8_t)((2 * x > o->width - 1) - (2 * x < o->width - 1)),
                             .seen = (uint16_t)seen,
                             .column = (uint8_t)(x < BOARD_SIDE ? x + 1 : BOARD_SIDE),
                             .row = (uint8_t)(y < 254 ? y + 1 : 255),
                             .far = far * far,
                             .centre = 1 - (middle(at % o->width, o->width - 1) +
                                            middle(at / o->width, o->height - 1)) /
                                               2};
        }
    }
}

/* Steps to the goal in any direction, as a share of the longest way. */
static void fill_goal(const program *b, terms *j, int player) {
    const board *o = &b->board;
    const rb_aim *x = &b->side[player].aim;
    terms_cell *info = j->cell + (size_t)player * (size_t)o->cells;
    if (!x->has_goal) return;
    area got = area_and(x->goal, o->all);
    area edge = got;
    int max = 0;
    for (int d = 0; area_some(edge); d++) {
        area next = area_none();
        max = d;
        AREA_EACH(&edge, c) {
            info[c].near = (float)d;
            for (int k = 0; k < o->dirs; k++)
                if (o->next[k][c] >= 0) area_set(&next, o->next[k][c]);
        }
        edge = area_sub(next, got);
        got = area_or(got, next);
    }
    AREA_EACH(&o->all, c)
    info[c].near = max && area_has(&got, c) ? 1 - info[c].near / (float)max : 0;
}

/* --- exchanges --- */

/* The order in which pieces take part. */
static float price_of(const program *b, const terms *j, int player, int kind) {
    const rb_royal *royal = &b->side[player].royal;
    return royal->known && royal->kind == kind ? 1e9F : j->value[kind];
}

static void note_hitters(const program *b, terms *j, int player) {
    const rb_side *side = &b->side[player];
    if (side->aim.reach < 0 || !j->takes_by_going) return;
    const rb_plan *p = &side->plan[side->aim.reach];
    int n = 0;
    for (int i = p->first; i < p->first + p->count && i <= UINT8_MAX; i++) {
        const rb_hit *h = &side->hit[i];
        if (h->form == HIT_CODE || n == TERMS_HITTERS) continue;
        float price = price_of(b, j, player, h->kind);
        int at = n++;
        uint8_t *list = j->hitter[player];
        for (; at > 0 && price_of(b, j, player, side->hit[list[at - 1]].kind) > price; at--)
            list[at] = list[at - 1];
        list[at] = (uint8_t)i;
    }
    j->hitters[player] = (uint8_t)n;
}

/* A kind is clearly cheaper when four fifths of its value are less: a knight that hits a bishop
 * threatens nothing. */
static void note_prices(const program *b, terms *j, int player) {
    for (int k = 0; k < b->kinds; k++)
        for (int of = 0; of < b->kinds; of++)
            if (price_of(b, j, player, of) < 0.8F * price_of(b, j, player, k))
                j->cheaper[k] |= UINT32_C(1) << of;
}

static bool along_columns(const program *b, uint64_t dirs) {
    for (; dirs; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs);
        for (int c = 0; c < b->board.cells; c++) {
            int to = b->board.next[d][c];
            if (to >= 0 && to % b->board.width == c % b->board.width) return true;
        }
    }
    return false;
}

static void note_rider(const program *b, terms *j) {
    const rb_side *side = &b->side[0];
    j->rider = -1;
    if (side->aim.reach < 0 || b->board.shape != BOARD_RECT) return;
    const rb_plan *p = &side->plan[side->aim.reach];
    for (int i = p->first; i < p->first + p->count; i++) {
        const rb_hit *h = &side->hit[i];
        if (h->form != HIT_RIDE || !along_columns(b, h->forward_dirs)) continue;
        if (j->rider < 0 || j->value[h->kind] < j->value[j->rider]) j->rider = h->kind;
    }
}

static void note_strongest(const program *b, terms *j) {
    j->strongest = -1;
    for (int k = 0; k < b->kinds; k++)
        if (j->useful[k] && (j->strongest < 0 || j->value[k] > j->value[j->strongest]))
            j->strongest = k;
}

/* --- cells and what is around them --- */

static status make_cells(const program *b, terms *j) {
    const terms_plan *plan = j->plan;
    int cells = b->board.cells;
    int width = b->board.width;
    if (plan->first_cell == plan->count) return ST_OK;
    size_t n = (size_t)b->kinds * (size_t)cells;
    j->on_cell = mem_alloc(n * sizeof *j->on_cell);
    if (!j->on_cell) return ST_NOMEM;
    for (size_t i = 0; i < n; i++) j->on_cell[i] = -1;
    for (int i = plan->first_cell; i < plan->count; i += plan->cell_terms) {
        int c = plan->term[i].cell;
        int mirror = c - c % width + width - 1 - c % width;
        assert(c < cells && plan->term[i].what == TERMS_CELL);
        int16_t *at = j->on_cell + (size_t)plan->term[i].kind * (size_t)cells;
        at[c] = at[mirror] = (int16_t)i;
    }
    return ST_OK;
}

enum { SHIELD_ROWS = 2 };

/* Three columns wide, two rows ahead, as a player sees it. */
static area shield_of(const program *b, const terms_cell *sight, int cell) {
    area r = area_none();
    AREA_EACH(&b->board.all, c) {
        int aside = sight[c].column - sight[cell].column;
        int ahead = sight[c].row - sight[cell].row;
        if (aside >= -1 && aside <= 1 && ahead >= 1 && ahead <= SHIELD_ROWS) area_set(&r, c);
    }
    return r;
}

static terms_span span_of(const program *b, const terms_cell *sight, int cell) {
    terms_span r = {.next = -1, .front = area_none(), .beside = area_none()};
    AREA_EACH(&b->board.all, c) {
        int aside = sight[c].column - sight[cell].column;
        int ahead = sight[c].row - sight[cell].row;
        if (aside < -1 || aside > 1) continue;
        if (ahead > 0) area_set(&r.front, c);
        if (aside) area_set(&r.beside, c);
        if (!aside && ahead == 1) r.next = (int16_t)c;
    }
    return r;
}

static status make_shields(const program *b, terms *j) {
    int cells = b->board.cells;
    j->shield = mem_alloc((size_t)b->head.players * (size_t)cells * sizeof *j->shield);
    if (!j->shield) return ST_NOMEM;
    for (int p = 0; p < b->head.players; p++)
        for (int c = 0; c < cells; c++)
            j->shield[p * cells + c] = shield_of(b, j->cell + (size_t)p * (size_t)cells, c);
    return ST_OK;
}

static status make_spans(const program *b, terms *j) {
    int cells = b->board.cells;
    j->span = mem_alloc((size_t)b->head.players * (size_t)cells * sizeof *j->span);
    if (!j->span) return ST_NOMEM;
    for (int p = 0; p < b->head.players; p++)
        for (int c = 0; c < cells; c++)
            j->span[p * cells + c] = span_of(b, j->cell + (size_t)p * (size_t)cells, c);
    return ST_OK;
}

static status make_columns(const program *b, terms *j) {
    int cells = b->board.cells;
    j->column = mem_alloc((size_t)cells * sizeof *j->column);
    if (!j->column) return ST_NOMEM;
    for (int c = 0; c < cells; c++) AREA_EACH(&b->board.all, k)
    if (k % b->board.width == c % b->board.width) area_set(&j->column[c], k);
    return ST_OK;
}

static status make_areas(const program *b, terms *j) {
    if (b->board.shape != BOARD_RECT) return ST_OK;
    status st = j->wants[TERMS_SHIELD] ? make_shields(b, j) : ST_OK;
    if (st == ST_OK && j->wants[TERMS_PASSED]) st = make_spans(b, j);
    if (st == ST_OK && (j->shield || j->span)) st = make_columns(b, j);
    return st;
}

/* --- all of it --- */

static void note_hand(const program *b, terms *j) {
    j->hand = -1;
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].type == VAR_INT && b->var[i].per_player && b->var[i].per_piece &&
            !b->var[i].secret)
            j->hand = (int16_t)b->var[i].at;
}

static void note_start(const program *b, terms *j, const unsigned char *start) {
    const uint8_t *cells = rb_cells_in(b, start);
    for (int c = 0; c < b->board.cells; c++) {
        unsigned kind = cells[c] ? rb_code_kind(b, cells[c]) : 0;
        if (cells[c] && j->useful[kind]) j->useful_at_start += j->value[kind];
    }
}

static status fill_terms(program *b, terms *j) {
    unsigned char *start = mem_alloc(b->head.state_size);
    if (!start) return ST_NOMEM;
    b->run->start(b, start);
    fill_cell_infos(b, j);
    for (int p = 0; p < b->head.players; p++) fill_goal(b, j, p);
    status st = ST_OK;
    if (has_gen(b, GEN_MOVE)) {
        st = try_kinds(b, j, start);
        if (st == ST_OK) add_promises(b, j);
        if (st == ST_OK) normalise(b, j);
    } else {
        for (int k = 0; k < b->kinds; k++) j->value[k] = 1;
        if (turns_over(b))
            value_corners(b, j);
        else
            value_centre(b, j);
    }
    note_gain(b, j);
    note_hand(b, j);
    for (int p = 0; p < 2 && b->head.players == 2; p++) note_hitters(b, j, p);
    if (b->head.players == 2) note_prices(b, j, 0);
    note_rider(b, j);
    note_strongest(b, j);
    for (int i = 0; i < TERMS_ROOTS; i++) j->root[i] = sqrtf((float)i);
    note_start(b, j, start);
    mem_free(start);
    if (st == ST_OK) st = make_cells(b, j);
    if (st == ST_OK) st = make_areas(b, j);
    return st;
}

status terms_make(program *b, const terms_plan *plan) {
    size_t cells = (size_t)b->board.cells;
    size_t players = b->head.players;
    terms *j = mem_alloc(sizeof *j);
    b->terms = j;
    if (!j) return ST_NOMEM;
    j->plan = plan;
    for (int i = 0; i < plan->count; i++) j->wants[plan->term[i].what] = true;
    j->place = mem_alloc((size_t)b->kinds * cells * sizeof *j->place);
    j->cell = mem_alloc(players * cells * sizeof *j->cell);
    if (!j->place || !j->cell) return ST_NOMEM;
    return fill_terms(b, j);
}

void terms_free(terms *j) {
    if (!j) return;
    mem_free(j->place);
    mem_free(j->cell);
    mem_free(j->on_cell);
    mem_free(j->shield);
    mem_free(j->column);
    mem_free(j->span);
    mem_free(j);
}
