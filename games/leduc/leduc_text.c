#include "games/leduc/leduc_text.h"

#include <string.h>

static const char cards[] = "-JQK?";  /* by rank */
static const char letters[] = " fcr"; /* by bet */

static const char *const bet_names[] = {"", "fold", "call", "raise"};

const char *leduc_slot_name(int slot) {
    static const char *const names[] = {"", "p1", "p2", "board"};
    return names[slot];
}

/* --- tokens --- */

action leduc_parse(const char *token) {
    for (unsigned bet = LEDUC_FOLD; bet <= LEDUC_RAISE; bet++)
        if (strcmp(token, bet_names[bet]) == 0) return bet;
    for (unsigned slot = LEDUC_SLOT_P1; slot <= LEDUC_SLOT_BOARD; slot++) {
        const char *name = leduc_slot_name((int)slot);
        if (!text_starts(token, name)) continue;
        const char *rest = token + strlen(name);
        for (unsigned rank = LEDUC_JACK; rank <= LEDUC_KING; rank++)
            if (rest[0] == '=' && rest[1] == cards[rank] && !rest[2]) return slot << 2 | rank;
    }
    return ACTION_NONE;
}

static status refuse(error *err, const char *reason, const leduc_table *t, const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "pot=%d,%d", t->pot[0], t->pot[1]);
    return st;
}

status leduc_verify_bet(const leduc_table *t, action bet, error *err) {
    if (!leduc_betting(t)) return refuse(err, "game-over", t, "the betting is over");
    if (bet < LEDUC_FOLD || bet > LEDUC_RAISE)
        return refuse(err, "bad-action", t, "an action is fold, call or raise");
    if (bet == LEDUC_FOLD && !leduc_facing(t))
        return refuse(err, "nothing-to-fold", t, "there is no bet to fold to; call is a check");
    if (bet == LEDUC_RAISE && !leduc_may_raise(t))
        return refuse(err, "raise-limit", t, "there were two raises in this round already");
    return ST_OK;
}

static status verify_deal(const leduc_state *s, action a, error *err) {
    int slot = leduc_slot(&s->table);
    int rank = (int)(a & 3);
    if (a >> 2 != (action)slot || rank == LEDUC_NO_CARD) {
        status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "the next card is %s=J, Q or K",
                              leduc_slot_name(slot));
        error_reason(err, "bad-outcome", "expected=%s", leduc_slot_name(slot));
        return st;
    }
    if (leduc_left(s, rank) > 0) return ST_OK;
    status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "both %c are dealt already", cards[rank]);
    error_reason(err, "no-such-card", "card=%c", cards[rank]);
    return st;
}

status leduc_verify(const rules *r, const void *state, const trail *t, const action *steps, int n,
                    error *err) {
    (void)r;
    (void)t;
    const leduc_state *s = state;
    action a = n == 1 ? steps[0] : ACTION_NONE;
    return leduc_slot(&s->table) ? verify_deal(s, a, err) : leduc_verify_bet(&s->table, a, err);
}

void leduc_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    (void)n;
    if (steps[0] <= LEDUC_RAISE)
        text_put(out, bet_names[steps[0]]);
    else
        text_format(out, "%s=%c", leduc_slot_name((int)(steps[0] >> 2)), cards[steps[0] & 3]);
}

status leduc_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                       error *err) {
    (void)r;
    *n = 1;
    steps[0] = leduc_parse(token);
    if (steps[0] != ACTION_NONE) return ST_OK;
    bool deal = leduc_slot(&((const leduc_state *)s)->table) != 0;
    status st =
        deal ? error_set(err, ST_CHANCE_IMPOSSIBLE, "a deal is p1=, p2= or board= and J, Q or K")
             : error_set(err, ST_ILLEGAL_ACTION, "an action is fold, call or raise");
    error_reason(err, deal ? "bad-outcome" : "bad-action", "token=%.40s", token);
    return st;
}

