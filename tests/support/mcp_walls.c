/* Seats are walls: nothing that a handle is answered with tells what its seat cannot know. Two worlds
 * that a seat cannot tell apart give the same messages to the byte, handles and ids aside: every tool,
 * its errors, resources and prompts. A tool that is not listed here fails the test. */
#include "tests/support/mcp_walls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "mcp/mcp_tools.h"
#include "tests/support/mcp_talk.h"
#include "tests/support/worlds.h"

#define MUST(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

enum { CALLS = 6 };

/* What is asked: `%` is the handle. Nothing asked: `why` says why there is nothing to ask. */
static const struct asked {
    const char *tool;
    const char *args[CALLS];
    const char *why;
} table[] = {
    {"games", {0}, "knows no table"},
    {"rules", {0}, "knows no table"},
    {"new_table", {0}, "knows no other table"},
    {"position", {0}, "knows no other table"},
    {"check_rules", {0}, "knows no table"},
    {"play_rules", {0}, "knows no other table"},
    {"close_table", {0}, "says nothing of the game"},
    {"look",
     {"{\"table\":\"%\"}", "{\"table\":\"%\",\"scene\":true}", "{\"table\":\"%\",\"wait\":0}"},
     NULL},
    {"legal",
     {"{\"table\":\"%\"}", "{\"table\":\"%\",\"from\":1}", "{\"table\":\"%\",\"parts\":[]}",
      "{\"table\":\"%\",\"parts\":[\"play\"]}", "{\"table\":\"%\",\"parts\":[\"neigh\"]}"},
     NULL},
    {"why_not",
     {"{\"table\":\"%\",\"action\":\"call\"}", "{\"table\":\"%\",\"action\":\"neigh\"}",
      "{\"table\":\"%\",\"action\":\"!quick=none\"}", "{\"table\":\"%\",\"action\":\"@2:none\"}",
      "{\"table\":\"%\",\"action\":\"play:americorn>p1\"}"},
     NULL},
    {"act",
     {"{\"table\":\"%\",\"at\":-7,\"action\":\"call\"}", "{\"table\":\"%\",\"at\":-7,\"number\":1}",
      "{\"table\":\"%\",\"at\":@,\"number\":999999}",
      "{\"table\":\"%\",\"at\":@,\"action\":\"nonsense\"}",
      "{\"table\":\"%\",\"at\":@,\"action\":\"!K\"}",
      "{\"table\":\"%\",\"at\":@,\"parts\":[\"nonsense\"]}"},
     NULL},
    {"analyze", {"{\"table\":\"%\",\"visits\":12,\"count\":4}"}, NULL},
    {"solve", {"{\"table\":\"%\",\"seconds\":0.1}"}, NULL},
    {"review", {"{\"table\":\"%\",\"seconds\":0.1}"}, NULL},
    {"belief", {"{\"table\":\"%\",\"deals\":12}"}, NULL},
    {"undo",
     {"{\"table\":\"%\",\"at\":-7}", "{\"table\":\"%\",\"at\":@}"},
     NULL}, /* changes it: last */
};

enum { ASKED = sizeof table / sizeof *table };

const char *mcp_walls_unlisted(void) {
    const mcp_tool *t;
    for (size_t i = 0; (t = mcp_tools_at(i)); i++) {
        size_t k = 0;
        while (k < ASKED && strcmp(table[k].tool, t->name) != 0) k++;
        if (k == ASKED) return t->name;
    }
    return NULL;
}

/* --- two tables --- */

typedef struct side {
    char handle[40], at[24];
} side;

typedef struct pair {
    const mcp_walls *how;
    mcp_walls_found found;
    unsigned compared;
} pair;

/* A table in that position, at which the viewer alone is the caller's. */
static void sit_down(const pair *p, const position *world, int seat, side *out) {
    mcp_tables t = p->how->tables;
    mcp_opening o = {
        .move_ms = 10, .seeded = p->how->seeded, .seed = 7, .analysis = p->compared % 4 < 2};
    mcp_tickets tickets = {.count = 0};
    mcp_seen seen;
    error e;
    if (seat >= 0) o.caller[seat] = true;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) o.level[i] = 1;
    MUST(position_clone(&o.start, world, &e) == ST_OK);
    MUST(t.kind->open(t.self, &o, &tickets, &e) == ST_OK && tickets.count == 1);
    (void)snprintf(out->handle, sizeof out->handle, "%s", tickets.at[0].handle);
    MUST(t.kind->see(t.self, out->handle, &seen, &e) == ST_OK);
    (void)snprintf(out->at, sizeof out->at, "%lld", (long long)seen.at);
    mcp_seen_done(&seen);
}

