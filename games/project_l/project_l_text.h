#ifndef GAMES_PROJECT_L_PROJECT_L_TEXT_H
#define GAMES_PROJECT_L_PROJECT_L_TEXT_H
/* Project L in words: tokens with every reason why one is refused (project_l_text.c), the one-line
 * position (project_l_position.c), the board (project_l_draw.c). Functions of the contract,
 * engine/game/game.h. */

#include "engine/game/game_terminal.h"
#include "games/project_l/project_l_rules.h"

extern const char *const pl_colour_name[2];                /* "white", "black" */
void pl_put_name(const pl_rules *r, int index, text *out); /* a puzzle by its index */
void pl_put_lot(int players, unsigned lot, text *out);     /* "seats=2,1,3" */

void pl_put_cell(int cell, text *out);       /* "b2": second column, second row */
void pl_put_cells(uint32_t mask, text *out); /* "b2", "b2-b4", "a1,a2,b2" */
void pl_put_mask(uint32_t mask, text *out);  /* rows of the smallest box around it: "11/10" */

int pl_cell_called(const char *word); /* a cell that a word begins with; -1: none */
/* The cells of an orientation whose box has its corner at a cell; 0 where it would stick out. */
uint32_t pl_turned_to(const pl_rules *r, int orientation, int cell);

/* Lays the used pieces on exactly these cells: their configurations, at most PL_CELLS of them, in
 * out (may be NULL); false if they cannot lie there. */
bool pl_lay(const pl_rules *r, uint32_t cells, uint64_t used, uint16_t *out);

void pl_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status pl_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err);
status pl_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                 error *err);
status pl_what_if(const rules *r, const void *s, const game_supposition *q, void *out, error *err);
status pl_typed(const rules *r, const void *s, const char *line, text *token, error *err);
void pl_spell(const rules *r, const void *s, const action *steps, int n, text *out);
status pl_explain(const rules *r, const char *what, text *out, error *err);
void pl_describe(const rules *r, const void *s, const action *steps, int n, text *out);

uint64_t pl_seen(const pl_rules *r, const pl_state *s); /* puzzles that lie open or are ordered */
void pl_write(const rules *r, const void *s, text *out);
status pl_read(const rules *r, void *s, const char *line, error *err);
status pl_imply(const game *g, params *p, const char *line, error *err);
status pl_check(const rules *r, const void *s, error *err);

void pl_draw_board(const rules *r, const void *s, int seat, bool colours, text *out);

#endif
