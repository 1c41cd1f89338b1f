import { inflateRawSync } from 'node:zlib';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decideSegment } from '../../src/control/attestation.js';
import { encryptArtifact } from '../../src/frames/artifact.js';
import { computeArtifactName } from '../../src/frames/name.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import { fetchArtifact, openMemberArtifact } from '../../src/run/artifacts.js';
import type { FoundCheckpoint } from '../../src/run/checkpoints.js';
import type { RunContext } from '../../src/run/context.js';
import type { Publication } from '../../src/run/publish.js';
import { decodeCheckpointPart } from '../../src/run/retention/checkpoint.js';
import { simulate } from '../../src/testing/index.js';
import { expandSeed, type SimulationOptions } from '../../src/testing/sim/options.js';
import { collect } from './collect.js';

/** Number of histories in which a mutant must be detected. */
const HISTORIES = 160;

interface Mutant {
  /** Module of `src` that the mutant replaces; `exports` are its replacements. */
  readonly module: string;
  readonly exports: Record<string, unknown>;
  /** Returns true for histories that can reveal the mutant. */
  readonly shows: (options: SimulationOptions) => boolean;
  /** Seed of a history that detected the mutant before. It is played first, because most others do not detect it. */
  readonly noticedIn?: number;
}

/** Puts an artifact before storing it, so that a crash in between makes it encrypt again. */
async function putThenKeep(run: RunContext, { artifactClass, index, payload, epoch, getStateAfter }: Publication) {
  const { databaseId, replicaId: namespace, signer } = run.keys;
  const content = { artifactClass, index, databaseId, namespace, epoch, signer, payload };
  const bytes = encryptArtifact(run.crypto, run.codec, content);
  const [name, sha256] = [computeArtifactName(run.crypto, index, bytes), bytesToHex(run.crypto.sha256(bytes))];
  await run.carrier.put(artifactClass, name, bytes);
  return await run.store.keepArtifact({ artifactClass, index, name, sha256, bytes }, getStateAfter?.(sha256));
}

/** Validates nothing before all parts are read. */
async function readEveryPart(run: RunContext, { replica, head }: FoundCheckpoint) {
  const shelf = run.store.createShelf();
  for (const name of head.parts) {
    const place = Number.parseInt(name, 16);
    const fetched = await fetchArtifact(run, replica, 'snapshots', name);
    const opened = fetched && openMemberArtifact(run, replica, 'snapshots', place, fetched.bytes);
    if (!opened?.ok) return 'missing';
    shelf.add(decodeCheckpointPart(opened.payload) ?? []);
  }
  return shelf;
}

const always = () => true;

const MUTANTS: Record<string, Mutant> = {
  'publishes from a restored library': {
    module: 'run/own-namespace',
    exports: { isOwnState: async () => true },
    shows: ({ weights }) => weights.libraryRollback > 0,
  },
  'never puts missing artifacts again': {
    module: 'run/own-namespace',
    exports: { republish: async () => {} },
    shows: ({ weights }) => weights.carrierEmptied > 0,
  },
  'puts an artifact before storing it': {
    module: 'run/publish',
    exports: { publish: putThenKeep },
    shows: ({ weights, faults }) => weights.crash > 0 || faults.lostAnswer > 0,
  },
  'applies operations before their texts': {
    module: 'run/referenced-texts',
    exports: { getReferencedTexts: () => [] },
    shows: always,
  },
  'never acknowledges': { module: 'run/acks', exports: { pushAck: async () => {} }, shows: always },
  'repeats unchanged acknowledgements': {
    module: 'run/retention/ack',
    exports: { hasSameContent: () => false },
    shows: always,
  },
  'neither shares epochs with members nor mints one after a removal': {
    module: 'run/members',
    exports: { maintainGroup: async () => {} },
    shows: ({ weights }) => weights.remove > 0,
  },
  'merges by a version it does not support': {
    module: 'run/merge-versions',
    exports: { supportsMergeVersion: () => true },
    shows: ({ theme }) => theme === 'versions',
    noticedIn: 150,
  },
  'sets a merge version that others do not support': {
    module: 'run/merge-versions',
    exports: { canAgreeOn: () => true },
    shows: ({ theme }) => theme === 'versions',
  },
  'ignores forks': {
    module: 'run/record-fork',
    exports: { recordFork: async () => {}, isFrozen: async () => false },
    shows: ({ theme }) => theme === 'clones',
    noticedIn: 33,
  },
  'ignores artifacts that a clone published': {
    module: 'run/own-namespace',
    exports: { isOwnState: async () => true },
    shows: ({ theme }) => theme === 'clones',
  },
  'reads repeated parts of a checkpoint': {
    module: 'run/checkpoints',
    exports: { readCheckpoint: readEveryPart },
    shows: ({ theme }) => theme === 'hostility',
    noticedIn: 97,
  },
  'was restored and waits for nothing that it had before': {
    module: 'run/shared-state',
    exports: { findAwaited: async () => ({}) },
    shows: ({ weights }) => weights.libraryRollback > 0 && weights.forget > 0,
    noticedIn: 20_018_538,
  },
  'publishes edits of revisions that others may have pruned': {
    module: 'merge/rebase-edits',
    exports: { rebaseEdits: () => ({ changed: [], merged: [] }) },
    shows: ({ weights }) => weights.join > 0 && weights.forget > 0,
    noticedIn: 123_970,
  },
  'ignores attestations about removed replicas': {
    module: 'control/attestation',
    exports: { decideSegment: ((state, _, of) => decideSegment(state, [], of)) satisfies typeof decideSegment },
    shows: ({ weights }) => weights.remove > 0,
    noticedIn: 29,
  },
};

// Test files share imported modules, so these are reset before and after each test.
beforeEach(() => vi.resetModules());
afterEach(() => vi.resetModules());

describe('the simulation detects a replica that', () => {
  test.each(Object.entries(MUTANTS))('%s', async (_, { module, exports, shows, noticedIn }) => {
    const path = `../../src/${module}.js`;
    vi.doMock(path, async (load) => ({ ...(await load<object>()), ...exports }));
    const { simulate: simulateIt } = await import('../../src/testing/sim/simulate.js');
    const seeds = Array.from({ length: 2000 }, (__, seed) => seed).filter((seed) => shows(expandSeed(seed)));
    const isCaught = async (seed: number) =>
      await simulateIt(seed, { crypto, codec, curves: false, collect }).then(
        ({ failures }) => failures.length > 0,
        () => true,
      );
    let caught = false;
    const first = noticedIn === undefined ? [] : [noticedIn];
    for (const seed of [...first, ...seeds.slice(0, HISTORIES)]) caught ||= await isCaught(seed);
    vi.doUnmock(path);
    expect(caught).toBe(true);
  });
});

const isTooMuch = (failure: string) => failure.includes('I9');

test('the simulation detects a codec without a size limit', async () => {
  const boundless = { ...codec, inflate: (input: Uint8Array) => inflateRawSync(input) };
  const seeds = Array.from({ length: 800 }, (_, seed) => seed).filter((seed) => expandSeed(seed).theme === 'hostility');
  let caught = false;
  for (const seed of seeds.slice(0, HISTORIES))
    caught ||= (await simulate(seed, { crypto, codec: boundless, curves: false })).failures.some(isTooMuch);
  expect(caught).toBe(true);
});
