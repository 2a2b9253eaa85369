#include "engine/sdk/kit.h"

#include <dlfcn.h>
#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/sdk/kit_state.h"

/* The kit itself: an author's table is checked and turned into a game once; opening that game only
 * reads its options. */

/* --- the contract --- */

static status open_kit(rules **out, const game *g, const params *p, error *err) {
    const kit *k = g->data;
    bool lot = k->from->flags & BW_FIRST_RANDOM;
    if (p->first > 0 && !lot)
        return error_set(err, ST_UNSUPPORTED, "in %s the rules say who starts", g->name);
    if (params_int(p, "repetition", 0) == 1)
        return error_set(err, ST_BAD_VALUE, "repetition: the first time is none; 0 turns it off");
    kit_rules *r = (kit_rules *)(void *)rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of %s", g->name);
    const bw_game *a = k->from;
    r->k = k;
    if (k->object) r->head.text_hash = k->hash;
    for (int i = 0; a->options && a->options[i].name; i++)
        r->option[i] = (int)params_int(p, a->options[i].name, a->options[i].usual);
    /* The reference has no limits: its games continue. */
    r->max_plies = (int)params_int(p, "max_plies", p->reference ? 0 : a->max_plies);
    r->repetition = (int)params_int(p, "repetition", p->reference ? 0 : a->repetition);
    r->first = !lot ? KIT_FIRST_OWN : p->first >= 0 ? p->first : KIT_FIRST_LOT;
    r->head.traits = r->repetition ? GAME_REPEATS : 0;
    if (r->first == KIT_FIRST_LOT) r->head.traits |= GAME_CHANCE;
    r->head.state_size =
        (uint32_t)(sizeof(kit_state) + kit_extra_bytes(k) + (((size_t)k->cells + 7) & ~(size_t)7));
    uint32_t limit = (uint32_t)(k->live_count * k->pieces) +
                     (uint32_t)k->live_count * (uint32_t)(k->live_count - 1);
    r->head.max_actions = a->max_moves ? (uint32_t)a->max_moves : limit;
    if (r->head.max_actions < BW_PLAYERS) r->head.max_actions = BW_PLAYERS;
    *out = &r->head;
    return ST_OK;
}

static void start_kit(const rules *r, void *s) {
    kit_begin(kit_rules_of(r), s);
}

static int actor_kit(const rules *r, const void *state) {
    const kit_state *s = state;
    (void)r;
    if (s->lot && s->ending == KIT_OPEN) return ACTOR_CHANCE;
    return s->ending == KIT_OPEN ? s->player : ACTOR_NONE;
}

static uint64_t rehash_kit(const rules *r, const void *state) {
    const kit *k = kit_rules_of(r)->k;
    const kit_state *s = state;
    return kit_hash(r, s) ^ s->key ^ kit_key(k, kit_board(k, s));
}

static void returns_kit(const rules *r, const void *state, float *utility, int32_t *points) {
    const kit *k = kit_rules_of(r)->k;
    const kit_state *s = state;
    int n = r->players;
    bool solo_loss = n == 1 && k->from->flags & BW_SOLO_LOSS;
    for (int i = 0; i < n; i++) {
        points[i] = 0;
        if (s->winner >= 0)
            utility[i] = i == s->winner ? 1 : 0;
        else if (s->winner < BW_NOBODY)
            utility[i] = i == -2 - s->winner ? 0 : 1.0F / (float)(n - 1);
        else
            utility[i] = solo_loss ? 0 : 1.0F / (float)n;
    }
}

static const char *ending_kit(const rules *r, const void *state) {
    (void)r;
    return kit_ending_name(((const kit_state *)state)->ending);
}

static status check_kit(const rules *head, const void *state, error *err) {
    const kit_rules *r = kit_rules_of(head);
    const kit *k = r->k;
    const kit_state *s = state;
    const uint8_t *cell = kit_board(k, s);
    if (s->fault) return error_set(err, ST_INTERNAL, "%s", kit_fault_name(s->fault));
    if (s->player >= head->players) return error_set(err, ST_INTERNAL, "no such player");
    for (int i = 0; i < k->cells; i++)
        if ((cell[i] == BW_NULL) != (k->start[i] == BW_NULL) ||
            (cell[i] != BW_NULL && !k->number[cell[i]]))
            return error_set(err, ST_INTERNAL, "cell %d holds what it cannot", i);
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(r, s, &w);
    char why[160] = "";
    if (k->from->check && !k->from->check(&h, why, sizeof why)) {
        kit_make_plain(why);
        return error_set(err, ST_INTERNAL, "check: %s", why[0] ? why : "not possible");
    }
    return ST_OK;
}

