#include "web/api/api_games.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_table.h"
#include "engine/notation/forms/formats.h"
#include "engine/notation/spelling.h"
#include "engine/rules/book/rules_page.h"
#include "engine/sdk/kit.h"
#include "lib/game_page.h"
#include "search/search_registry.h"
#include "search/skill.h"
#include "web/think/side_work.h"
#include "web/think/thoughts.h"

static void put(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_ascii(w, value);
}

/* --- what is known of a game without opening it --- */

/* Groups for people who look for something to play. */
static const char *kind_of(const game *g) {
    if (kit_of(g)) return "kit";
    if (g->traits & GAME_HIDDEN) return "cards";
    if (g->traits & GAME_CHANCE)
        return !text_facts_of(g) && g->traits & GAME_POINTS ? "tiles" : "dice";
    return g->max_players == 1 ? "puzzle" : "board";
}

static void put_traits(json_writer *w, uint32_t traits) {
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {{GAME_CHANCE, "chance"},
                 {GAME_HIDDEN, "hidden"},
                 {GAME_POINTS, "points"},
                 {GAME_REACTIONS, "reactions"}};
    json_key(w, "traits");
    json_open(w, '[');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (traits & names[i].bit) json_string(w, names[i].name);
    json_close(w, ']');
}

static void put_facts(json_writer *w, const game *g, const char *name) {
    put(w, "name", name);
    put(w, "title", g->title);
    put(w, "kind", kind_of(g));
    json_key(w, "players");
    json_open(w, '[');
    json_int(w, g->min_players);
    json_int(w, g->max_players);
    json_close(w, ']');
    json_key(w, "default_players");
    json_int(w, g->default_players);
    put_traits(w, g->traits);
}

static status put_start(json_writer *w, const web_world *world, const game *g, error *err) {
    text out = text_growing();
    status st = thoughts_start_scene(world->thoughts, g, &out, err);
    if (st == ST_OK) {
        json_key(w, "scene");
        json_raw(w, text_string(&out));
        w->out->cut |= out.cut;
    }
    text_done(&out);
    return st;
}

/* --- options --- */

static void put_words_list(json_writer *w, const char *key, const char *list) {
    json_key(w, key);
    json_open(w, '[');
    while (list && *list) {
        list += strspn(list, " ");
        size_t n = strcspn(list, " ");
        if (n) json_stringn(w, list, n);
        list += n;
    }
    json_close(w, ']');
}

static void put_range(json_writer *w, const param_spec *s) {
    bool halves = s->type == PARAM_HALVES;
    json_key(w, "min");
    json_short(w, halves ? (double)s->min / 2 : (double)s->min, 15);
    json_key(w, "max");
    json_short(w, halves ? (double)s->max / 2 : (double)s->max, 15);
}

/* As the page shows them; a file can only be one of its choices. */
static void put_option(json_writer *w, const game *g, const param_spec *s) {
    static const char *const types[] = {"spin", "combo", "check", "string", "combo", "spin"};
    text said = text_growing();
    if (s->what) text_put(&said, s->what);
    if (text_facts_of(g)) {
        size_t mark = said.len;
        if (mark) text_put(&said, "; ");
        size_t before = said.len;
        rules_page_option(g, s->name, &said);
        if (said.len == before) text_truncate(&said, mark);
    }
    json_open(w, '{');
    put(w, "name", s->name);
    put(w, "type", types[s->type]);
    put(w, "default", s->default_value ? s->default_value : "");
    if (s->type == PARAM_INT || s->type == PARAM_HALVES) put_range(w, s);
    if (s->type == PARAM_HALVES) {
        json_key(w, "step");
        json_real(w, 0.5, 1);
    }
    if (s->type == PARAM_ENUM || s->type == PARAM_FILE) put_words_list(w, "choices", s->choices);
    put(w, "words", text_string(&said));
    json_close(w, '}');
    w->out->cut |= said.cut;
    text_done(&said);
}

static void put_options(json_writer *w, const game *g) {
    json_key(w, "options");
    json_open(w, '[');
    for (const param_spec *s = g->params; s && s->name; s++)
        if (s->type != PARAM_FILE || (s->choices && *s->choices)) put_option(w, g, s);
    json_close(w, ']');
}

/* --- who can play it --- */

static const char *const level_words[SKILL_LEVELS] = {
    "knows the rules and little more",
    "looks at a few actions",
    "a beginner who has played before",
    "sees what is right in front",
    "plays for fun, errs now and then",
    "a good evening's opponent",
    "plays often, plans ahead",
    "strong: mistakes are punished",
    "very strong: thinks long and rarely errs",
    "full strength: as strong as the time allows"};

