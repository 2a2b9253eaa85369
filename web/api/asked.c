#include "web/api/asked.h"

#include <sodium.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/option_text.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "engine/notation/blob.h"
#include "engine/notation/spelling.h"
#include "web/think/given_texts.h"

#define OWN_WORD "me/"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the answer");
}

void asked_fail(web_request *q, status st, const error *err) {
    error e = *err;
    e.code = st;
    web_refuse_error(q, &e);
}

/* --- games --- */

static status read_own(asked_game *out, const web_world *world, const char *name, error *err) {
    diags *d = mem_alloc(sizeof *d);
    if (!d) return no_memory(err);
    status st = own_game_read(&out->own, world, name, text_string(&out->source), d, err);
    mem_free(d);
    out->game = out->own.game;
    out->list = out->own.list;
    return st;
}

static status open_own(asked_game *out, const web_world *world, const web_person *who,
                       const char *name, error *err) {
    if (!own_name_is_good(name))
        return error_set(err, ST_NOT_FOUND, "no text can be called %.60s", name);
    status st = own_text_read(world, who->id, name, &out->source, err);
    return st == ST_OK ? read_own(out, world, name, err) : st;
}

static status open_listed(asked_game *out, const web_world *world, const char *name, error *err) {
    out->list = game_library_games(world->library);
    out->game = game_find(out->list, name);
    if (out->game) return ST_OK;
    const char *near = game_nearest(out->list, name);
    return error_set(err, ST_NOT_FOUND, "there is no game %.60s%s%s%s", name,
                     near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

status asked_game_open(asked_game *out, const web_world *world, const web_person *who,
                       const char *name, const char *rules_text, error *err) {
    *out = (asked_game){.source = text_growing()};
    text called = text_over(out->name, sizeof out->name);
    if (rules_text) {
        text_put(&called, "text");
        text_put(&out->source, rules_text);
        if (out->source.cut) return no_memory(err);
        bool own = name && text_starts(name, OWN_WORD);
        return read_own(out, world, own ? name + strlen(OWN_WORD) : name, err);
    }
    if (!name || !*name) return error_set(err, ST_BAD_VALUE, "the field game is missing");
    text_put(&called, name);
    if (text_starts(name, OWN_WORD)) return open_own(out, world, who, name + strlen(OWN_WORD), err);
    status st = open_listed(out, world, name, err);
    if (st == ST_OK) {
        text_clear(&called);
        text_put(&called, out->game->name);
    }
    return st;
}

void asked_game_done(asked_game *g) {
    own_game_done(&g->own);
    text_done(&g->source);
    *g = (asked_game){0};
}

/* --- setup --- */

static status set_option(params *p, const game *g, const char *name, const json_t *value,
                         error *err) {
    char number[32];
    text t = text_over(number, sizeof number);
    if (json_is_string(value)) return params_set(p, g, name, json_string_value(value), err);
    if (json_is_boolean(value))
        return params_set(p, g, name, json_is_true(value) ? "true" : "false", err);
    if (json_is_integer(value))
        text_format(&t, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        text_format(&t, "%.1f", json_real_value(value));
    else
        return error_set(err, ST_BAD_VALUE, "option %.40s takes a word or a number", name);
    return params_set(p, g, name, number, err);
}

status asked_setup(params *out, const asked_game *g, int64_t players, const json_t *options,
                   error *err) {
    *out = params_default();
    out->no_files = true;
    out->players = (int)players;
    status st = ST_OK;
    json_t *all = (json_t *)options; /* it is only read */
    for (void *i = json_object_iter(all); st == ST_OK && i; i = json_object_iter_next(all, i)) {
        const char *name = json_object_iter_key(i);
        if (strcmp(name, "first") == 0 && json_is_integer(json_object_iter_value(i)))
            out->first = (int)json_integer_value(json_object_iter_value(i)) - 1;
        else
            st = set_option(out, g->game, name, json_object_iter_value(i), err);
    }
    return st == ST_OK ? params_check(out, g->game, err) : st;
}

/* --- own texts instead of files --- */

/* An own text, and what it is called from now on. */
typedef struct naming {
    char own[PARAMS_VALUE], given[GIVEN_NAME_SIZE];
} naming;

static status give_text(const web_world *world, const web_person *who, naming *n, error *err) {
    text data = text_growing();
    status st = own_text_read(world, who->id, n->own + strlen(OWN_WORD), &data, err);
    if (st == ST_OK)
        st = given_texts_add(world->given, text_string(&data), data.len, n->given, err);
    text_done(&data);
    return st;
}

/* "base,me/mine" as "base,text:…", which means the same to others and later; *n is the last one. */
static status give_texts(const web_world *world, const web_person *who, const char *value,
                         naming *n, text *out, error *err) {
    status st = ST_OK;
    for (const char *at = value; st == ST_OK && *at;) {
        size_t len = strcspn(at, ",");
        char part[PARAMS_VALUE];
        text t = text_over(part, sizeof part);
        text_putn(&t, at, len);
        at += len;
        bool own = text_starts(part, OWN_WORD);
        if (own) {
            memcpy(n->own, part, sizeof n->own);
            st = give_text(world, who, n, err);
        }
        text_put(out, own ? n->given : part);
        if (*at == ',') text_char(out, *at++);
    }
    return st == ST_OK && out->cut ? no_memory(err) : st;
}

/* In the request, as if it had been asked so. */
static status name_texts(const web_request *q, const web_world *world, const game *g,
                         json_t *options, naming *n, error *err) {
    status st = ST_OK;
    for (void *i = json_object_iter(options); st == ST_OK && i;
         i = json_object_iter_next(options, i)) {
        json_t *value = json_object_iter_value(i);
        const char *said = json_string_value(value);
        if (!said || !strstr(said, OWN_WORD) || !world->given ||
            !params_names_file(g, json_object_iter_key(i)))
            continue;
        text given = text_growing();
        st = give_texts(world, &q->person, said, n, &given, err);
        if (st == ST_OK && json_string_set(value, text_string(&given)) != 0) st = no_memory(err);
        text_done(&given);
    }
    return st;
}

/* A sentence about a text calls it as its owner does. The name may have been cut off there. */
static void say_own_name(const naming *n, error *e) {
    error said = *e;
    const char *at = *n->given ? strstr(said.text, OPTION_TEXT_WORD) : NULL;
    size_t len = at ? strcspn(at, ", ") : 0;
    if (!at || strncmp(at, n->given, len) != 0) return;
    (void)error_set(e, said.code, "%.*s%.60s%.150s", (int)(at - said.text), said.text, n->own,
                    at + len);
}

/* --- events --- */

static status play_one(position *p, const char *typed, error *err) {
    spelling how = spelling_for(position_rules(p));
    if (position_play(p, typed, err) == ST_OK) return ST_OK;
    if (how == SPELLING_TOKENS) return err->code;
    error why;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    if (spelling_read(how, p, typed, &event, &why) != ST_OK) return err->code;
    return position_play(p, buf, err);
}

status asked_moves(position *p, const web_world *world, const json_t *moves, error *err) {
    size_t bytes = 0;
    status st = ST_OK;
    size_t n = moves ? json_array_size(moves) : 0;
    for (size_t i = 0; st == ST_OK && i < n; i++) {
        const char *event = json_string_value(json_array_get(moves, i));
        if (!event || !*event) return error_set(err, ST_BAD_VALUE, "moves are a list of words");
        bytes += strlen(event) + 1;
        if (bytes > (size_t)world->limits.token_bytes)
            return error_set(err, ST_BAD_VALUE, "a position has at most %d bytes of moves",
                             world->limits.token_bytes);
        st = play_one(p, event, err);
        if (st == ST_OK) continue;
        error why = *err;
        (void)error_set(err, st, "move %zu, %.40s: %.160s", i + 1, event, why.text);
    }
    return st;
}

/* --- positions --- */

typedef struct asked_words {
    const char *game, *source, *blob, *fen;
    int64_t players;
    json_t *options, *moves;
} asked_words;

static bool read_words(web_request *q, asked_words *out) {
    return web_field_text_or(q, "game", NULL, &out->game) &&
           web_field_text_or(q, "text", NULL, &out->source) &&
           web_field_text_or(q, "position", NULL, &out->blob) &&
           web_field_text_or(q, "fen", NULL, &out->fen) &&
           web_field_int_or(q, "players", 0, GAME_MAX_PLAYERS, 0, &out->players) &&
           web_field_object_or(q, "options", &out->options) &&
           web_field_array_or(q, "moves", &out->moves);
}

static status start_position(position **out, const asked_game *g, const asked_words *w,
                             error *err) {
    params p;
    status st = asked_setup(&p, g, w->players, w->options, err);
    if (st != ST_OK) return st;
    if (w->fen && *w->fen) return position_read(out, g->game, &p, SEAT_ALL, w->fen, err);
    return position_start(out, g->game, &p, SEAT_ALL, err);
}

/* A blob says which game it is of; an own one has to be named next to it. */
static status open_game(asked_game *g, const web_world *world, const web_person *who,
                        const asked_words *w, error *err) {
    bool own = w->source || (w->game && text_starts(w->game, OWN_WORD));
    if (own || !w->blob) return asked_game_open(g, world, who, w->game, w->source, err);
    *g = (asked_game){.source = text_growing(), .list = game_library_games(world->library)};
    return ST_OK;
}

bool asked_position(web_request *q, const web_world *world, asked_game *g, position **out) {
    asked_words w;
    error e;
    naming n = {.own = ""};
    *out = NULL;
    *g = (asked_game){.source = text_growing()};
    if (!read_words(q, &w)) return false;
    status st = open_game(g, world, &q->person, &w, &e);
    if (st == ST_OK && w.blob) {
        st = blob_read_closed(out, g->list, w.blob, &e);
        if (st == ST_OK && !g->game) {
            g->game = position_rules(*out)->game;
            text called = text_over(g->name, sizeof g->name);
            text_put(&called, g->game->name);
        }
    } else if (st == ST_OK) {
        st = name_texts(q, world, g->game, w.options, &n, &e);
        if (st == ST_OK) st = start_position(out, g, &w, &e);
        if (st != ST_OK) say_own_name(&n, &e);
    }
    if (st == ST_OK) position_allow(*out, POSITION_OPEN_ENDS);
    if (st == ST_OK) st = asked_moves(*out, world, w.moves, &e);
    if (st == ST_OK) return true;
    asked_fail(q, st, &e);
    position_destroy(*out);
    *out = NULL;
    return false;
}

bool asked_seat(const char *word, const rules *r, int *seat) {
    uint64_t k;
    if (strcmp(word, "all") == 0)
        *seat = SEAT_ALL;
    else if (strcmp(word, "public") == 0)
        *seat = SEAT_PUBLIC;
    else if (text_u64(word, r->players, &k) && k > 0)
        *seat = (int)k - 1;
    else
        return false;
    return true;
}

status asked_roll(position *p, error *err) {
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    position_set_seed(p, seed);
    return position_resolve(p, err);
}

/* --- answers --- */

static void key_raw(json_writer *w, const char *key, const text *value) {
    json_key(w, key);
    json_raw(w, text_string(value));
}

status asked_put_scene(json_writer *w, const position *p, int seat, error *err) {
    scene *s = NULL;
    text out = text_growing();
    status st = scene_build(&s, p, seat, err);
    if (st == ST_OK) st = scene_write(s, &out, err);
    if (st == ST_OK && out.cut) st = no_memory(err);
    if (st == ST_OK) key_raw(w, "scene", &out);
    text_done(&out);
    scene_destroy(s);
    return st;
}

static void put_text(json_writer *w, const char *key, const text *t) {
    json_key(w, key);
    json_ascii(w, text_string(t));
    w->out->cut |= t->cut;
}

/* The drawing of a hidden game for one seat is made of a world that fits its view. */
static status put_drawing(json_writer *w, const position *p, int seat, error *err) {
    const rules *r = position_rules(p);
    void *world = mem_alloc(r->state_size);
    text board = text_growing();
    if (!world) return no_memory(err);
    rng g = {.s = 1};
    position_world(p, &g, world);
    game_draw(r, world, seat, false, &board);
    put_text(w, "text", &board);
    text_done(&board);
    mem_free(world);
    return ST_OK;
}

static char **part_list(const json_t *parts, int *n) {
    size_t count = parts ? json_array_size(parts) : 0;
    char **list = mem_alloc((count + 1) * sizeof *list);
    *n = (int)count;
    for (size_t i = 0; list && i < count; i++) {
        const char *part = json_string_value(json_array_get(parts, i));
        list[i] = (char *)(part ? part : ""); /* it is only read */
    }
    return list;
}

static status choose(const position *p, const json_t *parts, pick_answer *out, error *err) {
    int n;
    int at = 0;
    pick_answer_init(out);
    if (parts && json_array_size(parts) > PICK_MAX_PARTS)
        return error_set(err, ST_BAD_VALUE, "an action has at most %d parts", PICK_MAX_PARTS);
    char **list = part_list(parts, &n);
    if (!list) return no_memory(err);
    status st = pick_choose(p, list, n, out, &at, err);
    mem_free((void *)list);
    return st;
}

static status put_answer(json_writer *w, const pick_answer *a, error *err) {
    text out = text_growing();
    status st = pick_write(a, &out, err);
    if (st == ST_OK && out.cut) st = no_memory(err);
    if (st == ST_OK) key_raw(w, "pick", &out);
    text_done(&out);
    return st;
}

status asked_put_pick(json_writer *w, const position *p, const json_t *parts, error *err) {
    pick_answer a;
    status st = choose(p, parts, &a, err);
    if (st == ST_OK) st = put_answer(w, &a, err);
    pick_answer_done(&a);
    return st;
}

status asked_token(const position *p, const json_t *parts, text *out, error *err) {
    pick_answer a;
    status st = choose(p, parts, &a, err);
    if (st == ST_OK && !a.token)
        st = error_set(err, ST_ILLEGAL_ACTION, "something is still to be chosen: %.120s",
                       a.next.ask ? a.next.ask : "which?");
    if (st == ST_OK) text_put(out, a.token);
    pick_answer_done(&a);
    return st;
}

/* The first list, and how many actions there are; nothing where the game is over or another's. */
static status put_first_pick(json_writer *w, const position *p, int actor, error *err) {
    bool view = position_seat(p) != SEAT_ALL;
    pick_answer a;
    if (actor == ACTOR_NONE || (view && actor != position_seat(p) && actor != ACTOR_CHANCE)) {
        json_key(w, "pick");
        json_raw(w, "null");
        json_key(w, "legal");
        json_int(w, 0);
        return ST_OK;
    }
    status st = choose(p, NULL, &a, err);
    if (st == ST_OK) st = put_answer(w, &a, err);
    if (st == ST_OK) {
        bool more = a.count > PICK_MAX_COUNT;
        json_key(w, "legal");
        json_int(w, more ? PICK_MAX_COUNT : (int64_t)a.count);
        json_key(w, "more");
        json_bool(w, more);
    }
    pick_answer_done(&a);
    return st;
}

/* Who acts, from 0, as the owner of the position can tell. */
static status actor_of(const position *p, int *actor, error *err) {
    const rules *r = position_rules(p);
    void *world = mem_alloc(r->state_size);
    if (!world) return no_memory(err);
    rng g = {.s = 1};
    position_world(p, &g, world);
    *actor = game_is_over(r, world) ? ACTOR_NONE : r->game->actor(r, world);
    mem_free(world);
    return ST_OK;
}

/* The position as a seat knows it: p itself, or *own. */
static status seen_by(const position *p, int seat, position **own, const position **out,
                      error *err) {
    *own = NULL;
    *out = p;
    if (seat == position_seat(p) || !(position_rules(p)->traits & GAME_HIDDEN)) return ST_OK;
    status st = position_observe(own, p, seat, err);
    *out = *own;
    return st;
}

status asked_put_position(json_writer *w, const position *p, int seat, error *err) {
    position *own;
    const position *seen;
    int actor = ACTOR_NONE;
    if (position_seat(p) != SEAT_ALL && seat == SEAT_ALL) seat = position_seat(p);
    /* The scene of the caller's position knows what happened last; a view made now does not. */
    status st = asked_put_scene(w, p, seat, err);
    if (st != ST_OK) return st;
    st = seen_by(p, seat, &own, &seen, err);
    if (st == ST_OK) st = actor_of(seen, &actor, err);
    if (st == ST_OK) st = put_first_pick(w, seen, actor, err);
    if (st == ST_OK) {
        text line = text_growing();
        blob_write(seen, &line);
        put_text(w, "position", &line);
        text_clear(&line);
        position_write(seen, &line);
        put_text(w, "fen", &line);
        text_done(&line);
        st = put_drawing(w, seen, seat, err);
    }
    if (st == ST_OK) {
        json_key(w, "actor");
        if (actor == ACTOR_NONE)
            json_raw(w, "null");
        else
            json_int(w, actor == ACTOR_CHANCE ? 0 : actor + 1);
        if (w->out->cut) st = no_memory(err);
    }
    if (st == ST_OK && *position_note(seen)) {
        json_key(w, "note");
        json_ascii(w, position_note(seen));
    }
    position_destroy(own);
    return st;
}

bool asked_is_slow(const web_request *q) {
    enum { MANY_MOVES = 100 };
    const char *name = json_string_value(json_object_get(q->body, "game"));
    return json_object_get(q->body, "text") || (name && text_starts(name, OWN_WORD)) ||
           json_array_size(json_object_get(q->body, "moves")) > MANY_MOVES;
}
