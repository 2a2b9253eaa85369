#include "arena/match.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "arena/match_answers.h"
#include "arena/match_state.h"
#include "arena/opening_games.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"

enum { OPENINGS_LIMIT = 64 << 20, SYNC_NS = 1000000000 };

/* --- making --- */

/* Lines of text, or a file of games. */
static status read_book(match *m, const text *data, error *err) {
    match_settings *s = m->settings;
    const char *head = text_string(data);
    const format *form = opening_games_form(s->openings, head);
    if (!form) {
        if (!s->opening_depth)
            return openings_read(&m->book, head, data->len, s->game, &s->setup, err);
        return error_set(err, ST_BAD_VALUE, "opening-depth is for files of games (PGN, SGF, ...)");
    }
    opening_games_request q = {.form = form,
                               .data = head,
                               .len = data->len,
                               .games = m->config.games,
                               .game = s->game,
                               .depth = s->opening_depth};
    text lines = text_growing();
    status st = opening_games_lines(&q, &lines, err);
    if (st == ST_OK) st = openings_read_games(&m->book, &lines, s->game, &s->setup, err);
    text_done(&lines);
    return st;
}

static status read_openings(match *m, error *err) {
    match_settings *s = m->settings;
    text data;
    error why;
    if (!s->openings[0]) return ST_OK;
    status st = file_read(&data, s->openings, OPENINGS_LIMIT, err);
    if (st != ST_OK) return st;
    uint64_t hash = hash_bytes(text_string(&data), data.len, 0);
    if (s->openings_hash && s->openings_hash != hash)
        st = error_set(err, ST_IO, "%.120s has changed since the match began", s->openings);
    s->openings_hash = hash;
    if (st == ST_OK) {
        st = read_book(m, &data, &why);
        if (st != ST_OK) (void)error_set(err, ST_IO, "%.60s: %.160s", s->openings, why.text);
    }
    text_done(&data);
    return st;
}

/* A program's lines go where its words say, or next to the match file. */
static status name_logs(match *m, const char *path, error *err) {
    for (int i = 0; i < m->settings->engines; i++) {
        const engine_spec *e = &m->settings->engine[i];
        text *log = &m->log[i];
        text_done(log);
        *log = text_growing();
        if (!e->command) continue;
        if (e->log)
            text_put(log, e->log);
        else if (path)
            text_format(log, "%s.%d.log", path, i + 1);
        if (log->cut) return error_set(err, ST_NOMEM, "no memory for the match");
    }
    return ST_OK;
}

static player_setup setup_of(const match *m, int engine) {
    return (player_setup){.spec = &m->settings->engine[engine],
                          .games = m->config.games,
                          .book = m->config.book,
                          .rules = position_rules(m->start),
                          .patience_ms = m->settings->patience_ms,
                          .page = m->config.page,
                          .mask = m->mask,
                          .log = m->log[engine].len ? text_string(&m->log[engine]) : NULL};
}

static status try_engines(match *m, error *err) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < m->settings->engines; i++) {
        player *p;
        player_setup setup = setup_of(m, i);
        st = player_create(&p, &setup, err);
        if (st == ST_OK) st = player_try(p, err);
        player_destroy(p);
    }
    return st;
}

status match_create(match **out, const match_config *config, error *err) {
    *out = NULL;
    match *m = mem_alloc(sizeof *m);
    if (!m) return error_set(err, ST_NOMEM, "no memory for the match");
    m->config = *config;
    m->settings = config->settings;
    assert(m->settings->game && m->settings->engines > 0);
    m->plan = settings_plan(m->settings);
    (void)mtx_init(&m->lock, mtx_plain);
    (void)mtx_init(&m->crew_lock, mtx_plain);
    status st = position_start(&m->start, m->settings->game, &m->settings->setup, SEAT_ALL, err);
    if (st == ST_OK && m->settings->disguised)
        st = disguise_create(&m->mask, position_rules(m->start), m->config.plain_page,
                             m->settings->disguise, err);
    if (st == ST_OK) st = standings_init(&m->now, &m->plan, err);
    if (st == ST_OK) st = read_openings(m, err);
    if (st == ST_OK) st = name_logs(m, NULL, err);
    if (st == ST_OK) st = try_engines(m, err);
    if (st == ST_OK)
        *out = m;
    else
        match_destroy(m);
    return st;
}

