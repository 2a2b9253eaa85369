#ifndef WEB_STORE_STORE_MIGRATIONS_H
#define WEB_STORE_STORE_MIGRATIONS_H
/* The files of web/migrations, inside the program, in order. */

#include "engine/base/embedded.h"

extern const embedded_file store_migrations[];

#endif
