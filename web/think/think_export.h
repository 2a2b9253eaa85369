#ifndef WEB_THINK_THINK_EXPORT_H
#define WEB_THINK_THINK_EXPORT_H
/* What a person has of rules texts, saved games, marks, reviews and analyses, for who takes all of
 * it along or leaves. Any thread. */

#include "engine/base/json.h"
#include "web/web_world.h"

/* Keys and values of an open object; ctx is the web_world. For people_keeper. */
void think_export(void *ctx, int64_t account, json_writer *w);
/* Nothing is left to do: the rows go with the account. */
status think_forget(void *ctx, int64_t account, store_batch *b);

#endif
