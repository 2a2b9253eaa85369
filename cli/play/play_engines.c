#include "cli/play/play_engines.h"

#include <string.h>

#include "cli/play/play_programs.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "search/search_registry.h"

enum { REPORT_MS = 100 };

/* The engines of a table: one for each seat that no person takes, made of the words it was given
 * after those for all, and one more for hints and evaluations, made of the words for all alone. An
 * engine stays with the player who changes seats. Weights are a game's: another game on the table
 * reads the words once more. */

static engine_context context(const play *p, const rules *r) {
    return (engine_context){.game = r->game,
                            .games = p->c.games,
                            .book = p->c.book,
                            .base = &p->c.options,
                            .where = "at a table"};
}

/* --- reading --- */

/* A program has its own settings, not those for all our searches, but the time that all have. */
static status read_program(const play *p, const char *settings, engine_spec *out, error *err) {
    const search_limits *all = &p->c.limits;
    status st = settings ? engine_spec_read(out, settings, err) : ST_OK;
    if (!settings || st != ST_OK || !out->command) return st;
    if (limits_any(&out->limits) || out->clocked) return ST_OK;
    if (out->proto == PROTO_GTP || out->proto == PROTO_TEXT)
        out->limits.movetime_ms = all->movetime_ms;
    else
        out->limits = *all;
    return ST_OK;
}

static status read_line(const play *p, const char *seat_settings, engine_spec *out, error *err) {
    status own = read_program(p, seat_settings, out, err);
    if (own != ST_OK || out->command) return own;
    engine_spec_done(out);
    text line = text_growing();
    text_format(&line, "%s %s", p->c.engine_settings ? p->c.engine_settings : "",
                seat_settings ? seat_settings : "");
    status st = line.cut ? error_set(err, ST_NOMEM, "no memory for an engine")
                         : engine_spec_read(out, text_string(&line), err);
    text_done(&line);
    if (st != ST_OK) return st;
    if (!out->log) return ST_OK;
    engine_spec_done(out);
    return error_set(err, ST_BAD_VALUE, "log= is for programs (cmd=)");
}

static status read_engine(const play *p, const rules *r, const engine_spec *spec,
                          engine_search *out, error *err) {
    engine_context c = context(p, r);
    status st = engine_search_read(out, spec, &c, err);
    return st == ST_OK ? engine_search_choose(out, spec, &c, r, err) : st;
}

/* The words of a seat: those of a person are unused yet. */
static const char *words_of(const play *p, int i) {
    const char *said = i < GAME_MAX_PLAYERS ? p->c.seat[i] : NULL;
    return said && !text_same(said, "human") ? said : NULL;
}

static void wind_clock(play_engine *e) {
    e->clock_ms = e->spec.base_ms;
    e->moves = 0;
}

status play_engines_create(play *p, const rules *r, error *err) {
    p->engine = mem_alloc((GAME_MAX_PLAYERS + 1) * sizeof *p->engine);
    if (!p->engine) return error_set(err, ST_NOMEM, "no memory for the engines");
    status st = ST_OK;
    for (int i = GAME_MAX_PLAYERS; st == ST_OK && i >= 0; i--) { /* the one for hints first */
        play_engine *e = &p->engine[i];
        const char *own = words_of(p, i);
        st = read_line(p, own, &e->spec, err);
        bool ours = !e->spec.command;
        if (st == ST_OK && !ours) st = play_program_open(p, e, r, err);
        if (st == ST_OK && ours && (own || i == GAME_MAX_PLAYERS))
            st = read_engine(p, r, &e->spec, &e->how, err);
        else
            e->how = p->engine[GAME_MAX_PLAYERS].how; /* the same words */
        wind_clock(e);
        if (i < GAME_MAX_PLAYERS) p->seat[i].number = i;
    }
    return st;
}

void play_engines_done(play *p) {
    for (int i = 0; p->engine && i <= GAME_MAX_PLAYERS; i++) {
        play_program_close(&p->engine[i]);
        engine_spec_done(&p->engine[i].spec);
    }
    mem_free(p->engine);
    p->engine = NULL;
}

