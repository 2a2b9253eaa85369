#ifndef UCI_INTAKE_H
#define UCI_INTAKE_H
/* The thread that hands lines in; its other functions are in uci/session.h. */

#include "uci/session.h"

/* The end of input: as `quit`, but perft, bench and check run to their end. */
void intake_end(session *s);

#endif
