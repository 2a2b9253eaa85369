-- Tables that are being played. A room is its rows: `events`, in the order of `row`. Names of
-- people are in `seats`; those in bodies (who talks, who sits down) are removed when they leave.

CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    maker INTEGER NOT NULL,            -- an account
    invite TEXT NOT NULL,              -- the word of its link
    game TEXT NOT NULL,
    hash TEXT,                         -- of the rules text it was begun with (kept_texts)
    look INTEGER NOT NULL,             -- room_look
    state TEXT NOT NULL,               -- open, playing, over, closed
    setup TEXT NOT NULL,               -- JSON: game, options, start, and how it is played
    made INTEGER NOT NULL,
    touched INTEGER NOT NULL           -- the last row
) STRICT;
CREATE INDEX rooms_of ON rooms (maker);
CREATE INDEX rooms_open ON rooms (state, touched);

-- Who sits where now.
CREATE TABLE seats (
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,             -- from 1
    account INTEGER,
    name TEXT NOT NULL,
    declines INTEGER NOT NULL DEFAULT 0, -- reactions are declined since that row, until their turn
    PRIMARY KEY (room, seat)
) STRICT;
CREATE INDEX seats_of ON seats (account);

-- What happened. An act and all that chance decided after it are one row.
CREATE TABLE events (
    event INTEGER PRIMARY KEY,         -- its number over all rooms
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    key TEXT,                          -- the client's word for its request
    asked TEXT,                        -- a hash of that request
    kind TEXT NOT NULL,
    account INTEGER,                   -- whose doing it is
    body TEXT NOT NULL,                -- JSON: what it is, and what each view was given of it
    time INTEGER NOT NULL,
    UNIQUE (room, row)
) STRICT;
CREATE UNIQUE INDEX events_key ON events (room, key) WHERE key IS NOT NULL;

-- Answers to a reaction that are not out yet (open = 1), and those that were.
CREATE TABLE answers (
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    open INTEGER NOT NULL,
    key TEXT,
    asked TEXT,
    token TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX answers_open ON answers (room, seat) WHERE open = 1;
CREATE UNIQUE INDEX answers_key ON answers (room, key) WHERE key IS NOT NULL;

-- Rules texts of rooms and saved games, as they were when these began.
CREATE TABLE kept_texts (
    hash TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
