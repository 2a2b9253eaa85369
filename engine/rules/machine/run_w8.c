/* The interpreter for boards of up to 512 cells. */
#define BW 8
#include "engine/rules/machine/terms_measure.inc"

const rb_run rb_run_w8 = RUN_TABLE;
