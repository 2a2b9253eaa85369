/* The interpreter for boards of up to 512 cells. */
#define BW 8
#include "engine/rules/machine/native_calls.inc"

const rb_run rb_run_w8 = RUN_TABLE;
const rb_run rb_native_w8 = NATIVE_TABLE;