void match_destroy(match *m) {
    if (!m) return;
    match_file_close(m->file);
    match_export_close(m->exported);
    for (int i = 0; i < MATCH_MAX_ENGINES; i++) text_done(&m->log[i]);
    standings_done(&m->now);
    openings_done(&m->book);
    disguise_destroy(m->mask);
    position_destroy(m->start);
    mtx_destroy(&m->crew_lock);
    mtx_destroy(&m->lock);
    mem_free(m);
}

const standings *match_standings(const match *m) {
    return &m->now;
}

sprt_verdict match_verdict(const match *m) {
    return m->verdict;
}

/* --- counting --- */

static bool finished_all(const match *m) {
    return m->verdict != SPRT_GOES_ON || m->now.games >= m->settings->games;
}

/* Counts one game as its section tells it: the way games of a file are counted, too. */
static status count_section(match *m, const section *sec, error *err) {
    match_game g;
    bool complete = false;
    const rules *own = m->config.force ? NULL : position_rules(m->start);
    status st = match_game_read(&g, sec, m->settings, own, err);
    if (st == ST_OK && m->exported) st = match_export_add(m->exported, sec, err);
    if (st == ST_OK) st = standings_add(&m->now, &g, &complete, err);
    if (st == ST_OK && complete && m->settings->tested) {
        double llr;
        m->verdict = stats_sprt_verdict(&m->settings->test, &m->now.pair[0], &llr);
    }
    return st;
}

/* --- the file --- */

static void write_header(const match *m, text *out) {
    size_t from = out->len;
    settings_write(m->settings, out);
    if (m->config.program) text_format(out, "program: %s\n", m->config.program);
    match_section_close(out, from);
}

/* *program (may be NULL) gets who began it. */
static status read_header(match_settings *out, const section *sec, game_list games, text *program,
                          error *err) {
    record r;
    settings_init(out);
    status st = record_read(&r, sec->at, sec->len, err);
    if (st == ST_OK) st = settings_read(out, &r, games, err);
    if (st == ST_OK && program && record_get(&r, "program"))
        text_put(program, record_get(&r, "program"));
    record_done(&r);
    return st;
}

/* Whether a header is that of our match. */
static status compare_header(match *m, const section *sec, text *note, error *err) {
    match_settings *other = mem_alloc(sizeof *other);
    if (!other) return error_set(err, ST_NOMEM, "no memory for the match");
    text ours = text_growing();
    text theirs = text_growing();
    text program = text_growing();
    status st = read_header(other, sec, m->config.games, &program, err);
    if (st == ST_OK) {
        settings_write(m->settings, &ours);
        settings_write(other, &theirs);
        if (ours.cut || theirs.cut)
            st = error_set(err, ST_NOMEM, "no memory for the match");
        else if (strcmp(text_string(&ours), text_string(&theirs)) != 0)
            st = error_set(err, ST_BAD_VALUE,
                           "it holds another match (its first lines say which): name "
                           "another file, or continue it with --resume");
    }
    const char *we = m->config.program ? m->config.program : "";
    if (st == ST_OK && note && strcmp(text_string(&program), we) != 0)
        text_format(note, "the match was begun by %s; ", text_string(&program));
    text_done(&ours);
    text_done(&theirs);
    text_done(&program);
    settings_done(other);
    mem_free(other);
    return st;
}

/* A damaged piece with complete sections after it is no cut end: nothing is thrown away then. */
static bool more_follows(const text *data, size_t from) {
    for (size_t at = from; at < data->len; at++) {
        section sec;
        size_t next = at;
        if ((at == from || data->at[at - 1] == '\n') &&
            match_section_next(data->at, data->len, &next, &sec))
            return true;
    }
    return false;
}

