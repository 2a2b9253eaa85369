#include "games/unicorns/rules/unicorns_turn.h"

#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_hash.h"

/* --- setup --- */

void un_seat_order(int n, int lot, uint8_t *seat) {
    uint8_t left[UN_SEATS];
    int radix = 1;
    for (int i = 0; i < n; i++) left[i] = (uint8_t)i;
    for (int i = 2; i < n; i++) radix *= i;
    for (int i = 0; i < n; i++) {
        int at = lot / radix;
        lot %= radix;
        if (n - i > 1) radix /= n - i - 1 ? n - i - 1 : 1;
        seat[i] = left[at];
        memmove(left + at, left + at + 1, (size_t)(n - i - 1 - at));
    }
}

static void sort_setup(const un_rules *r, un_state *s) {
    int pile = r->deck.pile;
    int babies = r->cards - pile;
    for (int i = 0; i < babies; i++) s->pool[i] = (uint8_t)(pile + i);
    for (int i = 0; i < pile; i++) s->pool[babies + i] = (uint8_t)i;
    s->end[un_nursery(r)] = s->end[un_discard(r)] = (uint8_t)babies;
    s->end[un_pile(r)] = (uint8_t)r->cards;
}

void un_start(const rules *head, void *state) {
    const un_rules *r = un_of(head);
    un_state *s = state;
    memset(s, 0, r->head.state_size);
    sort_setup(r, s);
    s->last = UN_NO_CARD;
    s->turn = 1;
    s->plays = 1;
    s->phase = r->shuffle_seats ? UN_PH_SEATS : UN_PH_DEAL;
    s->stale = 1;
    un_advance(r, s);
    un_seal(r, s);
}

/* --- playing --- */

static bool basic_locked(const un_rules *r, const un_state *s, int to) {
    for (int p = 0; p < r->n; p++)
        if (p != to && s->lasting[p] & UN_BASIC_LOCK) return true;
    return false;
}

static bool has_basic(const un_rules *r, const un_state *s, int seat) {
    int zone = un_table(seat, UN_STABLE);
    if (s->lasting[seat] & UN_PANDAS) return false;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        if (r->type_of[s->pool[pos]] == UN_BASIC) return true;
    return false;
}

/* What does not depend on where it goes. */
static bool playable_at_all(const un_rules *r, const un_state *s, int id) {
    const un_card *k = &r->card[id];
    int p = s->active;
    int type = r->type_of[id];
    unsigned lasting = s->lasting[p];
    if (type == UN_INSTANT || type == UN_BABY) return false;
    if (type == UN_UPGRADE && lasting & UN_NO_UPGRADES) return false;
    if (type == UN_SPELL && lasting & UN_NO_SPELLS) return false;
    if (k->flags & UN_NEEDS_BASIC && !has_basic(r, s, p)) return false;
    for (int i = 0; i < k->triggers; i++) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + i];
        if (t->when == UN_WHEN_CAST && !un_req(r, s, t->node, p, id)) return false;
        if (t->when == UN_WHEN_ENTER && !un_play_req(r, s, t->node, p, id)) return false;
    }
    return true;
}

static bool playable_to(const un_rules *r, const un_state *s, int id, int to) {
    int type = r->type_of[id];
    if (type == UN_SPELL) return to == s->active;
    return type != UN_BASIC || !basic_locked(r, s, to);
}

bool un_playable(const un_rules *r, const un_state *s, int id, int to) {
    return playable_to(r, s, id, to) && playable_at_all(r, s, id);
}

int un_play_list(const un_rules *r, const un_state *s, action *out) {
    int zone = un_hand(r, s->active);
    int n = 0;
    int seen = -1;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
        int id = s->pool[pos];
        int kind = r->kind_of[id];
        if (kind == seen) continue;
        seen = kind;
        if (!playable_at_all(r, s, id)) continue;
        for (int to = 0; to < r->n; to++)
            if (playable_to(r, s, id, to)) out[n++] = un_make(UN_ASK_PLAY, kind, to);
    }
    out[n++] = un_make(UN_ASK_PLAY, UN_NO_CARD, 0);
    return n;
}

