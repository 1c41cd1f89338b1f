import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SyncKeyStore } from '@notes/storage';
import {
  type Crypto,
  createRecoveryArtifact,
  encryptArtifact,
  mintEpoch,
  openRecoveryArtifact,
  parseHeader,
} from '@notes/sync-protocol';
import { signRequest } from '@notes/sync-protocol/auth';
import { newBackup } from '@notes/sync-protocol/backup';
import {
  createJoinRequest,
  newInvitation,
  parsePairingCode,
  parseRecoveryCode,
  receiveRequest,
} from '@notes/sync-protocol/control';
import { zlibCodec } from '@notes/sync-protocol/node';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { syncCrypto } from '../../src/sync/crypto.js';
import { readIdentity } from '../../src/sync/keys/identity-file.js';
import { deriveKeys, newSeeds } from '../../src/sync/keys/replica-keys.js';
import { openTestLibrary } from '../support.js';
import { meet, pairedFolders } from './devices.js';

const DATABASE = 'db_040g2081040g2081040g208104';
const REPLICA = 'rep_030c1g60r30c1g60r30c1g60r3';
const ROUNDS = 50;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const epoch = mintEpoch(syncCrypto, DATABASE, 1);
const keys = deriveKeys(syncCrypto, newSeeds(syncCrypto));
const signer = { keyId: 'key_5q185yspnstm5hb238777h5hzm', secretKey: keys.sign.secretKey };
const place = { databaseId: DATABASE, namespace: REPLICA, index: 1, epoch, signer };
const joiner = { replicaId: REPLICA, name: 'phone', keys, now: 0 };
const secret = (length: number) => syncCrypto.random(length);

function answerRequest(crypto: Crypto): Uint8Array {
  const { code, invitation } = newInvitation(syncCrypto, 0);
  const { box } = createJoinRequest(syncCrypto, parsePairingCode(syncCrypto, code) as Uint8Array, joiner);
  const received = receiveRequest(crypto, invitation, box, 0);
  if (received.kind !== 'join') throw new Error('the request was not accepted');
  const carrier = { kind: 'directory', carrierId: null } as const;
  const group = { databaseId: DATABASE, inviterReplicaId: REPLICA, genesis: '0'.repeat(64), epochs: [epoch] };
  const rest = { members: [], tlsCertSha256: null, carrier, bootstrap: 'operations', awaited: {} } as const;
  return received.grant({ ...group, ...rest }).box.subarray(0, 24);
}

function startBackup(crypto: Crypto): Uint8Array[] {
  const about = { databaseId: DATABASE, backupId: 'bak_1', requester: REPLICA };
  const { header, key } = newBackup(crypto, about, epoch, 1_000);
  return [header.subarray(28, 47), header.subarray(56, 80), key];
}

/** Every generator of a secret or a nonce: the lengths in bytes it must ask for, and the values in what it makes. */
const generators: Record<string, { lengths: number[]; make: (crypto: Crypto) => Uint8Array[] }> = {
  'seeds of the key pairs of a device': {
    lengths: [32, 32],
    make: (crypto) => Object.values(newSeeds(crypto)),
  },
  'key of a group': { lengths: [32], make: (crypto) => [mintEpoch(crypto, DATABASE, 1).key] },
  'nonce of an artifact': {
    lengths: [24],
    make(crypto) {
      const artifact = encryptArtifact(crypto, zlibCodec, { ...place, artifactClass: 'acks', payload: secret(9) });
      return [parseHeader(artifact)?.nonce as Uint8Array];
    },
  },
  'nonce of a request to a device': {
    lengths: [16],
    make(crypto) {
      const request = { method: 'GET', target: '/api/v1/sync/handshake', databaseId: DATABASE, replicaId: REPLICA };
      return [Buffer.from(signRequest(crypto, { ...request, signer, now: 0 }).nonce, 'hex')];
    },
  },
  'secret of a pairing code': {
    lengths: [20],
    make: (crypto) => [parsePairingCode(crypto, newInvitation(crypto, 0).code) as Uint8Array],
  },
  'nonce of a request to join': {
    lengths: [24],
    make: (crypto) => [createJoinRequest(crypto, secret(20), joiner).box.subarray(0, 24)],
  },
  'nonce of an answer to a request to join': { lengths: [24], make: (crypto) => [answerRequest(crypto)] },
  'nonces and key of a backup': { lengths: [19, 24, 32], make: startBackup },
};

/** Returns the primitives of sync, and the values that they returned at random. */
function recordRandom(): { crypto: Crypto; drawn: Uint8Array[] } {
  const drawn: Uint8Array[] = [];
  const random = (length: number) => {
    const bytes = syncCrypto.random(length);
    drawn.push(Uint8Array.from(bytes));
    return bytes;
  };
  return { crypto: { ...syncCrypto, random }, drawn };
}

/** Expects that no value repeats, that no byte has one value in all of them, and that each consists of many bytes. */
function expectToVary(values: readonly Uint8Array[]): void {
  for (const bytes of values) expect(new Set(bytes).size).toBeGreaterThan(bytes.length / 2);
  expect(new Set(values.map(hex)).size).toBe(values.length);
  for (const [at] of (values[0] as Uint8Array).entries())
    expect(new Set(values.map((bytes) => bytes[at])).size, `byte ${at}`).toBeGreaterThan(1);
}

