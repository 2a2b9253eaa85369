#ifndef TESTS_SUPPORT_MUTATE_RULES_H
#define TESTS_SUPPORT_MUTATE_RULES_H
/* A rules text with a few words changed: another word of the same text in place of one, words left
 * out, said twice or exchanged, numbers a little larger or smaller. Few of them are still right. */

#include "engine/base/rng.h"
#include "engine/base/text.h"

void mutate_rules(const text *from, rng *g, text *out);

#endif
