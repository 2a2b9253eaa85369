#ifndef WEB_STORE_STATEMENTS_POSTGRES_H
#define WEB_STORE_STATEMENTS_POSTGRES_H
/* The statements that PostgreSQL has to be told in other words than SQLite. */

#define POSTGRES_STATEMENTS(X)                                                                     \
    X(SESSION_ADD_NEW, "INSERT INTO sessions (hash, account, made, seen, ends) "                   \
                       "VALUES (?1, currval('accounts_id_seq'), ?2, ?2, ?3)")                      \
    X(ROOMS_PASS_ON, "UPDATE rooms SET maker = COALESCE((SELECT s.account FROM seats s "           \
                     "JOIN accounts a ON a.id = s.account "                                        \
                     "WHERE s.room = rooms.id AND s.account <> ?1 "                                \
                     "ORDER BY a.kind < ?2, (SELECT MAX(e.event) FROM events e "                   \
                     "WHERE e.room = s.room AND e.kind = 'seat' "                                  \
                     "AND (e.body::jsonb ->> 'seat')::bigint = s.seat - 1) LIMIT 1), 0) "          \
                     "WHERE maker = ?1")                                                           \
    X(SITTINGS_FORGET, "UPDATE events SET body = (body::jsonb #- '{sits,name}')::text "            \
                       "WHERE account = ?1 AND kind = 'seat'")                                     \
    X(SAVED_FIND, "SELECT id, game, title, players, date, result, plies, added, "                  \
                  "COUNT(*) OVER () FROM library WHERE account = ?1 "                              \
                  "AND (CAST(?2 AS TEXT) IS NULL OR game = ?2) "                                   \
                  "AND (CAST(?3 AS TEXT) IS NULL OR strpos(lower(players), lower(?3)) > 0) "       \
                  "AND (CAST(?4 AS TEXT) IS NULL OR (date <> '' AND date >= ?4)) "                 \
                  "AND (CAST(?5 AS TEXT) IS NULL OR (date <> '' AND date <= ?5)) "                 \
                  "AND (CAST(?6 AS TEXT) IS NULL OR result = ?6) "                                 \
                  "AND (CAST(?7 AS TEXT) IS NULL OR strpos(lower(title || ' ' || players || "      \
                  "' ' || game), lower(?7)) > 0) ORDER BY added DESC, id LIMIT ?8 OFFSET ?9")      \
    X(CLAIMS_ADOPT, "UPDATE claims SET holder = ?1, until = ?3 WHERE name IN "                     \
                    "(SELECT name FROM claims WHERE until < ?2 ORDER BY until LIMIT ?4 "           \
                    "FOR UPDATE SKIP LOCKED) RETURNING name, body")

#endif
