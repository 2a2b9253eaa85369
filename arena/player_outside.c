#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/child_run.h"
#include "arena/engine_search.h"
#include "arena/player.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "search/options.h"

/* A program that speaks UCI, UGI or MGI. It is started when it is needed and started again after it
 * crashed or was killed. The position is sent in full every time, as it began and all that
 * happened: in a hidden game as its seat saw it. */

enum { SLICE_MS = 50, GOODBYE_MS = 500 };

typedef struct dialect_words {
    const char *hello, *ready, *new_game;
} dialect_words;

static const dialect_words dialects[] = {
    {"uci", "uciok", "ucinewgame"}, {"ugi", "ugiok", "uginewgame"}, {"mgi", "mgiok", "newgame"}};

typedef struct outside {
    player base;
    const engine_spec *spec;
    const rules *rules;
    child child;
    bool running, made; /* made: the game has not been announced to it */
    int log;            /* -1: none */
    int64_t patience_ms;
    text declared; /* names of the options it has, each with its NUL */
    text head;     /* "position startpos ..." */
    text events;   /* " d d c" */
    text line;     /* the one being made */
    int seat;
    uint64_t seed;
    bool broken; /* no memory to follow the game */
    atomic_bool stopped;
} outside;

/* --- talking --- */

/* One line at a time, in one write: all players of an engine share the file. */
static void log_line(const outside *o, char mark, const char *line) {
    char stamp[32];
    char buf[1024];
    if (o->log < 0) return;
    clock_stamp(stamp);
    text t = text_over(buf, sizeof buf - 1);
    text_format(&t, "%s [%d] %c %s", stamp, (int)o->child.pid, mark, line);
    buf[t.len++] = '\n';
    ssize_t reported = write(o->log, buf, t.len);
    (void)reported; /* a full disk must not decide a game */
}

static bool send(outside *o, const char *line) {
    error e;
    log_line(o, '>', line);
    return child_send_within(&o->child, line, (int)o->patience_ms, &e) == ST_OK;
}

static bool send_made(outside *o) {
    return !o->line.cut && send(o, text_string(&o->line));
}

static text *make_line(outside *o) {
    text_clear(&o->line);
    o->line.cut = false;
    return &o->line;
}

static bool is_word(const char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == '\0' || line[n] == ' ' || line[n] == '\t');
}

/* The word after `name` in a line of words; NULL: there is none. */
static const char *word_after(const char *line, const char *name) {
    size_t n = strlen(name);
    for (const char *at = line; (at = strstr(at, name)); at += n) {
        bool starts = at == line || at[-1] == ' ';
        if (starts && at[n] == ' ') return at + n + strspn(at + n, " ");
    }
    return NULL;
}

static bool number_after(const char *line, const char *name, int64_t limit, int64_t *out) {
    char buf[24];
    text word = text_over(buf, sizeof buf);
    const char *at = word_after(line, name);
    if (!at) return false;
    text_putn(&word, at, strcspn(at, " \t"));
    return !word.cut && text_i64(buf, -limit, limit, out);
}

/* "info depth 12 score cp 34 ... pv e2e4": what it thinks of its best line. */
static void note_info(outside *o, char *line) {
    enum { MAX_MATE = 1000, MAX_CP = 1000000, MAX_DEPTH = 1000 };
    int64_t n = 0;
    char *end = strstr(line, " pv ");
    if (strncmp(line, "info string", 11) == 0) return;
    if (number_after(line, "multipv", INT32_MAX, &n) && n != 1) return;
    if (end) *end = '\0'; /* moves may be called anything */
    bool bound = strstr(line, " upperbound") || strstr(line, " lowerbound");
    int64_t mate = 0;
    int64_t cp = 0;
    const char *score = bound ? NULL : word_after(line, "score");
    bool mates = score && number_after(score, "mate", MAX_MATE, &mate) && mate;
    bool counts = score && !mates && number_after(score, "cp", MAX_CP, &cp);
    if (mates || counts) {
        o->base.scored = true;
        o->base.score = (line_score){.mate = (int)mate, .cp = (int)cp};
        o->base.depth = number_after(line, "depth", MAX_DEPTH, &n) && n > 0 ? (unsigned)n : 0;
    }
    if (end) *end = ' ';
}

