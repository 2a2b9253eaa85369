#ifndef GAMES_UNICORNS_RULES_UNICORNS_RULES_H
#define GAMES_UNICORNS_RULES_UNICORNS_RULES_H
/* Rules and state of Unstable Unicorns, and the small things everything else is made of: zones,
 * cards, types.
 *
 * A card has a number (id); those of a kind are adjacent. Which copy of a kind is which never
 * shows: hashes, texts, views and actions name a card by its kind or by its place.
 *
 * All cards lie in one array, zone after zone; end[z] is where zone z ends. Tables come first, so
 * that a card's index there is the same for all seats, the pile last; its order means nothing. */

#include <assert.h>
#include <string.h>

#include "engine/game/game.h"
#include "games/unicorns/deck/unicorns_deck.h"
#include "games/unicorns/deck/unicorns_sets.h"

enum {
    UN_SEATS = 8,
    UN_NO_CARD = 255,
    UN_NO_SEAT = 15,
    UN_LINK_SIZE = 64,  /* effects waiting and at work */
    UN_MAX_LINKS = 200, /* of one chain: more cards than that do not stop each other */
    UN_HAND_LIMIT = 7,
    UN_CROWD = 5, /* more unicorns than that are a crowd */
    UN_DEALT = 5,
    UN_SPARE = 10, /* cards of the pile that a game needs beyond those dealt */
    UN_MAX_TURNS = 1000,
    UN_ZONES = 4 * UN_SEATS + 4
};

/* What happens next when no effect is at work. */
enum {
    UN_PH_SEATS,
    UN_PH_DEAL,
    UN_PH_BOT,
    UN_PH_BOT_CHAIN,
    UN_PH_DRAW,
    UN_PH_PLAY,
    UN_PH_PASS, /* draws for a pass */
    UN_PH_REACT,
    UN_PH_PLAY_CHAIN,
    UN_PH_EOT,
    UN_PH_EOT_CHAIN,
    UN_PH_LIMIT,
    UN_PH_OVER,
    UN_PHASES
};

/* The steps of one link of a chain. */
enum {
    UN_IDLE,
    UN_CHOOSE,
    UN_RETARGET,
    UN_RELOCATE,
    UN_PRE,
    UN_UNREGISTER,
    UN_APPLY,
    UN_REGISTER,
    UN_STEPS
};

/* Where an effect or a reaction resumes when it is called again in the same step: s->resume. The
 * numbers are written in positions, so they stay; what 1 and 2 mean depends on who reads them. */
enum {
    UN_RESUME_START = 0,    /* the first call: nothing has been asked */
    UN_RESUME_BEGUN = 1,    /* an effect that has begun: s->left, s->seat and s->last are its own */
    UN_RESUME_DONE = 2,     /* an effect with nothing left to ask */
    UN_RESUME_DECLINED = 1, /* a reaction: the answer to its `may` was no, */
    UN_RESUME_ACCEPTED = 2, /* or yes */
    UN_RESUME_SAVED = 3,    /* a reaction: which card it saves has been asked */
    UN_RESUMES
};

/* Questions. Those from UN_ASK_SEATS on are chance's. */
enum {
    UN_ASK_NOTHING,
    UN_ASK_PLAY,
    UN_ASK_REACT,
    UN_ASK_MAY,
    UN_ASK_EFFECT,
    UN_ASK_PLAYER,
    UN_ASK_CARD,    /* step 1: from tables, the own hand, discard or nursery */
    UN_ASK_DISCARD, /* step 6, and the hand limit */
    UN_ASK_SEARCH,
    UN_ASK_TAKE,
    UN_ASK_SAVE,
    UN_ASK_SEATS,
    UN_ASK_DRAW,
    UN_ASK_QUICK,
    UN_ASK_PULL,
    UN_ASK_SHOW,
    UN_ASKS
};

enum { UN_ENDED_WON = 1, UN_ENDED_PILE, UN_ENDED_TURNS, UN_ENDED_RESOURCE };

