#include <stdio.h>
#include <string.h>

#include "arena/dialogue.h"
#include "arena/engine_search.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "search/options.h"

/* A program that speaks UCI, UGI or MGI. It is started when it is needed and started again after it
 * crashed or was killed. The position is sent in full every time, as it began and all that
 * happened: in a hidden game as its seat saw it. */

typedef struct dialect_words {
    const char *hello, *ready, *new_game;
} dialect_words;

static const dialect_words dialects[] = {
    {"uci", "uciok", "ucinewgame"}, {"ugi", "ugiok", "uginewgame"}, {"mgi", "mgiok", "newgame"}};

typedef struct outside {
    player base;
    dialogue talk;
    const engine_spec *spec;
    const rules *rules;
    bool made;     /* the game has not been announced to it */
    bool greeting; /* it has not said yet what it speaks */
    bool strict;   /* what it says unasked is counted */
    text declared; /* names of the options it has, each with its NUL */
    text variants; /* the type and values of its option UCI_Variant */
    text head;     /* "position startpos ..." */
    text events;   /* " d d c" */
    int seat;
    uint64_t seed;
    bool broken; /* no memory to follow the game */
} outside;

/* --- talking --- */

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

/* Thinking output may come at any time. */
static void note_unasked(outside *o, const char *line) {
    player_conduct *c = &o->base.conduct;
    if (!*line || is_word(line, "info")) return;
    if (!c->unasked++) {
        text first = text_over(c->first_line, sizeof c->first_line);
        text_put(&first, line);
    }
}

/* Waits for a line that begins with `word`. What the thinking is about is not logged, it would be
 * most of the file. */
