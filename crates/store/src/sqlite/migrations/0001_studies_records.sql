CREATE TABLE studies (
    number      INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    name        TEXT    NOT NULL,
    origin      TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    game_source TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('open', 'paused', 'cancelled', 'done')),
    created     INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

-- One row a game; the two rows of a pair come and go together. The payload is the whole record as JSON,
-- the columns before it repeat what is counted.
CREATE TABLE records (
    study   INTEGER NOT NULL REFERENCES studies (number),
    arm     INTEGER NOT NULL,
    pair    INTEGER NOT NULL,
    game    INTEGER NOT NULL CHECK (game IN (0, 1)),
    result  TEXT    NOT NULL CHECK (result IN ('1-0', '1/2-1/2', '0-1')),
    reason  TEXT    NOT NULL,
    plies   INTEGER NOT NULL,
    payload TEXT    NOT NULL,
    UNIQUE (study, arm, pair, game)
) STRICT;

-- Counting the results of a big study must not read its payloads.
CREATE INDEX records_by_result ON records (study, arm, result);

CREATE TABLE quarantine (
    study    INTEGER NOT NULL REFERENCES studies (number),
    arm      INTEGER NOT NULL,
    pair     INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    evidence TEXT    NOT NULL,
    PRIMARY KEY (study, arm, pair)
) STRICT;
