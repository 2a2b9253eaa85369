#ifndef GAMES_UNICORNS_UNICORNS_VIEW_H
#define GAMES_UNICORNS_UNICORNS_VIEW_H
/* Views: what a seat, a spectator or the writer of a position knows of a game, without the numbers
 * of cards. Where a state has a card's number a view has its kind or its place, and what is not
 * known is UN_NO_CARD. The view UN_EVERYTHING is what the texts of positions are made of.
 *
 * Of other hands a seat knows what the masks say, a spectator only what is announced at the
 * moment. What others know is in no view. During a round of reactions a view waits for its own
 * answer, then for the outcome, whichever seat is being asked. */

#include "games/unicorns/rules/unicorns_rules.h"

enum { UN_SPECTATOR = 8, UN_EVERYTHING = 9 };

typedef struct un_view {
    uint8_t player; /* a seat, UN_SPECTATOR or UN_EVERYTHING */
    uint8_t phase, step, ask, active, seat, k, t, u, resume, left, last, cur, next;
    uint8_t skip, plays, played, bonus, extra, ending, ended, to, open, first, listeners, links;
    uint16_t turn;
    uint32_t answers;
    uint8_t end[UN_ZONES];
    un_effect fx[UN_LINK_SIZE];   /* source and card are places; a source off the tables is none */
    uint8_t source[UN_LINK_SIZE]; /* kinds of the sources */
    uint8_t pool[];               /* by place: kinds, notes, aims; then the listeners' places */
} un_view;

_Static_assert(sizeof(un_view) % 4 == 0, "flat, without padding");

/* Room for any view. */
typedef union un_view_buf {
    un_view v;
    unsigned char room[sizeof(un_view) + (size_t)4 * (UN_MAX_CARDS + 1)];
} un_view_buf;

size_t un_view_bytes(const un_rules *r);

struct token; /* engine/game/tokens.h */

void un_view_of(const un_rules *r, const un_state *s, int player, un_view *v);
/* A state that fits: what the view leaves open is dealt. */
void un_develop(const un_rules *r, const un_view *v, un_state *s, rng *g);
/* The same for what a text says: ST_BAD_FEN or ST_BAD_VIEW where no game could come there. */
status un_develop_checked(const un_rules *r, const un_view *v, un_state *s, status code,
                          error *err);

/* Contract functions. */
void un_observe(const rules *r, const void *s, int player, void *view);
void un_resample(const rules *r, const void *view, void *s, rng *g);
void un_view_start(const rules *r, int player, void *view);
uint64_t un_view_hash(const rules *r, const void *view);
int un_view_player(const rules *r, const void *view);

/* unicorns_seen.c: events as players see them. */
void un_seen_text(const rules *r, const void *s, const action *steps, int n, int player, text *out);
status un_view_apply(const rules *r, void *view, const char *event, error *err);
status un_view_deal(const rules *r, const void *view, const char *event, void *s, struct token *out,
                    error *err);

/* unicorns_line.c: the position, or a view, in one line. */
void un_write(const rules *r, const void *s, text *out);
status un_read(const rules *r, void *s, const char *line, error *err);
void un_view_write(const rules *r, const void *view, text *out);
status un_view_read(const rules *r, int player, void *view, const char *line, error *err);
status un_imply(const game *g, params *p, const char *line, error *err);

/* unicorns_check.c: what holds in every state. */
status un_check(const rules *r, const void *s, error *err);
/* Whether the question that is open is one that the effects at work can ask. */
bool un_asks_sense(const un_rules *r, const un_state *s);

#endif