/* Waits for a line that begins with `word`, in slices so that a stop is seen. What the thinking is
 * about is not logged, it would be most of the file. */
static player_reply wait_for(outside *o, const char *word, int64_t wait_ms, char **line) {
    int64_t until = clock_now_ms() + wait_ms;
    for (;;) {
        int64_t left = until - clock_now_ms();
        if (atomic_load(&o->stopped)) return PLAYER_REPLY_STOPPED;
        if (left < 0) return PLAYER_REPLY_HANG;
        switch (child_read(&o->child, left < SLICE_MS ? (int)left : SLICE_MS, line)) {
        case CHILD_GONE:
            return PLAYER_REPLY_CRASH;
        case CHILD_LATE:
            continue;
        case CHILD_LINE:
            break;
        }
        *line += strspn(*line, " \t");
        if (!is_word(*line, "info") || strncmp(*line, "info string", 11) == 0)
            log_line(o, '<', *line);
        if (is_word(*line, "info")) note_info(o, *line);
        if (is_word(*line, word)) return PLAYER_REPLY_MOVE;
        if (strncmp(*line, "option name ", 12) != 0) continue;
        char *end = strstr(*line, " type ");
        if (!end) continue;
        text_putn(&o->declared, *line + 12, (size_t)(end - *line - 12));
        text_char(&o->declared, '\0');
    }
}

static const char *find_spelling(const outside *o, const char *name) {
    const char *at = text_string(&o->declared);
    const char *end = at + o->declared.len;
    for (; at < end; at += strlen(at) + 1)
        if (engine_option_same(at, name)) return at;
    return NULL;
}

/* The program's own spelling of an option, or NULL. A program may declare one name of an option of
 * ours and be given the other. */
static const char *find_declared(const outside *o, const char *name) {
    const char *found = find_spelling(o, name);
    option_id id = found ? OPT_COUNT : engine_search_option(name);
    if (id == OPT_COUNT || !options_alias(id)) return found;
    found = find_spelling(o, options_name(id));
    return found ? found : find_spelling(o, options_alias(id));
}

/* --- starting and ending --- */

static void end_child(outside *o, int wait_ms) {
    if (o->running) child_end(&o->child, wait_ms);
    o->running = false;
}

static bool set_option(outside *o, const char *name, const char *value) {
    text_format(make_line(o), "setoption name %s value %s", name, value);
    return send_made(o);
}

/* The game by whichever of the two options it has, or as the switch of a program for chess; a
 * program for one game has none of them. */
static bool set_game(outside *o) {
    const game *g = o->rules->game;
    const char *name = find_declared(o, "Game");
    if (name) return set_option(o, name, g->name);
    const char *variant = g->traits & GAME_UCI ? find_declared(o, "UCI_Variant") : NULL;
    const char *shuffled = find_declared(o, "UCI_Chess960");
    bool is_960 = strcmp(g->name, OPTIONS_CHESS960) == 0 && shuffled;
    const char *called = is_960 ? OPTIONS_CHESS : options_variant(g);
    if (variant && !set_option(o, variant, called ? called : g->name)) return false;
    return !is_960 || set_option(o, shuffled, "true");
}

/* Those that say where rules texts are, or all others. */
static status set_some(outside *o, bool texts, error *err) {
    for (int i = 0; i < o->spec->options; i++) {
        const engine_option *opt = &o->spec->option[i];
        if (engine_option_same(opt->name, "RulesPath") != texts) continue;
        const char *name = find_declared(o, opt->name);
        if (!name)
            return error_set(err, ST_BAD_VALUE, "engine %s: the program has no option %.60s",
                             o->spec->name, opt->name);
        if (!set_option(o, name, opt->value))
            return error_set(err, ST_IO, "engine %s ended at once", o->spec->name);
    }
    return ST_OK;
}

/* Rules texts first, as they may hold the game. */
static status set_options(outside *o, error *err) {
    status st = set_some(o, true, err);
    if (st != ST_OK) return st;
    if (!set_game(o)) return error_set(err, ST_IO, "engine %s ended at once", o->spec->name);
    return set_some(o, false, err);
}

