#ifndef TUNE_DATA_ROWS_H
#define TUNE_DATA_ROWS_H
/* Rows of numbers under a name, as checkpoints hold them: "now 0x1.8p+1 0x0p+0". Numbers are
 * written as %a, which loses nothing, so what is read back is what was written to the last bit. */

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

void row_write(text *out, const char *name, const double *x, size_t n);

/* The row at *s, which must have this name and n numbers; *s moves after it. */
bool row_read(const char **s, const char *name, double *x, size_t n);

/* One number that has to be an integer in 0..max. */
bool row_read_count(const char **s, const char *name, double max, uint64_t *out);

bool row_end(const char *s); /* nothing follows */

#endif
