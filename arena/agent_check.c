#include "arena/agent_check.h"

#include "arena/lead_in.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { MAX_HANGS = 3, MAX_PLIES = 5000 };

struct agent_check {
    mtx_t lock; /* guards the rest */
    player *asked;
    bool stopping;
};

status agent_check_create(agent_check **out, error *err) {
    *out = mem_alloc(sizeof **out);
    if (*out && mtx_init(&(*out)->lock, mtx_plain) == thrd_success) return ST_OK;
    mem_free(*out);
    *out = NULL;
    return error_set(err, ST_NOMEM, "no memory for a check");
}

void agent_check_destroy(agent_check *c) {
    if (!c) return;
    mtx_destroy(&c->lock);
    mem_free(c);
}

static void ask_of(agent_check *c, player *p) {
    (void)mtx_lock(&c->lock);
    c->asked = p;
    if (p && c->stopping) player_stop(p);
    (void)mtx_unlock(&c->lock);
}

void agent_check_stop(agent_check *c) {
    (void)mtx_lock(&c->lock);
    c->stopping = true;
    if (c->asked) player_stop(c->asked);
    (void)mtx_unlock(&c->lock);
}

/* --- the table --- */

/* The program and those it plays against, for the games of one kind. */
typedef struct agent_table {
    position *start; /* holds the rules */
    engine_spec other_spec, quick_spec;
    player *program, *quick; /* the latter begins games that begin in the middle */
    player *other[GAME_MAX_PLAYERS];
} agent_table;

static void clear_table(agent_table *t) {
    player_destroy(t->program);
    player_destroy(t->quick);
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) player_destroy(t->other[i]);
    engine_spec_done(&t->other_spec);
    engine_spec_done(&t->quick_spec);
    position_destroy(t->start);
}

static status lay_table(agent_table *t, const agent_request *q, error *err) {
    status st = position_start(&t->start, q->game, &q->setup, SEAT_ALL, err);
    if (st == ST_OK) st = engine_spec_read(&t->other_spec, "random", err);
    if (st == ST_OK) st = engine_spec_read(&t->quick_spec, "visits=20 Hash=1", err);
    if (st != ST_OK) return st;
    player_setup setup = {.spec = q->spec,
                          .games = q->games,
                          .book = q->book,
                          .rules = position_rules(t->start),
                          .patience_ms = q->patience_ms,
                          .strict = true,
                          .log_file = q->log_file};
    st = player_create(&t->program, &setup, err);
    if (st == ST_OK) st = player_try(t->program, err);
    setup.spec = &t->quick_spec;
    if (st == ST_OK) st = player_create(&t->quick, &setup, err);
    setup.spec = &t->other_spec;
    for (int i = 1; st == ST_OK && i < position_rules(t->start)->players; i++)
        st = player_create(&t->other[i], &setup, err);
    return st;
}

/* --- games --- */

static uint64_t seed_of(const agent_request *q, unsigned game_number, unsigned what) {
    uint64_t parts[3] = {q->seed, game_number, what};
    return hash_bytes(parts, sizeof parts, 0);
}

static void count_decision(const position *final, unsigned number, agent_findings *out) {
    position_moment m;
    out->decisions++;
    if (!position_moment_at(final, position_first_ply(final) + number, 0, &m)) return;
    node_kind k = game_kind(position_rules(final), m.data);
    out->rewards += k == KIND_REWARD;
    out->reactions += k == KIND_REACTION;
}

static void count_result(const referee_result *res, int seat, agent_findings *out) {
    out->games++;
    out->score += res->utility[seat];
    out->illegal += res->illegal[seat];
    out->too_long += res->too_long;
    for (size_t i = 0; i < res->noted; i++)
        if (res->notes[i].seat == seat) count_decision(res->final, (unsigned)i, out);
    if (res->offender != seat) return;
    if (!out->fault[res->reply]++) out->first[res->reply] = out->games;
}

