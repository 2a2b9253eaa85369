/* Events as players see them, and views that advance by them.
 *
 * A view advances through a state that fits it: hidden cards are exchanged until the event is
 * possible there, the event is played, and the player looks again. What it then sees does not
 * depend on how the rest was dealt. */
#include "engine/base/text.h"
#include "engine/game/tokens.h"
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_view.h"

/* --- what is seen --- */

enum { NAMES_SIZE = 400 }; /* longer lists are written with numbers of kinds */

static void put_list(const un_rules *r, const un_state *s, int zone, text *out) {
    uint8_t count[UN_MAX_KINDS] = {0};
    size_t names = 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) count[r->kind_of[s->pool[pos]]]++;
    for (int k = 0; k < r->deck.kinds; k++)
        names += count[k] ? strlen(r->deck.kind[k].slug) + 4 : 0;
    text_put(out, names ? "!show=" : "!show=nothing");
    for (int k = 0, more = 0; k < r->deck.kinds; k++) {
        if (!count[k]) continue;
        if (more++) text_char(out, ',');
        if (names < NAMES_SIZE)
            text_put(out, r->deck.kind[k].slug);
        else
            text_format(out, "%d", k);
        if (count[k] > 1) text_format(out, "*%d", count[k]);
    }
}

/* What a seat is shown: a zone, or -1. */
static int shown_zone(const un_rules *r, const un_state *s, int player) {
    const un_effect *e = &s->fx[s->k];
    int op = un_node_at(r, e)->op;
    if (player == e->owner) return op == UN_OP_SEARCH ? un_pile(r) : un_hand(r, e->who);
    return op == UN_OP_SWAP_HANDS && player == e->who ? un_hand(r, e->owner) : -1;
}

static void seen_chance(const un_rules *r, const un_state *s, action a, int player, text *out) {
    const un_effect *e = &s->fx[s->k];
    bool ours = player == s->seat || (s->ask == UN_ASK_PULL && player == e->who);
    if (s->ask == UN_ASK_SHOW) {
        int zone = player == SEAT_ALL ? -1 : shown_zone(r, s, player);
        if (zone >= 0)
            put_list(r, s, zone, out);
        else
            text_put(out, player == SEAT_ALL ? "!show" : "?show");
        return;
    }
    bool hidden = (s->ask == UN_ASK_DRAW || s->ask == UN_ASK_PULL) && !ours && player != SEAT_ALL;
    if (hidden && s->ask == UN_ASK_DRAW) {
        text_format(out, "?p%d.draw", s->seat + 1);
    } else if (hidden) {
        text_put(out, "?pull");
    } else {
        text_char(out, '!');
        un_put_action(r, s, a, out);
        if (s->ask == UN_ASK_QUICK && un_a(a) != UN_NO_CARD && player != SEAT_ALL)
            text_format(out, ":%s", r->deck.kind[r->deck.instant_kind[un_answer(s, un_a(a))]].slug);
    }
}

void un_seen_text(const rules *head, const void *state, const action *steps, int n, int player,
                  text *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    (void)n;
    if (un_actor(&r->head, s) == ACTOR_CHANCE) {
        seen_chance(r, s, steps[0], player, out);
        return;
    }
    bool own = player == SEAT_ALL || player == s->seat;
    if (s->ask == UN_ASK_REACT && !own) return; /* nothing at all */
    if (s->ask == UN_ASK_TAKE && !own && player != s->fx[s->k].who)
        text_put(out, "?take");
    else
        un_put_action(r, s, steps[0], out);
}

/* --- exchanging hidden cards --- */

typedef struct shaper {
    const un_rules *r;
    un_state *s;
    int player;
} shaper;

static bool is_hidden(const shaper *h, int pos) {
    const un_rules *r = h->r;
    int zone = un_zone_at(r, h->s, pos);
    int id = h->s->pool[pos];
    if (zone == un_pile(r)) return true;
    bool hand = zone >= un_hand(r, 0) && zone < un_stack(r);
    bool own = h->player < UN_SPECTATOR && zone == un_hand(r, h->player);
    bool known = h->player < UN_SPECTATOR && UN_NOTE(r, h->s)[id] >> h->player & 1;
    return hand && !own && !known && !UN_AIM(r, h->s)[id];
}