/* --- another game --- */

status play_check_seats(const play *p, const rules *r, error *err) {
    engine_search *how = mem_alloc(sizeof *how);
    if (!how) return error_set(err, ST_NOMEM, "no memory for the engines");
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < r->players; i++) {
        const play_engine *e = &p->engine[p->seat[i].number];
        if (p->seat[i].human) continue;
        st = e->program ? play_program_check(p, e, r, err) : read_engine(p, r, &e->spec, how, err);
    }
    mem_free(how);
    return st;
}

void play_engines_again(play *p) {
    const rules *r = position_rules(p->pos);
    for (int i = 0; i <= GAME_MAX_PLAYERS; i++) {
        play_engine *e = &p->engine[i];
        error err;
        wind_clock(e);
        if (e->program || e->how.eval.game == r->game) continue;
        if (read_engine(p, r, &e->spec, &e->how, &err) == ST_OK) continue;
        /* Seats were checked; the words of others may not fit this game. */
        weights_init(&e->how.eval, r->game);
    }
}

/* --- asking --- */

static const play_engine *engine_of(const play *p, int seat) {
    return &p->engine[seat < 0 ? GAME_MAX_PLAYERS : p->seat[seat].number];
}

const weights *play_weights(const play *p) {
    return &p->engine[GAME_MAX_PLAYERS].how.eval;
}

static void set_limits(const play *p, const play_engine *e, int actor, search_limits *out) {
    *out = limits_any(&e->spec.limits) || e->spec.clocked ? e->spec.limits : p->c.limits;
    if (!e->spec.clocked || actor < 0) return;
    out->clock_ms[actor] = e->clock_ms > 0 ? e->clock_ms : 1;
    out->inc_ms[actor] = e->spec.inc_ms;
    if (e->spec.moves) out->movestogo = e->spec.moves - e->moves % e->spec.moves;
}

static status ask_engine(const play *p, int seat, search_question *out, error *err) {
    const play_engine *e = engine_of(p, seat);
    const bool *reported = e->how.reported;
    *out = e->how.ask;
    out->eval = &e->how.eval;
    set_limits(p, e, seat, &out->limits);
    bool own = reported[OPT_LEVEL] || reported[OPT_ELO] || reported[OPT_SKILL] ||
               reported[OPT_LIMIT_STRENGTH];
    if (seat < 0 || !own || p->same_level) {
        out->options.level = seat < 0 ? 0 : p->level;
        out->options.elo = 0;
    }
    return search_choose(p->c.book, engine_spec_algorithm(&e->spec), position_rules(p->pos), out,
                         err);
}

static uint64_t seed_of(const play *p, int seat) {
    return engine_of(p, seat)->how.seed;
}

status play_question(const play *p, bool hint, search_question *q, error *err) {
    int asked = hint ? -1 : play_actor(p);
    status st = ask_engine(p, asked, q, err);
    q->seat = play_actor(p);
    /* Another number for every ply, or the random player would play the same column for ever; of
     * the plies that the seat knows of, or the answer would tell how many there were. */
    unsigned ply = position_seen(p->pos, q->seat >= 0 ? q->seat : SEAT_ALL);
    q->options.seed = hash_mix(p->seed ^ hash_mix(ply + 1));
    if (seed_of(p, asked)) q->options.seed ^= hash_mix(seed_of(p, asked));
    q->report_every_ms = p->c.listen ? REPORT_MS : 0;
    return st;
}

void play_engine_used(play *p, int seat, int64_t ms) {
    play_engine *e = &p->engine[p->seat[seat].number];
    if (!e->spec.clocked) return;
    e->clock_ms = (e->clock_ms > ms ? e->clock_ms - ms : 0) + e->spec.inc_ms;
    e->moves++;
    if (e->spec.moves && e->moves % e->spec.moves == 0) e->clock_ms += e->spec.base_ms;
}
