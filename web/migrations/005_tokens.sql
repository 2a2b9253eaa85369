-- Words that programs send instead of a cookie, such as assistants. Only a hash of each is here.
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    made INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    used INTEGER                       -- the last time; NULL: never
) STRICT;
CREATE INDEX tokens_of ON tokens (account);

-- Seats of tables that were given to a token, by handles of which only a hash is here.
CREATE TABLE handles (
    hash TEXT PRIMARY KEY,
    token INTEGER NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,             -- from 1; 0: it watches
    open INTEGER NOT NULL              -- 1: nothing is hidden from it while no one else sits there
) STRICT;
CREATE INDEX handles_of_token ON handles (token);
CREATE INDEX handles_of_room ON handles (room);
