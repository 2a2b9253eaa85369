#include "web/api/match_table.h"

#include <string.h>

#include "arena/match_report.h"
#include "engine/base/memory.h"

enum { MAX_POINTS = 200 };

/* One engine against another, or against all. */
typedef struct tally {
    uint64_t games, wins, draws, losses;
    double points;
} tally;

typedef struct match_table {
    match_settings s;
    standings st;
    tally all[MATCH_MAX_ENGINES];
    tally pair[MATCH_MAX_ENGINES][MATCH_MAX_ENGINES];
    double *course; /* points of each engine after each game, engine by engine */
    size_t count, cap;
    size_t problems;
} match_table;

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

/* --- reading --- */

static void add_score(tally *t, double own, double other) {
    t->games++;
    t->points += own;
    if (own > other)
        t->wins++;
    else if (own < other)
        t->losses++;
    else
        t->draws++;
}

static int engine_called(const match_settings *s, const char *name, size_t n) {
    for (int i = 0; i < s->engines; i++)
        if (strlen(s->engine[i].name) == n && strncmp(s->engine[i].name, name, n) == 0) return i;
    return -1;
}

/* Who sat where: "seats: new old". */
static bool read_seats(const match_table *m, const section *sec, int *engine, int *seats) {
    record rec;
    bool good = record_read(&rec, sec->at, sec->len, NULL) == ST_OK;
    const char *at = good ? record_get(&rec, "seats") : NULL;
    *seats = 0;
    while (good && at && *(at += strspn(at, " ")) && *seats < GAME_MAX_PLAYERS) {
        size_t n = strcspn(at, " ");
        engine[*seats] = engine_called(&m->s, at, n);
        good = engine[*seats] >= 0;
        ++*seats;
        at += n;
    }
    record_done(&rec);
    return good && *seats > 0;
}

static void count_game(match_table *m, const match_game *g, const int *engine, int seats) {
    for (int i = 0; i < seats; i++) {
        double best = 0; /* of the others */
        for (int k = 0; k < seats; k++) {
            if (k == i) continue;
            if (g->utility[k] > best) best = g->utility[k];
            if (engine[k] != engine[i])
                add_score(&m->pair[engine[i]][engine[k]], g->utility[i], g->utility[k]);
        }
        if (seats > 1) add_score(&m->all[engine[i]], g->utility[i], best);
    }
}

static status note_course(match_table *m, error *err) {
    size_t n = (size_t)m->s.engines;
    if (MEM_GROW(m->course, m->cap, (m->count + 1) * n) != ST_OK) return no_memory(err);
    for (size_t i = 0; i < n; i++)
        m->course[m->count * n + i] =
            m->all[i].games ? m->all[i].points / (double)m->all[i].games : 0;
    m->count++;
    return ST_OK;
}

static status read_games(match_table *m, const char *data, size_t len, size_t offset, error *err) {
    section sec;
    status st = ST_OK;
    while (st == ST_OK && offset < len) {
        match_game g;
        int engine[GAME_MAX_PLAYERS];
        int seats;
        bool complete;
        if (!match_section_next(data, len, &offset, &sec)) {
            section_gap gap = match_section_skip(data, len, &offset);
            m->problems += gap.damaged + (gap.cut || gap.foreign);
            continue;
        }
        if (match_game_read(&g, &sec, &m->s, NULL, NULL) != ST_OK ||
            !read_seats(m, &sec, engine, &seats)) {
            m->problems++;
            continue;
        }
        count_game(m, &g, engine, seats);
        if (standings_add(&m->st, &g, &complete, NULL) != ST_OK) m->problems++;
        st = note_course(m, err);
    }
    return st;
}

static status read_match(match_table *m, game_list games, const char *data, size_t len,
                         error *err) {
    section head;
    size_t offset = 0;
    record rec = {0};
    if (!match_section_next(data, len, &offset, &head))
        return error_set(err, ST_BAD_SYNTAX, "this is no match file: it has no head");
    status st = record_read(&rec, head.at, head.len, err);
    if (st == ST_OK && !record_get(&rec, "match"))
        st = error_set(err, ST_BAD_SYNTAX, "this is no match file: expected match: 1");
    rec.closed = true;
    if (st == ST_OK) st = settings_read(&m->s, &rec, games, err);
    record_done(&rec);
    if (st != ST_OK) return st;
    block_plan plan = settings_plan(&m->s);
    st = standings_init(&m->st, &plan, err);
    return st == ST_OK ? read_games(m, data, len, offset, err) : st;
}