static status read_games(match *m, const text *data, size_t *at, error *err) {
    section sec;
    status st = ST_OK;
    while (st == ST_OK && match_section_next(text_string(data), data->len, at, &sec))
        st = count_section(m, &sec, err);
    return st;
}

/* What follows the last complete game is one that was being written; anything else was put there by
 * hand, and is not ours to remove. */
static status check_rest(const match *m, const char *path, const text *data, size_t at,
                         error *err) {
    unsigned long long done = (unsigned long long)m->now.games;
    char want[64];
    size_t n = (size_t)snprintf(want, sizeof want, "match-game: %llu\nblock: ", done + 1);
    size_t rest = data->len - at;
    if (more_follows(data, at))
        return error_set(err, ST_IO, "%.120s is damaged after game %llu (byte %zu)", path, done,
                         at);
    if (memcmp(data->at + at, want, rest < n ? rest : n) == 0) return ST_OK;
    return error_set(err, ST_IO,
                     "%.120s continues after game %llu (byte %zu) with text that is no game of the "
                     "match: take it out to continue",
                     path, done, at);
}

static status continue_file(match *m, const char *path, const text *data, text *note, error *err) {
    section head;
    size_t at = 0;
    error why;
    if (!match_section_next(text_string(data), data->len, &at, &head))
        return error_set(err, ST_IO, "%.120s is no match file, or its header is incomplete", path);
    status st = compare_header(m, &head, note, &why);
    if (st == ST_OK) st = read_games(m, data, &at, &why);
    if (st != ST_OK) return error_set(err, st, "%.120s: %.240s", path, why.text);
    if (at < data->len) st = check_rest(m, path, data, at, err);
    if (st != ST_OK) return st;
    if (note)
        text_format(note, "continuing after game %llu of %llu", (unsigned long long)m->now.games,
                    (unsigned long long)m->settings->games);
    if (at == data->len) return ST_OK;
    if (note) text_format(note, "; %zu bytes of a game cut short were dropped", data->len - at);
    return match_file_cut(m->file, at, err);
}

status match_attach(match *m, const char *path, text *note, error *err) {
    assert(!m->file && m->now.games == 0);
    status st = match_file_open(&m->file, path, false, err);
    if (st == ST_OK) st = name_logs(m, path, err);
    if (st != ST_OK) return st;
    const text *data = match_file_data(m->file);
    if (data->len) return continue_file(m, path, data, note, err);
    text head = text_growing();
    write_header(m, &head);
    st = head.cut ? error_set(err, ST_NOMEM, "no memory for the match file")
                  : match_file_append(m->file, head.at, head.len, err);
    if (st == ST_OK) st = match_file_sync(m->file, err);
    text_done(&head);
    return st;
}

status match_export_to(match *m, const char *path, error *err) {
    assert(!m->file && !m->exported && m->now.games == 0);
    return match_export_open(&m->exported, path, m->settings, m->config.games, m->config.force,
                             err);
}

status match_load(match_settings *out, const char *path, game_list games, error *err) {
    settings_init(out);
    match_file *f;
    section head;
    size_t at = 0;
    status st = match_file_open(&f, path, true, err);
    if (st != ST_OK) return st;
    const text *data = match_file_data(f);
    if (match_section_next(text_string(data), data->len, &at, &head))
        st = read_header(out, &head, games, NULL, err);
    else
        st = error_set(err, ST_IO, "%.160s is no match file, or its header is cut", path);
    match_file_close(f);
    return st;
}

/* --- playing --- */

/* Numbers that differ in anything have nothing to do with each other. */
static uint64_t seed_for(const match *m, const char *what, uint64_t a, uint64_t b) {
    uint64_t parts[4] = {m->settings->seed, hash_key(what, 0), a, b};
    return hash_bytes(parts, sizeof parts, 0);
}

