#ifndef WEB_STORE_STATEMENTS_SHARED_H
#define WEB_STORE_STATEMENTS_SHARED_H
/* What several servers on one database share: work that one of them does, limits that hold over all
 * of them. Times are milliseconds since 1970, by the clock of the database. */

#define SHARED_STATEMENTS(X)                                                                       \
    /* ?3: now. Changes a row where the claim is free, has lapsed, or is one's own. */             \
    X(CLAIM_TAKE, "INSERT INTO claims (name, holder, until, body) VALUES (?1, ?2, ?4, ?5) "        \
                  "ON CONFLICT (name) DO UPDATE SET holder = ?2, until = ?4 "                      \
                  "WHERE claims.until < ?3 OR claims.holder = ?2")                                 \
    X(CLAIM_DROP, "DELETE FROM claims WHERE name = ?1 AND holder = ?2")                            \
    X(CLAIM_READ, "SELECT holder, until, body FROM claims WHERE name = ?1")                        \
    X(CLAIMS_RENEW, "UPDATE claims SET until = ?2 WHERE holder = ?1 RETURNING name")               \
    X(CLAIMS_DROP_ALL, "DELETE FROM claims WHERE holder = ?1")                                     \
    /* Takes over what lapsed before ?2, until ?3; each is taken by one process. */                \
    X(CLAIMS_ADOPT, "UPDATE claims SET holder = ?1, until = ?3 WHERE name IN "                     \
                    "(SELECT name FROM claims WHERE until < ?2 ORDER BY until LIMIT ?4) "          \
                    "RETURNING name, body")                                                        \
    /* A bucket that is emptied by 1000 and fills by ?3 a minute; ?2: now, ?4: all it can hold. */ \
    X(BUCKET_TAKE, "INSERT INTO buckets (name, missing, time) VALUES (?1, 1000, ?2) "              \
                   "ON CONFLICT (name) DO UPDATE SET time = ?2, missing = 1000 + CASE WHEN "       \
                   "buckets.missing > (?2 - buckets.time) * ?3 / 60 THEN buckets.missing - "       \
                   "(?2 - buckets.time) * ?3 / 60 ELSE 0 END WHERE 1000 + CASE WHEN "              \
                   "buckets.missing > (?2 - buckets.time) * ?3 / 60 THEN buckets.missing - "       \
                   "(?2 - buckets.time) * ?3 / 60 ELSE 0 END <= ?4")                               \
    X(BUCKETS_DROP_OLD, "DELETE FROM buckets WHERE time < ?1")                                     \
    X(LISTENER_ADD, "INSERT INTO listeners (id, session, process, opened) "                        \
                    "VALUES (?1, ?2, ?3, ?4)")                                                     \
    X(LISTENER_DROP, "DELETE FROM listeners WHERE id = ?1")                                        \
    X(LISTENERS_DROP_ALL, "DELETE FROM listeners WHERE process = ?1")                              \
    /* The streams of a session beyond the newest ?2. */                                           \
    X(LISTENERS_EXTRA, "SELECT id FROM listeners WHERE session = ?1 "                              \
                       "ORDER BY opened DESC, id LIMIT 1000 OFFSET ?2")                            \
    /* A process that has not been seen since ?1 is gone, and with it its streams. */              \
    X(PROCESS_SEEN, "INSERT INTO processes (name, seen) VALUES (?1, ?2) "                          \
                    "ON CONFLICT (name) DO UPDATE SET seen = ?2")                                  \
    X(PROCESS_DROP, "DELETE FROM processes WHERE name = ?1")                                       \
    X(PROCESSES_DROP_OLD, "DELETE FROM processes WHERE seen < ?1")                                 \
    X(PROCESSES_COUNT, "SELECT COUNT(*) FROM processes WHERE seen >= ?1")                          \
    X(LISTENERS_DROP_LOST, "DELETE FROM listeners WHERE process NOT IN "                           \
                           "(SELECT name FROM processes)")

#endif
