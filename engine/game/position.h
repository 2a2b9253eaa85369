#ifndef ENGINE_GAME_POSITION_H
#define ENGINE_GAME_POSITION_H
/* A position: rules, the flat state (or one seat's view of it), and the events that led here, for
 * undo, repetition and replay. Owned by one thread at a time; clones share the immutable rules.
 *
 * Chance. Without a seed a chance node waits for its outcome to be announced. With a seed every
 * open chance node is rolled from (seed, ply), so that each prefix and each takeback sees the
 * same outcomes. A node with a single outcome is settled silently: no ply, not written;
 * announced, it is checked and dropped. `ply` counts events, announced or rolled; on a view
 * those that were reported to it. */

#include "engine/game/game.h"
#include "engine/game/game_endings.h"
#include "engine/game/tokens.h"

typedef struct position position;

/* The start of a game, or of what seat `seat` (from 0; SEAT_ALL: everything) knows of it. */
status position_start(position **out, const game *g, const params *p, int seat, error *err);

/* From a one-line text; players and options the text implies are added to p's. ST_BAD_FEN, for a
 * view ST_BAD_VIEW. */
status position_read(position **out, const game *g, const params *p, int seat, const char *line,
                     error *err);

status position_clone(position **out, const position *p, error *err);
void position_destroy(position *p); /* NULL is welcome */

/* What one seat knows at this point, as a position of its own without history. ST_LEAK from the
 * view of another seat. */
status position_observe(position **out, const position *p, int seat, error *err);

/* The same rules in another state, without history; for questions of the kind `what if`. */
status position_with_state(position **out, const position *p, const void *state, error *err);

void position_set_seed(position *p, uint64_t seed); /* roll open chance nodes from now on */
void position_set_ply(position *p, unsigned ply);   /* number the events from here on (blobs) */
/* The same for what one viewer of a hidden game has seen: see position_seen(). */
void position_set_seen(position *p, int seat, unsigned count);

/* What front ends expect beyond the rules. With POSITION_OPEN_ENDS a state that is over by a claim,
 * or by a called end, is opened again at once (game_end() still reports it): legal steps are
 * listed and searches start there. Without it such a state is over, but events that follow are
 * played. With POSITION_NULL_MOVES the event 0000 hands the turn over where the game knows that.
 * From now on, and in clones. */
enum { POSITION_OPEN_ENDS = 1, POSITION_NULL_MOVES = 2 };
void position_allow(position *p, unsigned flags);

/* The player to act claims the end: the state is over, until an event is played or the ends are
 * opened again. ST_UNSUPPORTED where there is nothing to claim. */
status position_claim(position *p, error *err);

/* Applies one event; on failure nothing has changed. Rolls open chance nodes before an action if
 * there is a seed; position_resolve() rolls those left open at the end. */
status position_play(position *p, const char *event, error *err);
status position_resolve(position *p, error *err);

/* Takes back n tokens, each with the rolled outcomes after it; on failure nothing has changed. */
status position_undo(position *p, unsigned n, error *err);

/* Back to the first `ply` events. */
void position_cut(position *p, unsigned ply);

/* Reads an event without playing it; `canonical` (may be NULL) gets its canonical spelling. On a
 * view, for what another seat does, ST_OK means that it is possible. */
status position_verify(const position *p, const char *event, text *canonical, error *err);

const rules *position_rules(const position *p);
int position_seat(const position *p);           /* whose view, or SEAT_ALL */
const void *position_data(const position *p);   /* the state, or the view if seat is not SEAT_ALL */
const trail *position_trail(const position *p); /* NULL unless the game can repeat */
trail *position_trail_edit(position *p);
state_ref position_ref(const position *p); /* of a full position: rules, state and trail */
unsigned position_ply(const position *p);
/* How many events a seat (or SEAT_PUBLIC) has seen something of: the ply on its view. Chance with
 * one outcome counts, as a view may not know that there was no other. */
unsigned position_seen(const position *p, int seat);
unsigned position_first_ply(const position *p); /* the ply before the first event held here */
uint64_t position_key(const position *p);       /* hash of the state or of the view */

/* Event number i (from position_first_ply) as text; NULL if there is none. */
const char *position_event(const position *p, unsigned ply);
/* The moment before event number `ply` (k = 0), and before each outcome that followed it silently
 * (k = 1, 2, …). False after the last. What *out points to lives until the position changes. */
typedef struct position_moment {
    const void *data;  /* the state, or the view */
    const char *event; /* what came next */
    trail trail;       /* empty unless the game can repeat; not to be changed */
} position_moment;
bool position_moment_at(const position *p, unsigned ply, unsigned k, position_moment *out);
/* Reports every event held here as `seat` (or SEAT_PUBLIC) saw it, in order: what its view has to
 * hear, chance with one outcome included. SEAT_ALL: the events themselves. `ply` is the true number
 * of the event. */
typedef void (*position_listener)(void *ctx, unsigned ply, const char *event);
status position_report(const position *p, int seat, position_listener hear, void *ctx, error *err);
/* What a seat of a hidden game knew before the first of these events, as a view text. */
status position_report_start(const position *p, int seat, text *out, error *err);
/* What of its text was read otherwise than it is written: a sentence, or empty. */
const char *position_note(const position *p);
/* The text of the position before the first event, NULL if it is the game's default start. */
const char *position_origin(const position *p);

/* The position text, or the view text. */
void position_write(const position *p, text *out);

/* ST_OK, or ST_TOO_MUCH_WORK and where: the rules took too long here, and the game is drawn. */
status position_trouble(const position *p, error *err);

/* A state that fits: the state itself, or one dealt from the view. `s` has state_size bytes. */
void position_world(const position *p, rng *g, void *s);

#endif