/* --- reactions --- */

static int top_of(const un_rules *r, const un_state *s) {
    return s->pool[s->end[un_stack(r)] - 1];
}

unsigned un_eligible(const un_rules *r, const un_state *s) {
    int top = top_of(r, s);
    int player = UN_NOTE(r, s)[top];
    unsigned open = 0;
    if (r->card[top].flags & UN_NOT_NEIGHABLE || s->lasting[player] & UN_NO_NEIGH) return 0;
    for (int p = 0; p < r->n; p++)
        if (un_hand_size(r, s, p) && !(s->lasting[p] & UN_NO_INSTANTS) &&
            !(r->official && p == player))
            open |= 1U << p;
    return open;
}

static void discard_top(const un_rules *r, un_state *s) {
    un_leave(r, s, top_of(r, s), un_discard(r), -1);
}

/* The card that was played does what it does. */
static void resolve(const un_rules *r, un_state *s) {
    int id = top_of(r, s);
    const un_kind *k = un_kind_of(r, id);
    s->phase = UN_PH_PLAY_CHAIN;
    if (k->type != UN_SPELL) {
        un_enter(r, s, id, s->to, -1);
        un_register(r, s, id);
        return;
    }
    for (int i = 0; i < k->triggers; i++)
        un_queue(r, s, un_effect_of(r->deck.trigger[k->first_trigger + i].node, id, s->active));
    discard_top(r, s);
}

static void next_slot(un_state *s) {
    s->played++;
    s->to = 0;
    s->phase = UN_PH_PLAY;
}

/* No seat reacts to the top any more. */
static void settle_top(const un_rules *r, un_state *s) {
    int n = un_size(s, un_stack(r));
    if (n == 1) {
        resolve(r, s);
        return;
    }
    discard_top(r, s);
    discard_top(r, s);
    if (n == 2) next_slot(s);
}

/* Asks the next seat of a round, begins one, or ends it. */
static void react(const un_rules *r, un_state *s) {
    if (!s->open) {
        s->open = (uint8_t)un_eligible(r, s);
        s->answers = 0;
        s->first = 0;
        if (!s->open) {
            settle_top(r, s);
            return;
        }
    }
    unsigned later = s->open & (0xffU << s->first);
    s->ask = UN_ASK_REACT;
    s->seat = (uint8_t)__builtin_ctz(later ? later : s->open);
}

void un_round_over(un_state *s) {
    s->open = s->first = s->seat = 0;
    s->ask = UN_ASK_QUICK;
}

void un_answered(const un_rules *r, un_state *s, int kind) {
    unsigned number = kind == UN_NO_CARD ? 0 : r->deck.kind[kind].instant;
    s->answers |= (uint32_t)number << 4 * s->seat;
    s->open = (uint8_t)(s->open & ~(1U << s->seat));
    if (!s->open) un_round_over(s);
}

void un_quickest(const un_rules *r, un_state *s, int seat) {
    int number = seat == UN_NO_CARD ? 0 : un_answer(s, seat);
    s->answers = 0;
    s->first = 0;
    s->open = 0;
    if (!number) {
        settle_top(r, s);
        return;
    }
    int pos = un_find(r, s, un_hand(r, seat), r->deck.instant_kind[number]);
    assert(pos >= 0); /* who answered with an instant still has it */
    int id = s->pool[pos];
    un_move(r, s, pos, un_stack(r));
    un_note(r, s)[id] = (uint8_t)seat;
}

/* --- turns --- */

static void begin_turn(un_state *s) {
    s->skip = s->bonus = s->played = 0;
    s->plays = 1;
    s->phase = UN_PH_BOT;
}

static void next_turn(const un_rules *r, un_state *s) {
    if (r->max_turns && s->turn >= r->max_turns) {
        s->ended = UN_ENDED_TURNS;
        return;
    }
    s->turn++;
    if (!s->extra) s->active = (uint8_t)((s->active + 1) % r->n);
    s->extra = 0;
    begin_turn(s);
}

