/* Two games that a viewer cannot tell apart give that viewer the same bytes: every route, every
 * event, live and from the store. Numbers of events and the words `at` are part of them: numbers as
 * distances, with the same seed for their steps in both worlds, `at` as what it is a hash of. */
#include <acutest.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/blob.h"
#include "lib/catalogue.h"
#include "tests/support/pace.h"
#include "tests/support/worlds.h"
#include "tests/unit/web/rooms/room_desk.h"
#include "tests/unit/web/rooms/world_plan.h"
#include "web/http/web_gate.h"
#include "web/rooms/room_view.h"

enum { EVENT_STEPS = 64, MAX_AT = 150, ALL_ROUTES_EVERY = 8 };

static room_desk d;
static web_person dan; /* made the table, and looks on */

/* --- steps of event numbers with a seed --- */

static rng steps;
static bool own_steps;

static uint32_t draw_below(const uint32_t upper) {
    if (upper == EVENT_STEPS && own_steps) return (uint32_t)rng_below(&steps, upper);
    uint32_t x;
    uint32_t reject = upper ? (0U - upper) % upper : 0;
    do {
        x = randombytes_sysrandom_implementation.random();
    } while (x < reject);
    return upper ? x % upper : 0;
}

static void use_own_steps(void) {
    static randombytes_implementation own;
    own = randombytes_sysrandom_implementation;
    own.uniform = draw_below;
    TEST_ASSERT(randombytes_set_implementation(&own) == 0);
}

/* --- chance with planned numbers --- */

static const plan_side *rolled;
static int roll_at;

static uint64_t planned(void *ctx) {
    (void)ctx;
    TEST_ASSERT(rolled && roll_at < rolled->rolls);
    return rolled->dice[roll_at++];
}

static void roll_by(const plan_side *s) {
    TEST_CHECK(!rolled || roll_at == rolled->rolls);
    rolled = s;
    roll_at = 0;
}

/* --- one table --- */

typedef struct table {
    const world_plan *plan;
    int world;
    const web_person *viewer;
    struct stream *stream;
    int64_t base; /* the number of its first event */
    int changes;  /* how often what is written down is asked for, too */
    text all;     /* what the viewer was given, masked */
    char at[ROOM_VIEWS][MAX_AT][ROOM_AT_SIZE];
} table;

static const web_person *person_at(int seat) {
    const web_person *const people[] = {&d.ann, &d.bob, &d.cid};
    return seat >= 0 && seat < 3 ? people[seat] : &dan;
}

static void name_words(table *t) {
    room_base base = {0};
    room fake = {.base = &base};
    (void)snprintf(base.id, sizeof base.id, "%.20s", d.id);
    for (int view = 0; view < ROOM_VIEWS; view++)
        for (unsigned n = 0; n < MAX_AT; n++)
            room_at_of(&fake, view, n, d.world->secret, t->at[view][n]);
}

/* `at` as how many rows which view was given; other words, such as places of a scene, as they are. */
static const char *put_at(table *t, const char *word, text *out) {
    size_t len = strcspn(word, "\"");
    bool is_word = len == strlen(t->at[0][0]);
    for (int view = 0; is_word && view < ROOM_VIEWS; view++)
        for (int n = 0; n < MAX_AT; n++)
            if (memcmp(t->at[view][n], word, len) == 0) {
                text_format(out, "view %d rows %d", view, n);
                return word + len;
            }
    text_putn(out, word, len);
    return word + len;
}

/* A number of an event as its distance from the first. */
static const char *put_event(const table *t, const char *digits, text *out) {
    int64_t n = 0;
    while (*digits == ' ') digits++;
    for (; *digits >= '0' && *digits <= '9'; digits++) n = n * 10 + (*digits - '0');
    text_format(out, "%lld", (long long)(n ? n - t->base : 0));
    return digits;
}

