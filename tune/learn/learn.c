#include "tune/learn/learn.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/game_inputs.h"
#include "search/search_registry.h"
#include "tune/learn/learn_state.h"

enum {
    OPENING_PLIES = 20, /* random ones, at most, in games that are learned from */
    TEST_PLIES = 6,     /* in matches */
    WINDOW = 6,         /* rounds whose games are learned from */
    TEST_EFFORT = 2,    /* times the effort of games that are learned from */
    SURPRISE_SHARE = 4, /* one in this many games begins where something surprised */
    LAST_MS = 50,       /* a decision in the last match */
    MAX_PLIES = 1000,
    LINE = 1200
};

void learn_default(learn_settings *s, const game *g) {
    *s = (learn_settings){.game = g,
                          .setup = params_default(),
                          .hours = 2,
                          .games = 3000,
                          .test_games = 1000,
                          .last_games = 200,
                          .seed = 1,
                          .threads = 1,
                          .width = 64,
                          .hidden = 32,
                          .epochs = 12,
                          .effort = 1000};
    (void)snprintf(s->folder, sizeof s->folder, "%s.learn", g ? g->name : "game");
    (void)snprintf(s->out, sizeof s->out, "%s.net", g ? g->name : "game");
}

/* --- create and destroy --- */

static status check(const learn_settings *s, error *err) {
    status st = net_check_layers(s->width, s->hidden, err);
    return st == ST_OK ? params_check(&s->setup, s->game, err) : st;
}

static status find_search(learn *l, error *err) {
    search_question ask = {.options = search_default_options()};
    status st = search_choose(l->w.book, "auto", l->rules, &ask, err);
    if (st == ST_OK) {
        l->visits = ask.kind->visits;
        l->net_visits = ask.with_net ? ask.with_net->visits : l->visits;
    }
    if (st == ST_OK && (!l->rules->inputs->count || l->rules->inputs->count(l->rules) == 0))
        st =
            error_set(err, ST_UNSUPPORTED, "%s says nothing that a net could see", l->s.game->name);
    return st;
}

status learn_create(learn **out, const learn_settings *s, const tune_world *w, error *err) {
    *out = NULL;
    learn *l = mem_alloc(sizeof *l);
    if (!l) return error_set(err, ST_NOMEM, "no memory for learning");
    l->s = *s;
    l->w = *w;
    (void)mtx_init(&l->lock, mtx_plain);
    status st = check(s, err);
    if (st == ST_OK) st = rules_open(&l->rules, s->game, &s->setup, err);
    if (st == ST_OK) st = find_search(l, err);
    if (st == ST_OK) st = file_make_folder(s->folder, false, err);
    if (st == ST_OK) st = learn_read_state(l, err);
    if (st == ST_OK) st = file_check(s->out, net_recognise, w->force, err);
    if (st == ST_OK)
        *out = l;
    else
        learn_destroy(l);
    return st;
}

void learn_destroy(learn *l) {
    if (!l) return;
    rules_close(l->rules);
    mtx_destroy(&l->lock);
    mem_free(l);
}

unsigned learn_rounds(const learn *l) {
    return l->rounds;
}

const learn_round *learn_at(const learn *l, unsigned i) {
    return &l->round[i];
}

unsigned learn_best(const learn *l) {
    return l->best;
}

/* --- time and stops --- */

double learn_spent(const learn *l) {
    double now = l->began_ns ? (double)(clock_now_ns() - l->began_ns) / 1e9 : 0;
    return l->spent + now;
}

static bool time_is_over(const learn *l) {
    return learn_spent(l) >= l->s.hours * 3600;
}

/* What is under way, for another thread to stop it. */
static void set_running(learn *l, match *m, tune_job *j) {
    (void)mtx_lock(&l->lock);
    l->match = m;
    l->job = j;
    (void)mtx_unlock(&l->lock);
}

void learn_stop(learn *l) {
    atomic_store(&l->stopping, true);
    (void)mtx_lock(&l->lock);
    if (l->match) match_stop(l->match);
    if (l->job) tune_job_stop(l->job);
    (void)mtx_unlock(&l->lock);
}

/* False: it is to stop. */
static bool report(learn *l, uint64_t done, const char *more) {
    char said[200];
    (void)snprintf(said, sizeof said, "round %u: %s%s%llu of %llu%s%s", l->rounds + 1, l->doing,
                   *l->doing ? ", " : "", (unsigned long long)done, (unsigned long long)l->of,
                   *more ? ", " : "", more);
    if (l->listen && !l->listen(l->ctx, said)) atomic_store(&l->stopping, true);
    return !atomic_load(&l->stopping);
}

