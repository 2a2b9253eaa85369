#include <stdio.h>

#include "engine/base/memory.h"
#include "tune/learn/learn_state.h"

/* The games of a run: those that are learned from, and matches of nets. */

enum {
    OPENING_PLIES = 20, /* random ones, at most, in games that are learned from */
    TEST_PLIES = 6,     /* in matches */
    TEST_EFFORT = 2,    /* times the effort of games that are learned from */
    MAX_PLIES = 1000,
    LINE = 1200
};

/* --- engines --- */

static void put_evaluation(const learn *l, learn_net_file by, text *out) {
    if (!by.round) {
        text_put(out, "EvalFile=linear");
        return;
    }
    text_put(out, "EvalFile='");
    learn_path(l, by.name, by.round, out);
    text_char(out, '\'');
}

static status add_engine(const learn *l, match_settings *s, const char *name, learn_net_file by,
                         uint64_t effort, error *err) {
    char line[LINE];
    text t = text_over(line, sizeof line);
    bool by_visits = by.round ? l->net_visits : l->visits;
    text_format(&t, "name=%s Hash=4 %s=%llu ", name, by_visits ? "visits" : "nodes",
                (unsigned long long)(by_visits ? (effort + 4) / 5 : effort));
    put_evaluation(l, by, &t);
    if (t.cut) return error_set(err, ST_BAD_VALUE, "the name of the folder is too long");
    return settings_add_engine(s, line, err);
}

/* The best net before this one; 0: the weights. */
static unsigned best_before(const learn *l, unsigned round) {
    for (unsigned i = round; i > 1; i--)
        if (l->round[i - 2].kept) return i - 1;
    return 0;
}

/* --- matches --- */

static bool heard_match(void *ctx, const standings *s) {
    learn *l = ctx;
    l->late = learn_is_late(l);
    return learn_report(l, s->games, "") && !l->late;
}

/* The last match is played whatever the time. */
static bool heard_last(void *ctx, const standings *s) {
    return learn_report(ctx, s->games, "");
}

typedef struct contest {
    match_settings *settings;
    text path;
    match_listener listen;
} contest;

static match_settings *new_settings(const learn *l, uint64_t games, uint64_t seed, error *err) {
    match_settings *s = mem_alloc(sizeof *s);
    if (!s) {
        (void)error_set(err, ST_NOMEM, "no memory for the games");
        return NULL;
    }
    settings_init(s);
    s->game = l->s.game;
    s->setup = l->s.setup;
    s->games = games;
    s->seed = seed;
    s->max_plies = MAX_PLIES;
    return s;
}

/* Plays it, or what is missing of it. ST_STOPPED: stopped, or late. */
static status play(learn *l, contest *c, stats_units *units, error *err) {
    match *m = NULL;
    match_config config = {.settings = c->settings,
                           .games = l->w.games,
                           .book = l->w.book,
                           .program = l->w.commit,
                           .force = l->w.force};
    status st = settings_check(c->settings, err);
    l->of = c->settings->games;
    if (st == ST_OK) st = match_create(&m, &config, err);
    if (st == ST_OK) st = match_attach(m, text_string(&c->path), NULL, err);
    if (st == ST_OK) {
        learn_set_running(l, m, NULL);
        st = atomic_load(&l->stopping) ? error_set(err, ST_STOPPED, "stopped")
                                       : match_run(m, (int)l->s.threads, c->listen, l, err);
        learn_set_running(l, NULL, NULL);
    }
    const stats_units *won = st == ST_OK && units ? match_standings(m)->pair : NULL;
    for (size_t i = 0; won && st == ST_OK && i < won->count; i++)
        if (stats_units_add(units, won->bin[i].value, won->bin[i].count) != ST_OK)
            st = error_set(err, ST_NOMEM, "no memory for the match");
    match_destroy(m);
    return st;
}

static void contest_done(contest *c) {
    if (c->settings) settings_done(c->settings);
    mem_free(c->settings);
    text_done(&c->path);
}

status learn_play_games(learn *l, const char *name, bool surprised, uint64_t games, error *err) {
    unsigned n = l->rounds + 1;
    contest c = {.path = text_growing(), .listen = heard_match};
    learn_path(l, name, n, &c.path);
    c.settings = new_settings(l, games, l->s.seed * 1000003 + 2 * (uint64_t)n + surprised, err);
    if (!c.settings) {
        contest_done(&c);
        return ST_NOMEM;
    }
    unsigned older = best_before(l, l->best);
    c.settings->mixed = true;
    c.settings->opening_plies = surprised ? 2 : OPENING_PLIES;
    status st = ST_OK;
    if (surprised) {
        text book = text_over(c.settings->openings, sizeof c.settings->openings);
        learn_path(l, "openings", n, &book);
        if (book.cut) st = error_set(err, ST_BAD_VALUE, "the name of the folder is too long");
    }
    if (st == ST_OK) st = add_engine(l, c.settings, "best", learn_net(l->best), l->s.effort, err);
    if (st == ST_OK && l->best)
        st = add_engine(l, c.settings, "weights", learn_net(0), l->s.effort, err);
    if (st == ST_OK && older)
        st = add_engine(l, c.settings, "older", learn_net(older), l->s.effort, err);
    if (st == ST_OK) st = play(l, &c, NULL, err);
    contest_done(&c);
    return st;
}

static match_settings *match_settings_for(const learn *l, const learn_pairing *p, error *err) {
    match_settings *s = new_settings(l, p->fixed ? p->fixed : l->s.test_games,
                                     l->s.seed * 1000003 + 500000 + p->a.round, err);
    if (!s) return NULL;
    uint64_t effort = TEST_EFFORT * l->s.effort;
    s->opening_plies = TEST_PLIES;
    s->tested = !p->fixed;
    s->test = (sprt){0, 20, 0.05, 0.05, SPRT_NORMALIZED};
    status st = add_engine(l, s, "new", p->a, effort, err);
    if (st == ST_OK) st = add_engine(l, s, "old", p->b, effort, err);
    if (st != ST_OK) {
        settings_done(s);
        mem_free(s);
        return NULL;
    }
    for (int i = 0; p->last && i < 2; i++) {
        s->engine[i].limits = limits_none();
        s->engine[i].limits.movetime_ms = LEARN_LAST_MS;
    }
    return s;
}

status learn_play_match(learn *l, const learn_pairing *p, learn_round *out, error *err) {
    stats_units units;
    block_plan plan = {.engines = 2, .seats = l->rules->players};
    if (stats_units_init(&units, blocks_games(&plan)) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the match");
    contest c = {.path = text_growing(), .listen = p->last ? heard_last : heard_match};
    learn_path(l, p->name, p->a.round, &c.path);
    error why = {0};
    c.settings = match_settings_for(l, p, &why);
    status st = c.settings ? play(l, &c, &units, &why) : why.code;
    if (st != ST_OK && err) *err = why;
    if (st == ST_OK) {
        estimate e = stats_estimate(&units);
        out->score = e.mean;
        out->elo = e.elo;
        out->elo_error = e.elo_error;
        out->tested = units.units * (uint64_t)blocks_games(&plan);
        out->kept = e.mean > 0.5;
    }
    stats_units_done(&units);
    contest_done(&c);
    return st;
}
