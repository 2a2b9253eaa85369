#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "uci/commands/cmd.h"
#include "uci/core/viewer.h"

/* Questions about the position: who acts, what is legal. On a view they ask
 * a state dealt from it, and say nothing that depends on how it was dealt. */

enum { LEGAL_LINES = 4096, CLAIM_SIZE = 16 };

/* --- status --- */

static void say_over(session *s, const rules *r, const void *world) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    reply out;
    /* What a view does not know it does not tell: a showdown it never saw. */
    bool known = position_seat(s->position) == SEAT_ALL;
    reply_init(&out, "status");
    reply_flag(&out, "over");
    reply_word(&out, "reason", game_ending(r, world));
    if (known) {
        r->game->returns(r, world, utility, points);
        game_ranks(r, world, ranks);
        reply_list(&out, "ranks", 0);
        for (int i = 0; i < r->players; i++) reply_list_add(&out, ranks[i]);
        reply_list(&out, "points", 0);
        for (int i = 0; i < r->players; i++) reply_list_add(&out, points[i]);
        reply_list(&out, "utilities", 4);
        for (int i = 0; i < r->players; i++) reply_list_add(&out, (double)utility[i]);
    }
    responder_say(&s->responder, &out);
}

/* What the player to act may claim: nothing, or claim (draw, win 1) and reason (repetition). */
static void put_claim(const rules *r, const void *world, char claim[CLAIM_SIZE], reply *out) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int best = 0;
    bool even = true;
    if (game_end(r, world) != END_CLAIM) return;
    r->game->returns(r, world, utility, points);
    for (int i = 1; i < r->players; i++) {
        even &= utility[i] == utility[0];
        if (utility[i] > utility[best]) best = i;
    }
    text said = text_over(claim, CLAIM_SIZE);
    if (even)
        text_put(&said, "draw");
    else
        text_format(&said, "win %d", best + 1);
    reply_word(out, "claim", claim);
    reply_word(out, "reason", game_ending(r, world));
}

/* Whether what can be done here is known: on a view not where another seat acts. */
static bool knows_options(const position *p, int actor) {
    return position_seat(p) == SEAT_ALL || actor == ACTOR_CHANCE || actor == position_seat(p);
}

static void say_node(session *s, const request *l, void *world, int actor) {
    const rules *r = position_rules(s->position);
    bool dealt_chance = position_seat(s->position) != SEAT_ALL && actor == ACTOR_CHANCE;
    bool known = knows_options(s->position, actor);
    uint64_t count = 0;
    char claim[CLAIM_SIZE];
    reply out;
    reply_init(&out, "status");
    reply_int(&out, "seat", actor == ACTOR_CHANCE ? 0 : actor + 1);
    reply_word(&out, "kind", game_kind_name(game_kind(r, world)));
    reply_int(&out, "ply", position_ply(s->position));
    reply_word(&out, "phase", r->game->phase ? r->game->phase(r, world) : "play");
    bool ok = true;
    if (dealt_chance)
        ok = cmd_chance_count(s->position, world, &count);
    else if (known)
        ok = token_count((state_ref){r, world, position_trail(s->position)}, &count) == ST_OK;
    if (known) reply_count(&out, "options", count);
    put_claim(r, world, claim, &out);
    if (ok)
        responder_say(&s->responder, &out);
    else
        request_no_memory(s, l);
}

void cmd_status(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    void *world = viewer_world(s->position);
    int actor = world ? r->game->actor(r, world) : ACTOR_NONE;
    if (!world)
        request_no_memory(s, l);
    else if (game_is_over(r, world))
        say_over(s, r, world);
    else
        say_node(s, l, world, actor);
    mem_free(world);
}

/* --- legal --- */

typedef struct listing {
    session *s;
    const rules *r;
    const void *world;
    const char *prefix; /* NULL: all */
    bool print;
    uint64_t count, printed;
} listing;

