#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "search/search_registry.h"
#include "tune/data/rows.h"
#include "tune/job_state.h"

/* Tuning by playing: the sets of a round meet each other (spsa) or an opponent in pairings. */

enum { MAX_PLIES = 10000 };

/* --- options of searches as numbers --- */

/* It begins with the preset of the game, or its default value. The first sets tried differ by a share
 * of that: many options are useful in a small part of their range. */
void job_knob_range(const tune_job *j, tune_param *p) {
    knobs now = knobs_auto();
    knobs_resolve(&now, j->w.book->presets, j->s.game->name, j->rules->players);
    double max = knob_specs[p->knob].max;
    p->name = knob_specs[p->knob].name;
    double start = now.value[p->knob];
    double step = start > 0 ? start / 8 : max / 20;
    p->range = (evolve_param){.start = start, .min = 0, .max = max, .step = step > 1 ? step : 1};
}

/* --- sides --- */

static status make_spec(tune_job *j, int slot, const char *engine, const double *number,
                        error *err) {
    text line = text_growing();
    text_put(&line, engine);
    for (int i = 0; number && i < j->params; i++)
        if (j->param[i].knob != KNOB_COUNT)
            text_format(&line, " %s=%.0f", j->param[i].name, number[i]);
    if (j->spec_made[slot]) engine_spec_done(&j->spec[slot]);
    j->spec_made[slot] = false;
    status st = line.cut ? error_set(err, ST_NOMEM, "no memory for an engine")
                         : engine_spec_read(&j->spec[slot], text_string(&line), err);
    j->spec_made[slot] = st == ST_OK;
    text_done(&line);
    return st;
}

/* Side number `slot` plays with these numbers. */
static status set_side(tune_job *j, int slot, const double *number, error *err) {
    if (j->tuned) {
        job_bots_set(j, slot, number);
        return ST_OK;
    }
    job_weights(j, number, &j->eval[slot]);
    return make_spec(j, slot, j->s.engine, number, err);
}

static pairing_side side(const tune_job *j, int slot) {
    pairing_side made = {.spec = &j->spec[slot], .eval = &j->eval[slot]};
    if (j->tuned) made.bot = job_bots_side(j, slot);
    return made;
}

static int sides(const tune_job *j) {
    int population = j->evolve ? evolve_population(j->evolve) : 2;
    return population + 1;
}

/* --- create and destroy --- */

static const evolve_method methods[] = {
    [TUNE_SPSA] = EVOLVE_SPSA, [TUNE_CMAES] = EVOLVE_CMAES, [TUNE_GA] = EVOLVE_GA};