typedef struct un_effect {
    uint8_t node, source;
    uint8_t owner : 4, who : 4; /* who: the player it was aimed at, or UN_NO_SEAT */
    uint8_t count;              /* how often; picks made; babies due */
    uint8_t card;               /* the one card it names without claiming it, or UN_NO_CARD */
    uint8_t hits;               /* cards that have it as their aim */
} un_effect;

/* aim[id]: the effect of this link whose target it is, from 1, and whether it is claimed. */
enum { UN_CLAIMED = 128 };

typedef struct un_state {
    uint64_t hash;
    uint64_t zones;   /* the part of it that the cards make */
    uint64_t touched; /* zones that are out of it while an answer is worked through */
    uint8_t stale;    /* the hash is not kept up */
    uint8_t phase, step, ask;
    uint8_t active;     /* whose turn it is */
    uint8_t seat;       /* who is asked */
    uint8_t k, t, u;    /* where the chain is: effect, listener, its trigger */
    uint8_t resume;     /* where in them: UN_RESUME_START and the like */
    uint8_t left, last; /* picks or draws to go; the card picked last */
    uint8_t cur, next;  /* effects at work, and waiting behind them */
    uint8_t skip, plays, played, bonus, extra;
    uint8_t ending, ended; /* the pile ran out; how the game ended */
    uint8_t to;            /* the player a card is played to */
    uint8_t open, first;   /* reactions: who has not answered; who is asked first */
    uint8_t listeners;     /* cards in reg */
    uint16_t turn;
    uint32_t answers;           /* four bits a seat: 0 none, or the number of an instant */
    uint16_t lasting[UN_SEATS]; /* of registered cards; with heard, worked out from reg */
    uint8_t heard[UN_EVENTS];
    uint8_t linked; /* some card may have a return link */
    uint8_t links;  /* of this chain so far; too many end the game, so it is in no hash */
    uint8_t end[UN_ZONES];
    un_effect fx[UN_LINK_SIZE];
    uint8_t pool[]; /* four arrays of as many as there are cards: see below */
} un_state;

/* Room for any state. */
typedef union un_state_buf {
    un_state s;
    unsigned char room[sizeof(un_state) + (size_t)4 * (UN_MAX_CARDS + 1)];
} un_state_buf;

/* What play asks of a card again and again, close together; the rest is in its kind. */
typedef struct un_card {
    uint8_t events, flags, first_trigger, triggers;
    uint16_t lasting;
    uint8_t type_bit, spare;
} un_card;

typedef struct un_rules {
    rules head;
    un_deck deck;
    int n;                             /* players */
    int cards;                         /* in all */
    ptrdiff_t note_at, aim_at, reg_at; /* where the arrays of a state start in its pool */
    int to_win;
    bool official, shuffle_seats;
    int max_turns;
    uint8_t any; /* types that "a card" means */
    uint8_t kind_of[UN_MAX_CARDS + 1];
    uint8_t type_of[UN_MAX_CARDS + 1];
    un_card card[UN_MAX_CARDS + 1];
    int doubles;               /* cards that count as two unicorns */
    float worth[UN_MAX_KINDS]; /* for the bot `evolved`: 0 the best, 1 the worst */
    un_sets sets;              /* for playouts */
} un_rules;

static inline const un_rules *un_of(const rules *r) {
    return (const un_rules *)(const void *)r;
}

/* --- the four arrays --- */

/* In a hand: who knows the card, a bit a seat. On a table: a return link, 8 * link + player, where
 * link is 0 for none, 1 for the end of the turn, else 1 + the number of the card that holds it. On
 * the stack: who played it. */
static inline uint8_t *un_note(const un_rules *r, un_state *s) {
    return s->pool + r->note_at;
}
static inline uint8_t *un_aim(const un_rules *r, un_state *s) {
    return s->pool + r->aim_at;
}
/* Cards whose triggers listen, in the order in which they were registered. */
static inline uint8_t *un_reg(const un_rules *r, un_state *s) {
    return s->pool + r->reg_at;
}
/* The same for reading; the cards themselves come first. */
#define UN_CARDS(s)   ((s)->pool)
#define UN_NOTE(r, s) ((s)->pool + (r)->note_at)
#define UN_AIM(r, s)  ((s)->pool + (r)->aim_at)
#define UN_REG(r, s)  ((s)->pool + (r)->reg_at)