static void put_hidden(const shaper *h, int id, int zone) {
    const un_rules *r = h->r;
    int pos = un_pos(r, h->s, id);
    if (zone != un_pile(r)) {
        un_to_hand(r, h->s, pos, zone - un_hand(r, 0), 0);
        return;
    }
    un_move(r, h->s, pos, zone);
    un_note(r, h->s)[id] = 0;
}

/* What a card is looked for by: a kind, or what a search finds, or types from some kind on; all may
 * be turned round. */
typedef struct wanted {
    int kind;
    unsigned types;
    int least;
    const uint8_t *found; /* a flag a kind */
    bool not ;
} wanted;

static bool fits(const shaper *h, int id, const wanted *w) {
    int kind = h->r->kind_of[id];
    bool fit = w->kind >= 0 ? kind == w->kind
               : w->found   ? w->found[kind]
                            : w->types >> h->r->type_of[id] & 1 && kind >= w->least;
    return fit != w->not ;
}

/* A hidden card in a zone (-1: in any but `not_in`); its number or -1. */
static int find_hidden(const shaper *h, int zone, int not_in, const wanted *w) {
    const un_rules *r = h->r;
    for (int z = un_hand(r, 0); z <= un_pile(r); z++) {
        if (zone >= 0 ? z != zone : z == not_in) continue;
        for (int pos = un_from(h->s, z); pos < h->s->end[z]; pos++)
            if (is_hidden(h, pos) && fits(h, h->s->pool[pos], w)) return h->s->pool[pos];
    }
    return -1;
}

/* Exchanges a hidden card of the zone that fits `out` for one from elsewhere that fits `in`. */
static bool exchange(const shaper *h, int zone, const wanted *out, const wanted *in) {
    int a = find_hidden(h, zone, -1, out);
    int b = find_hidden(h, -1, zone, in);
    if (a < 0 || b < 0) return false;
    int other = un_zone_at(h->r, h->s, un_pos(h->r, h->s, b));
    put_hidden(h, a, other);
    put_hidden(h, b, zone);
    return true;
}

static int count_in(const shaper *h, int zone, const wanted *w) {
    int n = 0;
    for (int pos = un_from(h->s, zone); pos < h->s->end[zone]; pos++)
        n += fits(h, h->s->pool[pos], w) && !(UN_AIM(h->r, h->s)[h->s->pool[pos]] & UN_CLAIMED);
    return n;
}

static bool ensure(const shaper *h, int zone, const wanted *w, int n) {
    wanted other = *w;
    other.not = !w->not ;
    while (count_in(h, zone, w) < n)
        if (!exchange(h, zone, &other, w)) return false;
    return true;
}

static bool forbid(const shaper *h, int zone, const wanted *w) {
    wanted other = *w;
    other.not = !w->not ;
    while (count_in(h, zone, w) > 0)
        if (!exchange(h, zone, w, &other)) return false;
    return true;
}

/* --- making an event possible --- */

/* The kinds that the open search finds. */
static void found_kinds(const un_rules *r, const un_state *s, uint8_t *found) {
    un_state_buf all;
    uint8_t list[UN_MAX_CARDS];
    memcpy(&all, s, r->head.state_size);
    memset(un_aim(r, &all.s), 0, (size_t)r->cards);
    /* All cards in the pile, to see which of them the search would offer. */
    for (int z = 0; z < un_pile(r); z++) all.s.end[z] = 0;
    int n = un_picks(r, &all.s, list);
    for (int i = 0; i < n; i++) found[r->kind_of[list[i]]] = 1;
}

static const un_node *hidden_discard(const un_rules *r, int node) {
    const un_node *n = &r->deck.node[node];
    if (!n->hidden) return NULL;
    if (n->op == UN_OP_DISCARD) return n;
    for (int c = n->first; c; c = r->deck.node[c].next) {
        const un_node *d = hidden_discard(r, c);
        if (d) return d;
    }
    return NULL;
}

