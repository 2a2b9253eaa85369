#include "web/think/outside_seats.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { MAX_IDLE = 8, START_MS = 10000, PATIENCE_MS = 5000 };

struct outside_seat {
    outside_seat *next; /* among the idle: the one used last comes first */
    engine_spec spec;
    char *words;
    rules *rules;
    player *player;
    text told; /* of the game, to the player */
    uint64_t asker;
    int seat;
};

struct outside_seats {
    const char *const *engines;
    game_list games;
    const search_registry *book;
    mtx_t lock;
    outside_seat *idle; /* under the lock */
};

status outside_seats_create(outside_seats **out, const char *const *engines, game_list games,
                            const search_registry *book) {
    *out = mem_alloc(sizeof **out);
    if (!*out) return ST_NOMEM;
    **out = (outside_seats){.engines = engines, .games = games, .book = book};
    if (mtx_init(&(*out)->lock, mtx_plain) == thrd_success) return ST_OK;
    mem_free(*out);
    *out = NULL;
    return ST_NOMEM;
}

static void seat_destroy(outside_seat *s) {
    if (!s) return;
    player_destroy(s->player);
    text_done(&s->told);
    engine_spec_done(&s->spec);
    rules_close(s->rules);
    mem_free(s->words);
    mem_free(s);
}

void outside_seats_destroy(outside_seats *all) {
    if (!all) return;
    while (all->idle) {
        outside_seat *s = all->idle;
        all->idle = s->next;
        seat_destroy(s);
    }
    mtx_destroy(&all->lock);
    mem_free(all);
}

status outside_seats_words(const outside_seats *all, const char *name, text *out, error *err) {
    size_t n = strlen(name);
    for (const char *const *e = all->engines; e && *e; e++) {
        if (strncmp(*e, name, n) != 0 || (*e)[n] != '=') continue;
        const char *command = *e + n + 1;
        /* The name comes last: of words given twice the later one counts. */
        if (strstr(command, "cmd="))
            text_format(out, "%s name='%s'", command, name);
        else
            text_format(out, "cmd='%s' name='%s'", command, name);
        return out->cut ? error_set(err, ST_NOMEM, "no memory for an engine") : ST_OK;
    }
    return error_set(err, ST_NOT_FOUND, "the owner of this server has no engine called %.40s",
                     name);
}

/* --- one of them --- */

static status seat_create(outside_seats *all, const char *line, const position *p,
                          outside_seat **out, error *err) {
    outside_seat *s = mem_alloc(sizeof *s);
    *out = NULL;
    if (!s) return error_set(err, ST_NOMEM, "no memory for an engine");
    s->told = text_growing();
    s->words = mem_string(line);
    s->rules = rules_share(position_rules(p));
    status st = s->words ? engine_spec_read(&s->spec, line, err)
                         : error_set(err, ST_NOMEM, "no memory for an engine");
    if (st == ST_OK) {
        player_setup setup = {.spec = &s->spec,
                              .games = all->games,
                              .book = all->book,
                              .rules = s->rules,
                              .patience_ms = START_MS};
        st = player_create(&s->player, &setup, err);
    }
    if (st == ST_OK)
        *out = s;
    else
        seat_destroy(s);
    return st;
}

static bool fits(const outside_seat *s, const outside_key *whose, const rules *r) {
    return s->asker == whose->asker && s->seat == whose->seat && s->rules == r &&
           strcmp(s->words, whose->line) == 0;
}

status outside_seats_take(outside_seats *all, const outside_key *whose, const position *p,
                          outside_seat **out, error *err) {
    *out = NULL;
    (void)mtx_lock(&all->lock);
    for (outside_seat **at = &all->idle; *at; at = &(*at)->next) {
        if (!fits(*at, whose, position_rules(p))) continue;
        *out = *at;
        *at = (*at)->next;
        break;
    }
    (void)mtx_unlock(&all->lock);
    if (*out) return ST_OK;
    status st = seat_create(all, whose->line, p, out, err);
    if (st != ST_OK) return st;
    (*out)->asker = whose->asker;
    (*out)->seat = whose->seat;
    return ST_OK;
}

void outside_seats_give_back(outside_seats *all, outside_seat *s, bool usable) {
    outside_seat *over = NULL;
    if (!s) return;
    if (!usable) {
        seat_destroy(s);
        return;
    }
    (void)mtx_lock(&all->lock);
    s->next = all->idle;
    all->idle = s;
    outside_seat **at = &all->idle;
    for (int n = 0; *at && n < MAX_IDLE; n++) at = &(*at)->next;
    over = *at;
    *at = NULL;
    (void)mtx_unlock(&all->lock);
    while (over) {
        outside_seat *next = over->next;
        seat_destroy(over);
        over = next;
    }
}

static status failed(player_reply r, const char *name, error *err) {
    if (r == PLAYER_REPLY_STOPPED) return error_set(err, ST_STOPPED, "stopped");
    if (r == PLAYER_REPLY_RESIGN) return error_set(err, ST_IO, "engine %s gives the game up", name);
    return error_set(err, ST_IO, "engine %s: %s", name, player_reply_name(r));
}

status outside_seat_decide(outside_seat *s, const position *p, const search_limits *limits,
                           text *answer, error *err) {
    char said[GAME_TOKEN_SIZE];
    text move = text_over(said, sizeof said);
    player_turn turn = {.now = p, .seat = s->seat, .patience_ms = PATIENCE_MS};
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) turn.clock_ms[i] = -1;
    s->spec.limits = *limits;
    s->spec.clocked = false;
    status st = player_follow(s->player, p, s->seat, &s->told, err);
    if (st != ST_OK) return st;
    player_reply r = player_decide(s->player, &turn, &move);
    if (r != PLAYER_REPLY_MOVE) return failed(r, s->spec.name, err);
    error why;
    if (!move.cut && position_verify(p, said, answer, &why) == ST_OK) return ST_OK;
    return error_set(err, ST_IO, "engine %s: its answer %.60s is no legal action", s->spec.name,
                     said);
}

void outside_seat_stop(outside_seat *s) {
    player_stop(s->player);
}
