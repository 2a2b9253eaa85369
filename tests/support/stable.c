#include "tests/support/stable.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "games/unicorns/text/unicorns_text.h"
#include "tests/support/one_line.h"

stable stable_open_with(const char *setup) {
    stable t = {0};
    params p = one_line_setup(&unicorns, setup);
    error err;
    if (rules_open(&t.head, &unicorns, &p, &err) != ST_OK) {
        printf("%s\n", err.text);
        exit(1);
    }
    t.r = un_of(t.head);
    t.s = mem_alloc(t.head->state_size);
    t.head->game->start(t.head, t.s);
    /* Babies back to the nursery, so that the table is empty. */
    while (un_tables_end(t.r, t.s) > 0) {
        int id = t.s->pool[0];
        un_unregister(t.r, t.s, id);
        un_move(t.r, t.s, 0, un_nursery(t.r));
    }
    t.s->ask = UN_ASK_NOTHING;
    t.s->left = 0;
    return t;
}

stable stable_open(int players, bool reference) {
    char setup[60];
    (void)snprintf(setup, sizeof setup, "players %d%s", players,
                   reference ? " rules reference" : "");
    return stable_open_with(setup);
}

void stable_done(stable *t) {
    mem_free(t->s);
    rules_close(t->head);
}

static int kind_named(stable *t, const char *name, size_t len) {
    int kind = un_kind_find(&t->r->deck, name, len);
    if (kind < 0) {
        printf("no card %.*s\n", (int)len, name);
        t->failed = true;
    }
    return kind;
}

typedef void (*put_card)(stable *t, int seat, int pos);

static void each_card(stable *t, int seat, const char *cards, put_card put) {
    for (const char *at = cards; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        int kind = kind_named(t, at, len);
        at += len;
        if (kind < 0) continue;
        int pos = un_find(t->r, t->s, un_pile(t->r), kind);
        if (pos < 0) pos = un_find(t->r, t->s, un_nursery(t->r), kind);
        if (pos < 0) {
            printf("no more of %s\n", t->r->deck.kind[kind].slug);
            t->failed = true;
            continue;
        }
        put(t, seat, pos);
    }
}

static void put_table(stable *t, int seat, int pos) {
    int id = t->s->pool[pos];
    un_move(t->r, t->s, pos, un_table(seat, un_area(t->r, id)));
    un_register(t->r, t->s, id);
    t->s->next = 0; /* what it would do on entering is not wanted */
}

static void put_hand(stable *t, int seat, int pos) {
    un_to_hand(t->r, t->s, pos, seat, 0);
}

static void put_discard(stable *t, int seat, int pos) {
    (void)seat;
    un_move(t->r, t->s, pos, un_discard(t->r));
}

void stable_put(stable *t, int seat, const char *cards) {
    each_card(t, seat, cards, put_table);
}

void stable_hold(stable *t, int seat, const char *cards) {
    each_card(t, seat, cards, put_hand);
}

void stable_discard(stable *t, const char *cards) {
    each_card(t, 0, cards, put_discard);
}

static void begin(stable *t, int seat, int phase) {
    memset(t->s->fx, 0, sizeof t->s->fx);
    t->s->active = (uint8_t)seat;
    t->s->phase = (uint8_t)phase;
    t->s->ask = UN_ASK_NOTHING;
    t->s->skip = t->s->played = t->s->bonus = 0;
    t->s->plays = 1;
    un_advance(t->r, t->s);
    stable_settle(t);
}

void stable_turn(stable *t, int seat) {
    begin(t, seat, UN_PH_BOT);
}

void stable_play(stable *t, int seat) {
    begin(t, seat, UN_PH_PLAY);
}

static bool trivial(const stable *t) {
    return t->s->ask == UN_ASK_QUICK || t->s->ask == UN_ASK_SHOW;
}

void stable_settle(stable *t) {
    action list[UN_MAX_CARDS];
    float weight[UN_MAX_CARDS];
    while (trivial(t) && un_chance(t->head, t->s, list, weight) == 1)
        un_apply(t->head, t->s, NULL, list[0]);
}

static bool apply_token(stable *t, const char *event) {
    action a;
    int n;
    bool chance = event[0] == '!';
    if (chance != (un_actor(t->head, t->s) == ACTOR_CHANCE)) return false;
    if (un_from_text(t->head, t->s, event + chance, &a, &n, NULL) != ST_OK) return false;
    un_apply(t->head, t->s, NULL, a);
    stable_settle(t);
    return true;
}

/* Lets a question pass that has an answer no one minds. */
static bool answer_any(stable *t) {
    action list[UN_MAX_CARDS];
    float weight[UN_MAX_CARDS];
    if (t->s->ask == UN_ASK_DRAW)
        (void)un_chance(t->head, t->s, list, weight);
    else if (t->s->ask == UN_ASK_REACT)
        (void)un_legal(t->head, t->s, NULL, list);
    else
        return false;
    un_apply(t->head, t->s, NULL, list[0]);
    stable_settle(t);
    return true;
}

static void do_one(stable *t, const char *event) {
    bool end = strcmp(event, "end") == 0;
    for (;;) {
        if (end && t->s->ask == UN_ASK_PLAY) return;
        if (!end && apply_token(t, event)) return;
        if (answer_any(t)) continue;
        if (end && t->s->ended) return;
        char buf[2048];
        text line = text_over(buf, sizeof buf);
        un_write(t->head, t->s, &line);
        printf("cannot %s at %s\n", event, buf);
        t->failed = true;
        return;
    }
}

void stable_do(stable *t, const char *events) {
    for (const char *at = events; *at && !t->failed; at += strspn(at, " ")) {
        char event[100];
        size_t len = strcspn(at, " ");
        memcpy(event, at, len);
        event[len] = '\0';
        at += len;
        do_one(t, event);
    }
}

bool stable_legal(const stable *t, const char *event) {
    action a;
    int n;
    return un_from_text(t->head, t->s, event, &a, &n, NULL) == ST_OK;
}

int stable_options(const stable *t) {
    action list[UN_MAX_KINDS * UN_SEATS + 1];
    return un_legal(t->head, t->s, NULL, list);
}

int stable_count(const stable *t, int zone, const char *card) {
    int kind = un_kind_find(&t->r->deck, card, strlen(card));
    int n = 0;
    for (int pos = un_from(t->s, zone); pos < t->s->end[zone]; pos++)
        n += t->r->kind_of[t->s->pool[pos]] == kind;
    return n;
}

int stable_size(const stable *t, int zone) {
    return un_size(t->s, zone);
}

int stable_on(const stable *t, int seat, const char *card) {
    int n = 0;
    for (int a = 0; a < 3; a++) n += stable_count(t, un_table(seat, a), card);
    return n;
}
