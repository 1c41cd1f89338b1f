-- Notes, attachments and sources that are yet to be brought to what the log says.
CREATE TABLE sync_unsettled (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
