#ifndef WEB_STORE_STATEMENTS_ROOMS_H
#define WEB_STORE_STATEMENTS_ROOMS_H
/* Rooms, who sits there, what happened. Times are milliseconds since 1970. */

#define ROOMS_STATEMENTS(X)                                                                        \
    X(ROOM_ADD,                                                                                    \
      "INSERT INTO rooms (id, maker, invite, game, hash, look, state, setup, made, touched) "      \
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)")                                           \
    X(ROOM_READ, "SELECT maker, invite, hash, setup, made FROM rooms WHERE id = ?1")               \
    X(ROOM_TOUCH, "UPDATE rooms SET look = ?2, state = ?3, touched = ?4 WHERE id = ?1")            \
    X(ROOM_DROP, "DELETE FROM rooms WHERE id = ?1")                                                \
    X(ROOM_INVITED, "SELECT 1 FROM rooms WHERE id = ?1 AND invite = ?2 AND state <> 'closed'")     \
    X(ROOMS_COUNT, "SELECT COUNT(*), COUNT(*) FILTER (WHERE maker = ?1) FROM rooms "               \
                   "WHERE state <> 'closed'")                                                      \
    X(ROOMS_MINE, "SELECT id FROM rooms WHERE state <> 'closed' AND (maker = ?1 OR id IN "         \
                  "(SELECT room FROM seats WHERE account = ?1)) "                                  \
                  "ORDER BY touched DESC, id LIMIT ?2")                                            \
    X(ROOMS_OPEN, "SELECT id FROM rooms WHERE state IN ('open', 'playing') AND look = 0 "          \
                  "ORDER BY state, touched DESC, id LIMIT ?1")                                     \
    X(ROOMS_STALE, "SELECT id FROM rooms WHERE state <> 'closed' AND touched < ?1 "                \
                   "ORDER BY touched LIMIT ?2")                                                    \
    X(SEAT_SET, "INSERT INTO seats (room, seat, account, name) VALUES (?1, ?2, ?3, ?4) "           \
                "ON CONFLICT (room, seat) DO UPDATE SET account = ?3, name = ?4, declines = 0")    \
    X(SEAT_DECLINES, "UPDATE seats SET declines = ?3 WHERE room = ?1 AND seat = ?2")               \
    X(SEATS_READ, "SELECT seat, name, declines, account FROM seats WHERE room = ?1")               \
    X(EVENT_ADD, "INSERT INTO events (event, room, row, key, asked, kind, account, body, time) "   \
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "                                    \
                 "ON CONFLICT (room, row) DO NOTHING")                                             \
    X(EVENTS_READ, "SELECT event, row, key, asked, account, body, time FROM events "               \
                   "WHERE room = ?1 AND row > ?2 AND event <= ?3 ORDER BY row")                    \
    X(EVENTS_AFTER, "SELECT event, room, kind, body FROM events WHERE room = ?1 AND event > ?2 "   \
                    "ORDER BY event LIMIT ?3")                                                     \
    X(EVENTS_SINCE, "SELECT event, room, row, key, asked, kind, account, body, time FROM events "  \
                    "WHERE event > ?1 AND event <= ?2 ORDER BY event LIMIT ?3")                    \
    X(EVENT_KNOWN, "SELECT 1 FROM events WHERE event = ?1")                                        \
    X(ANSWER_ADD, "INSERT INTO answers (room, seat, open, key, asked, token, time) "               \
                  "SELECT ?1, ?2, 1, ?3, ?4, ?5, ?6 WHERE ?7 = "                                   \
                  "(SELECT COALESCE(MAX(row), 0) FROM events WHERE room = ?1)")                    \
    /* Changes a row where there are so many answers. */                                           \
    X(ANSWERS_KNOWN, "UPDATE rooms SET touched = touched WHERE id = ?1 AND ?2 = "                  \
                     "(SELECT COUNT(*) FROM answers WHERE room = ?1)")                             \
    X(ANSWERS_CLOSE, "UPDATE answers SET open = 0 WHERE room = ?1 AND open = 1")                   \
    X(ANSWERS_READ, "SELECT seat, open, key, asked, token FROM answers WHERE room = ?1")           \
    X(ROOMS_OF_ACCOUNT, "SELECT room FROM seats WHERE account = ?1 UNION "                         \
                        "SELECT id FROM rooms WHERE maker = ?1")                                   \
    X(ROOMS_ALONE_DROP, "DELETE FROM rooms WHERE maker = ?1 AND NOT EXISTS (SELECT 1 FROM events " \
                        "WHERE room = rooms.id AND account IS NOT NULL AND account <> ?1)")        \
    /* The member who has sat there longest, else the guest, else none (0). */                     \
    X(ROOMS_PASS_ON, "UPDATE rooms SET maker = COALESCE((SELECT s.account FROM seats s "           \
                     "JOIN accounts a ON a.id = s.account "                                        \
                     "WHERE s.room = rooms.id AND s.account <> ?1 "                                \
                     "ORDER BY a.kind < ?2, (SELECT MAX(e.event) FROM events e "                   \
                     "WHERE e.room = s.room AND e.kind = 'seat' "                                  \
                     "AND json_extract(e.body, '$.seat') = s.seat - 1) LIMIT 1), 0) "              \
                     "WHERE maker = ?1")                                                           \
    X(SEATS_FORGET, "UPDATE seats SET account = NULL, name = 'a former player' "                   \
                    "WHERE account = ?1")                                                          \
    X(CHATS_FORGET, "UPDATE events SET body = '{\"k\":\"chat\",\"text\":\"\"}', account = NULL "   \
                    "WHERE account = ?1 AND kind = 'chat'")                                        \
    X(SITTINGS_FORGET, "UPDATE events SET body = json_remove(body, '$.sits.name') "                \
                       "WHERE account = ?1 AND kind = 'seat'")                                     \
    X(EVENTS_FORGET, "UPDATE events SET account = NULL WHERE account = ?1")                        \
    X(TEXT_KEEP, "INSERT INTO kept_texts (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING")     \
    X(TEXTS_SWEEP, "DELETE FROM kept_texts WHERE hash NOT IN "                                     \
                   "(SELECT hash FROM rooms WHERE hash IS NOT NULL) AND NOT EXISTS (SELECT 1 "     \
                   "FROM rooms WHERE setup LIKE '%text:' || kept_texts.hash || '%') "              \
                   "AND NOT EXISTS (SELECT 1 FROM library "                                        \
                   "WHERE record LIKE '%text:' || kept_texts.hash || '%') AND NOT EXISTS "         \
                   "(SELECT 1 FROM reviews "                                                       \
                   "WHERE record LIKE '%text:' || kept_texts.hash || '%')")                        \
    X(TEXT_KEPT, "SELECT text FROM kept_texts WHERE hash = ?1")

#endif