static void measure_kit(const rules *r, const void *s, int player, float *out) {
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    out[0] = (float)kit_rules_of(r)->k->from->evaluate(&h, player) / 100;
}

static void order_kit(const rules *r, const void *s, const action *list, int n, float *score) {
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    for (int i = 0; i < n; i++)
        score[i] = (float)kit_rules_of(r)->k->from->order(&h, (bw_move)list[i]) / 100;
}

/* The least of the hashes of all mirror images. */
static uint64_t class_hash_kit(const rules *r, const void *state) {
    const kit *k = kit_rules_of(r)->k;
    const kit_state *s = state;
    const uint8_t *cell = kit_board(k, s);
    uint64_t own = kit_hash(r, s);
    uint64_t lowest = own;
    for (int n = 0; n < k->images; n++) {
        const uint16_t *image = k->image + (size_t)n * (size_t)k->cells;
        uint64_t key = 0;
        for (int i = 0; i < k->cells; i++)
            key ^= k->keys[(size_t)image[i] * (size_t)(k->pieces + 2) + k->number[cell[i]]];
        uint64_t h = own ^ s->key ^ key;
        if (h < lowest) lowest = h;
    }
    return lowest;
}

static const game_endings kit_endings = {
    .name = ending_kit,
};

static const game_speed kit_speed = {
    .play_random = kit_play_random,
    .play_out = kit_play_out,
};

static const game_evaluation kit_evaluation = {
    .measure = measure_kit,
};

static const game contract = {
    .syntax =
        (const action_syntax[]){{"place", "piece:row,column"}, {"move", "r,c:r,c"}, {NULL, NULL}},
    .endings = &kit_endings,
    .terminal = &kit_terminal,
    .table = &kit_game_table,
    .inputs = &kit_game_inputs,
    .open = open_kit,
    .start = start_kit,
    .actor = actor_kit,
    .legal = kit_legal,
    .apply = kit_apply,
    .hash = kit_hash,
    .rehash = rehash_kit,
    .returns = returns_kit,
    .verify = kit_verify,
    .to_text = kit_to_text,
    .from_text = kit_from_text,
    .write = kit_write,
    .read = kit_read,
    .draw = kit_draw,
    .check = check_kit,
};

/* --- from the author's table --- */

static const char *name_of(const bw_game *a) {
    return a->name && text_is_name(a->name) ? a->name : "without a name";
}

static status wrong(const bw_game *a, error *err, const char *what) {
    return error_set(err, ST_BAD_VALUE, "game %.40s: %s", name_of(a), what);
}

/* A byte for each piece: its own number, or for wide ones the next of 1, 2, ... */
static status read_pieces(kit *k, error *err) {
    const bw_game *a = k->from;
    uint8_t wide = 0;
    k->number[BW_BLANK] = 1;
    for (const char *s = a->pieces; *s;) {
        uint32_t code;
        int n = bw_utf8_read(s, &code);
        if (!n) return wrong(a, err, "the pieces are not UTF-8");
        if (k->pieces == BW_PIECES) return wrong(a, err, "too many pieces");
        if (code <= ' ' || (code >= 0x7f && code <= 0xa0) || (code > 0xff && wide == 31))
            return wrong(a, err,
                         "a piece is white space, a control character, or the 32nd wide one");
        uint8_t b = code > 0xff ? ++wide : (uint8_t)code;
        for (int i = 0; i < k->pieces; i++)
            if (k->letter[i] == code) return wrong(a, err, "a piece is declared twice");
        k->piece[k->pieces] = b;
        k->letter[k->pieces] = code;
        k->plain[k->pieces] = (char)(code < 0x7f ? code : '?');
        if (b != BW_BLANK) k->number[b] = (uint8_t)(k->pieces + 2);
        k->pieces++;
        s += n;
    }
    if (!k->pieces) return wrong(a, err, "it has no pieces");
    if (!a->plain) return ST_OK;
    if (strlen(a->plain) != (size_t)k->pieces)
        return wrong(a, err, "`plain` has one letter a piece");
    for (int i = 0; i < k->pieces; i++) {
        if (a->plain[i] <= ' ' || a->plain[i] >= 0x7f) return wrong(a, err, "`plain` is ASCII");
        k->plain[i] = a->plain[i];
    }
    return ST_OK;
}