static status take_player(match_table *t, int engine, int slot, player **out, error *err) {
    match *m = t->match;
    status st = ST_OK;
    if (!t->who[engine][slot]) {
        player *p;
        player_setup setup = setup_of(m, engine);
        st = player_create(&p, &setup, err);
        if (st != ST_OK) return st;
        (void)mtx_lock(&m->lock);
        t->who[engine][slot] = p;
        if (m->stopping) player_stop(p);
        (void)mtx_unlock(&m->lock);
    }
    *out = t->who[engine][slot];
    return st;
}

static status seat_players(match_table *t, const block_game *b, uint64_t number, referee_game *g,
                           error *err) {
    int used[MATCH_MAX_ENGINES] = {0};
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < t->match->plan.seats; i++) {
        int engine = b->seat[i];
        st = take_player(t, engine, used[engine]++, &g->seat[i].who, err);
        g->seat[i].spec = &t->match->settings->engine[engine];
        g->seat[i].seed = seed_for(t->match, "engine", number, (uint64_t)i);
    }
    return st;
}

/* Games to learn from begin after any number of random actions up to the one that was set. */
static unsigned opening_plies(const match *m, uint64_t round) {
    unsigned max = m->settings->opening_plies;
    if (!m->settings->mixed) return max;
    return (unsigned)(seed_for(m, "opening-plies", round, 0) % (max + 1));
}

static status play_game(match_table *t, uint64_t number, text *body, error *err) {
    match *m = t->match;
    const match_settings *s = m->settings;
    block_game b = blocks_game(&m->plan, number);
    referee_game g = {.game = s->game,
                      .setup = &s->setup,
                      .max_plies = s->max_plies,
                      .keep_values = s->mixed,
                      .keep_notes = m->keep_notes && !s->mixed,
                      .illegal = s->illegal,
                      .illegal_seed = seed_for(m, "illegal", number, 0),
                      .margin_ms = s->margin_ms,
                      .patience_ms = s->patience_ms};
    g.opening = (opening_request){.random = opening_plies(m, b.round),
                                  .seed = seed_for(m, "opening", b.round, 0),
                                  .dice = seed_for(m, "chance", b.round, 0)};
    if (m->book.count) g.opening.line = &m->book.at[b.round % m->book.count];
    referee_result res;
    status st = seat_players(t, &b, number, &g, err);
    if (st == ST_OK) st = referee_play(&g, &res, err);
    if (st != ST_OK) return st;
    match_game reported = {.number = number,
                           .block = b.block,
                           .reply = res.reply,
                           .offender = res.offender,
                           .too_long = res.too_long,
                           .values = res.values,
                           .valued = res.valued,
                           .notes = res.notes,
                           .noted = res.noted};
    memcpy(reported.utility, res.utility, sizeof reported.utility);
    memcpy(reported.illegal, res.illegal, sizeof reported.illegal);
    memcpy(reported.rank, res.rank, sizeof reported.rank);
    st = match_answers_take(m->config.book, &g, &res, reported.answers, err);
    if (st == ST_OK) match_game_write(&reported, s, res.final, body);
    referee_result_done(&res);
    if (st != ST_OK) return st;
    return body->cut ? error_set(err, ST_NOMEM, "no memory for the record of a game") : ST_OK;
}

/* --- counting what was played: never two threads at once --- */

static status store(match *m, crew_bytes body, error *err) {
    section sec;
    size_t at = 0;
    if (!match_section_next(body.at, body.len, &at, &sec) || at != body.len)
        return error_set(err, ST_INTERNAL, "a game was not written properly");
    status st = m->file ? match_file_append(m->file, body.at, body.len, err) : ST_OK;
    if (st == ST_OK) st = count_section(m, &sec, err);
    if (st == ST_OK && m->file && clock_now_ns() - m->synced_ns > SYNC_NS) {
        st = match_file_sync(m->file, err);
        m->synced_ns = clock_now_ns();
    }
    return st;
}

