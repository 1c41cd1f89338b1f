import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeState } from '../generate/control.mjs';
import { group } from '../generate/scenarios.mjs';
import {
  ControlLog,
  type ControlOperation,
  decideSegment,
  getControlState,
  parseControl,
} from '../src/control/index.js';
import { sodiumCrypto as crypto } from '../src/node/index.js';
import type { GroupDevice } from '../src/testing/index.js';
import { alterEachByte, fill, readVectors, utf8 } from './support.js';

interface Written {
  readonly id: string;
  readonly body: string;
  readonly signature: string;
}

const vectors = readVectors<{
  scenarios: { name: string; operations: Written[]; state: object }[];
  refused: { operations: Written[]; cases: { name: string; problem: string; operation: Written }[] };
}>('control');

function read({ id, body, signature }: Written): ControlOperation {
  const parsed = parseControl(crypto, new Uint8Array([...utf8(body), ...Buffer.from(signature, 'base64')]));
  if (!parsed.ok) throw new Error(parsed.problem);
  expect(parsed.operation.id).toBe(id);
  return parsed.operation;
}

function buildLog(operations: readonly ControlOperation[]): ControlLog {
  const genesis = operations.find(({ body }) => body.kind === 'genesis') as ControlOperation;
  const log = new ControlLog(crypto, genesis.body.database_id, genesis.id);
  for (const operation of operations) log.add(operation);
  return log;
}

const getState = (log: ControlLog) => describeState(getControlState(log));

describe('[SYNC-GROUP] [SYNC-REMOVAL] the control log vectors', () => {
  test.each(vectors.scenarios)('$name', ({ operations, state }) => {
    const parsed = operations.map(read);
    expect(getState(buildLog(parsed))).toEqual(state);
    expect(getState(buildLog(parsed.toReversed()))).toEqual(state);
  });

  test.each(vectors.refused.cases)('every log refuses: $name', ({ operation, problem }) => {
    const log = buildLog(vectors.refused.operations.map(read));
    const before = getState(log);
    expect(log.add(read(operation))).toBe(problem);
    expect(getState(log)).toEqual(before);
  });
});

const { a, b, c, recovery } = group('refusals of forms');
const [genesis] = a.log.entries.map(({ operation }) => operation) as [ControlOperation];

test('an operation with an altered byte is malformed, or fails its signature', () => {
  for (const [at, bytes] of alterEachByte(genesis.bytes)) {
    const parsed = parseControl(crypto, bytes);
    const log = new ControlLog(crypto, genesis.body.database_id, parsed.ok ? parsed.operation.id : '');
    expect(parsed.ok ? log.add(parsed.operation) : 'malformed', `byte ${at}`).not.toBe('added');
  }
});

test.each([
  ['no body', fill(64, 0), 'malformed'],
  ['too short', fill(63, 0), 'malformed'],
  ['no JSON', utf8(`{${'0'.repeat(64)}`), 'malformed'],
  ['too long', utf8(`"${'a'.repeat(70_000)}"${'0'.repeat(64)}`), 'malformed'],
  ['a later version', utf8(`{"kind":"genesis","v":2}${'0'.repeat(64)}`), 'needs_upgrade'],
  ['an unknown kind', utf8(`{"kind":"member.promote","v":1}${'0'.repeat(64)}`), 'needs_upgrade'],
  ['a field more', utf8(`{"kind":"policy.set","v":1}${'0'.repeat(64)}`), 'malformed'],
  ['fields in another order', utf8(`{"v":1,"kind":"genesis"}${'0'.repeat(64)}`), 'malformed'],
])('parseControl refuses %s', (_, bytes, problem) => {
  expect(parseControl(crypto, bytes)).toEqual({ ok: false, problem });
});

test('adding an operation twice changes nothing', () => {
  expect(a.log.add(genesis)).toBe('known');
});

test('adding a 33rd active member throws RangeError', () => {
  const crowded = group('crowded').a;
  const letters = [...'0123456789abcdefghjkmnpqrstvwxyz'];
  const invite = (at: number) => crowded.invite(`rep_1${(letters[at] as string).repeat(25)}`);
  for (let at = 0; at < 29; at += 1) invite(at);
  expect(() => invite(29)).toThrow(RangeError);
});