static bool heard_match(void *ctx, const standings *s) {
    learn *l = ctx;
    l->late = time_is_over(l);
    return report(l, s->games, "") && !l->late;
}

/* The last match is played whatever the time. */
static bool heard_last(void *ctx, const standings *s) {
    return report(ctx, s->games, "");
}

static bool heard_job(void *ctx, const tune_job *j) {
    learn *l = ctx;
    char more[60];
    tune_state s = tune_job_state(j);
    (void)snprintf(more, sizeof more, "validated loss %.4f", s.valid);
    return report(l, s.done, more); /* what is trained is trained to the end, whatever the time */
}

/* --- engines --- */

/* The evaluation of a round's net, or of the weights. */
static void put_evaluation(const learn *l, unsigned round, text *out) {
    if (!round) {
        text_put(out, "EvalFile=linear");
        return;
    }
    text_put(out, "EvalFile='");
    learn_path(l, "net", round, out);
    text_char(out, '\'');
}

static status add_engine(const learn *l, match_settings *s, const char *name, unsigned round,
                         uint64_t effort, error *err) {
    char line[LINE];
    text t = text_over(line, sizeof line);
    bool by_visits = round ? l->net_visits : l->visits;
    text_format(&t, "name=%s Hash=4 %s=%llu ", name, by_visits ? "visits" : "nodes",
                (unsigned long long)(by_visits ? (effort + 4) / 5 : effort));
    put_evaluation(l, round, &t);
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
        set_running(l, m, NULL);
        st = atomic_load(&l->stopping) ? error_set(err, ST_STOPPED, "stopped")
                                       : match_run(m, (int)l->s.threads, c->listen, l, err);
        set_running(l, NULL, NULL);
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

/* Games of the best net, of the one before it and of the weights. `surprised`: they begin where the
 * last round was surprised. */
static status play_games(learn *l, const char *name, bool surprised, uint64_t games, error *err) {
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
    if (st == ST_OK) st = add_engine(l, c.settings, "best", l->best, l->s.effort, err);
    if (st == ST_OK && l->best) st = add_engine(l, c.settings, "weights", 0, l->s.effort, err);
    if (st == ST_OK && older) st = add_engine(l, c.settings, "older", older, l->s.effort, err);
    if (st == ST_OK) st = play(l, &c, NULL, err);
    contest_done(&c);
    return st;
}

/* A match of the net of round `a` against that of round `b` (0: the weights): at equal nodes until
 * the test has an answer, or the last one at equal time. */
typedef struct pairing_of {
    const char *name; /* of its file */
    unsigned a, b;
    bool last;
} pairing_of;

static match_settings *match_settings_for(const learn *l, const pairing_of *p, error *err) {
    match_settings *s = new_settings(l, p->last ? l->s.last_games : l->s.test_games,
                                     l->s.seed * 1000003 + 500000 + p->a, err);
    if (!s) return NULL;
    uint64_t effort = TEST_EFFORT * l->s.effort;
    s->opening_plies = TEST_PLIES;
    s->tested = !p->last;
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
        s->engine[i].limits.movetime_ms = LAST_MS;
    }
    return s;
}

