#ifndef WEB_STORE_STATEMENTS_THINK_H
#define WEB_STORE_STATEMENTS_THINK_H
/* Rules texts of people, analyses, reviews, saved games. Times are milliseconds since 1970. */

#define THINK_STATEMENTS(X)                                                                        \
    X(OWN_TEXT_SET, "INSERT INTO texts (account, name, title, text, changed) "                     \
                    "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (account, name) "                     \
                    "DO UPDATE SET title = ?3, text = ?4, changed = ?5")                           \
    X(OWN_TEXT_READ, "SELECT text, title, changed FROM texts WHERE account = ?1 AND name = ?2")    \
    X(OWN_TEXTS_LIST, "SELECT name, title, changed FROM texts WHERE account = ?1 ORDER BY name")   \
    X(OWN_TEXTS_COUNT, "SELECT COUNT(*) FROM texts WHERE account = ?1 AND name <> ?2")             \
    X(OWN_TEXT_DROP, "DELETE FROM texts WHERE account = ?1 AND name = ?2")                         \
    X(ANALYSIS_SET, "INSERT INTO analyses (account, key, body, time) VALUES (?1, ?2, ?3, ?4) "     \
                    "ON CONFLICT (account, key) DO UPDATE SET body = ?3, time = ?4")               \
    X(ANALYSIS_READ, "SELECT body FROM analyses WHERE account = ?1 AND key = ?2")                  \
    X(ANALYSES_TRIM, "DELETE FROM analyses WHERE account = ?1 AND key NOT IN (SELECT key FROM "    \
                     "analyses WHERE account = ?1 ORDER BY time DESC LIMIT ?2)")                   \
    X(REVIEW_ADD, "INSERT INTO reviews (id, account, state, game, source, record, names, judge, "  \
                  "origin, body, time) VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?6, ?7, ?8, '{}', "  \
                  "?9)")                                                                           \
    X(REVIEW_END, "UPDATE reviews SET state = ?2, body = ?3 WHERE id = ?1")                        \
    X(REVIEW_READ, "SELECT state, game, source, record, names, judge, body, origin FROM reviews "  \
                   "WHERE id = ?1 AND account = ?2")                                               \
    X(REVIEW_FROM, "SELECT record, judge, body FROM reviews WHERE account = ?1 AND origin = ?2 "   \
                   "AND state = 'done' ORDER BY time DESC, id LIMIT 1")                            \
    X(REVIEWS_LIST, "SELECT id, state, game, names, judge, time FROM reviews WHERE account = ?1 "  \
                    "ORDER BY time DESC LIMIT ?2")                                                 \
    X(REVIEWS_TRIM, "DELETE FROM reviews WHERE account = ?1 AND id NOT IN (SELECT id FROM "        \
                    "reviews WHERE account = ?1 ORDER BY time DESC LIMIT ?2)")                     \
    X(REVIEWS_CUT_OFF, "UPDATE reviews SET state = 'failed' WHERE state = 'running'")              \
    X(REVIEW_DROP, "DELETE FROM reviews WHERE id = ?1 AND account = ?2")                           \
    X(SAVED_ADD, "INSERT INTO library (id, account, game, title, players, date, result, plies, "   \
                 "source, record, added) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")   \
    X(SAVED_READ, "SELECT game, title, players, date, result, plies, source, record, added "       \
                  "FROM library WHERE id = ?1 AND account = ?2")                                   \
    X(SAVED_FIND,                                                                                  \
      "SELECT id, game, title, players, date, result, plies, added, "                              \
      "COUNT(*) OVER () FROM library WHERE account = ?1 "                                          \
      "AND (CAST(?2 AS TEXT) IS NULL OR game = ?2) "                                               \
      "AND (CAST(?3 AS TEXT) IS NULL OR instr(lower(players), lower(?3)) > 0) "                    \
      "AND (CAST(?4 AS TEXT) IS NULL OR (date <> '' AND date >= ?4)) "                             \
      "AND (CAST(?5 AS TEXT) IS NULL OR (date <> '' AND date <= ?5)) "                             \
      "AND (CAST(?6 AS TEXT) IS NULL OR result = ?6) "                                             \
      "AND (CAST(?7 AS TEXT) IS NULL OR instr(lower(title || ' ' || players || ' ' || game), "     \
      "lower(?7)) > 0) ORDER BY added DESC, id LIMIT ?8 OFFSET ?9")                                \
    X(SAVED_COUNT, "SELECT COUNT(*), COALESCE(SUM(length(record)), 0) FROM library "               \
                   "WHERE account = ?1")                                                           \
    X(SAVED_DROP, "DELETE FROM library WHERE id = ?1 AND account = ?2")                            \
    X(MARK_ADD, "INSERT INTO marks (id, account, game, position, note, saved, ply, time) "         \
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")                                         \
    X(MARKS_LIST, "SELECT id, game, position, note, saved, ply, time FROM marks "                  \
                  "WHERE account = ?1 ORDER BY time DESC LIMIT ?2")                                \
    X(MARKS_COUNT, "SELECT COUNT(*) FROM marks WHERE account = ?1")                                \
    X(MARKS_OF_SAVED, "SELECT ply, note FROM marks WHERE account = ?1 AND saved = ?2 "             \
                      "ORDER BY ply")                                                              \
    X(OWN_TEXTS_EXPORT, "SELECT name, title, text, changed FROM texts WHERE account = ?1 "         \
                        "ORDER BY name")                                                           \
    X(SAVED_EXPORT, "SELECT id, game, title, players, date, result, source, record FROM library "  \
                    "WHERE account = ?1 ORDER BY added, id")                                       \
    X(MARKS_EXPORT, "SELECT game, position, note, saved, ply, time FROM marks "                    \
                    "WHERE account = ?1 ORDER BY time")                                            \
    X(REVIEWS_EXPORT, "SELECT id, state, game, names, judge, record, body, time FROM reviews "     \
                      "WHERE account = ?1 ORDER BY time")                                          \
    X(ANALYSES_EXPORT, "SELECT body, time FROM analyses WHERE account = ?1 ORDER BY time")         \
    X(MARK_DROP, "DELETE FROM marks WHERE id = ?1 AND account = ?2")

#endif