/* What differs between any two tables: its name, times, the word of its link, new names. */
static void add(table *t, const char *answer) {
    static const char *const keys[] = {"\"made\":",
                                       "\"time\":",
                                       "\"seen\":",
                                       "\"until_ms\":",
                                       "\"invite\":\"",
                                       "\"added\":[\"",
                                       "\"review\":\"",
                                       "\"analysis\":\"",
                                       "\"time_ms\":",
                                       "\"position\":\"",
                                       NULL};
    size_t id = strlen(d.id);
    while (*answer) {
        const char *const *k = keys;
        if (*answer != '"' && *answer != 'i' && *answer != d.id[0]) {
            text_char(&t->all, *answer++);
            continue;
        }
        while (*k && !text_starts(answer, *k)) k++;
        if (text_starts(answer, d.id)) {
            text_put(&t->all, "ID");
            answer += id;
        } else if (text_starts(answer, "\"at\":\"")) {
            text_put(&t->all, "\"at\":\"");
            answer = put_at(t, answer + 6, &t->all);
        } else if (text_starts(answer, "\"event\":") && answer[8] != '"') {
            text_put(&t->all, "\"event\":");
            answer = put_event(t, answer + 8, &t->all);
        } else if (text_starts(answer, "id: ")) {
            text_put(&t->all, "id: ");
            answer = put_event(t, answer + 4, &t->all);
        } else if (*k) {
            text_put(&t->all, *k);
            answer += strlen(*k);
            while (*answer && !strchr(",}\"\n", *answer)) answer++;
        } else {
            text_char(&t->all, *answer++);
        }
    }
    text_char(&t->all, '\n');
}

/* What the viewer is given for a request; the target's $R is the table. */
static void ask(table *t, const char *method, const char *target, const char *body) {
    char path[200];
    char said[400];
    const char *form[] = {target, body ? body : ""};
    char *out[] = {path, said};
    size_t cap[] = {sizeof path, sizeof said};
    for (int i = 0; i < 2; i++) {
        text full = text_over(out[i], cap[i]);
        for (const char *c = form[i]; *c; c++) {
            if (c[0] == '$' && c[1] == 'R')
                text_put(&full, d.id), c++;
            else
                text_char(&full, *c);
        }
        TEST_ASSERT(!full.cut);
    }
    int code = web_client_say(d.c, t->viewer, method, path, body ? said : NULL);
    text_format(&t->all, "%s %s %s %d: ", method, target, body ? body : "", code);
    add(t, web_client_answer(d.c));
}

static void get(table *t, const char *path) {
    char target[100];
    (void)snprintf(target, sizeof target, "/api/1/rooms/$R%s", path);
    ask(t, "GET", target, NULL);
}

static void hear(table *t) {
    text heard = text_growing();
    web_client_hear(d.c, t->stream, &heard);
    add(t, text_string(&heard));
    text_done(&heard);
}

/* --- everything there is to ask --- */

static void ask_looks(table *t) {
    static const char *const paths[] = {"",
                                        "/scene",
                                        "/scene?ply=0",
                                        "/scene?ply=1",
                                        "/scene?ply=5",
                                        "/scene?ply=9999",
                                        "/scene?seat=public",
                                        "/scene?seat=all",
                                        "/log",
                                        "/log?after=3",
                                        "/log?seat=public",
                                        "/record",
                                        "/record?format=pgn",
                                        "/record?format=page",
                                        "/record?seat=public",
                                        "/record?seat=all",
                                        "/position",
                                        "/position?ply=1",
                                        "/pick",
                                        "/pick?seat=0",
                                        "/legal?seat=0",
                                        NULL};
    static const char *const of_seat[] = {
        "/scene?seat=%d", "/scene?ply=3&seat=%d", "/pick?seat=%d",   "/pick?seat=%d&part=none",
        "/legal?seat=%d", "/log?seat=%d",         "/record?seat=%d", NULL};
    for (const char *const *p = paths; *p; p++) get(t, *p);
    for (int k = 1; k <= t->plan->players; k++)
        for (const char *const *p = of_seat; *p; p++) {
            char path[80];
            (void)snprintf(path, sizeof path, *p, k); /* NOLINT: formats of ours */
            get(t, path);
        }
    ask(t, "GET", "/api/1/rooms?open&scenes=1", NULL);
    ask(t, "GET", "/api/1/rooms?mine&scenes=1", NULL);
}