/* --- zones --- */

enum { UN_STABLE, UN_UPGRADES, UN_DOWNGRADES };

static inline int un_table(int seat, int area) {
    return 3 * seat + area;
}
static inline int un_hand(const un_rules *r, int seat) {
    return 3 * r->n + seat;
}
static inline int un_stack(const un_rules *r) {
    return 4 * r->n;
}
static inline int un_nursery(const un_rules *r) {
    return 4 * r->n + 1;
}
static inline int un_discard(const un_rules *r) {
    return 4 * r->n + 2;
}
static inline int un_pile(const un_rules *r) {
    return 4 * r->n + 3;
}

static inline int un_from(const un_state *s, int zone) {
    assert(zone >= 0 && zone < UN_ZONES);
    return zone ? s->end[zone - 1] : 0;
}
static inline int un_size(const un_state *s, int zone) {
    return s->end[zone] - un_from(s, zone);
}
static inline int un_tables_end(const un_rules *r, const un_state *s) {
    return s->end[3 * r->n - 1];
}
static inline int un_hand_size(const un_rules *r, const un_state *s, int seat) {
    return un_size(s, un_hand(r, seat));
}

static inline int un_zone_at(const un_rules *r, const un_state *s, int pos) {
    int z = pos < un_tables_end(r, s) ? 0 : 3 * r->n;
    if (pos >= s->end[un_discard(r)]) return un_pile(r);
    while (s->end[z] <= pos) z++;
    return z;
}

static inline int un_pos(const un_rules *r, const un_state *s, int id) {
    const uint8_t *at = memchr(s->pool, id, (size_t)r->cards);
    assert(at); /* every card is somewhere */
    return (int)(at - s->pool);
}

/* Who holds the table card at a place. */
static inline int un_holder_at(const un_state *s, int pos) {
    int p = 0;
    while (s->end[3 * p + 2] <= pos) p++;
    return p;
}

/* Where on the tables a card is; -1 when it is on none. */
static inline int un_table_pos(const un_rules *r, const un_state *s, int id) {
    const uint8_t *at = memchr(s->pool, id, (size_t)un_tables_end(r, s));
    return at ? (int)(at - s->pool) : -1;
}

/* The seat on whose table it is, or -1. */
static inline int un_holder(const un_rules *r, const un_state *s, int id) {
    int pos = un_table_pos(r, s, id);
    return pos < 0 ? -1 : un_holder_at(s, pos);
}

static inline const un_kind *un_kind_of(const un_rules *r, int id) {
    return &r->deck.kind[r->kind_of[id]];
}

/* The type a card has on the table of `holder`, as a bit. */
static inline unsigned un_type_bit(const un_rules *r, const un_state *s, int id, int holder) {
    unsigned base = r->card[id].type_bit;
    return base & UN_SET_UNICORN && s->lasting[holder] & UN_PANDAS ? (unsigned)UN_SET_PANDA : base;
}

/* The types that an effect is about. "A card" means pandas too where the printed rules hold. */
static inline unsigned un_types(const un_rules *r, const un_node *n) {
    if (n->op == UN_OP_SWAP_UNICORN) return UN_SET_UNICORN;
    return (n->types & UN_SET_ANY) == UN_SET_ANY ? r->any : n->types;
}

static inline int un_area(const un_rules *r, int id) {
    int type = r->type_of[id];
    return type == UN_UPGRADE ? UN_UPGRADES : type == UN_DOWNGRADE ? UN_DOWNGRADES : UN_STABLE;
}

static inline const un_node *un_node_at(const un_rules *r, const un_effect *e) {
    assert(e->node < r->deck.nodes);
    return &r->deck.node[e->node];
}

/* Whether the pile is being searched; the seat that does so sees it. */
static inline bool un_in_pile(const un_rules *r, int ask, const un_effect *e) {
    return ask == UN_ASK_SEARCH && un_node_at(r, e)->arg == UN_ARG_PILE;
}

/* Who knows a card that all seats have seen. */
static inline uint8_t un_all_seats(const un_rules *r) {
    return (uint8_t)((1U << r->n) - 1);
}

#endif
