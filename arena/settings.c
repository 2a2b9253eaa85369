#include "arena/settings.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void settings_init(match_settings *s) {
    memset(s, 0, sizeof *s);
    s->setup = params_default();
    s->games = 100;
    s->seed = 1;
    s->max_plies = 10000;
    s->margin_ms = 300;
    s->patience_ms = 10000;
    s->test = stats_sprt_default();
}

void settings_done(match_settings *s) {
    for (int i = 0; i < s->engines; i++) engine_spec_done(&s->engine[i]);
    s->engines = 0;
}

status settings_add_engine(match_settings *s, const char *line, error *err) {
    if (s->engines == MATCH_MAX_ENGINES)
        return error_set(err, ST_BAD_SYNTAX, "a match has at most %d engines", MATCH_MAX_ENGINES);
    engine_spec *e = &s->engine[s->engines];
    status st = engine_spec_read(e, line, err);
    if (st == ST_OK) s->engines++;
    return st;
}

int settings_seats(const match_settings *s) {
    return s->setup.players ? s->setup.players : s->game->default_players;
}

static int copies_of(const match_settings *s, int engine) {
    return s->copies[engine] ? s->copies[engine] : 1;
}

static int lineup_size(const match_settings *s) {
    int n = 0;
    for (int i = 0; i < s->engines; i++) n += copies_of(s, i);
    return n;
}

block_plan settings_plan(const match_settings *s) {
    block_plan p = {.engines = s->engines,
                    .seats = settings_seats(s),
                    .gauntlet = s->gauntlet,
                    .mixed = s->mixed,
                    .table = s->table,
                    .seating = s->seating,
                    .seed = s->seed};
    int at = 0;
    for (int i = 0; s->table && i < s->engines; i++)
        for (int k = 0; k < copies_of(s, i) && at < GAME_MAX_PLAYERS; k++) p.lineup[at++] = i;
    return p;
}

/* --- tables --- */

static const char *const seating_names[] = {"rotate", "all"};

status settings_read_seating(match_settings *s, const char *word, error *err) {
    for (int i = BLOCK_ROTATE; i <= BLOCK_ALL; i++) {
        if (!text_same(seating_names[i], word)) continue;
        s->seating = (block_seating)i;
        return ST_OK;
    }
    return error_set(err, ST_BAD_VALUE, "a seating is rotate or all, not %.40s", word);
}

/* "mine=2", or "mine" for one of them. */
static status read_copies(match_settings *s, char *word, error *err) {
    uint64_t n = 1;
    char *equals = strchr(word, '=');
    if (equals) *equals = '\0';
    if (equals && (!text_u64(equals + 1, GAME_MAX_PLAYERS, &n) || !n))
        return error_set(err, ST_BAD_VALUE, "line-up: of %.40s there are 1 to %d, not %.20s", word,
                         GAME_MAX_PLAYERS, equals + 1);
    for (int i = 0; i < s->engines; i++) {
        if (!text_same(s->engine[i].name, word)) continue;
        if (s->copies[i])
            return error_set(err, ST_BAD_VALUE, "line-up: %.40s is named twice", word);
        s->copies[i] = (int)n;
        return ST_OK;
    }
    return error_set(err, ST_BAD_VALUE,
                     "line-up: there is no engine %.40s; engines are named with name=", word);
}

status settings_read_lineup(match_settings *s, const char *list, error *err) {
    char copy[MATCH_MAX_ENGINES * (ENGINE_NAME + 4)];
    text all = text_over(copy, sizeof copy);
    words w = {0};
    text_put(&all, list);
    if (all.cut) return error_set(err, ST_BAD_VALUE, "the line-up is too long");
    for (char *c = copy; *c; c++)
        if (*c == ',') *c = ' ';
    status st = words_split(&w, copy, err);
    for (size_t i = 0; st == ST_OK && i < w.count; i++) st = read_copies(s, w.at[i], err);
    words_done(&w);
    for (int i = 0; st == ST_OK && i < s->engines; i++)
        if (!s->copies[i])
            st = error_set(err, ST_BAD_VALUE, "line-up: %s does not sit anywhere",
                           s->engine[i].name);
    return st;
}

static status check_table(const match_settings *s, error *err) {
    block_plan p = settings_plan(s);
    if (s->gauntlet || s->tested || s->mixed)
        return error_set(err, ST_BAD_VALUE, "a table goes without --gauntlet and --sprt");
    if (s->engines < 2)
        return error_set(err, ST_BAD_SYNTAX, "a table needs two engines: --engine \"...\" twice");
    if (lineup_size(s) != p.seats)
        return error_set(err, ST_BAD_VALUE,
                         "the line-up has %d players, and the table %d seats: --lineup NAME=N says "
                         "how many of each there are",
                         lineup_size(s), p.seats);
    if (s->seating == BLOCK_ALL && blocks_games(&p) > BLOCK_MAX_SEATINGS)
        return error_set(err, ST_BAD_VALUE,
                         "more than %d seatings differ: rotate the players (--seating rotate)",
                         BLOCK_MAX_SEATINGS);
    return ST_OK;
}