static void ask_thoughts(table *t) {
    static const char *const lines[] = {"legal",        "status", "eval",        "d",      "scene",
                                        "scene seat 1", "pick",   "fen",         "view",   "state",
                                        "perft 2",      "chance", "verify none", "belief", NULL};
    char body[200];
    for (const char *const *l = lines; *l; l++) {
        (void)snprintf(body, sizeof body, "{\"room\":\"$R\",\"line\":\"%s\"}", *l);
        ask(t, "POST", "/api/1/console", body);
    }
    ask(t, "POST", "/api/1/analyses", "{\"room\":\"$R\",\"nodes\":10}");
    ask(t, "POST", "/api/1/analyses", "{\"room\":\"$R\",\"ply\":2,\"nodes\":10}");
    ask(t, "POST", "/api/1/reviews", "{\"room\":\"$R\",\"nodes\":10}");
    ask(t, "POST", "/api/1/library", "{\"room\":\"$R\"}");
    for (int k = 1; k <= t->plan->players; k++) {
        (void)snprintf(body, sizeof body, "{\"room\":\"$R\",\"seat\":%d}", k);
        ask(t, "POST", "/api/1/analyses/belief", body);
    }
}

static void say_head(char *out, size_t cap, table *t, int seat, const char *more) {
    char at[ROOM_AT_SIZE];
    char path[80];
    (void)snprintf(path, sizeof path, "/api/1/rooms/%s", d.id);
    (void)web_client_say(d.c, t->viewer, "GET", path, NULL);
    (void)snprintf(at, sizeof at, "%s", web_client_text(d.c, "room/at"));
    (void)snprintf(out, cap, "{\"at\":\"%s\",\"seat\":%d%s}", at, seat, more);
}

/* What is asked for and refused, or changes nothing of the game. */
static void ask_changes(table *t, bool reaction) {
    static const char *const verbs[] = {"undo", "redo", "reroll", "draw", "claim", "act"};
    char body[300];
    char target[100];
    for (int k = 0; k <= t->plan->players; k++) {
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
            (void)snprintf(target, sizeof target, "/api/1/rooms/$R/%s", verbs[i]);
            say_head(body, sizeof body, t, k,
                     i == 5 ? ",\"token\":\"no-such-action\",\"key\":\"x\"" : "");
            char path[100];
            (void)snprintf(path, sizeof path, "/api/1/rooms/%s/%s", d.id, verbs[i]);
            int code = web_client_say(d.c, t->viewer, "POST", path, body);
            text_format(&t->all, "%s %d %d: ", verbs[i], k, code);
            add(t, web_client_answer(d.c));
            if (code != 200) continue;
            /* an offer: another one says no */
            for (int s = 0; s < t->plan->players; s++)
                if (person_at(s) != t->viewer)
                    (void)room_desk_want(&d, person_at(s), s + 1, verbs[i], "no");
        }
        if (!k) continue;
        (void)snprintf(target, sizeof target, "/api/1/rooms/$R/seats/%d", k);
        ask(t, "POST", target, "{\"kind\":\"me\"}");
        (void)snprintf(target, sizeof target, "/api/1/rooms/$R/seats/%d/show", k);
        ask(t, "POST", target, "{}");
        if (reaction) continue;
        (void)snprintf(body, sizeof body, "{\"seat\":%d,\"on\":true}", k);
        ask(t, "POST", "/api/1/rooms/$R/decline", body);
        (void)snprintf(body, sizeof body, "{\"seat\":%d,\"on\":false}", k);
        ask(t, "POST", "/api/1/rooms/$R/decline", body);
    }
    ask(t, "POST", "/api/1/rooms/$R/act",
        "{\"at\":\"stale\",\"seat\":1,\"token\":\"none\",\"key\":\"y\"}");
    ask(t, "POST", "/api/1/rooms/$R/chat", "{\"text\":\"well\"}");
    ask(t, "POST", "/api/1/rooms/$R/pause", "{\"on\":true}");
    ask(t, "POST", "/api/1/rooms/$R/pause", "{\"on\":false}");
    ask(t, "PATCH", "/api/1/rooms/$R", "{\"title\":\"well\"}");
}