static status play_match(learn *l, const pairing_of *p, learn_round *out, error *err) {
    stats_units units;
    block_plan plan = {.engines = 2, .seats = l->rules->players};
    if (stats_units_init(&units, blocks_games(&plan)) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the match");
    contest c = {.path = text_growing(), .listen = p->last ? heard_last : heard_match};
    learn_path(l, p->name, p->a, &c.path);
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

/* --- training --- */

static status take_count(tune_settings *s, const char *name, uint64_t n, error *err) {
    char value[24];
    (void)snprintf(value, sizeof value, "%llu", (unsigned long long)n);
    return tune_settings_take(s, name, value, err);
}

/* The games of this round and of some before it. */
static status name_data(const learn *l, tune_settings *s, unsigned n, error *err) {
    static const char *const kind[] = {"games", "surprises"};
    status st = ST_OK;
    for (unsigned i = n > WINDOW ? n - WINDOW + 1 : 1; st == ST_OK && i <= n; i++)
        for (int k = 0; st == ST_OK && k < 2; k++) {
            text path = text_growing();
            learn_path(l, kind[k], i, &path);
            if (file_exists(text_string(&path)))
                st = tune_settings_take(s, "data", text_string(&path), err);
            text_done(&path);
        }
    return st;
}

/* A net of this round: which file, and whether it is added to the weights. */
typedef struct lesson {
    const char *name;
    bool on_weights;
} lesson;

static status make_settings(const learn *l, tune_settings *s, const lesson *of, error *err) {
    unsigned n = l->rounds + 1;
    text path = text_growing();
    learn_path(l, of->name, n, &path);
    tune_settings_init(s, l->s.game);
    s->setup = l->s.setup;
    status st = tune_settings_take(s, "method", "net", err);
    if (st == ST_OK) st = tune_settings_take(s, "out", text_string(&path), err);
    if (st == ST_OK) st = tune_settings_take(s, "rate", "0.001", err);
    if (st == ST_OK) st = tune_settings_take(s, "patience", "3", err);
    if (st == ST_OK) st = take_count(s, "width", l->s.width, err);
    if (st == ST_OK) st = take_count(s, "hidden", l->s.hidden, err);
    if (st == ST_OK) st = take_count(s, "epochs", l->s.epochs, err);
    if (st == ST_OK) st = take_count(s, "seed", l->s.seed + n, err);
    if (st == ST_OK) st = take_count(s, "threads", l->s.threads, err);
    s->on_weights = of->on_weights;
    if (st == ST_OK) st = name_data(l, s, n, err);
    text_done(&path);
    return st;
}

/* A checkpoint of this very training is continued. */
static status make_job(learn *l, tune_job **job, const lesson *of, error *err) {
    text checkpoint = text_growing();
    learn_path(l, of->name, l->rounds + 1, &checkpoint);
    text_put(&checkpoint, ".tune");
    status st = ST_NOT_FOUND;
    if (file_exists(text_string(&checkpoint)))
        st = tune_job_resume(job, text_string(&checkpoint), &l->w, (int)l->s.threads, NULL, NULL);
    text_done(&checkpoint);
    if (st == ST_OK) return ST_OK;
    tune_settings *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the net");
    st = make_settings(l, s, of, err);
    if (st == ST_OK) st = tune_job_create(job, s, &l->w, err);
    mem_free(s);
    return st;
}

static status train(learn *l, const lesson *of, learn_round *round, error *err) {
    tune_job *job = NULL;
    error why = {0};
    l->doing = of->on_weights ? "training on the weights" : "training";
    l->of = l->s.epochs;
    status st = make_job(l, &job, of, &why);
    if (st == ST_UNSUPPORTED) return ST_OK; /* positions: the next round has more */
    if (st != ST_OK) {
        if (err) *err = why;
        return st;
    }
    set_running(l, NULL, job);
    st = tune_job_run(job, heard_job, l, err);
    set_running(l, NULL, NULL);
    if (st == ST_OK) {
        round->trained = true;
        round->loss = tune_job_state(job).best;
        round->positions = tune_job_positions(job);
    }
    tune_job_destroy(job);
    return st;
}

/* A net of the folder becomes another file. */
static status copy_net(const learn *l, const char *name, unsigned n, const char *to, error *err) {
    text path = text_growing();
    text data;
    learn_path(l, name, n, &path);
    status st = file_read(&data, text_string(&path), NET_MAX_BYTES + (1 << 12), err);
    if (st == ST_OK) st = file_write(to, data.at, data.len, err);
    text_done(&data);
    text_done(&path);
    return st;
}

/* The weights see all hands, a net what one seat knows: they are not added. */
static bool may_stand_on_weights(const learn *l) {
    return !(l->rules->traits & GAME_HIDDEN) && l->s.game->features && l->s.game->features->name;
}

/* The first net that can be trained is trained both ways, alone and added to the weights. The
 * better way stays; a net alone is quicker, so it also stays where there is little between them. */
static status choose_way(learn *l, learn_round *round, error *err) {
    const double worth = 0.002; /* of the loss */
    unsigned n = l->rounds + 1;
    learn_round added = {.games = round->games};
    status st = train(l, &(lesson){"net", false}, round, err);
    if (st != ST_OK || !round->trained || !may_stand_on_weights(l)) return st;
    st = train(l, &(lesson){"added", true}, &added, err);
    if (st != ST_OK || added.loss > round->loss - worth) return st;
    text path = text_growing();
    learn_path(l, "net", n, &path);
    st = copy_net(l, "added", n, text_string(&path), err);
    text_done(&path);
    *round = added;
    l->on_weights = true;
    return st;
}

static bool any_trained(const learn *l) {
    for (unsigned i = 0; i < l->rounds; i++)
        if (l->round[i].trained) return true;
    return false;
}

/* --- a round --- */

static status play_round(learn *l, learn_round *round, error *err) {
    size_t surprises = 0;
    uint64_t games = l->s.games;
    status st = ST_OK;
    if (l->rounds) st = learn_write_surprises(l, l->rounds, &surprises, err);
    l->doing = "playing games that begin with surprises";
    if (st == ST_OK && surprises) {
        games -= l->s.games / SURPRISE_SHARE;
        st = play_games(l, "surprises", true, l->s.games / SURPRISE_SHARE, err);
    }
    l->doing = "playing";
    if (st == ST_OK) st = play_games(l, "games", false, games, err);
    round->games = l->s.games;
    return st;
}

static status one_round(learn *l, error *err) {
    learn_round round = {0};
    status st = play_round(l, &round, err);
    if (st == ST_OK)
        st = any_trained(l) ? train(l, &(lesson){"net", l->on_weights}, &round, err)
                            : choose_way(l, &round, err);
    l->doing = "testing against the best so far";
    if (st == ST_OK && round.trained)
        st = play_match(l, &(pairing_of){"match", l->rounds + 1, l->best, false}, &round, err);
    if (st != ST_OK) return st;
    l->round[l->rounds++] = round;
    if (round.kept) {
        l->best = l->rounds;
        st = copy_net(l, "net", l->best, l->s.out, err);
    }
    if (st == ST_OK) st = learn_write_state(l, err);
    return st == ST_OK ? learn_write_page(l, err) : st;
}

/* The best net against the weights, as people will use it. */
static status prove(learn *l, error *err) {
    if (!l->best || !l->s.last_games || l->proven_best == l->best) return ST_OK;
    l->doing = "the best net against the weights at equal time";
    l->last = (learn_round){0};
    status st = play_match(l, &(pairing_of){"proof", l->best, 0, true}, &l->last, err);
    if (st != ST_OK) return st;
    l->proven_best = l->best;
    st = learn_write_state(l, err);
    return st == ST_OK ? learn_write_page(l, err) : st;
}

status learn_run(learn *l, learn_listener listen, void *ctx, error *err) {
    status st = ST_OK;
    l->listen = listen;
    l->ctx = ctx;
    l->began_ns = clock_now_ns();
    unsigned max = l->s.rounds ? (unsigned)l->s.rounds : LEARN_MAX_ROUNDS;
    if (max > LEARN_MAX_ROUNDS) max = LEARN_MAX_ROUNDS;
    while (st == ST_OK && l->rounds < max && !time_is_over(l)) st = one_round(l, err);
    if (st == ST_STOPPED && l->late && !atomic_load(&l->stopping)) st = ST_OK;
    if (st == ST_OK) st = prove(l, err);
    l->spent = learn_spent(l);
    l->began_ns = 0;
    error why;
    if (learn_write_state(l, &why) != ST_OK && st == ST_OK) {
        if (err) *err = why;
        st = why.code;
    }
    return st;
}

void learn_summary(const learn *l, text *out) {
    for (unsigned i = 0; i < l->rounds; i++) {
        const learn_round *r = &l->round[i];
        text_format(out, "round %u: %llu games", i + 1, (unsigned long long)r->games);
        if (r->trained)
            text_format(
                out,
                ", %llu positions, loss %.4f; %.1f %% of %llu games against the best before "
                "(Elo %+.0f +- %.0f): %s",
                (unsigned long long)r->positions, r->loss, 100 * r->score,
                (unsigned long long)r->tested, r->elo, r->elo_error,
                r->kept ? "the new best" : "dropped");
        else
            text_put(out, ": too few positions to train a net");
        text_char(out, '\n');
    }
    if (l->best)
        text_format(out, "best: round %u, in %s%s\n", l->best, l->s.out,
                    l->on_weights ? ", added to the weights" : "");
    if (l->best && l->proven_best == l->best)
        text_format(out, "against the weights at %d ms: %.1f %% of %llu games, Elo %+.0f +- %.0f\n",
                    LAST_MS, 100 * l->last.score, (unsigned long long)l->last.tested, l->last.elo,
                    l->last.elo_error);
    if (!l->best) text_put(out, "no net is better than the weights yet\n");
}