static bool shape_pick(const shaper *h, const char *word) {
    const un_rules *r = h->r;
    const un_state *s = h->s;
    const char *name = strchr(word, ':');
    if (!name) return true;
    int kind = un_kind_find(&r->deck, name + 1, strlen(name + 1));
    int zone = s->ask == UN_ASK_SEARCH ? un_pile(r) : un_hand(r, s->seat);
    unsigned types = un_hand_types(r, s);
    /* Cards are picked in the order of kinds, so enough of them must come after. */
    if (kind >= 0)
        return ensure(h, zone, &(wanted){.kind = kind}, 1) &&
               (s->ask == UN_ASK_SEARCH ||
                ensure(h, zone, &(wanted){.kind = -1, .types = types, .least = kind}, s->left));
    if (strcmp(name + 1, "none") != 0) return true;
    int least = s->last == UN_NO_CARD ? 0 : r->kind_of[s->last];
    uint8_t found[UN_MAX_KINDS] = {0};
    if (s->ask == UN_ASK_SEARCH) found_kinds(r, s, found);
    wanted w = {.kind = -1, .types = types, .least = least};
    if (s->ask == UN_ASK_SEARCH) w.found = found;
    return forbid(h, zone, &w);
}

/* Another seat's answer: its hidden cards become such that it is one. */
static bool shape_answer(const shaper *h, const char *word) {
    const un_rules *r = h->r;
    const un_state *s = h->s;
    const un_effect *e = &s->fx[s->k];
    const un_node *n = un_node_at(r, e);
    if (s->ask == UN_ASK_PLAY && text_starts(word, "play:")) {
        int kind = un_kind_find(&r->deck, word + 5, strcspn(word + 5, ">"));
        return kind < 0 || ensure(h, un_hand(r, s->seat), &(wanted){.kind = kind}, 1);
    }
    if (s->ask == UN_ASK_MAY && s->step == UN_CHOOSE && strcmp(word, "yes") == 0) {
        const un_node *d = hidden_discard(r, n->first);
        return !d || ensure(h, un_hand(r, s->seat), &(wanted){.kind = -1, .types = d->types}, d->n);
    }
    bool from_hand = s->ask == UN_ASK_DISCARD || (n->op == UN_OP_BRING && n->arg == UN_ARG_HAND);
    bool from_pile = s->ask == UN_ASK_SEARCH && n->arg == UN_ARG_PILE;
    return !(from_hand || from_pile) || shape_pick(h, word);
}

/* "neigh*2,yay" or numbers of kinds: what a zone holds. */
static bool read_list(const un_rules *r, const char *at, uint8_t *count) {
    if (strcmp(at, "nothing") == 0) return true;
    while (*at) {
        size_t len = strcspn(at, "*,");
        uint64_t kind = 0;
        uint64_t n = 1;
        char word[UN_NAME_SIZE];
        int found = un_kind_find(&r->deck, at, len);
        if (found < 0) {
            if (len == 0 || len >= sizeof word) return false;
            memcpy(word, at, len);
            word[len] = '\0';
            if (!text_u64(word, (uint64_t)r->deck.kinds - 1, &kind)) return false;
            found = (int)kind;
        }
        at += len;
        if (*at == '*') {
            len = strcspn(at + 1, ",");
            if (len == 0 || len > 3) return false;
            memcpy(word, at + 1, len);
            word[len] = '\0';
            if (!text_u64(word, 255, &n) || n < 1) return false;
            at += 1 + len;
        }
        if (count[found] || n > r->deck.kind[found].count) return false;
        count[found] = (uint8_t)n;
        if (*at == ',' && !*++at) return false;
    }
    return true;
}

/* The zone holds exactly these. */
static bool shape_zone(const shaper *h, int zone, const uint8_t *count) {
    const un_rules *r = h->r;
    int all = 0;
    for (int k = 0; k < r->deck.kinds; k++) all += count[k];
    if (all != un_size(h->s, zone)) return false;
    for (int k = 0; k < r->deck.kinds; k++) {
        wanted in = {.kind = k};
        while (count_in(h, zone, &in) < count[k]) {
            int surplus = 0;
            for (; surplus < r->deck.kinds; surplus++)
                if (count_in(h, zone, &(wanted){.kind = surplus}) > count[surplus] &&
                    find_hidden(h, zone, -1, &(wanted){.kind = surplus}) >= 0)
                    break;
            if (surplus == r->deck.kinds || !exchange(h, zone, &(wanted){.kind = surplus}, &in))
                return false;
        }
    }
    return true;
}

