#include "uci/commands/go_keywords.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "search/search_registry.h"
#include "uci/core/safe.h"
#include "uci/core/viewer.h"

/* The words of `go`, read into a task. */

typedef struct go_reader {
    session *s;
    request_part *w;
    const position *p;
    task *t;
    bool solve, reward;
    bool limited;               /* a limit was given, be it one that was ignored */
    const char *subject;        /* go reward for … */
    size_t options_at, options; /* go reward … options: first word and number */
    position *supposed;         /* the position of a what-if */
    position *seen;             /* what the seat that is asked for knows */
    const char *algorithm;
    token *only, *without;
    size_t only_count, only_cap, without_count, without_cap;
    bool only_given, without_given, only_bad;
    void *world;
    error *err;
} go_reader;

/* Words with a number after them; limits of the work first. */
typedef enum number_key {
    KEY_NODES,
    KEY_VISITS,
    KEY_PLAYOUTS,
    KEY_DEPTH,
    KEY_MATE,
    KEY_MOVETIME,
    KEY_MOVESTOGO,
    KEY_BYOYOMI,
    KEY_WTIME,
    KEY_BTIME,
    KEY_WINC,
    KEY_BINC,
    KEY_SEAT,
    KEY_SEED,
    KEY_PERFT,
    KEY_NONE
} number_key;

static const char *const number_words[] = {"nodes",    "visits",    "playouts", "depth", "mate",
                                           "movetime", "movestogo", "byoyomi",  "wtime", "btime",
                                           "winc",     "binc",      "seat",     "seed",  "perft"};

static number_key number_of(const char *word) {
    int k = 0;
    while (k < KEY_NONE && strcmp(number_words[k], word) != 0) k++;
    return (number_key)k;
}

/* p3time and p3inc: the seat from 0 and whether it is a time; -1 otherwise. */
static int seat_clock(const char *word, bool *is_time) {
    if (word[0] != 'p' || word[1] < '1' || word[1] > '0' + GAME_MAX_PLAYERS) return -1;
    *is_time = strcmp(word + 2, "time") == 0;
    return *is_time || strcmp(word + 2, "inc") == 0 ? word[1] - '1' : -1;
}

static bool is_keyword(const char *word) {
    static const char *const others[] = {"ponder",    "infinite", "searchmoves", "exclude",
                                         "objective", "solve",    "algo",        "reward",
                                         "for",       "options"};
    bool is_time;
    if (number_of(word) != KEY_NONE || seat_clock(word, &is_time) >= 0) return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], word) == 0) return true;
    return false;
}

static const char *word_at(const go_reader *g) {
    return request_word(g->w);
}

/* A number as front ends write them: a sign, digits, and a fraction that is dropped. What is too
 * large becomes the largest there is. */
typedef struct loose_number {
    bool negative; /* below 0 */
    uint64_t size;
} loose_number;

static bool read_loose(const char *w, loose_number *out) {
    bool minus = *w == '-';
    if (*w == '-' || *w == '+') w++;
    if (!text_is_digit(*w)) return false;
    uint64_t n = 0;
    for (; text_is_digit(*w); w++) {
        unsigned digit = (unsigned)(*w - '0');
        n = n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : n * 10 + digit;
    }
    if (*w == '.')
        for (w++; text_is_digit(*w); w++) continue;
    *out = (loose_number){minus && n > 0, n};
    return !*w;
}

/* The word after `key`, as a number. */
static status read_number(go_reader *g, const char *key, loose_number *out) {
    g->w->i++;
    const char *w = word_at(g);
    if (!w) return error_set(g->err, ST_BAD_SYNTAX, "%s needs a number", key);
    if (!read_loose(w, out))
        return error_set(g->err, ST_BAD_SYNTAX, "%s takes a whole number", key);
    g->w->i++;
    return ST_OK;
}

/* A time in ms: below 0 is 0, as managers send it for a clock that has run out. */
static status read_time(go_reader *g, int64_t *out) {
    loose_number n;
    status st = read_number(g, g->w->l->word[g->w->i], &n);
    if (st != ST_OK) return st;
    *out = n.negative ? 0 : n.size > INT32_MAX ? INT32_MAX : (int64_t)n.size;
    g->limited = true;
    return ST_OK;
}

/* Where a time goes; NULL for other numbers. */
static int64_t *time_of(search_limits *lim, number_key k) {
    switch (k) {
    case KEY_MOVETIME:
        return &lim->movetime_ms;
    case KEY_BYOYOMI:
        return &lim->byoyomi_ms;
    case KEY_WTIME:
        return &lim->clock_ms[0];
    case KEY_BTIME:
        return &lim->clock_ms[1];
    case KEY_WINC:
        return &lim->inc_ms[0];
    case KEY_BINC:
        return &lim->inc_ms[1];
    default:
        return NULL;
    }
}