/* All that was ever told, from the store. */
static void ask_missed(table *t) {
    char target[120];
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=%lld", d.id,
                   (long long)t->base);
    struct stream *s = web_client_listen(d.c, t->viewer, target);
    text heard = text_growing();
    web_client_hear(d.c, s, &heard);
    add(t, text_string(&heard));
    web_client_leave(d.c, s);
    text_done(&heard);
}

/* What a person takes along of this table. */
static void ask_export(table *t) {
    text mine = text_growing();
    json_writer w = json_writer_on(&mine);
    json_open(&w, '{');
    rooms_export(d.world->rooms, t->viewer->id, &w);
    json_close(&w, '}');
    json_t *all = json_loads(text_string(&mine), 0, NULL);
    json_t *rooms_of = json_object_get(all, "rooms");
    for (size_t i = 0; i < json_array_size(rooms_of); i++) {
        json_t *one = json_array_get(rooms_of, i);
        json_t *id = json_object_get(json_object_get(one, "room"), "id");
        if (strcmp(json_string_value(id), d.id) != 0) continue;
        char *said = json_dumps(one, JSON_COMPACT | JSON_SORT_KEYS);
        add(t, said);
        free(said);
    }
    json_decref(all);
    text_done(&mine);
}

static void ask_all(table *t, bool reaction) {
    ask_looks(t);
    ask_thoughts(t);
    if (t->changes-- > 0) ask_changes(t, reaction);
    ask_missed(t);
    ask_export(t);
    hear(t);
}

/* --- the game is played by the plan --- */

static void sit(table *t, int seat) {
    char path[40];
    (void)snprintf(path, sizeof path, "/seats/%d", seat + 1);
    int code = room_desk_post(&d, person_at(seat), path, "{\"kind\":\"me\"}");
    TEST_CHECK_(code == 200, "%d %.200s", code, web_client_answer(d.c));
    if (!seat) t->base = json_integer_value(web_client_field(d.c, "event"));
}

static void begin(table *t) {
    const world_plan *p = t->plan;
    text body = text_growing();
    text blob = text_growing();
    own_steps = true;
    steps = (rng){.s = 5};
    text_format(&body, "{\"game\":\"%s\",\"look\":\"public\",\"react_ms\":600000,\"seats\":[",
                p->game->name);
    for (int i = 0; i < p->players; i++) text_put(&body, &",{\"kind\":\"open\"}"[!i]);
    text_put(&body, "]");
    if (p->from[t->world]) {
        blob_write(p->from[t->world], &blob);
        text_format(&body, ",\"position\":\"%s\"", blob.at);
    }
    text_put(&body, "}");
    int code = room_desk_make(&d, &dan, body.at);
    TEST_ASSERT_(code == 201, "%d %.200s", code, web_client_answer(d.c));
    name_words(t);
    text_clear(&body);
    text_format(&body, "/api/1/events?rooms=%s", d.id);
    for (int i = 0; i + 1 < p->players; i++) sit(t, i);
    t->stream = web_client_listen(d.c, t->viewer, body.at);
    roll_by(&p->step[0].side[t->world]);
    sit(t, p->players - 1);
    text_done(&body);
    text_done(&blob);
}

static bool act(int seat, const char *said) {
    int code = room_desk_act(&d, person_at(seat), seat + 1, said);
    TEST_CHECK_(code == 200, "seat %d, %s: %d %.200s", seat + 1, said, code,
                web_client_answer(d.c));
    return code == 200;
}

/* The seats that are asked in the order of their answers: one world answers from the first seat on,
 * the other from the last; the viewer is the last one in both. */