/* --- writing --- */

static void put_int(json_writer *w, const char *key, uint64_t n) {
    json_key(w, key);
    json_int(w, (int64_t)n);
}

static void put_tally(json_writer *w, const tally *t) {
    put_int(w, "games", t->games);
    put_int(w, "wins", t->wins);
    put_int(w, "draws", t->draws);
    put_int(w, "losses", t->losses);
    json_key(w, "points");
    json_real(w, t->points, 1);
}

static void put_rating(json_writer *w, const rating *r) {
    json_key(w, "elo");
    if (r)
        json_real(w, r->elo, 1);
    else
        json_raw(w, "null");
    json_key(w, "error");
    if (r)
        json_real(w, r->error, 1);
    else
        json_raw(w, "null");
}

static void put_engines(json_writer *w, const match_table *m) {
    rating rates[MATCH_MAX_ENGINES];
    bool rated = m->st.blocks > 0 && standings_rate(&m->st, m->s.seed, rates, NULL) == ST_OK;
    json_key(w, "engines");
    json_open(w, '[');
    for (int i = 0; i < m->s.engines; i++) {
        json_open(w, '{');
        json_key(w, "name");
        json_ascii(w, m->s.engine[i].name);
        put_tally(w, &m->all[i]);
        put_rating(w, rated ? &rates[i] : NULL);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_pairs(json_writer *w, const match_table *m) {
    json_key(w, "pairs");
    json_open(w, '[');
    for (int i = 0; i < m->s.engines; i++)
        for (int k = 0; k < m->s.engines; k++) {
            if (!m->pair[i][k].games) continue;
            json_open(w, '{');
            json_key(w, "a");
            json_ascii(w, m->s.engine[i].name);
            json_key(w, "b");
            json_ascii(w, m->s.engine[k].name);
            put_tally(w, &m->pair[i][k]);
            json_close(w, '}');
        }
    json_close(w, ']');
}

/* The score of each engine as the match went on, in at most MAX_POINTS steps. */
static void put_graph(json_writer *w, const match_table *m) {
    size_t n = (size_t)m->s.engines;
    size_t step = m->count / MAX_POINTS + 1;
    json_key(w, "graph");
    json_open(w, '{');
    json_key(w, "name");
    json_string(w, "score");
    put_int(w, "step", step);
    json_key(w, "series");
    json_open(w, '[');
    for (size_t i = 0; i < n; i++) {
        json_open(w, '{');
        json_key(w, "name");
        json_ascii(w, m->s.engine[i].name);
        json_key(w, "values");
        json_open(w, '[');
        for (size_t k = step - 1; k < m->count; k += step) json_real(w, m->course[k * n + i], 4);
        json_close(w, ']');
        json_close(w, '}');
    }
    json_close(w, ']');
    json_close(w, '}');
}

static status put_report(json_writer *w, const match_table *m, error *err) {
    text out = text_growing();
    double llr;
    sprt_verdict v = m->s.tested && m->s.engines == 2
                         ? stats_sprt_verdict(&m->s.test, &m->st.pair[0], &llr)
                         : SPRT_GOES_ON;
    status st = match_report_final(&m->s, &m->st, v, &out, err);
    json_key(w, "report");
    json_ascii(w, st == ST_OK ? text_string(&out) : "");
    w->out->cut |= out.cut;
    text_done(&out);
    return st == ST_NOMEM ? st : ST_OK;
}

status match_table_put(json_writer *w, game_list games, const char *data, size_t len, error *err) {
    match_table *m = mem_alloc(sizeof *m);
    if (!m) return no_memory(err);
    settings_init(&m->s);
    status st = read_match(m, games, data, len, err);
    if (st == ST_OK) {
        json_open(w, '{');
        json_key(w, "game");
        json_ascii(w, m->s.game->name);
        put_int(w, "games", m->st.games);
        put_engines(w, m);
        put_pairs(w, m);
        put_graph(w, m);
        put_int(w, "problems", m->problems);
        st = put_report(w, m, err);
        json_close(w, '}');
    }
    standings_done(&m->st);
    settings_done(&m->s);
    mem_free(m->course);
    mem_free(m);
    return st;
}
