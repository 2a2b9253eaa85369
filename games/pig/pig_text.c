#include "games/pig/pig_text.h"

#include <stdio.h>
#include <string.h>

/* --- tokens --- */

static status refuse(error *err, const char *reason, const pig_state *s, const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "score=%d turn=%d", s->score[s->player], s->turn);
    return st;
}

status pig_verify(const rules *r, const void *state, const trail *t, const action *steps, int n,
                  error *err) {
    (void)t;
    const pig_state *s = state;
    action a = n == 1 ? steps[0] : ACTION_NONE;
    if (s->phase == PIG_FALL) {
        if (a >= 1 && a <= PIG_FACES) return ST_OK;
        status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "the die shows 1 to 6");
        error_reason(err, "bad-outcome", "%s", "");
        return st;
    }
    if (s->phase == PIG_OVER) return refuse(err, "game-over", s, "the game is over");
    if (a == PIG_ROLL && !pig_can_roll(pig_of(r), s))
        return refuse(err, "already-enough", s, "holding wins, so there is nothing to roll for");
    if (a == PIG_HOLD && !pig_can_hold(s))
        return refuse(err, "nothing-to-hold", s, "a turn starts with a roll: the total is 0");
    if (a == PIG_ROLL || a == PIG_HOLD) return ST_OK;
    return refuse(err, "bad-action", s, "an action is roll or hold");
}

void pig_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    (void)n;
    if (steps[0] == PIG_ROLL)
        text_put(out, "roll");
    else if (steps[0] == PIG_HOLD)
        text_put(out, "hold");
    else
        text_char(out, (char)('0' + (int)steps[0]));
}

status pig_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                     error *err) {
    (void)r;
    *n = 1;
    if (strcmp(token, "roll") == 0) {
        steps[0] = PIG_ROLL;
        return ST_OK;
    }
    if (strcmp(token, "hold") == 0) {
        steps[0] = PIG_HOLD;
        return ST_OK;
    }
    if (token[0] >= '1' && token[0] <= '0' + PIG_FACES && !token[1]) {
        steps[0] = (action)(token[0] - '0');
        return ST_OK;
    }
    bool fall = ((const pig_state *)s)->phase == PIG_FALL;
    status st = fall ? error_set(err, ST_CHANCE_IMPOSSIBLE, "the die shows 1 to 6")
                     : error_set(err, ST_ILLEGAL_ACTION, "an action is roll or hold");
    error_reason(err, fall ? "bad-outcome" : "bad-action", "token=%.40s", token);
    return st;
}

void pig_describe(const rules *r, const void *state, const action *steps, int n, text *out) {
    (void)n;
    const pig_state *s = state;
    unsigned after = pig_total(s);
    if (steps[0] == PIG_ROLL && s->turn == 0)
        text_put(out, "roll the die");
    else if (steps[0] == PIG_ROLL)
        text_format(out, "roll the die, with %d at stake", s->turn);
    else if (steps[0] == PIG_HOLD)
        text_format(out, "hold: bank %d for a score of %u%s", s->turn, after,
                    after >= pig_of(r)->target ? ", and win" : "");
    else if (steps[0] == 1)
        text_format(out, "the die shows 1: seat %d loses %d and the turn", s->player + 1, s->turn);
    else
        text_format(out, "the die shows %d: seat %d has %d this turn", (int)steps[0], s->player + 1,
                    s->turn + (int)steps[0]);
}

/* --- the position in one line -----------------------------------------------------------------
 * p=0 turn=0 s=0,0 target=100, and " roll" after it while the die is to fall. */

void pig_write(const rules *r, const void *state, text *out) {
    const pig_state *s = state;
    text_format(out, "p=%d turn=%d s=", s->player, s->turn);
    for (int i = 0; i < r->players; i++) text_format(out, i ? ",%d" : "%d", s->score[i]);
    text_format(out, " target=%d%s", pig_of(r)->target, s->phase == PIG_FALL ? " roll" : "");
}

typedef struct pig_line {
    pig_state state; /* without the hash; PIG_OVER is not known yet */
    int players;
    uint16_t target;
} pig_line;

static bool take(const char **at, const char *word) {
    if (!text_starts(*at, word)) return false;
    *at += strlen(word);
    return true;
}

/* A number without leading zeros, small enough for every total. */
static bool take_number(const char **at, uint16_t *out) {
    unsigned n = 0;
    const char *c = *at;
    for (; text_is_digit(*c) && c - *at < 4; c++) n = n * 10 + (unsigned)(*c - '0');
    if (c == *at || text_is_digit(*c) || (**at == '0' && c - *at > 1)) return false;
    *at = c;
    *out = (uint16_t)n;
    return true;
}

static status parse(pig_line *l, const char *at, error *err) {
    memset(l, 0, sizeof *l);
    pig_state *s = &l->state;
    uint16_t player = 0;
    if (!take(&at, "p=") || !take_number(&at, &player) || player >= GAME_MAX_PLAYERS)
        return error_set(err, ST_BAD_FEN, "p: expected p=<seat whose turn it is, from 0>");
    s->player = (uint8_t)player;
    if (!take(&at, " turn=") || !take_number(&at, &s->turn))
        return error_set(err, ST_BAD_FEN, "turn: expected ' turn=<total of this turn>' after p");
    if (!take(&at, " s=")) return error_set(err, ST_BAD_FEN, "s: expected ' s=' after turn");
    do {
        if (l->players == GAME_MAX_PLAYERS)
            return error_set(err, ST_BAD_FEN, "s: more than %d scores", GAME_MAX_PLAYERS);
        if (!take_number(&at, &s->score[l->players]))
            return error_set(err, ST_BAD_FEN, "s: score %d is not a number up to 9999",
                             l->players + 1);
        l->players++;
    } while (take(&at, ","));
    if (l->players < 2) return error_set(err, ST_BAD_FEN, "s: expected 2 scores or more");
    if (!take(&at, " target=") || !take_number(&at, &l->target) || l->target < PIG_TARGET_MIN ||
        l->target > PIG_TARGET_MAX)
        return error_set(err, ST_BAD_FEN, "target: expected ' target=<%d to %d>' after s",
                         PIG_TARGET_MIN, PIG_TARGET_MAX);
    s->phase = take(&at, " roll") ? PIG_FALL : PIG_DECIDE;
    if (*at) return error_set(err, ST_BAD_FEN, "after target comes nothing but ' roll'");
    return ST_OK;
}