static void fill(const char *form, const side *s, text *out) {
    for (; *form; form++) {
        if (*form == '%')
            text_put(out, s->handle);
        else if (*form == '@' && form[-1] == ':')
            text_put(out, s->at);
        else
            text_char(out, *form);
    }
}

/* Handles and ids are different by nature. */
static void mask(char *line, const side *s) {
    for (char *at = strstr(line, s->handle); at; at = strstr(at, s->handle)) memset(at, 'h', 32);
    char *id = strstr(line, "\"id\":");
    if (id) memset(id + 5, '0', strspn(id + 5, "0123456789"));
}

static char *answer(pair *p, const char *method, const char *params_form, const side *s) {
    text m = text_growing();
    text_format(&m,
                "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"%s\",\"params\":{" MCP_TALK_META ",",
                100000 + p->compared, method);
    fill(params_form, s, &m);
    text_put(&m, "}}");
    char *line = p->how->ask(p->how->ctx, method, text_string(&m));
    text_done(&m);
    if (line) mask(line, s);
    return line;
}

static void compare(pair *p, const char *method, const char *params_form, const side s[2]) {
    char *one = answer(p, method, params_form, &s[0]);
    p->compared++;
    char *two = answer(p, method, params_form, &s[1]);
    p->compared++;
    bool same = one && two && strlen(one) == strlen(two);
    /* Ids have the same length, and are masked. */
    same = same && strcmp(one, two) == 0;
    if (!same && !p->found.differ++) {
        size_t i = 0;
        while (one && two && one[i] && one[i] == two[i]) i++;
        size_t from = i > 40 ? i - 40 : 0;
        (void)snprintf(p->found.first, sizeof p->found.first, "%s %s\none: %.160s\ntwo: %.160s",
                       method, params_form, one ? one + from : "(nothing)",
                       two ? two + from : "(nothing)");
    }
    mem_free(one);
    mem_free(two);
}

static int actor_of(const position *p) {
    const rules *r = position_rules(p);
    return r->game->actor(r, position_data(p));
}

static void look(void *ctx, const worlds *w) {
    pair *p = ctx;
    side s[2];
    if (actor_of(w->one) < 0 || actor_of(w->two) < 0) return;
    bool asked = actor_of(w->one) == w->seat && actor_of(w->two) == w->seat;
    sit_down(p, w->one, w->seat, &s[0]);
    sit_down(p, w->two, w->seat, &s[1]);
    compare(p, "resources/read", "\"uri\":\"kibitz://record/%\"", s);
    compare(p, "prompts/get", "\"name\":\"analyse_game\",\"arguments\":{\"table\":\"%\"}", s);
    for (size_t i = 0; i < ASKED; i++)
        for (int k = 0; k < CALLS && table[i].args[k]; k++) {
            char form[400];
            (void)snprintf(form, sizeof form, "\"name\":\"%s\",\"arguments\":%s", table[i].tool,
                           table[i].args[k]);
            /* Engines that are to act first go on, and what they know differs. */
            if (strcmp(table[i].tool, "act") == 0 && !asked) continue;
            compare(p, "tools/call", form, s);
        }
    mcp_tables t = p->how->tables;
    for (int i = 0; i < 2; i++) MUST(t.kind->close(t.self, s[i].handle, NULL) == ST_OK);
}

mcp_walls_found mcp_walls_compare(const mcp_walls *how) {
    pair p = {.how = how};
    worlds_count count = {0};
    for (game_list g = catalogue_games(); *g; g++) {
        if (!((*g)->traits & GAME_HIDDEN)) continue;
        int most = (*g)->max_players < 3 ? (*g)->max_players : 3;
        for (int players = (*g)->min_players; players <= most; players++)
            worlds_walk(*g, players, how->games, how->pairs, look, &p, &count);
    }
    p.found.compared = p.compared;
    p.found.every_kind = count.redealt > 0 && count.later > 0 && count.other > 0;
    return p.found;
}
