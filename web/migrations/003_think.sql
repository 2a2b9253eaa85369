-- Rules texts of people, what was thought about, and saved games.

-- Playable as me/NAME.
CREATE TABLE texts (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (account, name)
) STRICT;

-- The last answer to each question about a position.
CREATE TABLE analyses (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    key TEXT NOT NULL,                 -- a hash of position and question
    body TEXT NOT NULL,                -- as the event `info` had it
    time INTEGER NOT NULL,
    PRIMARY KEY (account, key)
) STRICT;
CREATE INDEX analyses_age ON analyses (account, time);

CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    state TEXT NOT NULL,               -- running, done, failed
    game TEXT NOT NULL,
    source TEXT,                       -- the rules text, where it is none of the program
    record TEXT NOT NULL,              -- the game
    names TEXT NOT NULL,               -- of the players: a JSON list
    judge TEXT NOT NULL,
    origin TEXT NOT NULL,              -- {"room":ID}, {"library":ID} or null, as JSON
    body TEXT NOT NULL,                -- what was found, as a JSON object
    time INTEGER NOT NULL
) STRICT;
CREATE INDEX reviews_of ON reviews (account, time);

CREATE TABLE library (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    players TEXT NOT NULL,             -- a JSON list
    date TEXT NOT NULL,                -- 2026-01-31, or empty
    result TEXT NOT NULL,              -- "1-0", "2" (a seat), "draw", or empty
    plies INTEGER NOT NULL,
    source TEXT,                       -- the rules text, where it is none of the program
    record TEXT NOT NULL,
    added INTEGER NOT NULL
) STRICT;
CREATE INDEX library_of ON library (account, added);

-- Positions that a person has marked.
CREATE TABLE marks (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    position TEXT NOT NULL,            -- a blob
    note TEXT NOT NULL,
    saved TEXT,                        -- the game of the library it is from
    ply INTEGER NOT NULL,
    time INTEGER NOT NULL
) STRICT;
CREATE INDEX marks_of ON marks (account, time);
