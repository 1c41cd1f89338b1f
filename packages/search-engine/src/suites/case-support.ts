import assert from 'node:assert/strict';
import { BucketDigests } from '../digest.js';
import {
  BUCKETS,
  type Candidate,
  type CandidateQuery,
  type Channel,
  type ChannelAnswer,
  type EngineBatch,
  EngineError,
  type EngineErrorCode,
  type EngineRecord,
  MAX_ENGINE_MESSAGE,
  type SearchEngine,
} from '../port.js';
import { splitIntoWords } from '../unspaced.js';
import type { EngineFixture } from './engine-fixture.js';

export const ALL_BUCKETS = { from: 0, to: BUCKETS };
/** Word in texts of faulty requests. Messages of errors must not contain it. */
export const PRIVATE_WORD = 'Quittenmarmelade';
/** Key that `openWithWrongKey` uses. Messages of errors must not contain it. */
export const WRONG_KEY = 'wrong-key-of-the-engine-suite';
/** Maximum time in milliseconds for an engine to end an aborted request. */
const MAX_ABORT_MS = 2_000;
/** Maximum time in milliseconds for an engine to finish a batch after a restart. */
const MAX_SETTLING_MS = 5_000;

/** Makes a record. Ids have the form of ids of notes. */
export function makeRecord(name: string, title = name, body = '', revision = 1): EngineRecord {
  return { id: `document_${name}`, version: `revision_${name}_${revision}`, title, body };
}

export function makeRecords(count: number, from = 0): EngineRecord[] {
  return Array.from({ length: count }, (_, index) => makeRecord(`n${from + index}`, `Note ${from + index}`));
}

export function makeBatch(
  from: number,
  to: number,
  upserts: readonly EngineRecord[] = [],
  deletes: readonly string[] = [],
) {
  return { from, to, upserts, deletes } satisfies EngineBatch;
}

/** Applies a first batch of records, from 0 to their number. */
export async function fill(engine: SearchEngine, records: readonly EngineRecord[]): Promise<void> {
  assert.deepEqual(await engine.apply(makeBatch(0, records.length, records)), { rejected: [] });
}

export async function openFilled(fixture: EngineFixture, records: readonly EngineRecord[]): Promise<SearchEngine> {
  const engine = fixture.open();
  await fill(engine, records);
  // An index with the sequence number 0 may be `building` as long as it has it.
  if (records.length > 0) await fixture.waitForMeaning?.(engine);
  return engine;
}

/** Asserts that an engine without an index finds nothing. */
export async function assertFindsNothing(engine: SearchEngine): Promise<void> {
  const { typo } = await engine.candidates(makeQuery('anything'));
  if (typo?.state !== 'building') assert.deepEqual(typo, { state: 'answered', candidates: [] });
}

/** Index as the port shows it: sequence number, number of records, and digests. */
export interface IndexState {
  readonly indexId: string | null;
  readonly sequence: number;
  readonly records: number;
  readonly digests: string;
}

/** Reads the state of an index. An engine may finish a batch after a restart, so it is read until it does not change. */
export async function readState(engine: SearchEngine): Promise<IndexState> {
  const until = performance.now() + MAX_SETTLING_MS;
  do {
    const before = await engine.describe();
    const digests = serializeDigests(await engine.digests(ALL_BUCKETS));
    const { indexId, sequence, records } = await engine.describe();
    if (before.sequence === sequence && before.indexId === indexId && before.records === records)
      return { indexId, sequence, records, digests };
  } while (performance.now() < until);
  throw new Error('The description of the index does not stop changing');
}

/** Asserts that an index has exactly these records, with the given sequence number. */
export async function assertState(
  engine: SearchEngine,
  sequence: number,
  records: readonly EngineRecord[],
): Promise<void> {
  const { indexId, ...state } = await readState(engine);
  assert.notEqual(indexId, null);
  assert.deepEqual(state, { sequence, records: records.length, digests: digestRecords(records) });
}

/** Returns the digests that an index of these records has. */
export function digestRecords(records: readonly EngineRecord[]): string {
  const digests = new BucketDigests();
  for (const record of records) digests.add(record);
  return serializeDigests(digests.list(ALL_BUCKETS));
}

/** Returns the buckets that have records, in order, as one text. */
const serializeDigests = (digests: ReturnType<BucketDigests['list']> | Awaited<ReturnType<SearchEngine['digests']>>) =>
  digests.flatMap(({ bucket, count, digest }) => (count === 0 ? [] : [`${bucket}:${count}:${digest}`])).join(' ');

export function makeQuery(text: string, channel: Channel = 'typo', limit = 10): CandidateQuery {
  return { text, words: splitIntoWords(text), channels: [channel], limit };
}

export async function findCandidates(
  engine: SearchEngine,
  text: string,
  channel: Channel = 'typo',
  limit = 10,
): Promise<readonly Candidate[]> {
  const answers = await engine.candidates(makeQuery(text, channel, limit));
  assert.deepEqual(Object.keys(answers), [channel]);
  const answer = answers[channel] as ChannelAnswer;
  assert.equal(answer.state, 'answered', `The channel ${channel} did not answer`);
  return answer.state === 'answered' ? answer.candidates : [];
}

/** Returns the names of the found records, sorted. */
export async function findNames(engine: SearchEngine, text: string, channel?: Channel): Promise<string[]> {
  return (await findCandidates(engine, text, channel)).map(({ id }) => id.replace(/^document_/, '')).sort();
}

type Call = (engine: SearchEngine, signal?: AbortSignal) => Promise<unknown>;

/** Calls of all methods but `drop`. */
export const CALLS: Readonly<Record<string, Call>> = {
  describe: (engine, signal) => engine.describe(signal),
  apply: (engine, signal) => engine.apply(makeBatch(0, 1, [makeRecord('private', PRIVATE_WORD)]), signal),
  candidates: (engine, signal) => engine.candidates(makeQuery(PRIVATE_WORD), signal),
  digests: (engine, signal) => engine.digests(ALL_BUCKETS, signal),
  entries: (engine, signal) => engine.entries(0, signal),
};

export const ALL_CALLS: Readonly<Record<string, Call>> = { ...CALLS, drop: (engine, signal) => engine.drop(signal) };

/** Asserts that a call rejects with `EngineError` and one of these codes, without text of notes and keys. */
export async function assertFails(sent: Promise<unknown>, what: string, ...codes: EngineErrorCode[]): Promise<void> {
  const error = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EngineError, `${what} must reject with EngineError: ${String(error)}`);
  assert.ok(codes.includes(error.code), `${what}: ${error.code} must be one of ${codes.join(', ')}: ${error.message}`);
  assert.ok(error.message.length > 0 && error.message.length <= MAX_ENGINE_MESSAGE, `${what}: length of the message`);
  const texts = `${error.message} ${String((error.cause as Error | undefined)?.message ?? '')}`.toLowerCase();
  for (const secret of [PRIVATE_WORD, WRONG_KEY])
    assert.ok(!texts.includes(secret.toLowerCase()), `${what}: the message contains "${secret}"`);
}

/** Asserts that a call ends soon after the signal aborts. */
export async function assertAborts(call: Call, engine: SearchEngine, what: string): Promise<void> {
  const controller = new AbortController();
  const sent = call(engine, controller.signal);
  const timer = setTimeout(() => controller.abort(), 20);
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`${what} does not end when its signal aborts`)), MAX_ABORT_MS);
  });
  try {
    await assertFails(Promise.race([sent, limit]), what, 'unreachable');
  } finally {
    clearTimeout(timer);
    clearTimeout(late);
  }
}
