/* The interpreter for boards of up to 128 cells. */
#define BW 2
#include "engine/rules/machine/run_judge.inc"

const rb_run rb_run_w2 = RUN_TABLE;
