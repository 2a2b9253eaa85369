/* The interpreter for boards of up to 128 cells. */
#define BW 2
#include "engine/rules/machine/native_calls.inc"

const rb_run rb_run_w2 = RUN_TABLE;
const rb_run rb_native_w2 = NATIVE_TABLE;
