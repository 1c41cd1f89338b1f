import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EnrolledKey, SyncKeyStore } from '../src/index.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const KEY: EnrolledKey = {
  keyId: 'key_1',
  replicaId: 'rep_1',
  signKey: Buffer.alloc(32, 1),
  boxKey: Buffer.alloc(32, 2),
  status: 'active',
  snapshotPermitted: false,
  enrolledAt: NOW,
  revokedAt: null,
};

let folder = '';
let store: SyncKeyStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-sync-keys-'));
  store = new SyncKeyStore(folder, 3);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** Opens the file again without any state in memory, like another process. */
function reopen(): SyncKeyStore {
  store = new SyncKeyStore(folder, 3);
  return store;
}

describe('SyncKeyStore', () => {
  it('uses a private folder and file', () => {
    expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'keys', 'sync.db')).mode & 0o777).toBe(0o600);
  });

  it('keeps every epoch key, ordered by number', () => {
    const epochs = [2, 1].map((number) => ({ id: String(number).repeat(32), number, key: Buffer.alloc(32, number) }));
    for (const epoch of [...epochs, ...epochs]) store.epochs.keep(epoch);
    expect(reopen().epochs.all()).toEqual(epochs.reverse());
  });

  it('takes the state of keys from the membership, and retires missing keys instead of deleting them', () => {
    store.peers.set([KEY, { ...KEY, keyId: 'key_2', replicaId: 'rep_2', snapshotPermitted: true }]);
    store.peers.recordUse('key_1', NOW + 5);
    store.peers.set([{ ...KEY, status: 'revoked', revokedAt: NOW + 9, replicaId: 'rep_3' }]);
    expect(reopen().peers.all()).toEqual([
      { ...KEY, status: 'revoked', revokedAt: NOW + 9, lastSeenAt: NOW + 5 },
      { ...KEY, keyId: 'key_2', replicaId: 'rep_2', status: 'retired', lastSeenAt: null },
    ]);
    expect(store.peers.find('key_3')).toBeUndefined();
  });
});

describe('an invitation', () => {
  const open = {
    id: 'inv_1',
    state: 'open',
    expiresAt: NOW,
    failures: 0,
    failedRequestSha256: null,
    answer: null,
  } as const;

  it('is stored unchanged and replaces its former state', () => {
    const keys = { request: Buffer.alloc(32, 1), response: Buffer.alloc(32, 2) };
    const spent = { ...open, id: 'inv_2', state: 'spent', keys: null } as const;
    const answer = { requestSha256: 'a'.repeat(64), box: Buffer.alloc(9, 3), until: NOW + 1 };
    store.invitations.keep({ ...open, keys });
    store.invitations.keep({ ...open, id: 'inv_2', keys });
    store.invitations.keep({ ...spent, answer });
    expect(reopen().invitations.all()).toEqual([
      { ...open, keys },
      { ...spent, answer },
    ]);
    const tried = { ...open, keys, failures: 1, failedRequestSha256: 'b'.repeat(64) };
    store.invitations.keep(tried);
    expect(reopen().invitations.find('inv_1')).toEqual(tried);
    expect(store.invitations.find('inv_3')).toBeUndefined();
  });
});

describe('spent nonces', () => {
  it('are stored without closing the store', () => {
    store.nonces.add('key_1', 'aa', NOW);
    expect([reopen().nonces.has('key_1', 'aa'), store.nonces.has('key_2', 'aa')]).toEqual([true, false]);
    expect(() => store.nonces.add('key_1', 'aa', NOW)).toThrow();
  });

  it('of a key are full at the limit', () => {
    for (const nonce of ['aa', 'bb', 'cc']) store.nonces.add('key_1', nonce, NOW);
    expect([store.nonces.isFull('key_1'), store.nonces.isFull('key_2')]).toEqual([true, false]);
  });

  it('are removed when they are too old, and leave a floor that does not fall when the clock is set back', () => {
    store.nonces.add('key_1', 'aa', NOW);
    store.nonces.add('key_1', 'bb', NOW + 90_000);
    store.nonces.sweep(NOW + 130_000);
    expect([store.nonces.has('key_1', 'aa'), store.nonces.has('key_1', 'bb')]).toEqual([false, true]);
    expect([store.nonces.floor(), reopen().nonces.floor()]).toEqual([NOW, NOW]);
    store.nonces.sweep(NOW - 1e9);
    expect(store.nonces.floor()).toBe(NOW);
  });
});

describe('the log of rejected requests', () => {
  const refusal = { event: 'request', outcome: 'bad_signature', keyId: 'key_1' } as const;

  it('has equal rejections within a minute once, with their number', () => {
    for (let at = 0; at < 1_000; at += 1) store.audit.record(refusal, NOW + at);
    store.audit.record({ ...refusal, keyId: null }, NOW);
    store.audit.record(refusal, NOW + 60_000);
    expect(store.audit.recent(50)).toEqual([
      { ...refusal, at: NOW + 60_000, count: 1 },
      { ...refusal, keyId: null, at: NOW, count: 1 },
      { ...refusal, at: NOW, count: 1_000 },
    ]);
    store.close();
    expect(reopen().audit.recent(50)).toHaveLength(3);
  });

  it('keeps the last thousand rows', () => {
    for (let at = 0; at < 1_005; at += 1) store.audit.record({ ...refusal, keyId: `key_${at}` }, NOW);
    const kept = store.audit.recent(2_000).map(({ keyId }) => keyId);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, 'key_1004', 'key_5']);
  });
});
