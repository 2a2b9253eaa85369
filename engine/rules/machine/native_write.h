#ifndef ENGINE_RULES_MACHINE_NATIVE_WRITE_H
#define ENGINE_RULES_MACHINE_NATIVE_WRITE_H
/* A compiled rules text as C: what is constant in it as constants, and a function for each place
 * where code begins. Compiled once for each player, with ME defined as the player's number and
 * NATIVE_SIDE_NAME as the name of the rb_native_side that comes out (run.h). */

#include "engine/base/text.h"
#include "engine/rules/machine/run.h"

void native_write(const program *b, text *out);

/* What the C depends on, in one number: generated code serves programs that have its number. 0: there is no memory for it. */
uint64_t native_hash(const program *b);

/* The rb_native `symbol` of the program, whose sides are called symbol_0, symbol_1, ...: C for who
 * makes a table of them. */
void native_write_row(const program *b, const char *symbol, text *out);

/* Whether code was compiled with the files of this interpreter, as far as sizes tell. */
bool native_fits(const program *b, const rb_native *native);

/* From now on the program runs by generated code, if that was made from the same. ST_NOMEM. */
status native_attach(program *b, const rb_native *native);

/* Whether programs that are opened from now on use it; for measurements and tests. */
void native_use(bool on);

/* Grows whenever generated code of before would not fit the interpreter's files any more. */
enum { NATIVE_ABI = 8 };

#endif
