/* The interpreter for boards of up to 64 cells. */
#define BW 1
#include "engine/rules/machine/native_calls.inc"

const rb_run rb_run_w1 = RUN_TABLE;
const rb_run rb_native_w1 = NATIVE_TABLE;