test('the recovery keys may not replace themselves', () => {
  const keys = {
    sign_pk: Buffer.from(fill(32, 1)).toString('base64'),
    box_pk: Buffer.from(fill(32, 2)).toString('base64'),
  };
  expect(() => a.write({ kind: 'recovery.replace', ...keys }, recovery)).toThrow('rule');
});

test('operations of a removed replica count up to the number that a member attests', () => {
  const { a, b, c } = group('attested');
  const signed = { namespace: b.replicaId, keyId: b.keyId };
  const upTo = (lastSeq: number, attestations: { replicaId: string; attested: Record<string, number> }[]) =>
    decideSegment(a.state, attestations, { ...signed, lastSeq });
  expect(upTo(9, [])).toBe('apply');
  a.revoke(b.keyId);
  const says = (who: { replicaId: string }, seq: number) => ({
    replicaId: who.replicaId,
    attested: { [b.replicaId]: seq },
  });
  expect(upTo(1, [])).toBe('quarantine');
  expect(upTo(7, [says(a, 5), says(c, 7)])).toBe('apply');
  expect(upTo(8, [says(a, 5), says(c, 7)])).toBe('quarantine');
  expect(upTo(8, [says(b, 99)])).toBe('quarantine');
  a.retire(c.replicaId);
  expect(upTo(7, [says(c, 7)])).toBe('apply');
});

test.each([
  ['revoked', (author: GroupDevice, removed: GroupDevice) => author.revoke(removed.keyId)],
  ['retired', (author: GroupDevice, removed: GroupDevice) => author.retire(removed.replicaId)],
])('the key of a %s device opens no epoch from its removal on, and those of the others open all', (status, remove) => {
  const { a, b, c } = group(`sealed for others: ${status}`);
  remove(a, b);
  a.mint();
  for (const device of [b, c]) device.learn(a);
  expect(a.state).toMatchObject({ mintNeeded: false, missingSeals: [] });
  expect([a, b, c].map(({ epochs }) => [...epochs.values()].map(({ number }) => number))).toEqual([
    [1, 2, 3],
    [1],
    [1, 2, 3],
  ]);
});

test('a segment signed by the key of another replica is quarantined, and by an unknown key waits', () => {
  const about = { namespace: c.replicaId, lastSeq: 1 };
  expect(decideSegment(a.state, [], { ...about, keyId: b.keyId })).toBe('quarantine');
  expect(decideSegment(a.state, [], { ...about, keyId: `key_0${'a'.repeat(25)}` })).toBe('waits');
});

test('an operation with any field replaced is admitted or refused, and never breaks the log', () => {
  const { a, b } = group('fuzzed');
  a.revoke(b.keyId);
  const bodies = a.log.entries.map(({ operation }) => operation.body);
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(...bodies),
      (at, other, value, body) => {
        const fields = Object.keys(body);
        const field = fields[at % fields.length] as string;
        const donor = bodies[other % bodies.length] as Record<string, unknown>;
        const replaced = { ...body, [field]: field in donor && other % 2 === 0 ? donor[field] : value };
        const bytes = signedBytes(replaced, a.keys.sign.secretKey);
        const parsed = bytes === null ? null : parseControl(crypto, bytes);
        if (parsed?.ok) a.log.add(parsed.operation);
        expect(getControlState(a.log).members.size).toBeGreaterThanOrEqual(3);
      },
    ),
    { seed: 8, numRuns: 300 },
  );
  const taken = a.log.entries.map(({ operation }) => operation);
  expect(taken.length).toBeGreaterThan(bodies.length);
  expect(getState(a.rebuildLog(taken.toReversed()))).toEqual(getState(a.log));
});

/** Signs a body; null when it has no canonical JSON. */
function signedBytes(body: object, secretKey: Uint8Array): Uint8Array | null {
  try {
    const text = utf8(canonicalJson(body));
    return new Uint8Array([
      ...text,
      ...crypto.sign(new Uint8Array([...utf8('service-sync/control/1\0'), ...text]), secretKey),
    ]);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