void leduc_describe(const rules *r, const void *state, const action *steps, int n, text *out) {
    static const char *const names[] = {"", "jack", "queen", "king"};
    (void)r;
    (void)n;
    const leduc_table *t = &((const leduc_state *)state)->table;
    int own = t->pot[t->mover];
    int other = t->pot[t->mover ^ 1];
    int rank = (int)(steps[0] & 3);
    if (steps[0] == LEDUC_FOLD)
        text_format(out, "fold, and lose %d", own);
    else if (steps[0] == LEDUC_CALL && own == other)
        text_put(out, "check");
    else if (steps[0] == LEDUC_CALL)
        text_format(out, "call: put in %d", other - own);
    else if (steps[0] == LEDUC_RAISE)
        text_format(out, "raise by %d: put in %d",
                    t->stage == LEDUC_BET_1 ? LEDUC_RAISE_1 : LEDUC_RAISE_2,
                    other - own + (t->stage == LEDUC_BET_1 ? LEDUC_RAISE_1 : LEDUC_RAISE_2));
    else if (steps[0] >> 2 == LEDUC_SLOT_BOARD)
        text_format(out, "the board card is a %s", names[rank]);
    else
        text_format(out, "seat %d is dealt a %s", (int)(steps[0] >> 2), names[rank]);
}

/* --- the position in one line -----------------------------------------------------------------
 * p=0 hands=J,K board=- pot=1,1 bets=-. The bets are those of the round that is on or was last: the
 * board card clears them. So they tell a round that is over from one that is on. */

static void write_bets(const leduc_table *t, text *out) {
    if (!t->bets) text_char(out, '-');
    for (int i = 0; i < leduc_bet_count(t); i++) text_char(out, letters[leduc_bet_at(t, i)]);
}

void leduc_line_write(const uint8_t hand[2], const leduc_table *t, text *out) {
    text_format(
        out, "p=%c hands=%c,%c board=%c pot=%d,%d bets=", leduc_betting(t) ? '0' + t->mover : '-',
        cards[hand[0]], cards[hand[1]], cards[t->board], t->pot[0], t->pot[1]);
    write_bets(t, out);
}

static bool take(const char **at, const char *word) {
    if (!text_starts(*at, word)) return false;
    *at += strlen(word);
    return true;
}

static bool take_card(const char **at, uint8_t *out) {
    const char *found = **at ? strchr(cards, **at) : NULL;
    if (!found) return false;
    *out = (uint8_t)(found - cards);
    ++*at;
    return true;
}

/* 1 to 13, which is all that a player can have put in. */
static bool take_chips(const char **at, uint8_t *out) {
    int n = 0;
    const char *c = *at;
    for (; text_is_digit(*c) && c - *at < 2; c++) n = n * 10 + (*c - '0');
    if (**at == '0' || n < LEDUC_ANTE || n > LEDUC_MAX_CHIPS) return false;
    *at = c;
    *out = (uint8_t)n;
    return true;
}

static bool take_bets(const char **at, uint8_t *out) {
    unsigned bets = 0;
    if (!take(at, "-")) {
        int i = 0;
        for (const char *l; i < 4 && **at && (l = strchr(letters + 1, **at)); i++, ++*at)
            bets |= (unsigned)(l - letters) << 2 * i;
        if (i == 0) return false;
    }
    *out = (uint8_t)bets;
    return **at == '\0';
}