static status start_method(tune_job *j, error *err) {
    evolve_param range[TUNE_MAX_PARAMS];
    evolve_options o = {.method = methods[j->s.method],
                        .rounds = (unsigned)j->s.epochs,
                        .population = (int)j->s.population,
                        .rate = j->s.rate,
                        .seed = j->s.seed};
    for (int i = 0; i < j->params; i++) range[i] = j->param[i].range;
    if (evolve_create(&j->evolve, &o, range, j->params) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the tuner");
    return ST_OK;
}

/* A number of the engine's words must be good before hours are spent. */
static status try_engines(tune_job *j, error *err) {
    double now[TUNE_MAX_PARAMS] = {0};
    for (int i = 0; i < j->params; i++) now[i] = j->param[i].range.start;
    status st = set_side(j, 0, now, err);
    if (j->tuned) return st;
    int last = sides(j) - 1;
    if (st == ST_OK && j->s.opponents[0]) st = make_spec(j, last, j->s.opponents, NULL, err);
    for (int k = 0; st == ST_OK && k < (j->s.opponents[0] ? 2 : 1); k++) {
        player_setup setup = {.spec = &j->spec[k ? last : 0],
                              .games = j->w.games,
                              .book = j->w.book,
                              .rules = j->rules};
        player *p;
        st = player_create(&p, &setup, err);
        player_destroy(p);
    }
    return st;
}

status job_play_start(tune_job *j, error *err) {
    block_plan plan = {.engines = 2, .seats = j->rules->players};
    size_t in_block = (size_t)blocks_games(&plan);
    pairing_table t = {.games = j->w.games,
                       .book = j->w.book,
                       .kind = j->s.game,
                       .setup = &j->s.setup,
                       .rules = j->rules,
                       .opening_plies = (unsigned)j->s.opening_plies,
                       .max_plies = MAX_PLIES,
                       .seed = j->s.seed,
                       .slots = j->s.threads > 1 ? (int)j->s.threads : 1};
    status st = tune_learns(j->s.method) ? ST_OK : start_method(j, err);
    if (st != ST_OK) return st;
    if (j->tuned) in_block = (size_t)j->rules->players;
    j->blocks = (j->s.games + in_block - 1) / in_block;
    if (j->rivals) j->blocks += (size_t)j->rivals - 1 - (j->blocks - 1) % (size_t)j->rivals;
    size_t match_blocks = (j->s.match + in_block - 1) / in_block;
    size_t n = (size_t)sides(j);
    size_t max = n * j->blocks > match_blocks ? n * j->blocks : match_blocks;
    j->eval = mem_alloc(n * sizeof *j->eval);
    j->spec = mem_alloc(n * sizeof *j->spec);
    j->spec_made = mem_alloc(n * sizeof *j->spec_made);
    j->pairing = mem_alloc((max + 1) * sizeof *j->pairing);
    j->number = mem_alloc(n * BOT_MAX_PARAMS * sizeof *j->number);
    if (!j->number || !j->eval || !j->spec || !j->spec_made || !j->pairing)
        return error_set(err, ST_NOMEM, "no memory for the tuner");
    st = pairings_create(&j->pairings, &t, err);
    return st == ST_OK ? try_engines(j, err) : st;
}

void job_play_done(tune_job *j) {
    for (int i = 0; j->spec_made && i < sides(j); i++)
        if (j->spec_made[i]) engine_spec_done(&j->spec[i]);
    pairings_destroy(j->pairings);
    evolve_destroy(j->evolve);
    mem_free(j->eval);
    mem_free(j->spec);
    mem_free(j->spec_made);
    mem_free(j->pairing);
    mem_free(j->number);
    mem_free(j->round);
    mem_free(j->path);
    stats_units_done(&j->units);
}

/* --- rounds --- */

/* Whether the two sets of spsa meet each other; else every set meets the opponents. */
static bool face_to_face(const tune_job *j) {
    return j->s.method == TUNE_SPSA && (!j->tuned || !j->rivals);
}

/* Rivals take turns, block by block, the same for all sets. */
static pairing_side opponent(const tune_job *j, int population, size_t b) {
    pairing_side made = side(j, population);
    if (j->rivals) made.bot = j->rival[b % (size_t)j->rivals];
    return made;
}

static size_t lay_out(tune_job *j, int population) {
    size_t n = 0;
    bool pair = face_to_face(j);
    uint64_t first = (uint64_t)evolve_round(j->evolve) * j->blocks;
    for (int i = 0; i < (pair ? 1 : population); i++)
        for (size_t b = 0; b < j->blocks; b++)
            j->pairing[n++] = (pairing){.a = side(j, i),
                                        .b = pair ? side(j, 1) : opponent(j, population, b),
                                        .block = first + b,
                                        .seats = j->tuned && !pair ? (int)j->s.seats : 0};
    return n;
}

static status set_opponent(tune_job *j, int slot, error *err) {
    if (j->tuned || !j->s.opponents[0]) return set_side(j, slot, evolve_best(j->evolve), err);
    j->eval[slot] = j->start;
    return make_spec(j, slot, j->s.opponents, NULL, err);
}

static double mean_value(const tune_job *j, size_t from) {
    double sum = 0;
    for (size_t b = 0; b < j->blocks; b++) sum += j->pairing[from + b].value;
    return sum / (double)j->blocks;
}

static status grow_rounds(tune_job *j, size_t rounds, error *err) {
    if (MEM_GROW(j->round, j->round_cap, rounds) == ST_OK &&
        MEM_GROW(j->path, j->path_cap, rounds * (size_t)j->params) == ST_OK)
        return ST_OK;
    return error_set(err, ST_NOMEM, "no memory for the tuner");
}

static status note_round(tune_job *j, double value, error *err) {
    size_t done = evolve_round(j->evolve);
    size_t n = (size_t)j->params;
    status st = grow_rounds(j, done, err);
    if (st != ST_OK) return st;
    j->round[done - 1] = (tune_round){value, evolve_spread(j->evolve)};
    memcpy(j->path + (done - 1) * n, evolve_best(j->evolve), n * sizeof *j->path);
    return ST_OK;
}

status job_play_round(tune_job *j, error *err) {
    int population = evolve_population(j->evolve);
    double value[256] = {0};
    double best = 0;
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < population; i++)
        st = set_side(j, i, evolve_ask(j->evolve, i), err);
    if (st == ST_OK) st = set_opponent(j, population, err);
    if (st != ST_OK) return st;
    size_t n = lay_out(j, population);
    st = pairings_run(j->pairings, j->pairing, n, err);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < n; i++) j->games += j->pairing[i].games;
    if (j->s.method == TUNE_SPSA) {
        best = mean_value(j, 0);
        if (!face_to_face(j)) best = 0.5 + (best - mean_value(j, j->blocks)) / 2;
        value[0] = 2 * (2 * best - 1); /* as games won more than lost, of two */
    } else {
        for (int i = 0; i < population; i++) {
            value[i] = mean_value(j, (size_t)i * j->blocks);
            if (value[i] > best) best = value[i];
        }
    }
    evolve_tell(j->evolve, value);
    return note_round(j, best, err);
}

