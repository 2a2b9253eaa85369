#ifndef ENGINE_RULES_BOOK_RULEBOOK_TEXT_H
#define ENGINE_RULES_BOOK_RULEBOOK_TEXT_H
/* Words of a rules text's game: actions, positions, boards. Functions of the game contract. */

#include "engine/game/game_terminal.h"
#include "engine/rules/machine/state.h"

/* A part of what is chosen in an act: by its number, and as text. */
const rb_part *rb_part_of(const program *b, const rb_head *h, const rb_gen *g, int k);
void rb_put_part(const program *b, const rb_part *p, rb_action a, text *out);
void rb_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status rb_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err);
/* Words of a position that a variable may be called, too: those have a dot in front. */
bool rb_name_is_taken(const char *name);
void rb_write(const rules *r, const void *s, text *out);
status rb_read(const rules *r, void *s, const char *line, error *err);
/* What is on a cell that is not empty; a stack is in parentheses, the lowest piece first. */
void rb_write_stack(const program *b, const void *s, unsigned cell, text *out);
void rb_draw(const rules *r, const void *s, int seat, bool colours, text *out);
void rb_tell_end(const rules *r, const void *s, text *out);
void rb_names(const rules *r, game_name_visit visit, void *ctx); /* rulebook_names.c */
void rb_describe(const rules *r, const void *s, const action *steps, int n, text *out);

#endif
