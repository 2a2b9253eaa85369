#ifndef ENGINE_RULES_BOOK_RULEBOOK_VIEW_H
#define ENGINE_RULES_BOOK_RULEBOOK_VIEW_H
/* What one player of a rules text with hidden cards knows. A view is the state with the cards that
 * the player does not know taken out, how many cards there are in each place, and the cards that
 * are in places that are not known. */

#include "engine/game/game_views.h"
#include "engine/rules/machine/cards.h"

typedef struct rb_view {
    int32_t seat; /* CARDS_PUBLIC: a spectator */
    int32_t zero;
    /* then the state; then the cards that are somewhere, by kind; then the number of cards of each
     * holder of each area */
} rb_view;

static inline void *rb_view_state(void *view) {
    return (unsigned char *)view + sizeof(rb_view);
}
static inline const void *rb_view_state_in(const void *view) {
    return (const unsigned char *)view + sizeof(rb_view);
}
/* Cards somewhere, by kind; after them the sizes. */
static inline int32_t *rb_view_pool(const program *b, void *view) {
    return (int32_t *)(void *)((unsigned char *)view + sizeof(rb_view) + b->head.state_size);
}
static inline const int32_t *rb_view_pool_in(const program *b, const void *view) {
    return (const int32_t *)(const void *)((const unsigned char *)view + sizeof(rb_view) +
                                           b->head.state_size);
}
int rb_view_places(const program *b); /* holders of all areas */
/* The number of a holder among them. */
int rb_view_place(const program *b, int which, int holder);
uint32_t rb_view_size(const program *b);

/* A card that has to be in an area of a player of a world (or in the deck), and kinds that the
 * player's areas must not have besides. */
typedef struct rb_forced {
    int player, area;
    int kind; /* -1: none */
    int32_t voids[RB_SECRETS];
} rb_forced;

/* A world that fits the view; false where there is none with what is forced (NULL: nothing is),
 * and then s is as it was. */
bool rb_view_deal_world(const program *b, const void *view, void *s, rng *g,
                        const rb_forced *forced);
void rb_observe(const rules *r, const void *s, int player, void *view);
void rb_resample(const rules *r, const void *view, void *s, rng *g);

/* --- rulebook_cards.c: places of cards as text --- */

/* " cards=S7+H9*2/?3/-" and what is known of them; view: NULL, or the view that s is the state of. */
void rb_write_cards(const program *b, const void *s, const void *view, int which, text *out);
bool rb_cards_empty(const program *b, const void *s, const void *view, int which);
void rb_put_cards(const program *b, const int32_t *counts, text *out); /* "S7+H9*2", or "-" */
/* The word and value of a position text; false, and *why: not good. *known: it is such a word. */
bool rb_read_cards(const program *b, void *s, void *view, const char *word, const char *value,
                   const char **why);
bool rb_is_cards_word(const program *b, const char *word);
bool rb_check_cards(const program *b, const void *s, const char **why);

/* --- rulebook_event.c: events as they are seen --- */

void rb_seen_text(const rules *r, const void *s, const action *steps, int n, int player, text *out);
status rb_view_apply(const rules *r, void *view, const char *event, error *err);
status rb_view_deal(const rules *r, const void *view, const char *event, void *s, struct token *out,
                    error *err);
/* Whether the player sees what is hidden of an action. */
bool rb_sees(const rules *r, const void *s, action a, int player);

extern const game_views rb_views;

/* --- rulebook_read.c --- */
/* Fills a state from a line, without more: no sets, no hash. With `view`, the state is that of it. */
status rb_read_parts(const rules *r, void *s, void *view, const char *line, error *err);
void rb_write_seen(const rules *r, const void *s, const void *view, text *out);

#endif