describe('secrets and nonces', () => {
  test.each(Object.entries(generators))('%s: random, of full length, and never repeated', (_, { lengths, make }) => {
    const rounds = Array.from({ length: ROUNDS }, () => {
      const { crypto, drawn } = recordRandom();
      const made = make(crypto);
      expect(drawn.map(({ length }) => length)).toEqual(lengths);
      expect(made.map(hex)).toEqual(drawn.map(hex));
      return made;
    });
    for (const [at] of lengths.entries()) expectToVary(rounds.map((made) => made[at] as Uint8Array));
  });

  it('of libsodium vary: key pairs without a seed, and boxes, whose sender has a new key each time', () => {
    const rounds = Array.from({ length: ROUNDS }, () => [
      syncCrypto.signKeyPair().secretKey.subarray(0, 32),
      syncCrypto.boxKeyPair().publicKey.subarray(0, 31),
      syncCrypto.boxSeal(epoch.key, keys.box.publicKey).subarray(0, 31),
      createRecoveryArtifact(syncCrypto, { ...place, recoveryKey: keys.box.publicKey }).subarray(76, 107),
    ]);
    for (const at of [0, 1, 2, 3]) expectToVary(rounds.map((made) => made[at] as Uint8Array));
    const artifact = createRecoveryArtifact(syncCrypto, { ...place, recoveryKey: keys.box.publicKey });
    expect(openRecoveryArtifact(syncCrypto, DATABASE, artifact, keys.box)?.id).toBe(epoch.id);
  });

  it('have no generator in the sources of sync that is missing here', () => {
    const calls = ['packages/sync-protocol/src', 'packages/operations/src/sync'].flatMap(listRandomCalls);
    expect(calls.sort()).toEqual(
      [
        // Names of temporary files, and the id of a folder, which its marker states.
        'packages/operations/src/sync/backups/inspect.ts randomBytes(8)',
        'packages/sync-protocol/src/node/carrier-files.ts randomBytes(12)',
        'packages/sync-protocol/src/node/directory-carrier.ts randomBytes(16)',
        // Waiting times.
        'packages/operations/src/sync/center/attempts.ts Math.random',
        'packages/operations/src/sync/center/sync-schedule.ts Math.random',
        // Secrets and nonces: above, and the recovery codes below.
        'packages/operations/src/sync/center/initialise.ts crypto.random(RECOVERY_SECRET_LENGTH)',
        'packages/operations/src/sync/center/recovery.ts crypto.random(RECOVERY_SECRET_LENGTH)',
        'packages/operations/src/sync/keys/replica-keys.ts crypto.random(SEED_LENGTH)',
        'packages/operations/src/sync/keys/replica-keys.ts crypto.random(SEED_LENGTH)',
        'packages/sync-protocol/src/auth/sign.ts crypto.random(16)',
        'packages/sync-protocol/src/backup/header.ts crypto.random(32)',
        'packages/sync-protocol/src/backup/header.ts crypto.random(NONCE_LENGTH)',
        'packages/sync-protocol/src/backup/header.ts crypto.random(PREFIX_LENGTH)',
        'packages/sync-protocol/src/control/pairing/boxes.ts crypto.random(NONCE_LENGTH)',
        'packages/sync-protocol/src/control/pairing/invitation.ts crypto.random(PAIRING_SECRET_LENGTH)',
        'packages/sync-protocol/src/frames/artifact.ts crypto.random(24)',
        'packages/sync-protocol/src/keys/epoch.ts crypto.random(32)',
      ].sort(),
    );
  });
});

/** Lists the expressions in a folder of sources that make something at random. */
function listRandomCalls(folder: string): string[] {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing'));
  return sources.flatMap((file) => {
    const text = readFileSync(join(root, folder, file), 'utf8');
    const calls = text.match(
      /\bcrypto\.random\(\w+\)|\brandom(?:Bytes|UUID|Int|Fill\w*)\([^)]*\)|getRandomValues\([^)]*\)|Math\.random|\b(?:sign|box)KeyPair\(\)/g,
    );
    return (calls ?? []).map((call) => `${folder}/${file} ${call}`);
  });
}

describe('the secrets of a library', () => {
  /** Records the random values of all libraries of the test. */
  function watchRandom(): Set<string> {
    const drawn = new Set<string>();
    const { random } = syncCrypto;
    vi.spyOn(syncCrypto, 'random').mockImplementation((length) => {
      const bytes = random(length);
      drawn.add(hex(bytes));
      return bytes;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    return drawn;
  }
  const readSecrets = (dataDir: string) => {
    const identity = readIdentity(dataDir);
    const store = new SyncKeyStore(dataDir);
    const epochs = store.epochs.all().map(({ key }) => hex(key));
    store.close();
    return { seeds: [identity?.sign_seed, identity?.box_seed], epochs };
  };
  const readCode = (code: string | null | undefined) => hex(parseRecoveryCode(syncCrypto, code ?? '') as Uint8Array);

  it('are random: seeds, keys of the group and recovery codes, also after they are replaced', async () => {
    const drawn = watchRandom();
    const { first, second, recovery_code } = await pairedFolders();
    const { recovery_code: replaced } = await first.call('recoverSync', { action: 'rotate' });
    await meet(first, second);
    const [one, two] = [readSecrets(first.path), readSecrets(second.path)];
    expect(two.epochs).toEqual(one.epochs);
    const secrets = [...one.seeds, ...two.seeds, ...one.epochs, readCode(recovery_code), readCode(replaced)];
    expect([secrets.length, new Set(secrets).size]).toEqual([8, 8]);
    for (const each of secrets) expect(each).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.filter((each) => !drawn.has(each as string))).toEqual([]);
  });

  it('include a random key for cursors, of 32 bytes', async () => {
    const made: Buffer[] = [];
    for (let n = 0; n < 8; n += 1) made.push((await openTestLibrary()).library.cursorKey);
    expect(new Set(made.map(({ length }) => length))).toEqual(new Set([32]));
    expectToVary(made);
  });
});