static void set_number(go_reader *g, number_key k, uint64_t n) {
    search_limits *lim = &g->t->question.limits;
    unsigned small = n > INT32_MAX ? INT32_MAX : (unsigned)n;
    switch (k) {
    case KEY_NODES:
        lim->nodes = n ? n : 1;
        break;
    case KEY_VISITS:
        lim->visits = n ? n : 1;
        break;
    case KEY_PLAYOUTS:
        lim->playouts = n ? n : 1;
        break;
    case KEY_DEPTH:
        lim->depth = small ? small : 1;
        break;
    case KEY_MATE:
        lim->depth = small ? 2 * small - 1 : 1; /* n own moves and replies */
        break;
    case KEY_MOVESTOGO:
        lim->movestogo = small;
        break;
    case KEY_SEAT:
        g->t->question.seat = (int)small - 1;
        break;
    case KEY_SEED:
        g->t->question.options.seed = n;
        break;
    default:
        break;
    }
}

/* perft counts exactly what it is asked for. */
static status take_perft(go_reader *g) {
    uint64_t n;
    g->w->i++;
    const char *w = word_at(g);
    if (!w) return error_set(g->err, ST_BAD_SYNTAX, "perft needs a number");
    if (!text_u64(w, 1000, &n))
        return error_set(g->err, ST_BAD_SYNTAX, "perft takes a whole number up to 1000");
    g->w->i++;
    g->t->kind = TASK_PERFT;
    g->t->perft.depth = (unsigned)n;
    return ST_OK;
}

/* What makes no sense is ignored rather than answered with no move. */
static status take_number(go_reader *g, number_key k) {
    int64_t *time = time_of(&g->t->question.limits, k);
    if (k == KEY_PERFT) return take_perft(g);
    if (time) return read_time(g, time);
    loose_number n;
    status st = read_number(g, number_words[k], &n);
    if (st != ST_OK) return st;
    if (k <= KEY_MATE) g->limited = true;
    if (n.negative)
        responder_note(&g->s->responder, "go: %s %.20s is ignored", number_words[k],
                       g->w->l->word[g->w->i - 1]);
    else
        set_number(g, k, n.size);
    return ST_OK;
}

static status take_seat_clock(go_reader *g, int seat, bool is_time) {
    search_limits *lim = &g->t->question.limits;
    return read_time(g, is_time ? &lim->clock_ms[seat] : &lim->inc_ms[seat]);
}

/* A list of actions up to the next keyword; bad ones are reported and dropped. */
static status take_actions(go_reader *g, token **list, size_t *count, size_t *cap) {
    const rules *r = position_rules(g->p);
    for (g->w->i++; word_at(g) && !is_keyword(word_at(g)); g->w->i++) {
        token tok;
        error e;
        if (token_read((state_ref){r, g->world, position_trail(g->p)}, word_at(g), &tok, &e) !=
            ST_OK) {
            request_fails(g->s, g->w->l, &e, (int)g->w->i);
            continue;
        }
        if (MEM_GROW(*list, *cap, *count + 1) != ST_OK)
            return error_set(g->err, ST_NOMEM, "no memory for the list of actions");
        (*list)[(*count)++] = tok;
    }
    return ST_OK;
}

static status take_objective(go_reader *g) {
    static const char *const names[] = {"win", "points", "margin", "rank"};
    g->w->i++;
    const char *w = word_at(g);
    for (int k = 0; w && k < 4; k++) {
        if (strcmp(names[k], w) != 0) continue;
        g->t->question.options.objective = (objective)k;
        g->w->i++;
        return ST_OK;
    }
    return error_set(g->err, ST_BAD_VALUE, "objective takes win, points, margin or rank");
}

static status take_reward(go_reader *g) {
    g->reward = true;
    g->w->i++;
    if (word_at(g) && strcmp(word_at(g), "for") == 0) {
        g->w->i++;
        g->subject = word_at(g);
        if (!g->subject) return error_set(g->err, ST_BAD_SYNTAX, "for needs a name");
        g->w->i++;
    }
    if (word_at(g) && strcmp(word_at(g), "options") == 0)
        for (g->options_at = ++g->w->i; word_at(g) && !is_keyword(word_at(g)); g->w->i++)
            g->options++;
    return ST_OK;
}

