#include <string.h>

#include "uci/commands/cmd.h"
#include "uci/core/worker.h"

/* The engine itself: who it is, its options and its games. */

static void say_game(const responder *v, const game *g) {
    const char *chance = g->traits & GAME_SAMPLED  ? "sampled"
                         : g->traits & GAME_CHANCE ? "explicit"
                                                   : "none";
    reply r;
    reply_init(&r, "game");
    reply_word(&r, "name", g->name);
    reply_lead(&r, "");
    reply_list(&r, "players", 0);
    reply_list_add(&r, g->min_players);
    reply_list_add(&r, g->max_players);
    reply_word(&r, "info", g->traits & GAME_HIDDEN ? "imperfect" : "perfect");
    reply_word(&r, "chance", chance);
    reply_word(&r, "moves", g->traits & GAME_REACTIONS ? "reactions" : "sequential");
    reply_quoted(&r, "text", g->title);
    responder_say(v, &r);
}

static void say_games(session *s) {
    for (game_list g = s->config.games; *g; g++) say_game(&s->responder, *g);
}

static void say_id(const responder *v, const char *key, const char *value) {
    reply r;
    reply_init(&r, "id");
    reply_word(&r, key, value);
    responder_say(v, &r);
}

static void introduce(session *s, bool version) {
    char name[64];
    text out = text_over(name, sizeof name);
    text_format(&out, "Kibitz %s", s->config.version);
    say_id(&s->responder, "name", name);
    say_id(&s->responder, "author", "the Kibitz authors");
    if (!version) return;
    say_id(&s->responder, "version", s->config.version);
    reply r;
    reply_init(&r, "protocol");
    reply_word(&r, "name", "mgi");
    reply_lead(&r, "");
    reply_int(&r, "version", 1);
    reply_lead(&r, "");
    responder_say(&s->responder, &r);
    say_games(s);
}

static void say_option(session *s, int id) {
    static const char *const types[] = {"check", "spin", "combo", "string", "button"};
    option_ref o = uci_options_ref(&s->options, id);
    char first[24];
    text number = text_over(first, sizeof first);
    text choices = text_growing();
    reply r;
    reply_init(&r, "option");
    reply_word(&r, "name", o.spec->name);
    reply_word(&r, "kind", types[o.spec->type]);
    reply_lead(&r, "type");
    switch (o.spec->type) {
    case OPT_CHECK:
        reply_word(&r, "default", o.spec->initial ? "true" : "false");
        break;
    case OPT_SPIN:
        text_format(&number, "%lld", (long long)option_initial(&o));
        reply_word(&r, "default", first);
        reply_digits(&r, "min", o.spec->min);
        reply_digits(&r, "max", o.max);
        break;
    case OPT_STRING:
        reply_word(&r, "default", *o.initial ? o.initial : "<empty>");
        break;
    case OPT_COMBO:
        uci_options_choices(&o, &choices);
        r.lost = choices.cut;
        reply_word(&r, "default", o.initial);
        reply_each(&r, "var", text_string(&choices));
        break;
    case OPT_BUTTON:
        break;
    }
    responder_say(&s->responder, &r);
    text_done(&choices);
}

static void declare_options(session *s) {
    for (int i = 0; uci_options_at(i) < UCI_OPT_COUNT; i++) say_option(s, uci_options_at(i));
}

static void handshake(session *s, dialect d, const char *ok) {
    s->responder.dialect = d;
    atomic_store(&s->dialect, d);
    introduce(s, d == DIALECT_MGI);
    declare_options(s);
    responder_word(&s->responder, ok);
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
        responder_note(&s->responder, "memory for searches is ready: %zu MiB", now.bytes >> 20);
}

/* In its turn, after all that was sent before: where long work runs the thread that hands lines in
 * answers by itself, or this line has overtaken what waits for the work. */
void cmd_isready(session *s, const request *l) {
    (void)l;
    ready_memory(s);
    responder_word(&s->responder, "readyok");
}

/* Trees and tables of earlier searches would help, but the same game should be played again
 * equally. */
void cmd_newgame(session *s, const request *l) {
    (void)l;
    search_forget(s->search);
    ready_memory(s);
}

void cmd_register(session *s, const request *l) {
    (void)s;
    (void)l;
}

/* --- games --- */

void cmd_games(session *s, const request *l) {
    (void)l;
    say_games(s);
    responder_word(&s->responder, "gamesok");
}

static void say_param(const responder *v, const param_spec *p) {
    static const char *const types[] = {"int", "enum", "flag", "text", "text", "half"};
    reply r;
    reply_init(&r, "game");
    reply_word(&r, "param", p->name);
    reply_word(&r, "kind", types[p->type]);
    reply_lead(&r, "type");
    reply_word(&r, "default", p->default_value);
    if (p->type == PARAM_INT) {
        reply_digits(&r, "min", p->min);
        reply_digits(&r, "max", p->max);
    }
    if (p->type == PARAM_HALVES) {
        reply_short(&r, "min", (double)p->min / 2, 6);
        reply_short(&r, "max", (double)p->max / 2, 6);
    }
    if (p->type == PARAM_ENUM) reply_each(&r, "var", p->choices);
    responder_say(v, &r);
}

void cmd_game(session *s, const request *l) {
    error e;
    const game *g = l->count > 1 ? game_find(s->config.games, l->word[1]) : s->game;
    if (!g) {
        const char *near = game_nearest(s->config.games, l->word[1]);
        (void)error_set(&e, ST_NOT_FOUND, "there is no such game%s%s",
                        near ? "; did you mean " : "", near ? near : "");
        request_fails(s, l, &e, 1);
        return;
    }
    say_game(&s->responder, g);
    for (const param_spec *p = g->params; p && p->name; p++) say_param(&s->responder, p);
    reply r;
    for (const action_syntax *a = g->syntax; a && a->kind; a++) {
        reply_init(&r, "game");
        reply_word(&r, "action", a->kind);
        reply_quoted(&r, "syntax", a->pattern);
        responder_say(&s->responder, &r);
    }
    if (g->show) {
        reply_init(&r, "game");
        reply_quoted(&r, "show", g->show);
        reply_lead(&r, "show text");
        responder_say(&s->responder, &r);
    }
    reply_init(&r, "game");
    reply_word(&r, "score",
               g->traits & GAME_POINTS  ? "points"
               : g->traits & GAME_RANKS ? "rank"
                                        : "winloss");
    responder_say(&s->responder, &r);
    responder_word(&s->responder, "gameok");
}

void cmd_version(session *s, const request *l) {
    (void)l;
    const session_config *c = &s->config;
    reply r;
    reply_init(&r, "version");
    reply_word(&r, "version", c->version);
    reply_lead(&r, "");
    reply_word(&r, "commit", c->commit);
    reply_word(&r, "compiler", c->compiler);
    reply_word(&r, "features", c->features);
    responder_say(&s->responder, &r);
}