/* Whether a turn can have come to this total from this score: some last roll of 2 to 6 was legal,
 * and what was there before it is no 1, which no sum of such rolls gives. */
static bool turn_fits(unsigned score, unsigned turn, unsigned target) {
    if (turn == 0) return true;
    for (unsigned face = 2; face <= PIG_FACES && face <= turn; face++)
        if (turn - face != 1 && score + turn - face < target) return true;
    return false;
}

static status sound_scores(const pig_rules *r, const pig_state *s, status code, error *err) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        if (i >= r->head.players && s->score[i])
            return error_set(err, code, "s: a score for no seat");
        if (!turn_fits(0, s->score[i], r->target))
            return error_set(err, code, "s: seat %d cannot reach a score of %d", i, s->score[i]);
        if (i != s->player && s->score[i] >= r->target)
            return error_set(err, code, "s: seat %d has won, so p must be %d", i, i);
    }
    return ST_OK;
}

status pig_sound(const pig_rules *r, const pig_state *s, status code, error *err) {
    static const uint8_t zero[sizeof s->zero] = {0};
    if (memcmp(s->zero, zero, sizeof zero) != 0)
        return error_set(err, code, "the spare bytes are not zero");
    if (s->player >= r->head.players)
        return error_set(err, code, "p: seats are 0 to %d", r->head.players - 1);
    status st = sound_scores(r, s, code, err);
    if (st != ST_OK) return st;
    bool won = s->score[s->player] >= r->target;
    if (won && (s->turn || s->phase == PIG_FALL))
        return error_set(err, code, "turn: seat %d has won, so no turn is on", s->player);
    if (won != (s->phase == PIG_OVER))
        return error_set(err, code, "the phase does not fit the scores");
    if (!turn_fits(s->score[s->player], s->turn, r->target))
        return error_set(err, code, "turn: a total of %d cannot be reached from a score of %d",
                         s->turn, s->score[s->player]);
    if (s->phase == PIG_FALL && !pig_can_roll(r, s))
        return error_set(err, code, "roll: holding wins, so there is nothing to roll for");
    return ST_OK;
}

status pig_read(const rules *rules_in, void *state, const char *line, error *err) {
    const pig_rules *r = pig_of(rules_in);
    pig_line l;
    status st = parse(&l, line, err);
    if (st != ST_OK) return st;
    if (l.players != r->head.players)
        return error_set(err, ST_BAD_FEN, "s: %d scores for %d players", l.players,
                         r->head.players);
    if (l.target != r->target)
        return error_set(err, ST_BAD_FEN, "target: %d, but the rules were opened with %d", l.target,
                         r->target);
    pig_state *s = state;
    *s = l.state;
    if (s->player < l.players && s->score[s->player] >= r->target && s->phase == PIG_DECIDE)
        s->phase = PIG_OVER;
    st = pig_sound(r, s, ST_BAD_FEN, err);
    if (st == ST_OK) s->hash = pig_rehash(r, s);
    return st;
}

status pig_imply(const game *g, params *p, const char *line, error *err) {
    pig_line l;
    status st = parse(&l, line, err);
    if (st != ST_OK) return st;
    if (params_int(p, "target", PIG_TARGET) != l.target) {
        char value[8];
        (void)snprintf(value, sizeof value, "%d", l.target);
        st = params_set(p, g, "target", value, err);
        if (st != ST_OK) return st;
    }
    p->players = l.players;
    return ST_OK;
}

/* --- for people --- */

enum { BAR = 30 };

static void draw_bar(const pig_state *s, int i, int target, bool colours, text *out) {
    int banked = s->score[i] * BAR / target;
    if (banked > BAR) banked = BAR;
    int total = i == s->player ? (s->score[i] + s->turn) * BAR / target : banked;
    if (total > BAR) total = BAR;
    if (colours) text_put(out, "\033[32m");
    text_repeat(out, '#', banked);
    if (colours) text_put(out, "\033[33m");
    text_repeat(out, '+', total - banked);
    if (colours) text_put(out, "\033[0m");
    text_repeat(out, '.', BAR - total);
}

void pig_draw(const rules *r, const void *state, int seat, bool colours, text *out) {
    static const char *const what[] = {"to choose", "rolls", "has won"};
    (void)seat;
    const pig_state *s = state;
    int target = pig_of(r)->target;
    for (int i = 0; i < r->players; i++) {
        bool mover = i == s->player;
        if (colours && mover) text_put(out, "\033[1m");
        text_format(out, "%c seat %d %5d  ", mover ? '>' : ' ', i + 1, s->score[i]);
        if (colours && mover) text_put(out, "\033[0m");
        draw_bar(s, i, target, colours, out);
        text_char(out, '\n');
    }
    text_format(out, "  target %5d  turn total %d, seat %d %s\n", target, s->turn, s->player + 1,
                what[s->phase]);
}