/* --- events on views --- */

static status impossible(error *err, const char *reason, const char *sentence) {
    status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "%s", sentence);
    error_reason(err, reason, "%s", "");
    return st;
}

static status leak(const shaper *h, error *err) {
    status st = error_set(err, ST_LEAK, "%s cannot see that; say it with ?",
                          h->player == UN_SPECTATOR ? "an spectator" : "this seat");
    error_reason(err, "hidden-card", "%s", "");
    return st;
}

static status fit_draw(const shaper *h, const char *event, action *out, error *err) {
    const un_rules *r = h->r;
    un_state *s = h->s;
    char word[24];
    text name = text_over(word, sizeof word);
    text_format(&name, "p%d.draw", s->seat + 1);
    bool pull = s->ask == UN_ASK_PULL;
    if (pull) text_clear(&name), text_put(&name, "pull");
    int zone = pull ? un_hand(r, s->fx[s->k].who) : un_pile(r);
    bool sees = h->player == s->seat || (pull && h->player == s->fx[s->k].who);
    size_t len = strlen(word);
    if (strncmp(event + 1, word, len) != 0 || (event[len + 1] && event[len + 1] != '='))
        return impossible(err, "bad-outcome", pull ? "a card is pulled" : "a card is drawn");
    bool named = event[0] == '!' && event[len + 1] == '=';
    if (!sees && event[0] == '!') return leak(h, err);
    if (sees && !named) return impossible(err, "card-needed", "this card is seen: name it after !");
    int kind = r->kind_of[s->pool[un_from(s, zone)]];
    if (named) {
        kind = un_kind_find(&r->deck, event + len + 2, strlen(event + len + 2));
        bool own = h->player == s->fx[s->k].who && pull;
        if (kind < 0 ||
            (own ? un_find(r, s, zone, kind) < 0 : !ensure(h, zone, &(wanted){.kind = kind}, 1)))
            return impossible(err, "bad-outcome", "this card cannot be there");
    } else if (event[len + 1]) {
        return leak(h, err);
    }
    *out = un_make(s->ask, kind, 0);
    return ST_OK;
}

static status fit_show(const shaper *h, const char *event, action *out, error *err) {
    const un_rules *r = h->r;
    uint8_t count[UN_MAX_KINDS] = {0};
    int zone = h->player < UN_SPECTATOR ? shown_zone(r, h->s, h->player) : -1;
    if (strncmp(event + 1, "show", 4) != 0 || (event[5] && event[5] != '='))
        return impossible(err, "bad-outcome", "cards are shown");
    if (zone < 0 && (event[0] == '!' || event[5])) return leak(h, err);
    if (zone >= 0 && (event[0] != '!' || event[5] != '='))
        return impossible(err, "card-needed", "these cards are seen: list them after !show=");
    bool own = h->player < UN_SPECTATOR && zone == un_hand(r, h->player);
    if (zone >= 0 && !own && (!read_list(r, event + 6, count) || !shape_zone(h, zone, count)))
        return impossible(err, "bad-outcome", "these cards cannot be there");
    *out = un_make(UN_ASK_SHOW, 0, 0);
    return ST_OK;
}

