#ifndef EVAL_NETS_NET_FILES_H
#define EVAL_NETS_NET_FILES_H
/* The nets of this folder; the build makes the table, an empty one with -DSHIPPED_NETS=OFF. */

#include "engine/base/embedded.h"

extern const embedded_file net_files[];

#endif
