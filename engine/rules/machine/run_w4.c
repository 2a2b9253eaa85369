/* The interpreter for boards of up to 256 cells. */
#define BW 4
#include "engine/rules/machine/native_calls.inc"

const rb_run rb_run_w4 = RUN_TABLE;
const rb_run rb_native_w4 = NATIVE_TABLE;