/* The byte of a character of the layout or a hint; -1 for one that is not declared. */
static int byte_of(const kit *k, uint32_t code) {
    if (code == BW_BLANK || code == BW_NULL) return (int)code;
    for (int i = 0; i < k->pieces; i++)
        if (k->letter[i] == code) return k->piece[i];
    return -1;
}

/* What is wrong with the layout, and where: rows and columns count from 0, as in moves. */
static status wrong_cell(const bw_game *a, int row, int column, const char *s, error *err) {
    uint32_t code = 0;
    char what[60];
    int n = bw_utf8_read(s, &code);
    if (!*s || *s == '\n')
        return error_set(err, ST_BAD_VALUE,
                         "game %.40s: layout, row %d: expected %d cells, found %d", name_of(a), row,
                         a->cols, column);
    if (!n)
        (void)snprintf(what, sizeof what, "this is not UTF-8");
    else if (code > ' ' && code < 0x7f)
        (void)snprintf(what, sizeof what, "%c is not among the pieces", (char)code);
    else
        (void)snprintf(what, sizeof what, "U+%04X is not among the pieces", (unsigned)code);
    return error_set(err, ST_BAD_VALUE, "game %.40s: layout, row %d, column %d: %s", name_of(a),
                     row, column, what);
}

/* After the last cell of a row: its end, and after the last row nothing. */
static status read_row_end(const bw_game *a, int row, const char **s, error *err) {
    bool last = row + 1 == a->rows;
    if (last && !**s) return ST_OK;
    if (last && **s == '\n')
        return error_set(err, ST_BAD_VALUE, "game %.40s: layout: more than %d rows", name_of(a),
                         a->rows);
    if (!**s)
        return error_set(err, ST_BAD_VALUE, "game %.40s: layout: expected %d rows, found %d",
                         name_of(a), a->rows, row + 1);
    if (*(*s)++ == '\n') return ST_OK;
    return error_set(err, ST_BAD_VALUE,
                     "game %.40s: layout, row %d, column %d: the board has %d columns", name_of(a),
                     row, a->cols, a->cols);
}

static status read_cells(kit *k, error *err) {
    const bw_game *a = k->from;
    const char *s = a->layout;
    status st = ST_OK;
    for (int i = 0; s && st == ST_OK && i < k->cells; i++) {
        uint32_t code;
        int n = bw_utf8_read(s, &code);
        int b = n ? byte_of(k, code) : -1;
        if (b < 0) return wrong_cell(a, i / a->cols, i % a->cols, s, err);
        k->start[i] = (uint8_t)b;
        s += n;
        if (i % a->cols == a->cols - 1) st = read_row_end(a, i / a->cols, &s, err);
    }
    return st;
}

static status read_layout(kit *k, error *err) {
    const bw_game *a = k->from;
    k->cells = a->rows * a->cols;
    memset(k->start, BW_BLANK, (size_t)k->cells);
    status st = read_cells(k, err);
    if (st != ST_OK) return st;
    for (int i = 0; i < k->cells; i++) {
        if (k->start[i] == BW_NULL) continue;
        k->live_cell[k->live_count] = (uint16_t)i;
        k->live[k->live_count++] = (kit_place)(i / a->cols << 7 | i % a->cols);
    }
    return k->live_count ? ST_OK : wrong(a, err, "the board has no cells");
}

/* Marks the pieces of a hint; all where there is none. */
static status read_hint(const kit *k, const char *hint, bool *may, error *err) {
    for (int i = 0; !hint && i < k->pieces; i++) may[k->piece[i]] = true;
    for (const char *s = hint; s && *s;) {
        uint32_t code;
        int n = bw_utf8_read(s, &code);
        int b = n ? byte_of(k, code) : -1;
        bool declared = false;
        for (int i = 0; i < k->pieces; i++) declared |= k->piece[i] == b;
        if (!declared) return wrong(k->from, err, "a hint names a piece that is not declared");
        may[b] = true;
        s += n;
    }
    return ST_OK;
}

