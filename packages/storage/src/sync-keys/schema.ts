import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Definition of the tables in `keys/sync.db`. */
export const SYNC_KEYS_DDL = `
CREATE TABLE IF NOT EXISTS epoch (
  epoch_id TEXT PRIMARY KEY, number INTEGER NOT NULL, key BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS peer_key (
  key_id TEXT PRIMARY KEY, replica_id TEXT NOT NULL, sign_key BLOB NOT NULL, box_key BLOB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'revoked', 'retired')), snapshot_permitted INTEGER NOT NULL,
  enrolled_at INTEGER NOT NULL, revoked_at INTEGER, last_seen_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS nonce (
  key_id TEXT NOT NULL, nonce TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key_id, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS nonce_at ON nonce (at);
CREATE TABLE IF NOT EXISTS nonce_floor (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS auth_audit (
  id INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, outcome TEXT NOT NULL, key_id TEXT,
  count INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS invitation (
  invitation_id TEXT PRIMARY KEY, state TEXT NOT NULL, expires_at INTEGER NOT NULL, failures INTEGER NOT NULL,
  request_key BLOB, response_key BLOB, answer_to TEXT, answer BLOB, answer_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS join_request (
  invitation_id TEXT PRIMARY KEY, secret BLOB NOT NULL, box BLOB NOT NULL, replica_id TEXT NOT NULL,
  sign_seed BLOB NOT NULL, box_seed BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS meeting (path TEXT PRIMARY KEY, carrier_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

const bytes = (name: string) => blob(name, { mode: 'buffer' });

export const epochs = sqliteTable('epoch', {
  id: text('epoch_id').primaryKey(),
  number: integer('number').notNull(),
  key: bytes('key').notNull(),
});

export const peerKeys = sqliteTable('peer_key', {
  keyId: text('key_id').primaryKey(),
  replicaId: text('replica_id').notNull(),
  signKey: bytes('sign_key').notNull(),
  boxKey: bytes('box_key').notNull(),
  status: text('status').$type<'active' | 'revoked' | 'retired'>().notNull(),
  snapshotPermitted: integer('snapshot_permitted', { mode: 'boolean' }).notNull(),
  enrolledAt: integer('enrolled_at').notNull(),
  revokedAt: integer('revoked_at'),
  lastSeenAt: integer('last_seen_at'),
});

export const nonces = sqliteTable(
  'nonce',
  { keyId: text('key_id').notNull(), nonce: text('nonce').notNull(), at: integer('at').notNull() },
  (table) => [primaryKey({ columns: [table.keyId, table.nonce] })],
);

export const nonceFloor = sqliteTable('nonce_floor', {
  one: integer('one').primaryKey(),
  at: integer('at').notNull(),
});

export const authAudit = sqliteTable('auth_audit', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
  event: text('event').$type<'request' | 'pair'>().notNull(),
  outcome: text('outcome').notNull(),
  keyId: text('key_id'),
  count: integer('count').notNull(),
});

export const invitations = sqliteTable('invitation', {
  id: text('invitation_id').primaryKey(),
  state: text('state').notNull(),
  expiresAt: integer('expires_at').notNull(),
  failures: integer('failures').notNull(),
  requestKey: bytes('request_key'),
  responseKey: bytes('response_key'),
  answerTo: text('answer_to'),
  answer: bytes('answer'),
  answerUntil: integer('answer_until'),
});

export const joinRequests = sqliteTable('join_request', {
  invitationId: text('invitation_id').primaryKey(),
  secret: bytes('secret').notNull(),
  box: bytes('box').notNull(),
  replicaId: text('replica_id').notNull(),
  signSeed: bytes('sign_seed').notNull(),
  boxSeed: bytes('box_seed').notNull(),
});

/** Carriers last found in each folder. */
export const carrierFolders = sqliteTable('meeting', {
  path: text('path').primaryKey(),
  carrierId: text('carrier_id').notNull(),
});
