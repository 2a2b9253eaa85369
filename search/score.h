#ifndef SEARCH_SCORE_H
#define SEARCH_SCORE_H
/* A line's value as one number for the deciding seat, as front ends and people want it: how far a
 * proven end is, or hundredths of a pawn or of a point. */

#include "search/searcher.h"

enum { SCORE_LIMIT = 10000 };

/* What a score is to the value that the search has. */
typedef enum score_bound { SCORE_ITSELF, SCORE_AT_MOST, SCORE_AT_LEAST } score_bound;

typedef struct line_score {
    int mate; /* own decisions to a proven end that the pv shows, negative when lost; 0: none */
    int cp;   /* where mate is 0 */
    score_bound bound; /* what cp or mate is to the value */
} line_score;

/* An expected score in 0..1 as centipawns, by the curve that front ends use to turn them back. */
int score_of_value(double p);

/* Whether a line knows what points players get: playouts or the end of the pv have shown. */
static inline bool score_has_points(const rules *r, const search_line *line) {
    return r->traits & GAME_POINTS && (line->visits || line->ended);
}

/* Of a line alone. With points the cp are the lead in hundredths of a point. `plies` counts the
 * decisions of all players to the end instead of the seat's own. */
line_score score_of_line(const position *root, const search_line *line, int seat, bool plies);

/* Of a line listed after one with score `before`. Lines are listed as the search would choose them,
 * which is not by the average alone, so a line may have a better average than the one before it.
 * The scores say what the order says: that such a line is surely as good as its lower bound, or
 * that it is not shown to be better than the line before. */
line_score score_of_next(const position *root, const search_line *line, int seat, bool plies,
                         const line_score *before);

void score_write(const line_score *s, text *out); /* "mate in 3", "mated in 2" or "cp +12" */

#endif
