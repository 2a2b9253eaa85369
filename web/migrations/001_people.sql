-- What belongs to no subject, and people: accounts, their sessions, invitations.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Guests and the owner are accounts, too. `folded` is the name in small letters, for those who have a
-- password. Ids are never used again.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT UNIQUE,
    kind INTEGER NOT NULL,             -- person_kind
    password TEXT,                     -- its hash (Argon2id)
    room TEXT,                         -- of a guest: the only one open to them
    settings TEXT NOT NULL DEFAULT '{}', -- what the page keeps of its own
    made INTEGER NOT NULL
) STRICT;

-- Only a hash of the cookie's word is here.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    made INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    ends INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of ON sessions (account);

-- Each may be used once.
CREATE TABLE invitations (
    hash TEXT PRIMARY KEY,
    maker INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    made INTEGER NOT NULL,
    ends INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_of ON invitations (maker);
