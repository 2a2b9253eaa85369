-- What several servers on one database share. Empty where one server has the data to itself.

-- Work that one process does for all: it lapses unless its holder renews it.
CREATE TABLE claims (
    name TEXT PRIMARY KEY,             -- seat:ROOM, review:ID, analysis:ID
    holder TEXT NOT NULL,              -- a process
    until INTEGER NOT NULL,
    body TEXT                          -- what another process needs to continue
) STRICT;
CREATE INDEX claims_age ON claims (until);

-- Log-ins: what is missing of a full bucket, in thousandths. Names are keyed hashes.
CREATE TABLE buckets (
    name TEXT PRIMARY KEY,
    missing INTEGER NOT NULL,
    time INTEGER NOT NULL
) STRICT;

-- Servers that run, and the streams they hold.
CREATE TABLE processes (
    name TEXT PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT;
CREATE TABLE listeners (
    id TEXT PRIMARY KEY,
    session INTEGER NOT NULL,
    process TEXT NOT NULL,
    opened INTEGER NOT NULL
) STRICT;
CREATE INDEX listeners_of ON listeners (session);
CREATE INDEX listeners_at ON listeners (process);
