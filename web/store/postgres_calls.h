#ifndef WEB_STORE_POSTGRES_CALLS_H
#define WEB_STORE_POSTGRES_CALLS_H
/* The functions of PostgreSQL's library. It brings thirty others with it, so it is loaded when a store in a
 * database is opened, not with the program, and a program runs without it where there is no such store. */

#include <libpq-fe.h>

#include "engine/base/status.h"

#define POSTGRES_CALLS(X)                                                                          \
    X(PQclear)                                                                                     \
    X(PQcmdStatus)                                                                                 \
    X(PQcmdTuples)                                                                                 \
    X(PQconnectPoll)                                                                               \
    X(PQconnectStartParams)                                                                        \
    X(PQconsumeInput)                                                                              \
    X(PQenterPipelineMode)                                                                         \
    X(PQerrorMessage)                                                                              \
    X(PQexitPipelineMode)                                                                          \
    X(PQfinish)                                                                                    \
    X(PQflush)                                                                                     \
    X(PQfreemem)                                                                                   \
    X(PQftype)                                                                                     \
    X(PQgetResult)                                                                                 \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQisBusy)                                                                                    \
    X(PQnfields)                                                                                   \
    X(PQnotifies)                                                                                  \
    X(PQntuples)                                                                                   \
    X(PQpipelineSync)                                                                              \
    X(PQresultErrorField)                                                                          \
    X(PQresultStatus)                                                                              \
    X(PQsendPrepare)                                                                               \
    X(PQsendQuery)                                                                                 \
    X(PQsendQueryParams)                                                                           \
    X(PQsendQueryPrepared)                                                                         \
    X(PQserverVersion)                                                                             \
    X(PQsetNoticeProcessor)                                                                        \
    X(PQsetSingleRowMode)                                                                          \
    X(PQsetnonblocking)                                                                            \
    X(PQsocket)                                                                                    \
    X(PQstatus)

typedef struct postgres_calls {
#define POSTGRES_CALL(name) __typeof__(&name) name;
    POSTGRES_CALLS(POSTGRES_CALL)
#undef POSTGRES_CALL
} postgres_calls;

/* Once postgres_calls_load() has said ST_OK, which it does again at no cost. ST_UNSUPPORTED: there is no
 * such library here. From any thread. */
extern const postgres_calls *postgres_lib;
status postgres_calls_load(error *err);

#endif
