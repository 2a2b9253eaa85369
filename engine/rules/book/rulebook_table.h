#ifndef ENGINE_RULES_BOOK_RULEBOOK_TABLE_H
#define ENGINE_RULES_BOOK_RULEBOOK_TABLE_H
/* Games of rules texts on the table: scenes, actions part by part, what happened. Names in scenes:
 * a cell is called as in tokens, the thing on it on.e4; the area of what player 1 has in hand
 * p1.hand, a queen there p1.hand.queen; a number that chance sets is the thing die.NAME. */

#include "engine/game/happened.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "engine/rules/machine/run.h"

extern const game_table rb_table;

/* --- rulebook_looks.c: how things are shown, by `look` or without a word --- */

look_board rb_look_board(const program *b);
look_sprite rb_look_sprite(const program *b, int kind);
const char *rb_look_sprite_name(look_sprite s);
const char *rb_look_label(const program *b, int kind);    /* what people call the piece */
const char *rb_look_colour(const program *b, int player); /* NULL: nothing says */
bool rb_is_die(const program *b, int var);                /* chance sets it */
/* Whether people care for the value of a number now: a counter, which only brings an end nearer, from
 * 20 on; another number of the table unless it is 0; numbers of players always. */
bool rb_is_shown(const program *b, int var, const void *s);
int rb_tray(const program *b); /* the variable of what is in hand; -1 */

/* --- rulebook_scene.c, rulebook_marks.c --- */

void rb_scene(const rules *r, const void *seen, int seat, scene *out);
/* The king in check, the line that won. */
void rb_add_marks(const program *b, const void *s, scene *out);

/* --- rulebook_edit.c, rulebook_pick.c, rulebook_happened.c --- */

status rb_edit(const rules *r, void *s, const game_edit *e, error *err);

bool rb_parts(const rules *r, const void *s, const trail *t, pick_path path, pick_list *out);
void rb_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                 happened_list *list);

/* --- rulebook_hands.c: hidden cards --- */

void rb_draw_cards(const program *b, const void *s, int seat, text *out);
void rb_add_cards(const program *b, const void *view, float top, scene *out);
/* An action in words, as the seat sees it. */
void rb_describe_seen(const rules *r, const void *s, action step, int seat, text *out);

#endif