/* A baby and five cards a seat. */
static void deal(const un_rules *r, un_state *s) {
    if (un_hand_size(r, s, s->active) >= UN_DEALT || !un_size(s, un_pile(r))) {
        s->active = (uint8_t)((s->active + 1) % r->n);
        if (s->active == 0) {
            begin_turn(s);
            return;
        }
    }
    if (!un_hand_size(r, s, s->active)) un_baby(r, s, s->active, -1);
    s->left = (uint8_t)(UN_DEALT - un_hand_size(r, s, s->active));
    (void)un_draws(r, s, s->active);
}

static void end_of_turn(const un_rules *r, un_state *s) {
    int excess = un_hand_size(r, s, s->active) - UN_HAND_LIMIT;
    if (excess <= 0) {
        next_turn(r, s);
        return;
    }
    s->phase = UN_PH_LIMIT;
    s->left = (uint8_t)excess;
    s->last = UN_NO_CARD;
    s->seat = s->active;
    s->ask = UN_ASK_DISCARD;
}

static void publish_turn(const un_rules *r, un_state *s, int event, int phase) {
    un_publish(r, s, &(un_event){event, UN_NO_CARD, -1});
    s->phase = (uint8_t)phase;
}

static void draw_phase(const un_rules *r, un_state *s) {
    if (!un_draws(r, s, s->active)) return;
    un_win_check(r, s);
    s->phase = UN_PH_PLAY;
}

static void play_phase(un_state *s) {
    if (s->played >= s->plays || s->skip) {
        s->phase = UN_PH_EOT;
        return;
    }
    s->ask = UN_ASK_PLAY;
    s->seat = s->active;
}

static void one_phase(const un_rules *r, un_state *s) {
    assert(!s->ask && !s->ended);
    switch (s->phase) {
    case UN_PH_SEATS:
        s->ask = UN_ASK_SEATS;
        break;
    case UN_PH_DEAL:
        deal(r, s);
        break;
    case UN_PH_BOT:
        publish_turn(r, s, UN_BOT, UN_PH_BOT_CHAIN);
        break;
    case UN_PH_BOT_CHAIN:
        if (!un_chain(r, s)) break;
        s->left = (uint8_t)(s->skip ? 0 : 1 + s->bonus);
        s->phase = UN_PH_DRAW;
        break;
    case UN_PH_DRAW:
        draw_phase(r, s);
        break;
    case UN_PH_PLAY:
        play_phase(s);
        break;
    case UN_PH_PASS:
        if (un_draws(r, s, s->active)) s->phase = UN_PH_EOT;
        break;
    case UN_PH_REACT:
        react(r, s);
        break;
    case UN_PH_PLAY_CHAIN:
        if (un_chain(r, s)) next_slot(s);
        break;
    case UN_PH_EOT:
        publish_turn(r, s, UN_EOT, UN_PH_EOT_CHAIN);
        break;
    case UN_PH_EOT_CHAIN:
        if (un_chain(r, s) && !s->ended) end_of_turn(r, s);
        break;
    default:
        next_turn(r, s);
        break; /* the hand limit is kept */
    }
}

static void over(un_state *s) {
    s->phase = UN_PH_OVER;
    s->ask = UN_ASK_NOTHING;
}

bool un_advance_part(const un_rules *r, un_state *s) {
    if (s->ask || s->ended) {
        if (s->ended) over(s);
        return false;
    }
    bool chain =
        s->phase == UN_PH_BOT_CHAIN || s->phase == UN_PH_PLAY_CHAIN || s->phase == UN_PH_EOT_CHAIN;
    if (!chain || !un_chain_part(r, s)) one_phase(r, s);
    return true;
}

/* On until a seat or chance is asked. */
void un_advance(const un_rules *r, un_state *s) {
    while (!s->ask && !s->ended) one_phase(r, s);
    if (s->ended) over(s);
}