static status check_names(const match_settings *s, error *err) {
    for (int i = 0; i < s->engines; i++)
        for (int k = 0; k < i; k++)
            if (text_same(s->engine[i].name, s->engine[k].name))
                return error_set(
                    err, ST_BAD_VALUE,
                    "two engines are called %s; give them names with name=", s->engine[i].name);
    return ST_OK;
}

status settings_check(match_settings *s, error *err) {
    if (!s->game) return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz games");
    if (s->table && !s->setup.players) s->setup.players = lineup_size(s);
    status st = params_check(&s->setup, s->game, err);
    if (st == ST_OK) st = check_names(s, err);
    if (st == ST_OK && s->table) st = check_table(s, err);
    if (st != ST_OK) return st;
    if (s->mixed && s->engines < 1)
        return error_set(err, ST_BAD_SYNTAX, "who plays? --engine \"...\"");
    if (s->mixed && s->tested)
        return error_set(err, ST_BAD_VALUE,
                         "self-play compares no engines: there is nothing to test");
    if (!s->mixed && s->engines < 2)
        return error_set(err, ST_BAD_SYNTAX, "a match needs two engines: --engine \"...\" twice");
    if (s->tested && s->engines != 2)
        return error_set(err, ST_BAD_VALUE, "the sequential test is for two engines");
    if (s->games == 0 || s->games > 100000000)
        return error_set(err, ST_BAD_VALUE, "a match has 1 to 100000000 games");
    block_plan p = settings_plan(s);
    uint64_t round = (uint64_t)blocks_games(&p) * (uint64_t)blocks_pairs(&p);
    s->games = (s->games + round - 1) / round * round;
    assert(s->games && s->games % round == 0);
    return ST_OK;
}

/* --- header lines --- */

static void put_line(text *out, const char *key, const char *fmt, ...) PRINTF_LIKE(3, 4);
static void put_line(text *out, const char *key, const char *fmt, ...) {
    char buf[MATCH_PATH + 64];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(buf, sizeof buf, fmt, args);
    va_end(args);
    text_format(out, "%s: %s\n", key, buf);
}

static void write_test(const sprt *t, text *out) {
    put_line(out, "sprt", "elo0=%.6g elo1=%.6g alpha=%.6g beta=%.6g model=%s", t->elo0, t->elo1,
             t->alpha, t->beta, t->model == SPRT_LOGISTIC ? "logistic" : "normalized");
}

void settings_write(const match_settings *s, text *out) {
    assert(s->game && s->engines > 0);
    put_line(out, "match", "1");
    put_line(out, "game", "%s", s->game->name);
    put_line(out, "players", "%d", settings_seats(s));
    if (s->setup.reference) put_line(out, "rules", "reference");
    if (s->setup.first >= 0) put_line(out, "first", "%d", s->setup.first);
    for (int i = 0; i < s->setup.count; i++)
        put_line(out, "set", "%s=%s", s->setup.set[i].name, s->setup.set[i].value);
    if (s->game->traits & (GAME_SKIPS_I | GAME_HALVES)) put_line(out, "coordinates", "2");
    for (int i = 0; i < s->engines; i++) {
        text_format(out, "engine%d: ", i + 1);
        engine_spec_write(&s->engine[i], out);
        text_char(out, '\n');
    }
    if (s->gauntlet) put_line(out, "gauntlet", "true");
    if (s->table) {
        put_line(out, "table", "%s", seating_names[s->seating]);
        text_put(out, "lineup:");
        for (int i = 0; i < s->engines; i++)
            text_format(out, " %s=%d", s->engine[i].name, copies_of(s, i));
        text_char(out, '\n');
    }
    if (s->mixed) put_line(out, "mixed", "true");
    put_line(out, "games", "%llu", (unsigned long long)s->games);
    put_line(out, "seed", "%llu", (unsigned long long)s->seed);
    if (s->opening_plies) put_line(out, "opening-plies", "%u", s->opening_plies);
    if (s->openings[0]) {
        put_line(out, "openings", "%s", s->openings);
        put_line(out, "openings-hash", "%016llx", (unsigned long long)s->openings_hash);
        if (s->opening_depth) put_line(out, "opening-depth", "%u", s->opening_depth);
    }
    put_line(out, "max-plies", "%u", s->max_plies);
    put_line(out, "margin", "%lld", (long long)s->margin_ms);
    put_line(out, "patience", "%lld", (long long)s->patience_ms);
    if (s->illegal != ILLEGAL_FORFEIT)
        put_line(out, "illegal", "%s", illegal_policy_name(s->illegal));
    if (s->disguised) put_line(out, "disguise", "%llu", (unsigned long long)s->disguise);
    if (s->tested) write_test(&s->test, out);
}

