#ifndef ENGINE_GAME_OPTION_TEXT_H
#define ENGINE_GAME_OPTION_TEXT_H
/* What options of type PARAM_FILE name: files, and texts of a host that opens no files for others.
 * Such a text is called "text:" and a word that says what is in it (a hash), so that the same name
 * means the same text in positions, records and at tables. */

#include "engine/base/status.h"
#include "engine/base/text.h"

#define OPTION_TEXT_WORD "text:"

/* Puts the text of that name onto *out; ST_NOT_FOUND. From any thread. */
typedef status (*option_text_source)(void *ctx, const char *name, text *out, error *err);

/* Where such texts are; without it there are none, and the names are those of files. One for the
 * process, set before other threads read rules and taken back (where it is still this one) when they
 * have ended. */
void option_text_set_source(option_text_source read, void *ctx);
void option_text_drop_source(const void *ctx);

/* Whether a name is that of a text, not of a file. */
bool option_text_is(const char *name);

/* For open(): the text or file of at most `limit` bytes (growing, the caller ends it); *out is empty
 * on failure. */
status option_text_read(text *out, const char *name, size_t limit, error *err);

#endif
