import { describe, expect, test } from 'vitest';
import { seededCrypto } from '../generate/crypto.mjs';
import { group } from '../generate/scenarios.mjs';
import { RECOVERY } from '../src/control/fields.js';
import {
  type ControlOperation,
  findRecoveredLog,
  formatRecoveryCode,
  getControlState,
  joinByRecovery,
  parseControl,
  parseRecoveryCode,
  recoverGroup,
} from '../src/control/index.js';
import {
  computeArtifactName,
  computeKeyId,
  createRecoveryArtifact,
  deriveRecoveryKeys,
  type Epoch,
  encryptArtifact,
  getPublicKeys,
  openArtifact,
  type Signer,
} from '../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../src/node/index.js';
import { GroupDevice, MemoryCarrier } from '../src/testing/index.js';
import { fill, readVectors, unhex, utf8 } from './support.js';

const SECRET = fill(32, 9);
const databaseId = 'db_040g2081040g2081040g208104';

/** Carrier with everything that the devices of a group have published. */
class Published {
  readonly store = new MemoryCarrier({ carrierId: 'car_test', databaseId });
  readonly #last = new Map<string, number>();
  readonly #signers = new Map<string, Signer>();

  constructor(...devices: readonly GroupDevice[]) {
    for (const { replicaId, keyId, keys } of devices)
      this.#signers.set(replicaId, { keyId, secretKey: keys.sign.secretKey });
  }

  get carrier() {
    return this.store.carrierFor('rep_reader');
  }

  async control(operation: ControlOperation, epoch: Epoch): Promise<void> {
    const namespace = operation.body.author_replica_id;
    const about = this.#next(namespace, 'members');
    const content = { ...about, artifactClass: 'members' as const, epoch, payload: operation.bytes };
    await this.#put('members', namespace, about.index, encryptArtifact(crypto, codec, content));
  }

  async recovery(namespace: string, epoch: Epoch, recoveryKey: Uint8Array): Promise<void> {
    const about = this.#next(namespace, 'recovery');
    await this.#put(
      'recovery',
      namespace,
      about.index,
      createRecoveryArtifact(crypto, { ...about, epoch, recoveryKey }),
    );
  }

  #next(namespace: string, artifactClass: string) {
    const index = (this.#last.get(namespace + artifactClass) ?? 0) + 1;
    this.#last.set(namespace + artifactClass, index);
    return { databaseId, namespace, index, signer: this.#signers.get(namespace) as Signer };
  }

  async #put(artifactClass: 'members' | 'recovery', namespace: string, index: number, bytes: Uint8Array) {
    await this.store.carrierFor(namespace).put(artifactClass, computeArtifactName(crypto, index, bytes), bytes);
  }
}

/** Returns three devices with two epochs, all published. */
async function publishGroup() {
  const members = group('recovery');
  const { a, b, c, recovery } = members;
  const [first] = [...a.epochs.values()] as [Epoch];
  a.mint();
  const store = new Published(a, b, c);
  for (const { operation } of a.log.entries) await store.control(operation, first);
  for (const epoch of a.epochs.values()) await store.recovery(a.replicaId, epoch, recovery.box.publicKey);
  return { ...members, store };
}

const recover = async (store: Published, secret: Uint8Array = SECRET) => {
  const result = await recoverGroup(crypto, codec, store.carrier, secret);
  if (!result.ok) throw new Error(result.problem);
  return result.group;
};

interface RecoveryVector {
  readonly name: string;
  readonly database_id: string;
  readonly recovery_secret: string;
  readonly recovery_key: string;
  readonly operations: readonly { readonly id: string; readonly body: string; readonly signature: string }[];
  readonly expected: { readonly genesis: string } | { readonly problem: string };
}

const vectors = readVectors<RecoveryVector[]>('recovery');

describe('the recovery vectors [SYNC-SPEC-RECOVERY]', () => {
  test.each(vectors)('$name', (vector) => {
    const keyId = computeKeyId(crypto, getPublicKeys(deriveRecoveryKeys(crypto, unhex(vector.recovery_secret))));
    expect(keyId).toBe(vector.recovery_key);
    const operations = vector.operations.map(({ id, body, signature }) => {
      const parsed = parseControl(crypto, Buffer.concat([Buffer.from(body), Buffer.from(signature, 'base64')]));
      if (!parsed.ok || parsed.operation.id !== id) throw new Error(`operation ${id} is none`);
      return parsed.operation;
    });
    for (const given of [operations, operations.toReversed()]) {
      const found = findRecoveredLog(crypto, vector.database_id, given, keyId);
      expect(found.ok ? { genesis: found.genesis } : { problem: found.problem }).toEqual(vector.expected);
    }
  });

  test('cover every result', () => {
    const problems = vectors.map(({ expected }) => ('problem' in expected ? expected.problem : 'found'));
    expect(new Set(problems)).toEqual(new Set(['found', 'replaced', 'incomplete', 'ambiguous']));
  });
});

