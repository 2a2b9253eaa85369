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

enum { SURPRISE_SHARE = 4 }; /* one in this many games begins where something surprised */

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
    l->blend = 0.5;
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

bool learn_is_late(const learn *l) {
    return learn_spent(l) >= l->s.hours * 3600;
}

void learn_set_running(learn *l, match *m, tune_job *j) {
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

bool learn_report(learn *l, uint64_t done, const char *more) {
    char said[200];
    (void)snprintf(said, sizeof said, "round %u: %s%s%llu of %llu%s%s", l->rounds + 1, l->doing,
                   *l->doing ? ", " : "", (unsigned long long)done, (unsigned long long)l->of,
                   *more ? ", " : "", more);
    if (l->listen && !l->listen(l->ctx, said)) atomic_store(&l->stopping, true);
    return !atomic_load(&l->stopping);
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
        st = learn_play_games(l, "surprises", true, l->s.games / SURPRISE_SHARE, err);
    }
    l->doing = "playing";
    if (st == ST_OK) st = learn_play_games(l, "games", false, games, err);
    round->games = l->s.games;
    return st;
}

static status one_round(learn *l, error *err) {
    learn_round round = {0};
    status st = play_round(l, &round, err);
    if (st == ST_OK) st = learn_train(l, &round, err);
    learn_pairing p = {.name = "match", .a = learn_net(l->rounds + 1), .b = learn_net(l->best)};
    l->doing = "testing against the best so far";
    if (st == ST_OK && round.trained) st = learn_play_match(l, &p, &round, err);
    if (st != ST_OK) return st;
    if (round.trained) l->blend = round.blend;
    l->round[l->rounds++] = round;
    if (round.kept) {
        l->best = l->rounds;
        st = learn_copy_net(l, "net", l->best, l->s.out, err);
    }
    if (st == ST_OK) st = learn_write_state(l, err);
    return st == ST_OK ? learn_write_page(l, err) : st;
}

/* The best net against the weights, as people will use it. */
static status prove(learn *l, error *err) {
    if (!l->best || !l->s.last_games || l->proven_best == l->best) return ST_OK;
    l->doing = "the best net against the weights at equal time";
    l->last = (learn_round){0};
    learn_pairing p = {"proof", learn_net(l->best), learn_net(0), l->s.last_games, true};
    status st = learn_play_match(l, &p, &l->last, err);
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
    while (st == ST_OK && l->rounds < max && !learn_is_late(l)) st = one_round(l, err);
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
                ", %llu positions, blend %.1f, loss %.4f; %.1f %% of %llu games against the best "
                "before (Elo %+.0f +- %.0f): %s",
                (unsigned long long)r->positions, r->blend, r->loss, 100 * r->score,
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
                    LEARN_LAST_MS, 100 * l->last.score, (unsigned long long)l->last.tested,
                    l->last.elo, l->last.elo_error);
    if (!l->best) text_put(out, "no net is better than the weights yet\n");
}