static status read_hints(kit *k, error *err) {
    for (int p = 0; p < k->from->players; p++) {
        status st = read_hint(k, k->from->placeable[p], k->may_place[p], err);
        if (st == ST_OK) st = read_hint(k, k->from->movable[p], k->may_move[p], err);
        if (st != ST_OK) return st;
        k->may_move[p][BW_BLANK] = false;
        for (int i = 0; i < k->pieces; i++)
            if (k->may_place[p][k->piece[i]])
                k->placeable[p][k->placeable_count[p]++] = k->piece[i];
    }
    return ST_OK;
}

static void add_param(kit *k, int at, const bw_choice *c, int usual) {
    (void)snprintf(k->usual[at], sizeof k->usual[at], "%d", usual);
    (void)snprintf(k->range[at], sizeof k->range[at], "%s (%d to %d)", c->what ? c->what : "",
                   c->min, c->max);
    k->param[at] = (param_spec){.name = c->name,
                                .type = PARAM_INT,
                                .default_value = k->usual[at],
                                .min = c->min,
                                .max = c->max,
                                .what = k->range[at]};
}

static status read_options(kit *k, error *err) {
    static const bw_choice limits[] = {
        {"max_plies", 0, 0, 1000000, "a draw after this many moves, 0: never"},
        {"repetition", 0, 0, 100, "a draw at the n-th time, 0: never"}};
    const bw_game *a = k->from;
    int n = 0;
    for (; a->options && a->options[n].name; n++) {
        const bw_choice *c = &a->options[n];
        if (n == BW_OPTIONS) return wrong(a, err, "too many options");
        if (!text_is_name(c->name) || strlen(c->name) >= PARAMS_NAME || c->usual < c->min ||
            c->usual > c->max)
            return wrong(a, err, "an option has no proper name, or a default out of its range");
        add_param(k, n, c, c->usual);
    }
    add_param(k, n, &limits[0], a->max_plies);
    add_param(k, n + 1, &limits[1], a->repetition);
    k->g.params = k->param;
    return ST_OK;
}

static status fill_keys(kit *k, error *err) {
    size_t width = (size_t)k->pieces + 2;
    k->keys = mem_alloc((size_t)k->cells * width * sizeof *k->keys);
    if (!k->keys) return error_set(err, ST_NOMEM, "no memory for the game %s", k->from->name);
    for (int i = 0; i < k->cells; i++)
        for (int p = 0; p < k->pieces; p++)
            k->keys[(size_t)i * width + (size_t)p + 2] =
                hash_key("kit/cell", (uint64_t)i << 32 | k->letter[p]);
    hash_fill(k->player_key, BW_PLAYERS, "kit/player");
    hash_fill(k->over_key, BW_PLAYERS + 2, "kit/over");
    k->round_key = hash_key("kit/round", 0);
    k->lot_key = hash_key("kit/lot", 0);
    k->hash =
        hash_bytes(k->start, (size_t)k->cells, hash_bytes(k->from->name, strlen(k->from->name), 0));
    return ST_OK;
}

/* One image: every cell once, and the board onto the board. */
static bool read_image(const kit *k, int image, uint16_t *out) {
    bool seen[BW_CELLS] = {false};
    for (int i = 0; i < k->cells; i++) {
        int at = k->from->symmetry(image, i);
        if (at < 0 || at >= k->cells || seen[at]) return false;
        if ((k->start[at] == BW_NULL) != (k->start[i] == BW_NULL)) return false;
        seen[at] = true;
        out[i] = (uint16_t)at;
    }
    return true;
}

static status read_images(kit *k, error *err) {
    const bw_game *a = k->from;
    if (!a->symmetry) return ST_OK;
    while (k->images <= KIT_IMAGES && a->symmetry(k->images + 1, 0) >= 0) k->images++;
    if (k->images > KIT_IMAGES) return wrong(a, err, "symmetry knows no end: -1 after the last");
    k->image = mem_alloc((size_t)k->images * (size_t)k->cells * sizeof *k->image);
    if (!k->image) return error_set(err, ST_NOMEM, "no memory for the game %s", a->name);
    for (int i = 0; i < k->images; i++)
        if (!read_image(k, i + 1, k->image + (size_t)i * (size_t)k->cells))
            return wrong(a, err, "symmetry does not turn the board onto itself");
    return ST_OK;
}