/* "!quick=none" or "!quick=p2:neigh". */
static status fit_quick(const shaper *h, const char *event, action *out, error *err) {
    const un_rules *r = h->r;
    un_state *s = h->s;
    uint32_t own = h->player < UN_SPECTATOR ? s->answers & UINT32_C(15) << 4 * h->player : 0;
    int seat = UN_NO_CARD;
    s->answers = own;
    if (!text_starts(event, "!quick=")) return impossible(err, "bad-outcome", "reactions are out");
    const char *at = event + 7;
    if (strcmp(at, "none") == 0) {
        if (own) return impossible(err, "bad-outcome", "this seat has reacted itself");
    } else {
        int kind = *at == 'p' && at[1] && at[2] == ':'
                       ? un_kind_find(&r->deck, at + 3, strlen(at + 3))
                       : -1;
        seat = kind < 0 ? UN_NO_CARD : at[1] - '1';
        if (kind < 0 || seat < 0 || seat >= r->n || !r->deck.kind[kind].instant ||
            !(un_eligible(r, s) >> seat & 1))
            return impossible(err, "bad-outcome", "expected !quick=none or !quick=p2:neigh");
        if (seat == h->player ? un_answer(s, seat) != r->deck.kind[kind].instant
                              : !ensure(h, un_hand(r, seat), &(wanted){.kind = kind}, 1))
            return impossible(err, "bad-outcome", "this seat has no such instant");
        s->answers |= (uint32_t)r->deck.kind[kind].instant << 4 * seat;
    }
    *out = un_make(UN_ASK_QUICK, seat, 0);
    return ST_OK;
}

static status fit_chance(const shaper *h, const char *event, action *out, error *err) {
    int n;
    switch (h->s->ask) {
    case UN_ASK_DRAW:
    case UN_ASK_PULL:
        return fit_draw(h, event, out, err);
    case UN_ASK_SHOW:
        return fit_show(h, event, out, err);
    case UN_ASK_QUICK:
        return fit_quick(h, event, out, err);
    default:
        break;
    }
    if (event[0] != '!' || un_from_text(&h->r->head, h->s, event + 1, out, &n, NULL) != ST_OK)
        return impossible(err, "bad-outcome", "the seats are drawn by lot: !seats=2,1");
    return ST_OK;
}

static status fit_decision(const shaper *h, const char *event, action *out, error *err) {
    const un_rules *r = h->r;
    un_state *s = h->s;
    bool sees = s->ask != UN_ASK_TAKE || h->player == s->seat || h->player == s->fx[s->k].who;
    action list[UN_MAX_KINDS * UN_SEATS + 1];
    int n = 0;
    if (!sees && strcmp(event, "?take") == 0) {
        (void)un_legal(&r->head, s, NULL, list);
        *out = list[0];
        return ST_OK;
    }
    if (!sees && text_starts(event, "take:")) return leak(h, err);
    if (event[0] == '!' || event[0] == '?')
        return error_set(err, ST_ACTION_EXPECTED, "seat %d has to answer", s->seat + 1);
    if (s->seat != h->player && !shape_answer(h, event)) {
        status st = error_set(err, ST_ILLEGAL_ACTION, "seat %d cannot do that", s->seat + 1);
        error_reason(err, "not-in-hand", "token=%.40s", event);
        return st;
    }
    return un_from_text(&r->head, s, event, out, &n, err);
}

status un_view_deal(const rules *head, const void *view, const char *event, void *state,
                    struct token *out, error *err) {
    const un_rules *r = un_of(head);
    const un_view *v = view;
    un_state *s = state;
    rng g = {.s = 1};
    un_develop(r, v, s, &g);
    shaper h = {r, s, v->player};
    out->count = 1;
    if (!s->ask) return error_set(err, ST_GAME_OVER, "the game is over");
    bool chance = un_actor(&r->head, s) == ACTOR_CHANCE;
    bool stated = event[0] == '!' || event[0] == '?';
    if (chance && !stated)
        return error_set(err, ST_CHANCE_EXPECTED, "chance decides here: announce what came out");
    return chance ? fit_chance(&h, event, out->steps, err)
                  : fit_decision(&h, event, out->steps, err);
}

status un_view_apply(const rules *head, void *view, const char *event, error *err) {
    const un_rules *r = un_of(head);
    un_state_buf all;
    struct token tok;
    status st = un_view_deal(head, view, event, &all.s, &tok, err);
    if (st != ST_OK) return st;
    un_apply_raw(r, &all.s, tok.steps[0]);
    un_view_of(r, &all.s, ((const un_view *)view)->player, view);
    return ST_OK;
}