/* The fields as they stand; *p is the character after p=. */
static status parse(char *p, uint8_t hand[2], leduc_table *t, const char *at, status code,
                    error *err) {
    memset(t, 0, sizeof *t);
    if (!take(&at, "p=") || !*at || !strchr("01-", *at))
        return error_set(err, code, "p: expected p=0, p=1 or p=- where no seat bets");
    *p = *at++;
    if (!take(&at, " hands=") || !take_card(&at, &hand[0]) || !take(&at, ",") ||
        !take_card(&at, &hand[1]))
        return error_set(err, code, "hands: expected two of J, Q, K, ? and - as in ' hands=J,-'");
    if (!take(&at, " board=") || !take_card(&at, &t->board) || t->board == LEDUC_UNSEEN)
        return error_set(err, code, "board: expected ' board=' and J, Q, K or -");
    if (!take(&at, " pot=") || !take_chips(&at, &t->pot[0]) || !take(&at, ",") ||
        !take_chips(&at, &t->pot[1]))
        return error_set(err, code, "pot: expected ' pot=' and each player's chips, 1 to %d",
                         LEDUC_MAX_CHIPS);
    if (!take(&at, " bets=") || !take_bets(&at, &t->bets))
        return error_set(err, code, "bets: expected ' bets=' and - or up to 4 of f, c and r");
    return ST_OK;
}

status leduc_line_read(uint8_t hand[2], leduc_table *t, const char *line, status code, error *err) {
    char p = 0;
    leduc_table facts;
    status st = parse(&p, hand, &facts, line, code, err);
    if (st != ST_OK) return st;
    if (hand[0] == LEDUC_NO_CARD && hand[1] != LEDUC_NO_CARD)
        return error_set(err, code, "hands: seat 0 is dealt its card before seat 1");
    if (facts.board && facts.board == hand[0] && facts.board == hand[1])
        return error_set(err, code, "board: there is no third %c", cards[facts.board]);
    const char *field;
    int dealt = (hand[0] != LEDUC_NO_CARD) + (hand[1] != LEDUC_NO_CARD);
    if (!leduc_rebuild(t, dealt, &facts, &field))
        return error_set(err, code, "%s: does not fit the other fields; no betting leads there",
                         field);
    char expected = (char)(leduc_betting(t) ? '0' + t->mover : '-');
    if (p != expected)
        return error_set(err, code, "p: by cards and bets it must be p=%c", expected);
    return ST_OK;
}

void leduc_write(const rules *r, const void *state, text *out) {
    (void)r;
    const leduc_state *s = state;
    leduc_line_write(s->hand, &s->table, out);
}

status leduc_read(const rules *r, void *state, const char *line, error *err) {
    (void)r;
    leduc_state *s = state;
    status st = leduc_line_read(s->hand, &s->table, line, ST_BAD_FEN, err);
    if (st != ST_OK) return st;
    if (s->hand[0] == LEDUC_UNSEEN || s->hand[1] == LEDUC_UNSEEN)
        return error_set(err, ST_BAD_FEN, "hands: ? is for views; here both cards must be named");
    return ST_OK;
}

/* --- for people --- */

/* The other's card stays face down after the end too: no event shows it to a view either. */
static char card_seen(const leduc_state *s, int i, int seat) {
    bool hidden = leduc_hand_dealt(&s->table, i) && seat != SEAT_ALL && seat != i;
    return cards[hidden ? LEDUC_UNSEEN : s->hand[i]];
}

static void draw_card(char card, bool colours, text *out) {
    if (colours && card != '-' && card != '?')
        text_format(out, "\033[1;33m%c\033[0m", card);
    else
        text_char(out, card);
}

void leduc_draw(const rules *r, const void *state, int seat, bool colours, text *out) {
    static const char *const stages[] = {"seat 1 is dealt a card",
                                         "seat 2 is dealt a card",
                                         "round 1",
                                         "the board card is dealt",
                                         "round 2",
                                         "over"};
    (void)r;
    const leduc_state *s = state;
    const leduc_table *t = &s->table;
    for (int i = 0; i < 2; i++) {
        bool mover = leduc_betting(t) && t->mover == i;
        text_format(out, "%c seat %d  ", mover ? '>' : ' ', i + 1);
        draw_card(card_seen(s, i, seat), colours, out);
        text_format(out, "  %2d in\n", t->pot[i]);
    }
    text_put(out, "  board   ");
    draw_card(cards[t->board], colours, out);
    text_format(out, "  %s, bets ", stages[t->stage]);
    write_bets(t, out);
    text_char(out, '\n');
}