/* --- checkpoints --- */

void job_play_write(const tune_job *j, text *out) {
    size_t done = evolve_round(j->evolve);
    double games = (double)j->games;
    evolve_write(j->evolve, out);
    row_write(out, "games", &games, 1);
    for (size_t i = 0; i < done; i++) {
        double reported[2] = {j->round[i].value, j->round[i].spread};
        row_write(out, "told", reported, 2);
        row_write(out, "path", j->path + i * (size_t)j->params, (size_t)j->params);
    }
}

status job_play_read(tune_job *j, const char **s, error *err) {
    status st = evolve_read(j->evolve, s, err);
    if (st != ST_OK) return st;
    size_t done = evolve_round(j->evolve);
    size_t n = (size_t)j->params;
    st = grow_rounds(j, done + 1, err);
    if (st != ST_OK) return st;
    bool good = row_read_count(s, "games", 9e15, &j->games);
    for (size_t i = 0; good && i < done; i++) {
        double reported[2];
        good = row_read(s, "told", reported, 2) && row_read(s, "path", j->path + i * n, n);
        if (good) j->round[i] = (tune_round){reported[0], reported[1]};
    }
    return good ? ST_OK : error_set(err, ST_BAD_SYNTAX, "the checkpoint is damaged");
}

/* --- the match at the end --- */

status job_play_match(tune_job *j, error *err) {
    block_plan plan = {.engines = 2, .seats = j->rules->players};
    int in_block = blocks_games(&plan);
    size_t blocks = (j->s.match + (uint64_t)in_block - 1) / (uint64_t)in_block;
    double old[TUNE_MAX_PARAMS] = {0};
    double made[TUNE_MAX_PARAMS] = {0};
    for (int i = 0; i < j->params; i++) old[i] = j->param[i].range.start;
    job_best(j, made);
    status st = set_side(j, 0, made, err);
    if (st == ST_OK) st = set_side(j, 1, old, err);
    if (j->s.method == TUNE_NET) job_net_sides(j, &j->eval[0], &j->eval[1]);
    /* Other openings and other dice than those that were learned from. */
    for (size_t b = 0; b < blocks; b++)
        j->pairing[b] =
            (pairing){.a = side(j, 0), .b = side(j, 1), .block = (UINT64_C(1) << 48) + b};
    if (st == ST_OK) st = pairings_run(j->pairings, j->pairing, blocks, err);
    if (st == ST_OK && stats_units_init(&j->units, in_block) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the match");
    for (size_t b = 0; st == ST_OK && b < blocks; b++)
        if (stats_units_add(&j->units, j->pairing[b].value, 1) != ST_OK)
            st = error_set(err, ST_NOMEM, "no memory for the match");
    if (st != ST_OK) return st;
    sprt test = stats_sprt_default();
    j->matched = true;
    j->llr = stats_llr(&j->units, test.model, test.elo0, test.elo1);
    return ST_OK;
}