/* A number of the header; *out keeps its value where it is missing. */
static status take_number(const record *r, const char *key, uint64_t max, uint64_t *out,
                          error *err) {
    const char *value = record_get(r, key);
    if (!value || text_u64(value, max, out)) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "match file: %s: %.40s is no good number", key, value);
}

static status read_numbers(match_settings *s, const record *r, error *err) {
    uint64_t plies = s->opening_plies;
    uint64_t depth = s->opening_depth;
    uint64_t max_plies = s->max_plies;
    uint64_t margin = (uint64_t)s->margin_ms;
    uint64_t patience = (uint64_t)s->patience_ms;
    status st = take_number(r, "games", UINT64_MAX, &s->games, err);
    if (st == ST_OK) st = take_number(r, "seed", UINT64_MAX, &s->seed, err);
    s->disguised = record_get(r, "disguise") != NULL;
    if (st == ST_OK) st = take_number(r, "disguise", UINT64_MAX, &s->disguise, err);
    if (st == ST_OK) st = take_number(r, "opening-plies", 1000, &plies, err);
    if (st == ST_OK) st = take_number(r, "opening-depth", 100000, &depth, err);
    if (st == ST_OK) st = take_number(r, "max-plies", 10000000, &max_plies, err);
    if (st == ST_OK) st = take_number(r, "margin", 86400000, &margin, err);
    if (st == ST_OK) st = take_number(r, "patience", 86400000, &patience, err);
    s->opening_plies = (unsigned)plies;
    s->opening_depth = (unsigned)depth;
    s->max_plies = (unsigned)max_plies;
    s->margin_ms = (int64_t)margin;
    s->patience_ms = (int64_t)patience;
    return st;
}

static status read_openings(match_settings *s, const record *r, error *err) {
    const char *path = record_get(r, "openings");
    const char *hash = record_get(r, "openings-hash");
    if (!path) return ST_OK;
    if (strlen(path) >= sizeof s->openings || !hash || !text_hex(hash, &s->openings_hash))
        return error_set(err, ST_BAD_VALUE, "match file: the openings are not named properly");
    (void)snprintf(s->openings, sizeof s->openings, "%s", path);
    return ST_OK;
}

static status read_engines(match_settings *s, const record *r, error *err) {
    status st = ST_OK;
    for (int i = 1; st == ST_OK && i <= MATCH_MAX_ENGINES; i++) {
        char key[24]; /* for any int: not every compiler sees the bound */
        (void)snprintf(key, sizeof key, "engine%d", i);
        const char *line = record_get(r, key);
        if (!line) break;
        st = settings_add_engine(s, line, err);
    }
    return st;
}

static status read_test(match_settings *s, const record *r, error *err) {
    const char *line = record_get(r, "sprt");
    s->tested = line != NULL;
    return line ? stats_sprt_read(&s->test, line, err) : ST_OK;
}

static status read_table(match_settings *s, const record *r, error *err) {
    const char *seating = record_get(r, "table");
    const char *lineup = record_get(r, "lineup");
    s->table = seating != NULL;
    status st = seating ? settings_read_seating(s, seating, err) : ST_OK;
    return st == ST_OK && seating && lineup ? settings_read_lineup(s, lineup, err) : st;
}

static status read_policy(match_settings *s, const record *r, error *err) {
    const char *word = record_get(r, "illegal");
    return word ? illegal_policy_read(&s->illegal, word, err) : ST_OK;
}

status settings_read(match_settings *out, const record *r, game_list games, error *err) {
    settings_init(out);
    const char *version = record_get(r, "match");
    const char *name = record_get(r, "game");
    if (!version || strcmp(version, "1") != 0 || !name)
        return error_set(err, ST_BAD_SYNTAX, "this is no match file of ours");
    out->game = game_find(games, name);
    if (!out->game) return error_set(err, ST_NOT_FOUND, "there is no game %.60s", name);
    out->gauntlet = record_get(r, "gauntlet") != NULL;
    out->mixed = record_get(r, "mixed") != NULL;
    status st = record_setup(&out->setup, r, out->game, err);
    if (st == ST_OK) st = read_numbers(out, r, err);
    if (st == ST_OK) st = read_openings(out, r, err);
    if (st == ST_OK) st = read_engines(out, r, err);
    if (st == ST_OK) st = read_test(out, r, err);
    if (st == ST_OK) st = read_policy(out, r, err);
    if (st == ST_OK) st = read_table(out, r, err);
    return st == ST_OK ? settings_check(out, err) : st;
}
