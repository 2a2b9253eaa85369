#include <string.h>

#include "uci/commands/cmd.h"
#include "uci/core/safe.h"

/* setoption and getoption, and what a new value sets in motion. */

static void join(const request *l, size_t from, size_t to, text *out) {
    for (size_t i = from; i < to; i++) {
        if (i > from) text_char(out, ' ');
        text_put(out, l->word[i]);
    }
}

static void set_word(session *s, int id, const char *word) {
    (void)uci_options_set(&s->options, id, word, NULL);
}

/* Plays `g`, and lets the options that choose a game agree on it. */
static void choose_game(session *s, const game *g) {
    if (g != s->game) session_change_game(s, g, "the game was changed: set a position");
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

/* A net is for one set of options: those of the position, or the defaults of the game. */
static status check_net(const session *s, const weights *w, error *err) {
    rules *own = NULL;
    const net *n;
    params p = params_default();
    status st = s->position ? ST_OK : rules_open(&own, s->game, &p, err);
    if (st == ST_OK) st = evaluator_choose(w, own ? own : position_rules(s->position), &n, err);
    rules_close(own);
    return st;
}

static status take_weights(session *s, const char *path, error *err) {
    weights made;
    weights_init(&made, s->game);
    int missing = 0;
    if (*path && !text_same(path, "<empty>")) {
        status st = weights_load(&made, path, &missing, err);
        if (st == ST_OK && made.choice == EVAL_NET) st = check_net(s, &made, err);
        if (st != ST_OK) return st;
    }
    s->weights = made;
    if (missing) responder_note(&s->responder, "EvalFile leaves %d terms as they were", missing);
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
        return cmd_load_rules_path(s, uci_options_word(&s->options, OPT_RULES_PATH), err);
    case OPT_ALLOW_NATIVE:
        if (s->config.loader)
            s->config.loader->allow_native(s->config.loader->ctx,
                                           uci_options_number(&s->options, id));
        return ST_OK;
    case OPT_EVAL_FILE:
        return take_weights(s, value, err);
    case UCI_OPT_LOG_FILE:
        return output_log(s->responder.out, s->options.log_file, err);
    case OPT_CLEAR_HASH:
        search_forget(s->search);
        return ST_OK;
    default:
        return ST_OK;
    }
}

static void set_one(session *s, const request *l, int id, const char *value, int at) {
    error e;
    char before[OPTION_TEXT_SIZE] = "";
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
    if (st != ST_OK) request_fails(s, l, &e, at);
}

void cmd_setoption(session *s, const request *l) {
    error e;
    size_t value = 2;
    while (value < l->count && strcmp(l->word[value], "value") != 0) value++;
    if (l->count < 3 || strcmp(l->word[1], "name") != 0 || value == 2) {
        (void)error_set(&e, ST_BAD_SYNTAX, "expected: setoption name <id> [value <x>]");
        request_fails(s, l, &e, -1);
        return;
    }
    text name = text_growing();
    text x = text_growing();
    join(l, 2, value, &name);
    if (value < l->count) join(l, value + 1, l->count, &x);
    int id = uci_options_find(text_string(&name));
    if (name.cut || x.cut) {
        (void)error_set(&e, ST_NOMEM, "no memory for the option");
        request_fails(s, l, &e, -1);
    } else if (id == UCI_OPT_COUNT) {
        const char *near = uci_options_nearest(text_string(&name));
        (void)error_set(&e, ST_UNKNOWN_OPTION, "there is no such option%s%s",
                        near ? "; did you mean " : "", near ? near : "");
        error_arg(&e, l->word[2]);
        request_fails(s, l, &e, 2);
    } else {
        set_one(s, l, id, text_string(&x), value + 1 < l->count ? (int)value + 1 : -1);
    }
    text_done(&name);
    text_done(&x);
}

static void say_value(session *s, int id) {
    text out = text_growing();
    reply r;
    uci_options_value(&s->options, id, &out);
    reply_init(&r, "option-value");
    reply_word(&r, "name", uci_options_ref(&s->options, id).spec->name);
    reply_text(&r, "value", &out);
    responder_say(&s->responder, &r);
    text_done(&out);
}

void cmd_getoption(session *s, const request *l) {
    error e;
    if (l->count == 1) {
        for (int i = 0; uci_options_at(i) < UCI_OPT_COUNT; i++) {
            int at = uci_options_at(i);
            if (at != OPT_CLEAR_HASH) say_value(s, at);
        }
        responder_word(&s->responder, "getoptionok");
        return;
    }
    text name = text_growing();
    if (l->count > 2) join(l, 2, l->count, &name);
    int id = uci_options_find(text_string(&name));
    if (l->count < 3 || strcmp(l->word[1], "name") != 0) {
        (void)error_set(&e, ST_BAD_SYNTAX, "expected: getoption [name <id>]");
        request_fails(s, l, &e, -1);
    } else if (id == UCI_OPT_COUNT) {
        (void)error_set(&e, ST_UNKNOWN_OPTION, "there is no such option");
        request_fails(s, l, &e, 2);
    } else {
        say_value(s, id);
        responder_word(&s->responder, "getoptionok");
    }
    text_done(&name);
}
