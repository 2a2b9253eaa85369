/* The interpreter for boards of up to 128 cells. */
#define BW 2
#include "engine/rules/machine/terms_measure.inc"

const rb_run rb_run_w2 = RUN_TABLE;
