#ifndef WEB_STORE_STATEMENTS_PEOPLE_H
#define WEB_STORE_STATEMENTS_PEOPLE_H
/* Accounts, sessions, tokens, invitations. Times are milliseconds since 1970. */

#define PEOPLE_STATEMENTS(X)                                                                       \
    X(ACCOUNT_ADD, "INSERT INTO accounts (name, folded, kind, password, room, made) "              \
                   "VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                              \
    X(ACCOUNT_ADD_OWNER, "INSERT INTO accounts (name, kind, made) SELECT ?1, ?2, ?3 "              \
                         "WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE kind = ?2)")              \
    X(ACCOUNT_BY_NAME, "SELECT id, kind, name, password FROM accounts WHERE folded = ?1")          \
    X(ACCOUNT_BY_ID, "SELECT name, kind, settings, made, password, room FROM accounts "            \
                     "WHERE id = ?1")                                                              \
    X(ACCOUNT_OWNER, "SELECT id, name FROM accounts WHERE kind = ?1 ORDER BY id LIMIT 1")          \
    X(ACCOUNT_RENAME, "UPDATE accounts SET name = ?2, folded = ?3 WHERE id = ?1")                  \
    X(ACCOUNT_SETTINGS, "UPDATE accounts SET settings = ?2 WHERE id = ?1")                         \
    X(ACCOUNT_PASSWORD, "UPDATE accounts SET password = ?2 WHERE id = ?1")                         \
    X(ACCOUNT_DROP, "DELETE FROM accounts WHERE id = ?1")                                          \
    X(ACCOUNTS_COUNT, "SELECT COUNT(*) FROM accounts WHERE kind = ?1")                             \
    X(GUESTS_WITHOUT_SESSION, "DELETE FROM accounts WHERE kind = ?1 AND NOT EXISTS "               \
                              "(SELECT 1 FROM sessions WHERE account = accounts.id)")              \
    X(SESSION_ADD, "INSERT INTO sessions (hash, account, made, seen, ends) "                       \
                   "VALUES (?1, ?2, ?3, ?3, ?4)")                                                  \
    X(SESSION_ADD_NEW, "INSERT INTO sessions (hash, account, made, seen, ends) "                   \
                       "VALUES (?1, last_insert_rowid(), ?2, ?2, ?3)")                             \
    X(SESSION_FIND, "SELECT s.id, s.account, a.kind, a.name, a.room, s.seen, s.ends "              \
                    "FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = ?1")       \
    X(SESSION_SEEN, "UPDATE sessions SET seen = ?2, ends = ?3 WHERE id = ?1")                      \
    X(SESSION_DROP, "DELETE FROM sessions WHERE id = ?1 AND account = ?2")                         \
    X(SESSIONS_DROP_OTHERS, "DELETE FROM sessions WHERE account = ?1 AND id <> ?2")                \
    X(SESSIONS_DROP_OLD, "DELETE FROM sessions WHERE ends < ?1")                                   \
    X(SESSIONS_OF, "SELECT id, made, seen FROM sessions WHERE account = ?1 AND ends >= ?2 "        \
                   "ORDER BY id")                                                                  \
    X(TOKEN_ADD, "INSERT INTO tokens (hash, account, name, made, ends) "                           \
                 "SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT COUNT(*) FROM tokens "                   \
                 "WHERE account = ?2 AND ends >= ?4) < ?6")                                        \
    X(TOKEN_FIND, "SELECT t.id, t.account, a.kind, a.name, a.room, COALESCE(t.used, 0), t.ends "   \
                  "FROM tokens t JOIN accounts a ON a.id = t.account WHERE t.hash = ?1")           \
    X(TOKEN_USED, "UPDATE tokens SET used = ?2 WHERE id = ?1")                                     \
    X(TOKEN_DROP, "DELETE FROM tokens WHERE id = ?1 AND account = ?2")                             \
    X(TOKENS_OF, "SELECT id, name, made, ends, used FROM tokens WHERE account = ?1 "               \
                 "AND ends >= ?2 ORDER BY id")                                                     \
    X(TOKENS_DROP_OLD, "DELETE FROM tokens WHERE ends < ?1")                                       \
    X(HANDLE_ADD, "INSERT INTO handles (hash, token, room, seat, open) "                           \
                  "VALUES (?1, ?2, ?3, ?4, ?5)")                                                   \
    X(HANDLE_FIND, "SELECT room, seat, open FROM handles WHERE hash = ?1 AND token = ?2")          \
    X(HANDLES_AT, "SELECT seat FROM handles WHERE token = ?1 AND room = ?2")                       \
    X(HANDLES_DROP, "DELETE FROM handles WHERE room = ?1")                                         \
    X(INVITATION_ADD, "INSERT INTO invitations (hash, maker, made, ends) VALUES (?1, ?2, ?3, ?4)") \
    X(INVITATION_FIND, "SELECT maker FROM invitations WHERE hash = ?1 AND ends >= ?2")             \
    X(INVITATION_USE, "DELETE FROM invitations WHERE hash = ?1 AND ends >= ?2")                    \
    X(INVITATIONS_DROP_OLD, "DELETE FROM invitations WHERE ends < ?1")                             \
    X(INVITATIONS_OF, "SELECT COUNT(*) FROM invitations WHERE maker = ?1")

#endif
