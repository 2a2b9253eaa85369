#ifndef ENGINE_GAME_GAME_HINTS_H
#define ENGINE_GAME_GAME_HINTS_H
/* The contract's table of hints for searches. None is required: a search plays the same game
 * without them, only worse. */

#include "engine/game/game.h"

typedef struct game_hints {
    /* The step changes the balance at once (a capture), so that no evaluation should be trusted
     * before it is answered. */
    bool (*noisy)(const rules *r, const void *s, action a);
    /* The noisy ones of legal(), in its order, where that is quicker than asking for each. */
    int (*noisy_list)(const rules *r, const void *s, const trail *t, action *out);
    /* A quick prior of each of n legal steps, as logarithms of odds: 0 where there is nothing to
     * say; a noisy step below 0 gives more than it takes. */
    void (*order)(const rules *r, const void *s, const action *list, int n, float *score);
    /* Hands the turn over as if the player could pass; false, and nothing done, where that proves
     * nothing. */
    bool (*skip)(const rules *r, void *s);
    /* The player to act has to answer a threat (a check), so that a search should not stop here. */
    bool (*urgent)(const rules *r, const void *s);
    /* The player to act is in the middle of a turn that may take any number of steps, so that one
     * more of them brings no other player's reply nearer. */
    bool (*goes_on)(const rules *r, const void *s);

    /* What a step is like, as a small number that similar steps share, whatever the position: in
     * most games the kind of piece and where it goes. */
    unsigned (*key)(const rules *r, const void *s, action a);
    /* key and noisy (0 or 1) of n legal steps, where that is quicker than asking for each. */
    void (*marks)(const rules *r, const void *s, const action *list, int n, int32_t *key,
                  int32_t *noisy);
    /* Where pieces take by going to a cell: whether a step wins at least this much, in thousandths
     * of the cheapest piece, when both sides take there as long as it pays. */
    bool (*exchange)(const rules *r, const void *s, action a, int threshold);
    /* After which of n legal steps the other player has to answer a threat (urgent), as far as can
     * be seen without playing them. */
    void (*threats)(const rules *r, const void *s, const action *list, int n, bool *out);

    /* For exact searches: a look ahead about as cheap as legal(). It fills those steps that can
     * still matter, the best prior first, such that one of the best is among them, and `utility`
     * with the most that each player can still get. It returns 0, and `utility` is what the players
     * do get, where best play is plain to see: the player to act wins with this token, or loses
     * with the next one in any case. What it leaves out of a list loses with the next token, so
     * that the listed steps are also the best for a player who hurries or holds out. */
    int (*promising)(const rules *r, const void *s, action *out, float *utility);
    /* A hash that a position shares with its mirror images, which have the same actor and the same
     * value for every player. */
    uint64_t (*class_hash)(const rules *r, const void *s);
    /* What each player's final points cannot fall below or rise above. */
    void (*bounds)(const rules *r, const void *s, int32_t *low, int32_t *high);
    /* Plays the rest of the game where best play of all players is plain to see: best for the rank
     * and for the points. False, and nothing done, elsewhere. The hash may be stale. */
    bool (*finish)(const rules *r, void *s);
} game_hints;

#endif