static status start_child(outside *o, error *err) {
    char *argv[CHILD_MAX_WORDS];
    char *copy;
    char *line;
    const dialect_words *d = &dialects[o->spec->proto];
    status st = child_cut_command(o->spec->command, &copy, argv, err);
    if (st == ST_OK) st = child_start_with(&o->child, argv, o->log, err);
    mem_free(copy);
    if (st != ST_OK) return st;
    o->running = true;
    o->made = true;
    text_clear(&o->declared);
    player_reply reply =
        send(o, d->hello) ? wait_for(o, d->ready, o->patience_ms, &line) : PLAYER_REPLY_CRASH;
    if (reply != PLAYER_REPLY_MOVE)
        st = error_set(err, ST_IO, "engine %s: the program %s %s", o->spec->name,
                       reply == PLAYER_REPLY_HANG ? "does not say" : "ended before it said",
                       d->ready);
    if (st == ST_OK && o->declared.cut) st = error_set(err, ST_NOMEM, "no memory for an engine");
    if (st == ST_OK) st = set_options(o, err);
    if (st != ST_OK) end_child(o, 0);
    return st;
}

/* --- games --- */

/* Where the game begins, as this seat knows it. */
static void make_head(outside *o, const position *start) {
    const rules *r = position_rules(start);
    bool hidden = r->traits & GAME_HIDDEN;
    error e;
    text_clear(&o->head);
    text_put(&o->head, "position ");
    if (hidden) text_format(&o->head, "view %d ", o->seat + 1);
    if (!position_origin(start)) {
        text setup = text_growing();
        params defaults = params_default();
        defaults.players = r->game->default_players;
        /* The default game needs no words that only we understand. */
        if (o->spec->proto == PROTO_MGI || !params_equal(&r->options, &defaults)) {
            text_char(&setup, ' ');
            params_write(&r->options, &setup);
        }
        text_format(&o->head, "startpos%s", text_string(&setup));
        o->broken |= setup.cut;
        text_done(&setup);
        return;
    }
    position *view = NULL;
    if (hidden && position_observe(&view, start, o->seat, &e) != ST_OK) o->broken = true;
    text_put(&o->head, "fen ");
    if (!o->broken) position_write(view ? view : start, &o->head);
    position_destroy(view);
}

static void outside_new_game(player *p, const position *start, int seat, uint64_t seed) {
    outside *o = (outside *)p;
    o->seat = seat;
    o->seed = seed;
    o->made = true;
    o->broken = false;
    o->head.cut = o->events.cut = false;
    text_clear(&o->events);
    make_head(o, start);
}

static void outside_see(player *p, const char *event) {
    outside *o = (outside *)p;
    text_format(&o->events, " %s", event);
}

/* Before the first decision of a game. */
static player_reply begin_game(outside *o) {
    error e;
    char *line;
    char value[24];
    if (!o->running && start_child(o, &e) != ST_OK)
        return atomic_load(&o->stopped) ? PLAYER_REPLY_STOPPED : PLAYER_REPLY_CRASH;
    if (!o->made) return PLAYER_REPLY_MOVE;
    o->made = false;
    const char *seed = find_declared(o, "Seed");
    (void)snprintf(value, sizeof value, "%llu", (unsigned long long)(o->seed >> 1 | 1));
    if (seed && !set_option(o, seed, value)) return PLAYER_REPLY_CRASH;
    if (!send(o, dialects[o->spec->proto].new_game) || !send(o, "isready"))
        return PLAYER_REPLY_CRASH;
    return wait_for(o, "readyok", o->patience_ms, &line);
}

/* --- decisions --- */

static void put_clock(const outside *o, int seat, const char *what, int64_t ms, text *out) {
    static const char *const uci[2][2] = {{"wtime", "btime"}, {"winc", "binc"}};
    bool time = strcmp(what, "time") == 0;
    if (o->spec->proto == PROTO_UCI && seat < 2)
        text_format(out, " %s %lld", uci[time ? 0 : 1][seat], (long long)ms);
    else
        text_format(out, " p%d%s %lld", seat + 1, what, (long long)ms);
}

static void put_clocks(const outside *o, const player_turn *t, text *out) {
    for (int i = 0; i < o->rules->players; i++) {
        if (t->clock_ms[i] < 0) continue;
        put_clock(o, i, "time", t->clock_ms[i], out);
        if (t->inc_ms[i] > 0) put_clock(o, i, "inc", t->inc_ms[i], out);
    }
    if (t->movestogo) text_format(out, " movestogo %u", t->movestogo);
}

