#ifndef GAMES_RULEBOOKS_RULEBOOK_TEXTS_H
#define GAMES_RULEBOOKS_RULEBOOK_TEXTS_H
/* The rules texts of this folder. The build makes the table: a new text needs no more than its
 * file. */

#include "engine/base/embedded.h"

extern const embedded_file rulebook_texts[];

#endif