static void put_levels(json_writer *w) {
    json_key(w, "levels");
    json_open(w, '[');
    for (int i = 0; i < SKILL_LEVELS; i++) {
        json_open(w, '{');
        json_key(w, "level");
        json_int(w, i + 1);
        put(w, "words", level_words[i]);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_players(json_writer *w, const web_world *world, const rules *r) {
    text names = text_growing();
    search_write_algorithms(world->book, r, &names);
    put_words_list(w, "searches", text_string(&names));
    w->out->cut |= names.cut;
    text_done(&names);
    json_key(w, "bots");
    json_open(w, '[');
    for (const bot *b = r->game->bots; b && b->name; b++) json_string(w, b->name);
    json_close(w, ']');
    put_levels(w);
    json_key(w, "engines");
    json_open(w, '[');
    for (const char *const *e = world->engines; e && *e; e++) json_stringn(w, *e, strcspn(*e, "="));
    json_close(w, ']');
}

static void put_syntax(json_writer *w, const rules *r) {
    json_key(w, "syntax");
    json_open(w, '[');
    for (const action_syntax *s = r->game->syntax; s && s->kind; s++) {
        json_open(w, '[');
        json_ascii(w, s->kind);
        json_ascii(w, s->pattern);
        json_close(w, ']');
    }
    json_close(w, ']');
    json_key(w, "notation");
    json_open(w, '[');
    if (spelling_for(r) == SPELLING_SAN) json_string(w, "san");
    json_close(w, ']');
    json_key(w, "formats");
    json_open(w, '[');
    json_string(w, "record");
    for (const format *f = formats_list; f->name; f++)
        if (formats_takes(f, r->game)) json_ascii(w, f->name);
    json_close(w, ']');
    json_key(w, "edit");
    json_bool(w, r->table->edit != NULL);
}

static status put_opened(json_writer *w, const web_world *world, const rules *r, error *err) {
    text page = text_growing();
    put_options(w, r->game);
    put_players(w, world, r);
    put_syntax(w, r);
    status st = game_page_rules(r, &page, err);
    if (st == ST_OK) put(w, "rules", text_string(&page));
    text_done(&page);
    return st;
}

status api_games_put(json_writer *w, const web_world *world, const asked_game *g, error *err) {
    rules *r = NULL;
    params usual = params_default();
    usual.no_files = true;
    json_open(w, '{');
    put_facts(w, g->game, g->name);
    status st = rules_open(&r, g->game, &usual, err);
    if (st == ST_OK) st = put_opened(w, world, r, err);
    if (st == ST_OK) st = put_start(w, world, g->game, err);
    json_close(w, '}');
    rules_close(r);
    return st == ST_OK && w->out->cut ? error_set(err, ST_NOMEM, "no memory for the answer") : st;
}

/* --- routes --- */

static bool put_own_name(void *ctx, const store_value *column, int count) {
    char name[OWN_NAME_SIZE + 4];
    text t = text_over(name, sizeof name);
    (void)count;
    text_format(&t, "me/%s", column[0].text);
    json_ascii(ctx, name);
    return true;
}

static void list(void *world, web_request *q) {
    web_world *all = world;
    bool scenes = web_query(q, "scenes", 0) != NULL;
    error e;
    status st = ST_OK;
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "games");
    json_open(&w, '[');
    for (game_list g = game_library_games(all->library); st == ST_OK && *g; g++) {
        json_open(&w, '{');
        put_facts(&w, *g, (*g)->name);
        if (scenes) st = put_start(&w, all, *g, &e);
        json_close(&w, '}');
    }
    json_close(&w, ']');
    json_key(&w, "texts");
    json_open(&w, '[');
    const store_value arg[] = {store_int(q->person.id)};
    if (st == ST_OK)
        st = store_read(all->store, STORE_OWN_TEXTS_LIST, arg, 1, put_own_name, &w, &e);
    json_close(&w, ']');
    json_close(&w, '}');
    if (st != ST_OK) asked_fail(q, st, &e);
}

static void list_route(void *world, web_request *q) {
    web_world *all = world;
    side_work_push(web_query(q, "scenes", 0) ? all->side : NULL, list, world, q);
}

static void show_named(web_world *world, web_request *q, const char *name) {
    asked_game g;
    error e;
    status st = asked_game_open(&g, world, &q->person, name, NULL, &e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        st = api_games_put(&w, world, &g, &e);
    }
    if (st != ST_OK) asked_fail(q, st, &e);
    asked_game_done(&g);
}

static void show(void *world, web_request *q) {
    show_named(world, q, q->word[0]);
}

static void show_own(void *world, web_request *q) {
    char name[OWN_NAME_SIZE + 4];
    text t = text_over(name, sizeof name);
    text_format(&t, "me/%s", q->word[0]);
    if (t.cut)
        web_refuse(q, 404, "not-found", "no text has so long a name", NULL);
    else
        show_named(world, q, name);
}

static void show_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, show, world, q);
}

static void show_own_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, show_own, world, q);
}

const web_route api_games_routes[] = {{"GET", "/games", list_route, 0},
                                      {"GET", "/games/{}", show_route, 0},
                                      {"GET", "/games/me/{}", show_own_route, 0},
                                      {NULL, NULL, NULL, 0}};
