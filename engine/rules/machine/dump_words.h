#ifndef ENGINE_RULES_MACHINE_DUMP_WORDS_H
#define ENGINE_RULES_MACHINE_DUMP_WORDS_H
/* Names for what code refers to; shared by the sources of `dump`. */

#include "engine/rules/machine/state.h"

typedef struct dumper {
    const program *b;
    const rb_side *s;
    text *out;
} dumper;

void dump_area(const dumper *d, uint16_t operand);
void dump_number(const dumper *d, uint16_t operand);
void dump_dirs(const dumper *d, uint64_t dirs);
void dump_walk(const dumper *d, const rb_walk *w);
void dump_pattern(const dumper *d, const rb_pattern *p);
void dump_kinds(const dumper *d, unsigned first, unsigned count);
const char *dump_owner(const program *b, int owner); /* a player's name, or neutral */
/* An instruction as a sentence: that of RB_OPS with what its letters stand for. */
void dump_instruction(const dumper *d, const rb_ins *i);

#endif
