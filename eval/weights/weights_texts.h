#ifndef EVAL_WEIGHTS_WEIGHTS_TEXTS_H
#define EVAL_WEIGHTS_WEIGHTS_TEXTS_H
/* The weights files of this folder; the build makes the table. */

#include "engine/base/embedded.h"

extern const embedded_file weights_texts[];

#endif
