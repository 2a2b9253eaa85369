#ifndef TESTS_SUPPORT_NATIVE_EQUAL_H
#define TESTS_SUPPORT_NATIVE_EQUAL_H
/* Generated code against the interpreter, step by step: what is legal and in which order, how many
 * that are, what an action leads to, what searches ask, what playouts come to, and what positions
 * are worth. */

#include "engine/rules/machine/run.h"

typedef struct native_course {
    uint64_t seed;
    int games, plies;
} native_course;

/* False, with a sentence in *said, where the two differ. The program has generated code. */
bool native_equal(const program *b, native_course course, text *said);

#endif
