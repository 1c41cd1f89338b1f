import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SyncKeyStore } from '@notes/storage';
import { mintEpoch } from '@notes/sync-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncCrypto as crypto } from '../crypto.js';
import { LibrarySyncKeys, newSeeds, type ReplicaStorage } from './replica-keys.js';

const DATABASE = 'db_01j00000000000000000000000';
const REPLICA = 'rep_01j00000000000000000000001';
const MARK = { index: 3, sha256: 'a'.repeat(64) };

let place: ReplicaStorage;
const create = (replicaId = REPLICA) =>
  LibrarySyncKeys.create(place, {
    databaseId: DATABASE,
    replicaId,
    genesis: '0'.repeat(64),
    seeds: newSeeds(crypto),
  });

beforeEach(() => {
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-replica-'));
  place = { dataDir, crypto, store: new SyncKeyStore(dataDir) };
});
afterEach(() => {
  place.store.close();
  rmSync(place.dataDir, { recursive: true });
});

it('LibrarySyncKeys.open returns null without an identity, and the same keys on every call', async () => {
  expect(LibrarySyncKeys.open(place)).toBeNull();
  const made = create();
  const epoch = mintEpoch(crypto, DATABASE, 1);
  await made.keepEpoch(epoch);
  const found = LibrarySyncKeys.open(place);
  expect([found?.databaseId, found?.replicaId, found?.signer]).toEqual([DATABASE, REPLICA, made.signer]);
  expect([found?.box, found?.epochs()]).toEqual([made.box, [epoch]]);
});

it('raiseHighWater stores the mark and never lowers it', async () => {
  const keys = create();
  await keys.raiseHighWater('ops', MARK);
  await keys.raiseHighWater('ops', { ...MARK, index: 2 });
  const found = LibrarySyncKeys.open(place);
  expect([found?.highWater('ops'), found?.highWater('acks')]).toEqual([MARK, null]);
});

it('raiseHighWater refuses to overwrite the identity of another replica, whose seeds stay', async () => {
  const former = create();
  const next = create('rep_01j00000000000000000000002');
  await expect(former.raiseHighWater('ops', MARK)).rejects.toMatchObject({ code: 'conflict' });
  const found = LibrarySyncKeys.open(place);
  expect([found?.replicaId, found?.signer, found?.isFresh]).toEqual([next.replicaId, next.signer, true]);
});

it('the identity file is readable by its owner alone, and no other file stays beside it', () => {
  create();
  const folder = join(place.dataDir, 'keys');
  expect(statSync(join(folder, 'sync-identity.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => !name.startsWith('sync.db'))).toEqual(['sync-identity.json']);
});

it('LibrarySyncKeys.open returns null for a damaged identity file', () => {
  create();
  writeFileSync(join(place.dataDir, 'keys', 'sync-identity.json'), '{"version":1');
  expect(LibrarySyncKeys.open(place)).toBeNull();
});