static void fill_contract(kit *k) {
    const bw_game *a = k->from;
    k->g = contract;
    k->g.data = k;
    k->g.name = a->name;
    k->g.title = a->title ? a->title : a->name;
    k->g.min_players = k->g.max_players = k->g.default_players = (uint8_t)a->players;
    k->g.traits = a->repetition ? GAME_REPEATS : 0;
    if (a->flags & BW_FIRST_RANDOM) {
        static const action_syntax with_lot[] = {{"place", "piece:row,column"},
                                                 {"move", "r,c:r,c"},
                                                 {"chance", "!first=2"},
                                                 {NULL, NULL}};
        k->g.traits |= GAME_CHANCE | GAME_FIRST_EVENT;
        k->g.syntax = with_lot;
        k->g.chance = kit_chance;
    }
    k->speed = kit_speed;
    k->g.speed = &k->speed;
    k->g.hints = &k->hints;
    if (a->count_moves) k->speed.count = kit_count;
    if (a->order) k->hints.order = order_kit;
    if (a->symmetry) k->hints.class_hash = class_hash_kit;
    if (!a->evaluate) return;
    k->feature[0] = (feature){"evaluate", 1, -5, 5, 0.1F};
    k->g.features = k->feature;
    k->g.evaluation = &kit_evaluation;
}

static status check_table(const bw_game *a, error *err) {
    if (a->abi < 1 || a->abi > BW_ABI)
        return error_set(err, ST_UNSUPPORTED, "the game speaks version %u of the kit, we speak %d",
                         (unsigned)a->abi, BW_ABI);
    if (!a->name || !text_is_name(a->name)) return wrong(a, err, "a name is a word of letters");
    if (a->title)
        for (const char *s = a->title; *s; s++)
            if (*s < ' ' || *s >= 0x7f || *s == '"')
                return wrong(a, err, "the title is plain ASCII");
    if (a->players < 1 || a->players > BW_PLAYERS) return wrong(a, err, "it has 1 to 8 players");
    if (a->rows < 1 || a->cols < 1 || a->rows > BW_SIDE || a->cols > BW_SIDE ||
        a->rows * a->cols > BW_CELLS)
        return wrong(a, err, "a board has 1 to 128 rows and columns and at most 2048 cells");
    if (!a->pieces) return wrong(a, err, "it has no pieces");
    if (a->extra_size > BW_EXTRA) return wrong(a, err, "the extras are larger than 256 bytes");
    if (!a->validate_move || !a->game_finished || !a->get_winner || !a->next_player)
        return wrong(a, err, "validate_move, game_finished, get_winner or next_player is missing");
    if (a->flags & BW_FIRST_RANDOM && (a->initial_player || a->players < 2))
        return wrong(a, err, "BW_FIRST_RANDOM is for two players or more, without initial_player");
    if (a->max_plies < 0 || a->repetition < 0 || a->max_moves < 0 || a->repetition == 1)
        return wrong(a, err, "a limit is negative, or a repetition comes at the first time");
    if (a->abi > 1 && (a->input_count < 0 || a->input_count > BW_INPUTS ||
                       (a->input_count > 0) != (a->inputs != NULL)))
        return wrong(a, err, "inputs and input_count (at most 1024) belong together");
    return ST_OK;
}

void kit_destroy(kit *k) {
    if (!k) return;
    void *object = k->object;
    mem_free(k->keys);
    mem_free(k->image);
    mem_free(k);
    if (object) (void)dlclose(object);
}

status kit_create(kit **out, const bw_game *from, error *err) {
    *out = NULL;
    status st = check_table(from, err);
    if (st != ST_OK) return st;
    kit *k = mem_alloc(sizeof *k);
    if (!k) return error_set(err, ST_NOMEM, "no memory for the game %s", from->name);
    k->from = from;
    fill_contract(k);
    st = read_pieces(k, err);
    if (st == ST_OK) st = read_layout(k, err);
    if (st == ST_OK) st = read_hints(k, err);
    if (st == ST_OK) st = read_options(k, err);
    if (st == ST_OK) st = fill_keys(k, err);
    if (st == ST_OK) st = read_images(k, err);
    if (st == ST_OK)
        *out = k;
    else
        kit_destroy(k);
    return st;
}

const game *kit_game(const kit *k) {
    return &k->g;
}

const kit *kit_of(const game *g) {
    return g->open == open_kit ? g->data : NULL;
}

const bw_game *kit_source(const kit *k) {
    return k->from;
}

int kit_cells(const kit *k) {
    return k->live_count;
}

uint64_t kit_hash_of(const kit *k) {
    return k->hash;
}