static bool list_one(void *ctx, const token *tok, const char *name) {
    listing *x = ctx;
    if (x->prefix && !text_starts(name, x->prefix)) return true;
    x->count++;
    if (!x->print || x->printed == LEGAL_LINES) return true;
    x->printed++;
    text described = text_growing();
    reply out;
    reply_init(&out, "legal");
    reply_word(&out, "action", name);
    if (x->r->terminal->describe) {
        x->r->terminal->describe(x->r, x->world, tok->steps, tok->count, &described);
        reply_quoted(&out, "text", text_string(&described));
        out.lost = described.cut;
    }
    responder_say(&x->s->responder, &out);
    text_done(&described);
    return true;
}

typedef struct legal_words {
    bool count_only;
    uint64_t seat; /* 0: not given */
    const char *prefix;
} legal_words;

static bool read_legal(session *s, const request *l, legal_words *out) {
    *out = (legal_words){0};
    for (size_t i = 1; i < l->count; i++) {
        bool more = i + 1 < l->count;
        if (strcmp(l->word[i], "count") == 0) {
            out->count_only = true;
        } else if (strcmp(l->word[i], "seat") == 0 && more) {
            if (!text_u64(l->word[++i], GAME_MAX_PLAYERS, &out->seat) || out->seat == 0) {
                request_refuse(s, l, ST_BAD_VALUE, "a seat is a number from 1", (int)i);
                return false;
            }
        } else if (strcmp(l->word[i], "match") == 0 && more) {
            out->prefix = l->word[++i];
        } else {
            request_refuse(s, l, ST_BAD_SYNTAX, "expected count, seat k or match prefix", (int)i);
            return false;
        }
    }
    return true;
}

/* Whether the one who asks may know what the actor can do; otherwise it has been said. */
static bool may_list(session *s, const request *l, const legal_words *w, int actor) {
    error e;
    int own = position_seat(s->position);
    bool view = own != SEAT_ALL;
    if (view && (knows_options(s->position, actor) && (!w->seat || (int)w->seat == own + 1)))
        return true;
    if (!view && (!w->seat || (int)w->seat == actor + 1)) return true;
    if (view)
        (void)viewer_only_knows(own, &e);
    else
        (void)error_set(&e, ST_WRONG_SEAT, "seat %d is to act", actor + 1);
    request_fails(s, l, &e, -1);
    return false;
}

static void list_legal(session *s, const request *l, const legal_words *w, const position *p,
                       const void *world) {
    const rules *r = position_rules(p);
    int actor = r->game->actor(r, world);
    if (actor == ACTOR_NONE) {
        request_refuse(s, l, ST_GAME_OVER, "the game is over", -1);
        return;
    }
    if (actor == ACTOR_CHANCE) {
        request_refuse(s, l, ST_CHANCE_EXPECTED, "chance decides here: ask chance", -1);
        return;
    }
    if (!may_list(s, l, w, actor)) return;
    /* The count comes before the list, so the tokens are walked twice. */
    listing x = {.s = s, .r = r, .world = world, .prefix = w->prefix};
    const trail *t = position_trail(p);
    status st = token_spell((state_ref){r, world, t}, list_one, &x);
    if (st != ST_OK) {
        request_no_memory(s, l);
        return;
    }
    reply out;
    reply_init(&out, "legal");
    reply_int(&out, "seat", actor + 1);
    reply_word(&out, "kind", game_kind_name(game_kind(r, world)));
    reply_count(&out, "count", x.count);
    responder_say(&s->responder, &out);
    if (!w->count_only) {
        x.print = true;
        uint64_t all = x.count;
        (void)token_spell((state_ref){r, world, t}, list_one, &x);
        reply_init(&out, "legal");
        reply_flag(&out, "more");
        if (x.printed < all) responder_say(&s->responder, &out);
    }
    responder_word(&s->responder, "legalok");
}