static int order_of_answers(const table *t, int order[GAME_MAX_PLAYERS]) {
    int count = 0;
    int own = -1;
    bool asked[GAME_MAX_PLAYERS] = {false};
    (void)room_desk_get(&d, &dan, "");
    json_t *list = web_client_field(d.c, "room/react/asked");
    for (size_t i = 0; i < json_array_size(list); i++)
        asked[json_integer_value(json_array_get(list, i)) - 1] = true;
    for (int i = 0; i < t->plan->players; i++) {
        int seat = t->world ? t->plan->players - 1 - i : i;
        if (!asked[seat]) continue;
        if (seat == t->plan->viewer)
            own = seat;
        else
            order[count++] = seat;
    }
    if (own >= 0) order[count++] = own;
    return count;
}

/* In one world the viewer looks before the first answer, in the other when all but one are in. */
static bool answer(table *t, const plan_side *s, bool all) {
    int order[GAME_MAX_PLAYERS];
    int count = order_of_answers(t, order);
    bool good = count > 0;
    TEST_CHECK(good);
    for (int i = 0; good && i < count; i++) {
        if (i == (t->world ? count - 1 : 0)) {
            if (all) ask_all(t, true);
            get(t, "");
            hear(t);
        }
        const char *said = s->said[order[i]];
        good = act(order[i], *said ? said : "none");
    }
    return good;
}

static bool play(table *t, int k) {
    const plan_step *s = &t->plan->step[k];
    const plan_side *side = &s->side[t->world];
    bool good = true;
    roll_by(side);
    if (s->reaction) {
        good = answer(t, side, k % 4 == 1);
    } else {
        for (int i = 0; good && i < t->plan->players; i++)
            if (*side->said[i]) good = act(i, side->said[i]);
    }
    hear(t);
    get(t, "");
    if (k % ALL_ROUTES_EVERY == 0) ask_all(t, false);
    return good;
}

static void play_world(table *t, const world_plan *p, int world) {
    t->plan = p;
    t->world = world;
    t->changes = 1;
    t->viewer = person_at(p->viewer == SEAT_PUBLIC ? -1 : p->viewer);
    t->all = text_growing();
    begin(t);
    ask_all(t, json_is_object(web_client_field(d.c, "room/react")));
    for (int k = 1; k < p->steps && play(t, k);) k++;
    web_client_leave(d.c, t->stream);
    roll_by(NULL);
    own_steps = false;
    (void)room_desk_post(&d, &dan, "", NULL); /* closes */
}

static void compare(const world_plan *p) {
    table *one = mem_alloc(sizeof *one);
    table *two = mem_alloc(sizeof *two);
    TEST_ASSERT(one && two);
    play_world(one, p, 0);
    play_world(two, p, 1);
    const char *a = text_string(&one->all);
    const char *b = text_string(&two->all);
    size_t at = 0;
    while (a[at] && a[at] == b[at]) at++;
    size_t line = at;
    while (line > 0 && a[line - 1] != '\n') line--;
    size_t from = at > line + 300 ? at - 150 : line;
    TEST_CHECK_(a[at] == b[at], "%s, %d players, viewer %d: byte %zu of %zu", p->game->name,
                p->players, p->viewer + 1, at, one->all.len);
    if (a[at] != b[at]) TEST_MSG("%.80s ...\n%.400s\n--\n%.400s", a + line, a + from, b + from);
    text_done(&one->all);
    text_done(&two->all);
    mem_free(one);
    mem_free(two);
}

/* --- the tests --- */

typedef struct totals {
    int plans, steps, differ, reactions, apart;
} totals;

static void run_plan(world_plan *p, uint64_t seed, int max, totals *t) {
    world_plan_make(p, seed, max);
    if (p->steps > 0) {
        compare(p);
        t->plans++;
        t->steps += p->steps;
        t->differ += p->differ;
        t->reactions += p->reactions;
        t->apart += p->apart;
    }
    world_plan_done(p);
}

static void open_desk(void) {
    use_own_steps();
    room_desk_open_thinking(&d);
    d.world->limits.rooms_each = 10000;
    rooms_set_random(d.world->rooms, planned, NULL);
    dan = web_client_person(d.c, "Dan", PERSON_MEMBER);
}

