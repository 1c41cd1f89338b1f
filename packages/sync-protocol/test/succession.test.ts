import { describe, expect, it } from 'vitest';
import {
  type AuthorState,
  checkSuccession,
  type LoggedOperation,
  NEW_AUTHOR,
  type Segment,
  type VersionVector,
} from '../src/index.js';
import { readVectors } from './support.js';

const vectors = readVectors<{
  state: AuthorState;
  applied: VersionVector;
  successions: { name: string; segment: Segment; digest: string; problem: string | null }[];
}>('log');

const digest = (letter: string) => letter.repeat(64);
const home = (s: number, l: number, context?: VersionVector): LoggedOperation => ({
  replica: 'rep_a',
  operation: { op: 'doc.home', s, l, w: 0, doc: 'doc_1', notebook: 'nb_notes' },
  ...(context && { context }),
});

function segment(index: number, prev: string | null, operations: readonly LoggedOperation[]): Segment {
  const [first] = operations as [LoggedOperation];
  const header = { replicaId: 'rep_a', index, firstSeq: first.operation.s, count: operations.length, prev };
  return { header: { ...header, deps: first.context ?? {} }, operations };
}

/** Returns 10 times the sequence number: operation 7 of rep_b has Lamport number 70. */
const findLamports = (_: string, seq: number) => [seq * 10, seq * 10] as const;

describe('[SYNC-LAMPORT] a log', () => {
  const first = segment(1, null, [home(1, 1, {}), home(2, 2), home(3, 71, { rep_b: 7 })]);
  const begun = checkSuccession(first, digest('a'), NEW_AUTHOR, { rep_b: 7 }, findLamports);
  const state = begun.ok ? begun.state : NEW_AUTHOR;

  it('continues segment by segment', () => {
    expect(begun).toEqual({
      ok: true,
      state: { index: 1, digest: digest('a'), seq: 3, lamport: 71, context: { rep_b: 7 } },
    });
    const second = segment(2, digest('a'), [home(4, 72, { rep_b: 7 }), home(5, 91, { rep_b: 8, rep_c: 9 })]);
    expect(checkSuccession(second, digest('b'), state, { rep_b: 9, rep_c: 9 }, findLamports)).toMatchObject({
      ok: true,
      state: { index: 2, seq: 5, lamport: 91, context: { rep_b: 8, rep_c: 9 } },
    });
  });

  const next = (l: number, context: VersionVector = { rep_b: 7 }, prev = 'a') =>
    segment(2, digest(prev), [home(4, l, context)]);

  it.each(vectors.successions)('accepts or refuses: $name', ({ segment: candidate, digest: own, problem }) => {
    const found = checkSuccession(candidate, own, vectors.state, vectors.applied, findLamports);
    expect(found.ok ? null : found.problem).toBe(problem);
  });

  it('accepts any possible Lamport number when a checkpoint gives only bounds', () => {
    const roughly = () => [60, 90] as const;
    const at = (l: number) => checkSuccession(next(l, { rep_b: 8 }), digest('b'), state, { rep_b: 8 }, roughly).ok;
    expect([71, 72, 91, 92].map(at)).toEqual([false, true, true, false]);
  });
});
