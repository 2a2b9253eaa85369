#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "uci/session_state.h"

/* The engine itself: who it is, its games and its options. */

enum { WEIGHTS_LIMIT = 1 << 20 };

static void say_game(const voice *v, const game *g) {
    const char *chance = g->traits & GAME_SAMPLED  ? "sampled"
                         : g->traits & GAME_CHANCE ? "explicit"
                                                   : "none";
    say(v, "game %s players %d %d info %s chance %s moves %s text \"%s\"", g->name, g->min_players,
        g->max_players, g->traits & GAME_HIDDEN ? "imperfect" : "perfect", chance,
        g->traits & GAME_REACTIONS ? "reactions" : "sequential", g->title);
}

static void say_games(session *s) {
    for (game_list g = s->config.games; *g; g++) say_game(&s->voice, *g);
}

static void introduce(session *s, bool version) {
    say(&s->voice, "id name Kibitz %s", s->config.version);
    say(&s->voice, "id author the Kibitz authors");
    if (!version) return;
    say(&s->voice, "id version %s", s->config.version);
    say(&s->voice, "protocol mgi 1");
    say_games(s);
}

static void declare_options(session *s) {
    for (int i = 0; i < UCI_OPT_COUNT; i++) {
        text out = text_growing();
        uci_options_declare(&s->options, uci_options_at(i), &out);
        say_text(&s->voice, &out);
        text_done(&out);
    }
}

static void handshake(session *s, dialect d, const char *ok) {
    s->voice.dialect = d;
    atomic_store(&s->dialect, d);
    introduce(s, d == DIALECT_MGI);
    declare_options(s);
    say(&s->voice, "%s", ok);
}

void cmd_uci(session *s, const request *l) {
    (void)l;
    handshake(s, DIALECT_UCI, "uciok");
}

void cmd_ugi(session *s, const request *l) {
    (void)l;
    handshake(s, DIALECT_UGI, "ugiok");
}

void cmd_mgi(session *s, const request *l) {
    (void)l;
    handshake(s, DIALECT_MGI, "mgiok");
}

/* The memory of searches is made ready here, so that no `go` spends its time on it. While a search
 * runs it has what it needs; where memory is short the next `go` says so. */
static void ready_memory(session *s) {
    search_options o = {0};
    error e;
    if (worker_busy(s)) return;
    unsigned before = search_memory_now(s->search).readied;
    options_apply(&s->options.search, &o);
    if (search_ready(s->search, &o, &e) != ST_OK) return;
    search_memory now = search_memory_now(s->search);
    if (s->debug && now.readied != before)
        say_note(&s->voice, "memory for searches is ready: %zu MiB", now.bytes >> 20);
}

/* In its turn, after all that was sent before: where long work runs the thread that hands lines in
 * answers by itself, or this line has overtaken what waits for the work. */
void cmd_isready(session *s, const request *l) {
    (void)l;
    ready_memory(s);
    say(&s->voice, "readyok");
}

/* Trees and tables of earlier searches would help, but the same game should be played again alike.
 */
void cmd_newgame(session *s, const request *l) {
    (void)l;
    search_forget(s->search);
    ready_memory(s);
}

void cmd_register(session *s, const request *l) {
    (void)s;
    (void)l;
}

/* --- options --- */

static void join(const request *l, size_t from, size_t to, text *out) {
    for (size_t i = from; i < to; i++) {
        if (i > from) text_char(out, ' ');
        text_put(out, l->word[i]);
    }
}

void change_game(session *s, const game *g, const char *because) {
    const game *before = s->game;
    s->game = game_keep(g);
    weights_init(&s->weights, g);
    position_destroy(s->position);
    s->position = NULL;
    s->unset_because = because;
    s->options.search.word[OPT_WORD_EVAL_FILE][0] = '\0';
    game_let_go(before);
}

static void set_word(session *s, int id, const char *word) {
    (void)uci_options_set(&s->options, id, word, NULL);
}

/* Plays `g`, and lets the options that choose a game agree on it. */
static void choose_game(session *s, const game *g) {
    if (g != s->game) change_game(s, g, "the game was changed: set a position");
    bool shuffled = text_same(g->name, OPTIONS_CHESS960);
    set_word(s, OPT_GAME, g->name);
    if (shuffled) set_word(s, UCI_OPT_VARIANT, OPTIONS_CHESS);
    if (options_variant(g)) set_word(s, UCI_OPT_VARIANT, options_variant(g));
    if (shuffled || text_same(g->name, OPTIONS_CHESS))
        set_word(s, UCI_OPT_CHESS960, shuffled ? "true" : "false");
}

