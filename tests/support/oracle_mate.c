#include "tests/support/oracle_mate.h"

#include <assert.h>

/* The reply that last saved the defender, by the number of moves left: it often does so again. */
typedef struct replies {
    oracle_move saving[ORACLE_MATE_MOST];
} replies;

static bool attack(const oracle_chess *g, int n, replies *r);

static bool same_move(oracle_move a, oracle_move b) {
    return a.from == b.from && a.to == b.to && a.promoted == b.promoted;
}

static void bring_forward(oracle_move *list, int count, oracle_move wanted) {
    for (int i = 1; i < count; i++)
        if (same_move(list[i], wanted)) {
            list[i] = list[0];
            list[0] = wanted;
        }
}

static oracle_chess after_move(const oracle_chess *g, oracle_move m) {
    oracle_chess after = *g;
    oracle_chess_apply(&after, m);
    return after;
}

static bool defend(const oracle_chess *g, int n, replies *r) {
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(g, list);
    if (count == 0) return oracle_chess_check(g);
    if (n == 0) return false;
    bring_forward(list, count, r->saving[n]);
    for (int i = 0; i < count; i++) {
        oracle_chess after = after_move(g, list[i]);
        if (attack(&after, n, r)) continue;
        r->saving[n] = list[i];
        return false;
    }
    return true;
}

/* Checks first; the last move is always one. */
static bool attack(const oracle_chess *g, int n, replies *r) {
    oracle_move list[ORACLE_WORDS], quiet[ORACLE_WORDS];
    int count = oracle_chess_list(g, list), quiets = 0;
    for (int i = 0; i < count; i++) {
        oracle_chess after = after_move(g, list[i]);
        if (!oracle_chess_check(&after))
            quiet[quiets++] = list[i];
        else if (defend(&after, n - 1, r))
            return true;
    }
    for (int i = 0; n > 1 && i < quiets; i++) {
        oracle_chess after = after_move(g, quiet[i]);
        if (defend(&after, n - 1, r)) return true;
    }
    return false;
}

bool oracle_mate_in(const oracle_chess *g, int n) {
    assert(n <= ORACLE_MATE_MOST);
    replies r = {0};
    return n > 0 && attack(g, n, &r);
}

bool oracle_mate_among(const oracle_chess *g, int n, const oracle_move *moves, int count) {
    assert(n > 0 && n <= ORACLE_MATE_MOST);
    replies r = {0};
    for (int i = 0; i < count; i++) {
        oracle_chess after = after_move(g, moves[i]);
        if (defend(&after, n - 1, &r)) return true;
    }
    return false;
}

int oracle_mate_keys(const oracle_chess *g, int n, oracle_move out[ORACLE_WORDS]) {
    assert(n > 0 && n <= ORACLE_MATE_MOST);
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(g, list), keys = 0;
    replies r = {0};
    for (int i = 0; i < count; i++) {
        oracle_chess after = after_move(g, list[i]);
        if (defend(&after, n - 1, &r)) out[keys++] = list[i];
    }
    return keys;
}