/* One game of the program in a seat, from its start or after `line`. */
static status play_game(const agent_table *t, const agent_request *q, unsigned number,
                        const opening *line, agent_findings *out, error *err) {
    int seats = position_rules(t->start)->players;
    int seat = (int)(number % (unsigned)seats);
    referee_game g = {.game = q->game,
                      .setup = &q->setup,
                      .opening = {.line = line, .dice = seed_of(q, number, 0)},
                      .max_plies = MAX_PLIES,
                      .keep_notes = true,
                      .illegal = ILLEGAL_RANDOM,
                      .illegal_seed = seed_of(q, number, 1),
                      .margin_ms = q->margin_ms,
                      .patience_ms = q->patience_ms};
    for (int i = 0; i < seats; i++) {
        bool own = i == seat;
        int other = i < seat ? i + 1 : i; /* from 1 on */
        g.seat[i] = (referee_seat){.who = own ? t->program : t->other[other],
                                   .spec = own ? q->spec : &t->other_spec,
                                   .seed = seed_of(q, number, 2 + (unsigned)i)};
    }
    referee_result res;
    status st = referee_play(&g, &res, err);
    if (st != ST_OK) return st;
    count_result(&res, seat, out);
    referee_result_done(&res);
    return ST_OK;
}

/* The game of this number. */
static status play_number(const agent_table *t, const agent_request *q, unsigned number,
                          agent_findings *out, error *err) {
    unsigned seats = position_rules(t->start)->players;
    lead_in l = {0};
    lead_in_request begin = {.game = q->game,
                             .setup = &q->setup,
                             .who = t->quick,
                             .seat = (int)(number % seats),
                             .seed = seed_of(q, number, 0)};
    bool middle = number / seats % 2 == 1;
    status st = middle ? lead_in_play(&l, &begin, err) : ST_OK;
    if (st == ST_OK) st = play_game(t, q, number, middle ? &l.line : NULL, out, err);
    lead_in_done(&l);
    return st;
}

status agent_check_run(agent_check *c, const agent_request *q, agent_findings *out,
                       agent_listener listen, void *ctx, error *err) {
    agent_table t = {0};
    *out = (agent_findings){0};
    status st = lay_table(&t, q, err);
    ask_of(c, t.program);
    for (unsigned i = 0; st == ST_OK && i < q->count && !out->gave_up; i++) {
        st = play_number(&t, q, i, out, err);
        if (st == ST_OK && listen) listen(ctx, i + 1);
        out->gave_up = out->fault[PLAYER_REPLY_HANG] == MAX_HANGS && i + 1 < q->count;
    }
    ask_of(c, NULL);
    if (t.program) out->conduct = t.program->conduct;
    clear_table(&t);
    return st;
}

/* --- what was found --- */

bool agent_findings_good(const agent_findings *f) {
    for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++)
        if (f->fault[d]) return false;
    return !f->illegal && !f->conduct.unasked;
}

/* "in 3 of 20 games, first in game 2": of the games that ended so. */
static void put_games(const agent_findings *f, player_reply d, text *out) {
    text_format(out, "in %u of %u game%s, first in game %u", f->fault[d], f->games,
                f->games == 1 ? "" : "s", f->first[d]);
}

/* A program may say anything: what is shown of it is printable. */
static void put_said(const char *said, text *out) {
    for (const char *c = said; *c; c++)
        text_putn(out, (unsigned char)*c < ' ' || (unsigned char)*c > '~' ? "?" : c, 1);
}

void agent_findings_write(const agent_findings *f, const agent_request *q, text *out) {
    if (f->fault[PLAYER_REPLY_CRASH]) {
        text_put(out, "It ended without an answer ");
        put_games(f, PLAYER_REPLY_CRASH, out);
        text_put(out, ".\n");
    }
    if (f->fault[PLAYER_REPLY_HANG]) {
        text_put(out, "It did not answer ");
        put_games(f, PLAYER_REPLY_HANG, out);
        text_format(out, "; it was waited for %lld ms after its time.%s\n",
                    (long long)q->margin_ms + q->patience_ms,
                    f->gave_up ? " The other games were not played." : "");
    }
    if (f->fault[PLAYER_REPLY_TIME]) {
        text_put(out, "It was late ");
        put_games(f, PLAYER_REPLY_TIME, out);
        text_format(out, ": an answer came more than %lld ms after its time.\n",
                    (long long)q->margin_ms);
    }
    if (f->illegal) {
        text_format(out, "%u answer%s not legal%s", f->illegal, f->illegal == 1 ? " was" : "s were",
                    f->conduct.refused[0] ? "; the first: " : "");
        put_said(f->conduct.refused, out);
        text_char(out, '\n');
    }
    if (f->conduct.unasked) {
        text_format(out,
                    "It said %u line%s when nothing was asked; the first: ", f->conduct.unasked,
                    f->conduct.unasked == 1 ? "" : "s");
        put_said(f->conduct.first_line, out);
        text_char(out, '\n');
    }
}