/* UCI_Variant and UCI_Chess960 come in any order, so each looks at the other. */
static status choose_variant(session *s, error *err) {
    bool shuffled = uci_options_number(&s->options, UCI_OPT_CHESS960);
    const char *name = s->options.variant;
    const game *g = game_find(s->config.games, OPTIONS_CHESS960);
    if (shuffled && !g)
        return error_set(err, ST_UNSUPPORTED,
                         "there is no game " OPTIONS_CHESS960 " here: load its rules text first");
    for (game_list at = s->config.games; *at; at++) {
        const char *variant = options_variant(*at);
        if (!variant || !text_same(variant, name)) continue;
        choose_game(s, shuffled && text_same((*at)->name, OPTIONS_CHESS) ? g : *at);
        break;
    }
    return ST_OK;
}

/* The switch is about chess; other games keep it in mind. */
static status switch_chess960(session *s, error *err) {
    bool chess =
        text_same(s->game->name, OPTIONS_CHESS) || text_same(s->game->name, OPTIONS_CHESS960);
    bool on = uci_options_number(&s->options, UCI_OPT_CHESS960);
    if (chess) return choose_variant(s, err);
    if (!on || game_find(s->config.games, OPTIONS_CHESS960)) return ST_OK;
    return error_set(err, ST_UNSUPPORTED,
                     "there is no game " OPTIONS_CHESS960 " here: load its rules text first");
}

static status load_weights(session *s, const char *path, error *err) {
    weights fresh;
    weights_init(&fresh, s->game);
    int missing = 0;
    if (*path && !text_same(path, "<empty>")) {
        text data;
        status st = file_read(&data, path, WEIGHTS_LIMIT, err);
        if (st == ST_OK) st = weights_read(&fresh, text_string(&data), data.len, &missing, err);
        text_done(&data);
        if (st != ST_OK) return st;
    }
    s->weights = fresh;
    if (missing) say_note(&s->voice, "EvalFile leaves %d terms as they were", missing);
    return ST_OK;
}

/* What a new value sets in motion; a failure keeps the old value. */
static status take_effect(session *s, int id, const char *value, error *err) {
    switch (id) {
    case OPT_GAME:
        choose_game(s, game_find(s->config.games, uci_options_word(&s->options, OPT_GAME)));
        return ST_OK;
    case UCI_OPT_VARIANT:
        return choose_variant(s, err);
    case UCI_OPT_CHESS960:
        return switch_chess960(s, err);
    case OPT_RULES_PATH:
        return load_rules_path(s, uci_options_word(&s->options, OPT_RULES_PATH), err);
    case OPT_ALLOW_NATIVE:
        if (s->config.loader)
            s->config.loader->allow_native(s->config.loader->ctx,
                                           uci_options_number(&s->options, id));
        return ST_OK;
    case OPT_EVAL_FILE:
        return load_weights(s, value, err);
    case UCI_OPT_LOG_FILE:
        return output_log(s->voice.out, s->options.log_file, err);
    case OPT_CLEAR_HASH:
        search_forget(s->search);
        return ST_OK;
    default:
        return ST_OK;
    }
}

static void set_one(session *s, const request *l, int id, const char *value, int at) {
    error e;
    char before[OPTION_TEXT] = "";
    option_ref r = uci_options_ref(&s->options, id);
    int64_t number = *r.number;
    if (r.word) memcpy(before, r.word, sizeof before);
    status st = safe_option(s, id, value, &e);
    if (st == ST_OK) st = option_set(&r, value, &e);
    if (st == ST_OK) {
        st = take_effect(s, id, value, &e);
        if (st != ST_OK && r.word) memcpy(r.word, before, sizeof before);
        if (st != ST_OK) *r.number = number;
    }
    if (st != ST_OK) command_fails(s, l, &e, at);
}

void cmd_setoption(session *s, const request *l) {
    error e;
    size_t value = 2;
    while (value < l->count && strcmp(l->word[value], "value") != 0) value++;
    if (l->count < 3 || strcmp(l->word[1], "name") != 0 || value == 2) {
        (void)error_set(&e, ST_BAD_SYNTAX, "expected: setoption name <id> [value <x>]");
        command_fails(s, l, &e, -1);
        return;
    }
    text name = text_growing();
    text x = text_growing();
    join(l, 2, value, &name);
    if (value < l->count) join(l, value + 1, l->count, &x);
    int id = uci_options_find(text_string(&name));
    if (name.cut || x.cut) {
        (void)error_set(&e, ST_NOMEM, "no memory for the option");
        command_fails(s, l, &e, -1);
    } else if (id == UCI_OPT_COUNT) {
        const char *near = uci_options_nearest(text_string(&name));
        (void)error_set(&e, ST_UNKNOWN_OPTION, "there is no such option%s%s",
                        near ? "; did you mean " : "", near ? near : "");
        error_arg(&e, l->word[2]);
        command_fails(s, l, &e, 2);
    } else {
        set_one(s, l, id, text_string(&x), value + 1 < l->count ? (int)value + 1 : -1);
    }
    text_done(&name);
    text_done(&x);
}

