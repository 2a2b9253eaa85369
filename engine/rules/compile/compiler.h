#ifndef ENGINE_RULES_COMPILE_COMPILER_H
#define ENGINE_RULES_COMPILE_COMPILER_H
/* From the tree of a rules text to its program. */

#include "engine/rules/machine/program.h"
#include "engine/rules/machine/terms.h"
#include "engine/rules/text/parser.h"

/* Fills a zeroed program whose head knows its players and options; node is an inherited AST_GAME.
 * ST_BAD_SYNTAX with what is wrong in *d; ST_NOMEM. program_clear() frees what it holds, also
 * after a failure. */
status compile_program(program *b, const ast *a, uint32_t node, const params *p, diags *d);

/* The terms for a game, node with everything inherited. */
void terms_choose(terms_plan *out, const ast *a, uint32_t node);

#endif
