/* The interpreter for boards of up to 64 cells. */
#define BW 1
#include "engine/rules/machine/terms_measure.inc"

const rb_run rb_run_w1 = RUN_TABLE;
