#include "arena/node_score.h"

#include "engine/notation/spelling.h"

enum { MAX_DEPTH = 1000, MAX_MATE = 1000 }; /* that the readers take */

bool node_score_fits(const rules *r) {
    return r->players == 2 && (spelling_for(r) == SPELLING_SAN || r->traits & GAME_POINTS);
}

void node_score_set(game_node *n, const line_score *s, int seat, unsigned depth) {
    int sign = seat == 0 ? 1 : -1;
    /* The winner has made one of the moves that are counted, the loser none that counts. */
    int mate = s->mate > 0 ? s->mate - 1 : s->mate;
    n->has_eval = s->mate ? mate != 0 && mate >= -MAX_MATE && mate <= MAX_MATE : true;
    n->eval_mate = n->has_eval ? sign * mate : 0;
    n->eval = s->mate ? 0 : sign * s->cp / 100.0;
    n->eval_depth = n->has_eval && depth <= MAX_DEPTH ? (int)depth : 0;
}