static status take_word(go_reader *g) {
    const char *w = word_at(g);
    search_limits *lim = &g->t->question.limits;
    bool is_time;
    number_key k = number_of(w);
    int seat = seat_clock(w, &is_time);
    if (k != KEY_NONE) return take_number(g, k);
    if (seat >= 0) return take_seat_clock(g, seat, is_time);
    if (strcmp(w, "searchmoves") == 0) {
        g->only_given = true;
        return take_actions(g, &g->only, &g->only_count, &g->only_cap);
    }
    if (strcmp(w, "exclude") == 0) {
        g->without_given = true;
        return take_actions(g, &g->without, &g->without_count, &g->without_cap);
    }
    if (strcmp(w, "objective") == 0) return take_objective(g);
    if (strcmp(w, "reward") == 0) return take_reward(g);
    g->w->i++;
    if (strcmp(w, "ponder") == 0) {
        lim->ponder = true;
    } else if (strcmp(w, "infinite") == 0) {
        lim->infinite = true;
    } else if (strcmp(w, "solve") == 0) {
        g->solve = true;
    } else if (strcmp(w, "algo") == 0) {
        g->algorithm = word_at(g);
        if (!g->algorithm) return error_set(g->err, ST_BAD_SYNTAX, "algo needs a name");
        g->w->i++;
    } else {
        error e;
        (void)error_set(&e, ST_UNKNOWN_TOKEN, "go does not know this keyword");
        error_arg(&e, w);
        responder_error(&g->s->responder, &e, "go", (int)g->w->i - 1);
    }
    return ST_OK;
}

/* --- which actions --- */

static bool has_token(const token *list, size_t count, const token *tok) {
    for (size_t i = 0; i < count; i++)
        if (token_equal(&list[i], tok)) return true;
    return false;
}

/* Everything but the excluded, as an explicit list. */
static bool keep_rest(void *ctx, const token *tok) {
    go_reader *g = ctx;
    if (has_token(g->without, g->without_count, tok)) return true;
    if (MEM_GROW(g->only, g->only_cap, g->only_count + 1) != ST_OK) {
        g->only_bad = true;
        return false;
    }
    g->only[g->only_count++] = *tok;
    return true;
}

static status resolve_actions(go_reader *g) {
    if (!g->only_given && !g->without_given) return ST_OK;
    if (g->only_given) {
        size_t kept = 0;
        for (size_t i = 0; i < g->only_count; i++)
            if (!has_token(g->without, g->without_count, &g->only[i]) &&
                !has_token(g->only, kept, &g->only[i]))
                g->only[kept++] = g->only[i];
        g->only_count = kept;
    } else {
        status st = token_walk((state_ref){position_rules(g->p), g->world, position_trail(g->p)},
                               keep_rest, g);
        if (st != ST_OK || g->only_bad)
            return error_set(g->err, ST_NOMEM, "no memory for the list of actions");
    }
    if (g->only_count == 0)
        return error_set(g->err, ST_ILLEGAL_ACTION, "no action is left to search");
    g->t->only = g->only;
    g->t->question.only = g->only;
    g->t->question.only_count = g->only_count;
    g->only = NULL;
    return ST_OK;
}

/* --- which search --- */

static status choose_searcher(go_reader *g) {
    const char *name = g->solve       ? "solve"
                       : g->algorithm ? g->algorithm
                                      : uci_options_word(&g->s->options, OPT_ALGORITHM);
    return search_choose(g->s->config.book, name, position_rules(g->p), &g->t->question, g->err);
}

static void defaults(session *s, task *t) {
    const options *o = &s->options.search;
    search_question *q = &t->question;
    q->limits = limits_none();
    q->report_every_ms = 250;
    options_apply(o, &q->options);
    q->overhead_ms = o->number[OPT_MOVE_OVERHEAD];
    q->options.seed =
        o->number[OPT_SEED] ? (uint64_t)o->number[OPT_SEED] : rng_entropy() + s->searches++;
    t->eval = s->weights;
    q->eval = &t->eval;
    bool mgi = s->responder.dialect == DIALECT_MGI;
    t->style = (info_style){.wdl = uci_options_number(&s->options, UCI_OPT_SHOW_WDL),
                            .values = mgi || o->number[OPT_SHOW_VALUES],
                            .ranks = o->number[OPT_SHOW_RANKS],
                            .mate_plies = s->responder.dialect == DIALECT_UGI,
                            .multipv = (int)o->number[OPT_MULTIPV]};
    t->responder = s->responder;
    t->kind = TASK_GO;
}

/* `go reward` away from a reward node, or with words of its own: the position in which it is
 * asked. */