static player_reply wait_for(outside *o, const char *word, int64_t wait_ms, char **line) {
    int64_t until = clock_now_ms() + wait_ms;
    for (;;) {
        player_reply reply = dialogue_read(&o->talk, until, line);
        if (reply != PLAYER_REPLY_MOVE) return reply;
        if (!is_word(*line, "info") || strncmp(*line, "info string", 11) == 0)
            dialogue_note(&o->talk, '<', *line);
        if (is_word(*line, "info")) note_info(o, *line);
        if (is_word(*line, word)) return PLAYER_REPLY_MOVE;
        if (o->strict && strcmp(word, "readyok") == 0) note_unasked(o, *line);
        if (**line == '?' && o->greeting) return PLAYER_REPLY_ILLEGAL;
        if (strncmp(*line, "option name ", 12) != 0) continue;
        char *end = strstr(*line, " type ");
        if (!end) continue;
        if (text_starts(*line + 12, "UCI_Variant ")) text_put(&o->variants, end);
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

static bool set_option(outside *o, const char *name, const char *value) {
    text_format(dialogue_make(&o->talk), "setoption name %s value %s", name, value);
    return dialogue_send_made(&o->talk);
}

/* Whether a program that lists its variants has this one. What it does not know it would take for
 * chess. */
static bool has_variant(const outside *o, const char *name) {
    static const char *const before[] = {" default ", " var "};
    bool listed = false;
    for (int i = 0; i < 2; i++)
        for (const char *at = text_string(&o->variants); (at = strstr(at, before[i]));) {
            at += strlen(before[i]);
            size_t n = strcspn(at, " ");
            listed |= i == 1;
            if (n == strlen(name) && strncmp(at, name, n) == 0) return true;
            at--; /* the space is also that before the next */
        }
    return !listed;
}

/* The game by whichever of the two options it has, or as the switch of a program for chess; a
 * program for one game has none of them. */
static status set_game(outside *o, error *err) {
    const game *g = o->rules->game;
    const char *name = find_declared(o, "Game");
    const char *variant = g->traits & GAME_UCI ? find_declared(o, "UCI_Variant") : NULL;
    const char *shuffled = find_declared(o, "UCI_Chess960");
    bool is_960 = strcmp(g->name, OPTIONS_CHESS960) == 0 && shuffled;
    const char *called = is_960 ? OPTIONS_CHESS : options_variant(g);
    if (!called) called = g->name;
    bool sent = true;
    if (name) {
        sent = set_option(o, name, g->name);
    } else if (variant && !has_variant(o, called)) {
        return error_set(err, ST_BAD_VALUE, "engine %s: the program has no variant %.60s",
                         o->spec->name, called);
    } else {
        if (variant) sent = set_option(o, variant, called);
        if (is_960) sent = sent && set_option(o, shuffled, "true");
    }
    return sent ? ST_OK : error_set(err, ST_IO, "engine %s ended at once", o->spec->name);
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
    st = set_game(o, err);
    return st == ST_OK ? set_some(o, false, err) : st;
}

static status start_child(outside *o, error *err) {
    char *line;
    const dialect_words *d = &dialects[o->spec->proto];
    status st = dialogue_start(&o->talk, err);
    if (st != ST_OK) return st;
    o->made = true;
    text_clear(&o->declared);
    text_clear(&o->variants);
    o->greeting = true;
    player_reply reply = dialogue_send(&o->talk, d->hello)
                             ? wait_for(o, d->ready, o->talk.patience_ms, &line)
                             : PLAYER_REPLY_CRASH;
    o->greeting = false;
    if (reply == PLAYER_REPLY_ILLEGAL)
        st = error_set(err, ST_IO,
                       "engine %s: the program answers `%.40s`, as programs that speak GTP do: "
                       "give it proto=gtp",
                       o->spec->name, line);
    else if (reply != PLAYER_REPLY_MOVE)
        st = error_set(err, ST_IO, "engine %s: the program %s %s", o->spec->name,
                       reply == PLAYER_REPLY_HANG ? "does not say" : "ended before it said",
                       d->ready);
    if (st == ST_OK && (o->declared.cut || o->variants.cut))
        st = error_set(err, ST_NOMEM, "no memory for an engine");
    if (st == ST_OK) st = set_options(o, err);
    if (st != ST_OK) dialogue_end(&o->talk, 0);
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
    if (!o->talk.running && start_child(o, &e) != ST_OK)
        return atomic_load(&o->talk.stopped) ? PLAYER_REPLY_STOPPED : PLAYER_REPLY_CRASH;
    if (!o->made) return PLAYER_REPLY_MOVE;
    o->made = false;
    const char *seed = find_declared(o, "Seed");
    (void)snprintf(value, sizeof value, "%llu", (unsigned long long)(o->seed >> 1 | 1));
    if (seed && !set_option(o, seed, value)) return PLAYER_REPLY_CRASH;
    if (!dialogue_send(&o->talk, dialects[o->spec->proto].new_game) ||
        !dialogue_send(&o->talk, "isready"))
        return PLAYER_REPLY_CRASH;
    return wait_for(o, "readyok", o->talk.patience_ms, &line);
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
    text *out = dialogue_make(&o->talk);
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

/* Waits for the decision; where it is wanted at once the program is told so, and has a moment. */
static player_reply wait_for_move(outside *o, const player_turn *t, char **line) {
    enum { SLICE_MS = 50, HURRY_MS = 1000 };
    int64_t until = clock_now_ms() + dialogue_wait_ms(&o->talk, t);
    bool hurried = !t->hurry;
    for (;;) {
        int64_t left = until - clock_now_ms();
        int64_t slice = !hurried && left > SLICE_MS ? SLICE_MS : left;
        player_reply reply = wait_for(o, "bestmove", slice, line);
        if (reply != PLAYER_REPLY_HANG || left <= slice) return reply;
        if (!atomic_load(t->hurry)) continue;
        hurried = true;
        if (!dialogue_send(&o->talk, "stop")) return PLAYER_REPLY_CRASH;
        if (left > HURRY_MS) until = clock_now_ms() + HURRY_MS;
    }
}

static player_reply ask(outside *o, const player_turn *t, text *answer) {
    char *line;
    player_reply reply = begin_game(o);
    /* All that it says before this answer belongs to no question. */
    if (reply == PLAYER_REPLY_MOVE && o->strict)
        reply = dialogue_send(&o->talk, "isready")
                    ? wait_for(o, "readyok", o->talk.patience_ms, &line)
                    : PLAYER_REPLY_CRASH;
    if (reply != PLAYER_REPLY_MOVE) return reply;
    text *out = dialogue_make(&o->talk);
    text_put(out, text_string(&o->head));
    if (o->events.len) text_format(out, " moves%s", text_string(&o->events));
    if (o->broken || o->head.cut || o->events.cut || out->cut || !dialogue_send_made(&o->talk))
        return PLAYER_REPLY_CRASH;
    make_go(o, t);
    o->base.scored = false;
    if (!dialogue_send_made(&o->talk)) return PLAYER_REPLY_CRASH;
    reply = wait_for_move(o, t, &line);
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
        dialogue_note(&o->talk, '!', player_reply_name(reply));
        dialogue_end(&o->talk, 0);
    }
    return reply;
}

/* MGI has a word for it; programs of the other dialects are only asked again. */
static void outside_refuse(player *p, const char *answer, const error *why) {
    outside *o = (outside *)p;
    text *out = dialogue_make(&o->talk);
    text_format(out, "illegal %s : %s", *answer ? answer : "(none)", why->text);
    if (o->talk.running && o->spec->proto == PROTO_MGI)
        (void)dialogue_send_made(&o->talk); /* one that ended is found out when it is asked */
    else
        dialogue_note(&o->talk, '!', text_string(out));
}

static void outside_stop(player *p) {
    dialogue_stop(&((outside *)p)->talk);
}

static void outside_destroy(player *p) {
    outside *o = (outside *)p;
    dialogue_done(&o->talk);
    text_done(&o->declared);
    text_done(&o->variants);
    text_done(&o->head);
    text_done(&o->events);
    mem_free(o);
}

static status outside_try(player *p, error *err) {
    return start_child((outside *)p, err);
}

static const player_kind outside_kind = {.try_it = outside_try,
                                         .new_game = outside_new_game,
                                         .see = outside_see,
                                         .decide = outside_decide,
                                         .refuse = outside_refuse,
                                         .stop = outside_stop,
                                         .destroy = outside_destroy};

status player_create_outside(player **out, const player_setup *setup, error *err) {
    *out = NULL;
    outside *o = mem_alloc(sizeof *o);
    if (!o) return error_set(err, ST_NOMEM, "no memory for an engine");
    o->base.kind = &outside_kind;
    o->spec = setup->spec;
    o->rules = setup->rules;
    o->strict = setup->strict;
    o->declared = text_growing();
    o->variants = text_growing();
    o->head = text_growing();
    o->events = text_growing();
    status st = dialogue_init(&o->talk, setup, err);
    if (st == ST_OK)
        *out = &o->base;
    else
        outside_destroy(&o->base);
    return st;
}
