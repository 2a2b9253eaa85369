#ifndef EVAL_NET_NET_LIBRARY_H
#define EVAL_NET_NET_LIBRARY_H
/* Nets that are in use: those of files, and those that are part of the program. Each is read once
 * and stays until the process ends, so that weights, which point to one, are plain data. Safe from
 * any thread. */

#include "eval/net/net.h"

enum { NET_LIBRARY_BYTES = 256 << 20 }; /* all of them */

/* The net in these bytes; a net that is there already is not read again. */
status net_library_read(const net **out, const char *data, size_t len, error *err);

/* The same from a file, of at most NET_MAX_BYTES and a header; errors name it. */
status net_library_load(const net **out, const char *path, error *err);

/* The net of the program for these rules; NULL where there is none that fits. */
const net *net_library_shipped(const rules *r);

#endif