static status suppose(go_reader *g) {
    const rules *r = position_rules(g->p);
    bool asked = game_kind(r, g->world) == KIND_REWARD;
    if (!g->reward || (asked && !g->subject && !g->options)) return ST_OK;
    if (!r->terminal->what_if || r->game->actor(r, g->world) < 0)
        return error_set(g->err, ST_UNSUPPORTED, "no reward is to be chosen here");
    void *state = mem_alloc(r->state_size);
    if (!state) return error_set(g->err, ST_NOMEM, "no memory for the search");
    game_supposition q = {g->subject, g->w->l->word + g->options_at, (int)g->options};
    status st = r->terminal->what_if(r, g->world, &q, state, g->err);
    if (st == ST_OK) st = position_with_state(&g->supposed, g->p, state, g->err);
    if (st == ST_OK) {
        memcpy(g->world, state, r->state_size);
        g->p = g->supposed;
    }
    mem_free(state);
    return st;
}

/* The node must be a decision of the seat asked for. */
static status check_node(go_reader *g) {
    const rules *r = position_rules(g->p);
    search_question *q = &g->t->question;
    int actor = r->game->actor(r, g->world);
    if (g->t->kind == TASK_PERFT) return ST_OK;
    if (actor == ACTOR_NONE) return ST_GAME_OVER;
    if (actor == ACTOR_CHANCE) return token_chance_expected(r, g->world, g->err);
    if (q->seat != SEAT_ALL && q->seat != actor)
        return error_set(g->err, ST_WRONG_SEAT, "seat %d is to act", actor + 1);
    int own = position_seat(g->p);
    if (own != SEAT_ALL && own != actor)
        return error_set(g->err, ST_WRONG_SEAT, "seat %d is to act; this engine sits on seat %d",
                         actor + 1, own + 1);
    q->seat = actor;
    return ST_OK;
}

static status finish(go_reader *g) {
    const rules *r = position_rules(g->p);
    search_limits *lim = &g->t->question.limits;
    status st = suppose(g);
    if (st == ST_OK) st = check_node(g);
    if (st != ST_OK || g->t->kind == TASK_PERFT) {
        if (st == ST_OK) st = position_clone(&g->t->root, g->p, g->err);
        return st;
    }
    st = choose_searcher(g);
    if (st == ST_OK) st = resolve_actions(g);
    if (st != ST_OK) return st;
    bool quick = g->t->question.kind->instant || g->t->question.kind->ends;
    if (!limits_any(lim) && !lim->infinite && !lim->ponder && !quick) {
        /* A client that gave a limit waits for an answer, whatever became of the limit. */
        if (g->s->responder.dialect == DIALECT_MGI || g->limited)
            lim->movetime_ms = g->s->options.search.number[OPT_DEFAULT_MOVE_TIME];
        else
            lim->infinite = true;
    }
    /* The search sees what the deciding seat knows, no more. */
    if (r->traits & GAME_HIDDEN)
        st = position_observe(&g->t->root, g->p, g->t->question.seat, g->err);
    else
        st = position_clone(&g->t->root, g->p, g->err);
    g->t->question.root = g->t->root;
    if (st == ST_OK && g->t->style.wdl && !(r->traits & GAME_HIDDEN))
        g->t->style.draws = draws_at(g->t->question.eval, r, position_data(g->t->root));
    return st;
}

int go_keywords_seat(const request_part *w) {
    uint64_t k;
    for (size_t i = w->i; i + 1 < w->end; i++)
        if (strcmp(w->l->word[i], "seat") == 0 &&
            text_u64(w->l->word[i + 1], GAME_MAX_PLAYERS, &k) && k)
            return (int)k - 1;
    return SEAT_ALL;
}

status go_keywords_read(session *s, request_part *w, const position *p, task *out, error *err) {
    go_reader g = {.s = s, .w = w, .p = p, .t = out, .err = err};
    int seat = go_keywords_seat(w);
    status st = ST_OK;
    w->at = -1;
    defaults(s, out);
    out->question.seat = SEAT_ALL;
    /* A view that is asked for another seat says whose turn it is, as any other. */
    if (seat != SEAT_ALL && position_seat(p) == SEAT_ALL && seat < position_rules(p)->players)
        st = viewer_sees(p, seat, &g.seen, &g.p, err);
    if (st == ST_OK) g.world = viewer_world(g.p);
    if (st == ST_OK && !g.world) st = error_set(err, ST_NOMEM, "no memory for the search");
    while (st == ST_OK && word_at(&g)) {
        st = take_word(&g);
        if (st != ST_OK) w->at = word_at(&g) ? (int)w->i : -1;
    }
    if (st == ST_OK && out->kind == TASK_PERFT) st = safe_perft(s, &out->perft, err);
    if (st == ST_OK) st = finish(&g);
    mem_free(g.world);
    position_destroy(g.supposed);
    position_destroy(g.seen);
    mem_free(g.only);
    mem_free(g.without);
    return st;
}
