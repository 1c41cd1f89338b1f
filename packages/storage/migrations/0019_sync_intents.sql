-- What this device is to have of attachments: of one without a row, what its size says. asked: somebody wants its bytes.
CREATE TABLE sync_intents (
  resource_pk INTEGER PRIMARY KEY REFERENCES resources (pk) ON DELETE CASCADE,
  intent TEXT NOT NULL,
  asked INTEGER NOT NULL DEFAULT 0
) STRICT;
