#ifndef WEB_STORE_STORE_STATEMENTS_H
#define WEB_STORE_STORE_STATEMENTS_H
/* Every statement there is, prepared once for each connection. X(id, sql). Each subject has its own
 * list. */

#include "web/store/statements_people.h"
#include "web/store/statements_rooms.h"
#include "web/store/statements_shared.h"
#include "web/store/statements_think.h"

#define STORE_STATEMENT_LIST(X)                                                                    \
    X(META_READ, "SELECT value FROM meta WHERE name = ?1")                                         \
    X(META_WRITE, "INSERT INTO meta (name, value) VALUES (?1, ?2) "                                \
                  "ON CONFLICT (name) DO UPDATE SET value = ?2")                                   \
    X(META_ADD, "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING")           \
    PEOPLE_STATEMENTS(X)                                                                           \
    ROOMS_STATEMENTS(X)                                                                            \
    THINK_STATEMENTS(X)                                                                            \
    SHARED_STATEMENTS(X)

typedef enum store_statement {
#define STORE_STATEMENT_ENUM(id, sql) STORE_##id,
    STORE_STATEMENT_LIST(STORE_STATEMENT_ENUM)
#undef STORE_STATEMENT_ENUM
        STORE_STATEMENTS
} store_statement;

#endif