/* Numbers for the owner name no table, person, game or card. */
static void check_metrics(void) {
    static const char *const never[] = {"Ann", "Dan", "unicorns", "leduc", "neigh", "horn", "@"};
    text all = text_growing();
    web_metrics_write(web_gate_metrics(web_client_gate(d.c)), &all);
    TEST_CHECK(strstr(text_string(&all), "/rooms/{}/act") != NULL);
    TEST_CHECK(strstr(text_string(&all), d.id) == NULL);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        TEST_CHECK_(strstr(text_string(&all), never[i]) == NULL, "%s in the metrics", never[i]);
    text_done(&all);
}

/* Games from their start, with all that chance and reactions bring. */
static void test_games(void) {
    static const struct {
        const char *name;
        int players, games, max;
    } kinds[] = {{"unicorns", 3, PACE(4, 1), PACE(18, 5)},
                 {"unicorns", 2, PACE(2, 1), PACE(12, 4)},
                 {"leduc", 2, PACE(4, 1), PACE(8, 5)}};
    open_desk();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        totals t = {0};
        for (int k = 0; k < kinds[i].games; k++) {
            int viewer = k % (kinds[i].players + 1);
            world_plan p = {.game = game_find(catalogue_games(), kinds[i].name),
                            .players = kinds[i].players,
                            .viewer = viewer == kinds[i].players ? SEAT_PUBLIC : viewer};
            run_plan(&p, 100 + (uint64_t)k, kinds[i].max, &t);
        }
        TEST_CHECK(t.plans > 0 && t.differ > t.steps / 2);
        TEST_CHECK(t.reactions > 0 || i == 2);
        TEST_CHECK(t.apart > 0 || i > 0);
        TEST_MSG("%s/%d: %d plans, %d steps, %d differ, %d reactions, %d apart", kinds[i].name,
                 kinds[i].players, t.plans, t.steps, t.differ, t.reactions, t.apart);
    }
    check_metrics();
    room_desk_close(&d);
}

/* Tables that begin in the middle of a game: at a decision, where chance decides next, where a
 * reaction is open. A window begins at its first seat: positions in the middle of one come from the
 * position editor alone, and which seats are still asked there is what was set up. */
typedef struct moments {
    int players;
    int left[3]; /* of each kind */
    totals total[3];
} moments;

static void look_at_moment(void *ctx, const worlds *w) {
    moments *m = ctx;
    const rules *r = position_rules(w->one);
    const void *s = position_data(w->one);
    int actor = r->game->actor(r, s);
    int kind = actor == ACTOR_CHANCE ? 1 : game_kind(r, s) == KIND_REACTION ? 2 : 0;
    if (w->history || actor == ACTOR_NONE || !m->left[kind]) return;
    if (kind == 2 && world_plan_asked(w->one) != world_plan_asked(w->two)) return;
    world_plan p = {.game = r->game, .players = m->players, .viewer = w->seat};
    TEST_ASSERT(position_clone(&p.from[0], w->one, NULL) == ST_OK);
    TEST_ASSERT(position_clone(&p.from[1], w->two, NULL) == ST_OK);
    int before = m->total[kind].plans;
    run_plan(&p, (uint64_t)m->left[kind], 3, &m->total[kind]);
    m->left[kind] -= m->total[kind].plans > before;
}

static void test_moments(void) {
    static const struct {
        const char *name;
        int players, games, left[3];
    } kinds[] = {{"unicorns", 3, PACE(12, 3), {PACE(2, 1), PACE(2, 1), PACE(3, 1)}},
                 {"leduc", 2, 12, {PACE(2, 1), 1, 0}}};
    open_desk();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        moments m = {.players = kinds[i].players};
        worlds_count count = {0};
        memcpy(m.left, kinds[i].left, sizeof m.left);
        worlds_walk(game_find(catalogue_games(), kinds[i].name), m.players, kinds[i].games, 100,
                    look_at_moment, &m, &count);
        for (int k = 0; k < 3; k++) {
            TEST_CHECK(m.total[k].plans == kinds[i].left[k] && !m.left[k]);
            TEST_MSG("%s, moments of kind %d: %d", kinds[i].name, k, m.total[k].plans);
        }
    }
    room_desk_close(&d);
}

TEST_LIST = {{"games", test_games}, {"moments", test_moments}, {NULL, NULL}};