void cmd_legal(session *s, const request *l) {
    legal_words w;
    if (!request_has_position(s, l) || !read_legal(s, l, &w)) return;
    error e;
    position *made = NULL;
    const position *p = s->position;
    bool exists = w.seat && w.seat <= position_rules(p)->players;
    if (exists && viewer_sees(s->position, (int)w.seat - 1, &made, &p, &e) != ST_OK) {
        request_fails(s, l, &e, -1);
        return;
    }
    void *world = viewer_world(p);
    if (world)
        list_legal(s, l, &w, p, world);
    else
        request_no_memory(s, l);
    mem_free(world);
    position_destroy(made);
}

/* --- verify --- */

static void start_verdict(reply *r, const char *verdict, const char *word) {
    reply_init(r, "verify");
    reply_word(r, "verdict", verdict);
    reply_lead(r, "");
    reply_words(r, "words", word);
    reply_lead(r, "");
}

static void say_verdict(const responder *v, const char *verdict, const char *event,
                        const char *kind) {
    reply r;
    start_verdict(&r, verdict, event);
    reply_word(&r, "kind", kind);
    responder_say(v, &r);
}

static void say_illegal(const responder *v, const error *e) {
    reply r;
    start_verdict(&r, "illegal", e->reason[0] ? e->reason : status_name(e->code));
    if (e->detail[0]) reply_word(&r, "detail", e->detail);
    reply_word(&r, "text", e->text);
    reply_lead(&r, ":");
    responder_say(v, &r);
}

void cmd_verify(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    if (l->count != 2) {
        request_refuse(s, l, ST_BAD_SYNTAX, "verify takes one event", -1);
        return;
    }
    const rules *r = position_rules(s->position);
    void *world = viewer_world(s->position);
    if (!world) {
        request_no_memory(s, l);
        return;
    }
    error e;
    char buf[GAME_TOKEN_SIZE];
    text canonical = text_over(buf, sizeof buf);
    status st = position_verify(s->position, l->word[1], &canonical, &e);
    bool reported =
        l->word[1][0] == '!' || l->word[1][0] == '?'; /* of chance: the view is the judge */
    bool certain = reported || knows_options(s->position, r->game->actor(r, world));
    if (st == ST_OK)
        say_verdict(&s->responder, certain ? "ok" : "possible", buf,
                    game_kind_name(game_kind(r, world)));
    else if (st == ST_NOMEM)
        request_no_memory(s, l);
    else
        say_illegal(&s->responder, &e);
    mem_free(world);
}

/* --- UGI's questions --- */

static const char *result_word(const rules *r, const void *world) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (!game_is_over(r, world)) return "none";
    r->game->returns(r, world, utility, points);
    if (utility[0] == utility[1]) return "draw";
    return utility[0] > utility[1] ? "p1win" : "p2win";
}

static void respond_bool(const responder *v, bool yes) {
    reply r;
    reply_init(&r, "response");
    reply_bool(&r, "value", yes);
    reply_lead(&r, "");
    responder_say(v, &r);
}

static void respond_word(const responder *v, const char *word) {
    reply r;
    reply_init(&r, "response");
    reply_word(&r, "value", word);
    reply_lead(&r, "");
    responder_say(v, &r);
}

void cmd_query(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    const char *what = l->count == 2 ? l->word[1] : "";
    if (r->players != 2) {
        request_refuse(s, l, ST_UNSUPPORTED, "query is for two players; ask status", -1);
        return;
    }
    void *world = viewer_world(s->position);
    if (!world) {
        request_no_memory(s, l);
        return;
    }
    int actor = r->game->actor(r, world);
    if (strcmp(what, "p1turn") == 0)
        respond_bool(&s->responder, actor == 0);
    else if (strcmp(what, "gameover") == 0)
        respond_bool(&s->responder, game_is_over(r, world));
    else if (strcmp(what, "result") == 0 && game_is_over(r, world) &&
             position_seat(s->position) != SEAT_ALL)
        request_refuse(s, l, ST_LEAK, "a view need not know who has won; status says how it ended",
                       -1);
    else if (strcmp(what, "result") == 0)
        respond_word(&s->responder, result_word(r, world));
    else
        request_refuse(s, l, ST_BAD_SYNTAX, "expected: query p1turn, gameover or result", -1);
    mem_free(world);
}