static void say_value(session *s, int id) {
    text out = text_growing();
    text_format(&out, "option-value name %s value ", uci_options_ref(&s->options, id).spec->name);
    uci_options_value(&s->options, id, &out);
    say_text(&s->voice, &out);
    text_done(&out);
}

void cmd_getoption(session *s, const request *l) {
    error e;
    if (l->count == 1) {
        for (int i = 0; i < UCI_OPT_COUNT; i++) {
            int at = uci_options_at(i);
            if (at != OPT_CLEAR_HASH) say_value(s, at);
        }
        say(&s->voice, "getoptionok");
        return;
    }
    text name = text_growing();
    if (l->count > 2) join(l, 2, l->count, &name);
    int id = uci_options_find(text_string(&name));
    if (l->count < 3 || strcmp(l->word[1], "name") != 0) {
        (void)error_set(&e, ST_BAD_SYNTAX, "expected: getoption [name <id>]");
        command_fails(s, l, &e, -1);
    } else if (id == UCI_OPT_COUNT) {
        (void)error_set(&e, ST_UNKNOWN_OPTION, "there is no such option");
        command_fails(s, l, &e, 2);
    } else {
        say_value(s, id);
        say(&s->voice, "getoptionok");
    }
    text_done(&name);
}

/* --- games --- */

void cmd_games(session *s, const request *l) {
    (void)l;
    say_games(s);
    say(&s->voice, "gamesok");
}

static void say_param(const voice *v, const param_spec *p) {
    static const char *const types[] = {"int", "enum", "flag", "text", "text"};
    text out = text_growing();
    text_format(&out, "game param %s type %s default %s", p->name, types[p->type], p->usual);
    if (p->type == PARAM_INT)
        text_format(&out, " min %lld max %lld", (long long)p->min, (long long)p->max);
    for (const char *at = p->type == PARAM_ENUM ? p->choices : ""; *at;) {
        size_t n = strcspn(at, " ");
        text_put(&out, " var ");
        text_putn(&out, at, n);
        at += n + (at[n] == ' ');
    }
    say_text(v, &out);
    text_done(&out);
}

void cmd_game(session *s, const request *l) {
    error e;
    const game *g = l->count > 1 ? game_find(s->config.games, l->word[1]) : s->game;
    if (!g) {
        const char *near = game_nearest(s->config.games, l->word[1]);
        (void)error_set(&e, ST_NOT_FOUND, "there is no such game%s%s",
                        near ? "; did you mean " : "", near ? near : "");
        command_fails(s, l, &e, 1);
        return;
    }
    say_game(&s->voice, g);
    for (const param_spec *p = g->params; p && p->name; p++) say_param(&s->voice, p);
    for (const action_syntax *a = g->syntax; a && a->kind; a++)
        say(&s->voice, "game action %s syntax \"%s\"", a->kind, a->pattern);
    if (g->show) say(&s->voice, "game show text \"%s\"", g->show);
    say(&s->voice, "game score %s",
        g->traits & GAME_POINTS  ? "points"
        : g->traits & GAME_RANKS ? "rank"
                                 : "winloss");
    say(&s->voice, "gameok");
}

void cmd_version(session *s, const request *l) {
    (void)l;
    const session_config *c = &s->config;
    say(&s->voice, "version %s commit %s compiler %s features %s", c->version, c->commit,
        c->compiler, c->features);
}

void cmd_help(session *s, const request *l) {
    error e;
    const command *only = l->count > 1 ? command_find(l->word[1]) : NULL;
    if (l->count > 1 && !only) {
        (void)error_set(&e, ST_NOT_FOUND, "there is no such command");
        command_fails(s, l, &e, 1);
        return;
    }
    const command *c;
    for (size_t i = 0; (c = command_at(i)); i++)
        if (!only || c == only) say(&s->voice, "help %s %s : %s", c->name, c->syntax, c->purpose);
    say(&s->voice, "helpok");
}
