/* The interpreter for boards of up to 64 cells. */
#define BW 1
#include "engine/rules/run_turns.h"

const rb_run rb_run_w1 = RUN_TABLE;