static void put_number(const char *name, uint64_t n, text *out) {
    if (n) text_format(out, " %s %llu", name, (unsigned long long)n);
}

enum { DEFAULT_MOVETIME = 100 };

static void make_go(outside *o, const player_turn *t) {
    const search_limits *l = &o->spec->limits;
    text *out = make_line(o);
    text_put(out, "go");
    put_number("nodes", l->nodes, out);
    put_number("visits", l->visits, out);
    put_number("playouts", l->playouts, out);
    put_number("depth", l->depth, out);
    if (l->movetime_ms > 0) put_number("movetime", (uint64_t)l->movetime_ms, out);
    if (o->spec->clocked) put_clocks(o, t, out);
    put_number("byoyomi", (uint64_t)l->byoyomi_ms, out);
    if (!limits_any(l) && !o->spec->clocked) put_number("movetime", DEFAULT_MOVETIME, out);
}

/* How long an answer is waited for before the program is given up. */
static int64_t deadline_of(const outside *o, const player_turn *t) {
    const search_limits *l = &o->spec->limits;
    int64_t max = 0;
    if (l->movetime_ms > 0) max = l->movetime_ms;
    if (o->spec->clocked && t->clock_ms[t->seat] + l->byoyomi_ms > max)
        max = t->clock_ms[t->seat] + l->byoyomi_ms;
    return max + t->patience_ms;
}

static player_reply ask(outside *o, const player_turn *t, text *answer) {
    char *line;
    player_reply reply = begin_game(o);
    if (reply != PLAYER_REPLY_MOVE) return reply;
    text *out = make_line(o);
    text_put(out, text_string(&o->head));
    if (o->events.len) text_format(out, " moves%s", text_string(&o->events));
    if (o->broken || o->head.cut || o->events.cut || out->cut || !send_made(o))
        return PLAYER_REPLY_CRASH;
    make_go(o, t);
    o->base.scored = false;
    if (!send_made(o)) return PLAYER_REPLY_CRASH;
    reply = wait_for(o, "bestmove", deadline_of(o, t), &line);
    if (reply != PLAYER_REPLY_MOVE) return reply;
    char *move = line + strlen("bestmove");
    move += strspn(move, " \t");
    text_putn(answer, move, strcspn(move, " \t"));
    return PLAYER_REPLY_MOVE;
}

static player_reply outside_decide(player *p, const player_turn *t, text *answer) {
    outside *o = (outside *)p;
    player_reply reply = ask(o, t, answer);
    /* What it would say later belongs to no question any more. */
    if (reply != PLAYER_REPLY_MOVE) {
        log_line(o, '!', player_reply_name(reply));
        end_child(o, 0);
    }
    return reply;
}

static void outside_stop(player *p) {
    atomic_store(&((outside *)p)->stopped, true);
}

static void outside_destroy(player *p) {
    outside *o = (outside *)p;
    end_child(o, GOODBYE_MS);
    if (o->log >= 0) (void)close(o->log);
    text_done(&o->declared);
    text_done(&o->head);
    text_done(&o->events);
    text_done(&o->line);
    mem_free(o);
}

static status outside_try(player *p, error *err) {
    return start_child((outside *)p, err);
}

static const player_kind outside_kind = {.try_it = outside_try,
                                         .new_game = outside_new_game,
                                         .see = outside_see,
                                         .decide = outside_decide,
                                         .stop = outside_stop,
                                         .destroy = outside_destroy};

status player_create_outside(player **out, const player_setup *setup, error *err) {
    *out = NULL;
    outside *o = mem_alloc(sizeof *o);
    if (!o) return error_set(err, ST_NOMEM, "no memory for an engine");
    o->base.kind = &outside_kind;
    o->spec = setup->spec;
    o->rules = setup->rules;
    o->patience_ms = setup->patience_ms;
    o->declared = text_growing();
    o->head = text_growing();
    o->events = text_growing();
    o->line = text_growing();
    o->log = -1;
    status st = ST_OK;
    if (setup->log) {
        o->log = open(setup->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (o->log < 0) st = error_set(err, ST_IO, "cannot write the log %.160s", setup->log);
    }
    if (st == ST_OK)
        *out = &o->base;
    else
        outside_destroy(&o->base);
    return st;
}
