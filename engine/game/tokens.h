#ifndef ENGINE_GAME_TOKENS_H
#define ENGINE_GAME_TOKENS_H
/* Tokens: what the outside sees of steps. Reading one against a position, writing one, and walking
 * over all that a position offers. Stateless; safe from any thread. */

#include "engine/game/game.h"

/* One token as steps. */
typedef struct token {
    action steps[GAME_MAX_STEPS];
    int count;
} token;

/* Reads an event ("d", "!6", "@2:pass") against a state and checks that it is legal there. The
 * codes are those of the protocol: game-over, wrong-seat, action-expected, chance-expected,
 * chance-impossible, illegal-action with the game's own reason. */
status token_read(state_ref x, const char *event, token *out, error *err);
/* The same, with steps that keep the spelling where the game has canonical(): for playing on. */
status token_read_exact(state_ref x, const char *event, token *out, error *err);

/* Fails at a chance node with an example of what may be announced there. */
status token_chance_expected(const rules *r, const void *s, error *err);

/* Strips "@k:" from an event into *rest and checks k against the actor (0 is chance's number). */
status token_seat(const rules *r, int actor, const char *event, const char **rest, error *err);

/* Writes an event, with its '!' at chance and its "@k:" at a reaction. s is the state before it. */
void token_write(const rules *r, const void *s, const token *tok, text *out);

/* Plays all steps of a token. */
void token_apply(const rules *r, void *s, trail *t, const token *tok);

/* Calls visit for every token of the player to act (at chance: every outcome), in canonical order.
 * visit returns false to stop early. ST_NOMEM, or ST_UNSUPPORTED where outcomes can only be
 * sampled. */
typedef bool (*token_visit)(void *ctx, const token *tok);
status token_walk(state_ref x, token_visit visit, void *ctx);

/* The same for every spelling of every token, in the order that the outside sees. The steps keep
 * the spelling where the game has canonical(). */
typedef bool (*token_spelling)(void *ctx, const token *tok, const char *name);
status token_spell(state_ref x, token_spelling visit, void *ctx);

/* One of the tokens (at chance: outcomes that can be listed), each as likely. */
status token_random(state_ref x, rng *g, token *out);

/* How many tokens there are, other spellings included; at chance the number of outcomes, 0 where
 * they are only sampled. */
status token_count(state_ref x, uint64_t *out);

bool token_equal(const token *a, const token *b);

/* Whether a word declines: no, pass, none, skip. */
bool token_declines(const char *word);

#endif