describe('[SYNC-RECOVERY-CODE] recovery from a recovery code and a carrier', () => {
  test('restores the group and every epoch, and a new device can join', async () => {
    const { a, store } = await publishGroup();
    const secret = parseRecoveryCode(crypto, formatRecoveryCode(crypto, SECRET)) as Uint8Array;
    const found = await recover(store, secret);
    expect(found.epochs.map(({ id }) => id)).toEqual(a.state.epochs.map(({ id }) => id));
    expect(getControlState(found.log)).toEqual(a.state);

    const keys = { sign: crypto.signKeyPair(), box: crypto.boxKeyPair() };
    const replicaId = `rep_0${'d'.repeat(25)}`;
    const added = joinByRecovery(crypto, found, secret, { replicaId, name: 'new', keys, now: Date.now() });
    expect(added.body).toMatchObject({ kind: 'member.add', author_replica_id: RECOVERY });
    expect(getControlState(found.log)).toMatchObject({ mintNeeded: false, missingSeals: [], voided: [] });
    expect(getControlState(found.log).members.get(replicaId)).toMatchObject({ status: 'active', addedBy: RECOVERY });

    const place = { databaseId, namespace: a.replicaId, artifactClass: 'ops' as const, index: 1 };
    const epoch = a.epochs.get(a.state.currentEpoch.id) as Epoch;
    const signer = { keyId: a.keyId, secretKey: a.keys.sign.secretKey };
    const artifact = encryptArtifact(crypto, codec, { ...place, epoch, signer, payload: utf8('a note') });
    const opened = openArtifact(crypto, codec, {
      ...place,
      artifact,
      signerKey: (keyId) => found.log.introductions(keyId)[0]?.keys.sign ?? null,
      epochKey: (id) => found.epochs.find((held) => held.id === id)?.key ?? null,
    });
    expect(opened.ok && Buffer.from(opened.payload).toString()).toBe('a note');
  });

  test('reports other_code for another code, and nothing when nothing was published', async () => {
    const { store } = await publishGroup();
    expect(await recoverGroup(crypto, codec, store.carrier, fill(32, 8))).toEqual({ ok: false, problem: 'other_code' });
    const empty = new Published();
    expect(await recoverGroup(crypto, codec, empty.carrier, SECRET)).toEqual({ ok: false, problem: 'nothing' });
  });

  test('reports replaced for a replaced code, and restores the group with the new code', async () => {
    const { a, store } = await publishGroup();
    const fresh = deriveRecoveryKeys(crypto, fill(32, 10));
    a.replaceRecovery(fresh);
    const { operation } = a.log.entries.at(-1) as (typeof a.log.entries)[0];
    const [first] = [...a.epochs.values()] as [Epoch];
    await store.control(operation, first);
    for (const epoch of a.epochs.values()) await store.recovery(a.replicaId, epoch, fresh.box.publicKey);
    expect(await recoverGroup(crypto, codec, store.carrier, SECRET)).toEqual({ ok: false, problem: 'replaced' });
    expect(getControlState((await recover(store, fill(32, 10))).log)).toEqual(a.state);
  });

  test('reports incomplete for a log without its genesis', async () => {
    const { a, store } = await publishGroup();
    const [name] = store.store.folder(a.replicaId, 'members').keys();
    store.store.folder(a.replicaId, 'members').delete(name as string);
    expect(await recoverGroup(crypto, codec, store.carrier, SECRET)).toEqual({ ok: false, problem: 'incomplete' });
  });

  test('reports damaged for damaged artifacts, not other_code [SYNC-DAMAGE]', async () => {
    const { a, store } = await publishGroup();
    for (const artifactClass of ['recovery', 'members'] as const) {
      const names = store.store.folder(a.replicaId, artifactClass);
      const before = new Map(names);
      for (const [name, bytes] of before) names.set(name, bytes.with(100, (bytes[100] as number) ^ 1));
      expect(await recoverGroup(crypto, codec, store.carrier, SECRET)).toEqual({ ok: false, problem: 'damaged' });
      for (const [name, bytes] of before) names.set(name, bytes);
    }
    expect(getControlState((await recover(store)).log)).toEqual(a.state);
  });

  test('ignores truncated and altered artifacts when the others suffice', async () => {
    const { a, store } = await publishGroup();
    const members = store.store.folder(a.replicaId, 'members');
    members.set('0000000000000009-00000000000000000000000000000000', fill(300, 1));
    for (const bytes of [...members.values()]) {
      const altered = bytes.with(bytes.length - 100, 0);
      members.set(computeArtifactName(crypto, 9, altered), altered);
    }
    expect(getControlState((await recover(store)).log)).toEqual(a.state);
  });

  test('reports ambiguous when a member made a second genesis', async () => {
    const { a, b, recovery, store } = await publishGroup();
    const other = GroupDevice.createFounder(seededCrypto('other'), b.replicaId, recovery);
    const [first] = [...a.epochs.values()] as [Epoch];
    for (const { operation } of other.log.entries) await store.control(operation, first);
    expect(await recoverGroup(crypto, codec, store.carrier, SECRET)).toEqual({ ok: false, problem: 'ambiguous' });
  });
});