static status take_game(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    match *m = ctx;
    assert(number == m->now.games);
    status st = store(m, result, err);
    if (st != ST_OK) return st;
    if (m->now.games != number + 1)
        return error_set(err, ST_INTERNAL, "a game was counted out of order");
    *enough = (m->listen && !m->listen(m->ctx, &m->now)) || finished_all(m);
    return ST_OK;
}

/* --- the tables --- */

status match_play_job(void *ctx, const crew_job *job, text *result, error *err) {
    match *m = ctx;
    return play_game(&m->tables[job->slot], job->number, result, err);
}

void match_stop_players(void *ctx) {
    match *m = ctx;
    (void)mtx_lock(&m->lock);
    m->stopping = true;
    for (int i = 0; m->tables && i < m->concurrency; i++)
        for (int e = 0; e < m->settings->engines; e++)
            for (int k = 0; k < GAME_MAX_PLAYERS; k++)
                if (m->tables[i].who[e][k]) player_stop(m->tables[i].who[e][k]);
    (void)mtx_unlock(&m->lock);
}

status match_lay_tables(match *m, int concurrency, error *err) {
    match_table *tables = mem_alloc((size_t)concurrency * sizeof *tables);
    if (!tables) return error_set(err, ST_NOMEM, "no memory for the match");
    for (int i = 0; i < concurrency; i++) tables[i].match = m;
    (void)mtx_lock(&m->lock);
    m->concurrency = concurrency;
    m->tables = tables;
    (void)mtx_unlock(&m->lock);
    return ST_OK;
}

void match_clear_tables(match *m) {
    (void)mtx_lock(&m->lock);
    match_table *tables = m->tables;
    m->tables = NULL;
    (void)mtx_unlock(&m->lock);
    for (int i = 0; tables && i < m->concurrency; i++)
        for (int e = 0; e < m->settings->engines; e++)
            for (int k = 0; k < GAME_MAX_PLAYERS; k++) player_destroy(tables[i].who[e][k]);
    mem_free(tables);
}

/* --- running --- */

/* A stop that came before there was a crew counts, too. */
static void set_crew(match *m, crew *c) {
    (void)mtx_lock(&m->crew_lock);
    m->crew = c;
    (void)mtx_lock(&m->lock);
    bool stopped = m->stopping;
    (void)mtx_unlock(&m->lock);
    if (c && stopped) crew_stop(c);
    (void)mtx_unlock(&m->crew_lock);
}

static status play_all(match *m, error *err) {
    crew_plan plan = {.task = &match_task,
                      .slots = m->concurrency,
                      .ctx = m,
                      .work = match_play_job,
                      .stop = match_stop_players,
                      .take = take_game,
                      .describe = match_describe};
    crew *c;
    status st = crew_create(&c, &plan, err);
    if (st != ST_OK) return st;
    set_crew(m, c);
    st = crew_run(c, m->now.games, m->settings->games, err);
    set_crew(m, NULL);
    crew_destroy(c);
    return st;
}

status match_run(match *m, int concurrency, match_listener listen, void *ctx, error *err) {
    assert(concurrency > 0 && !m->tables);
    if (finished_all(m)) return ST_OK;
    m->listen = listen;
    m->ctx = ctx;
    m->keep_notes = m->exported != NULL;
    m->synced_ns = clock_now_ns();
    status st = match_lay_tables(m, concurrency, err);
    if (st == ST_OK) st = play_all(m, err);
    match_clear_tables(m);
    if (m->file && (st == ST_OK || st == ST_STOPPED)) st = match_file_sync(m->file, err);
    if (m->exported && (st == ST_OK || st == ST_STOPPED)) st = match_export_sync(m->exported, err);
    if (st != ST_OK || finished_all(m)) return st;
    return error_set(err, ST_STOPPED, "stopped after %llu of %llu games",
                     (unsigned long long)m->now.games, (unsigned long long)m->settings->games);
}

void match_stop(match *m) {
    (void)mtx_lock(&m->crew_lock);
    if (m->crew) crew_stop(m->crew);
    match_stop_players(m);
    (void)mtx_unlock(&m->crew_lock);
}
