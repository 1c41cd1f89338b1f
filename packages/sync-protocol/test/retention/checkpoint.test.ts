import { describe, expect, it } from 'vitest';
import type { LoggedOperation } from '../../src/index.js';
import { computeView } from '../../src/merge/index.js';
import {
  type CheckpointHead,
  computeViewDigest,
  createStoredOperations,
  decodeCheckpointHead,
  decodeCheckpointPart,
  encodeCheckpointHead,
  encodeCheckpointParts,
  isValidCheckpoint,
} from '../../src/run/index.js';
import { createLamportLookup, getAuthorStates } from '../../src/run/retention/checkpoint.js';

const write = (s: number, l = s): LoggedOperation => ({
  replica: 'rep_a',
  operation: {
    op: 'doc.write',
    s,
    l,
    w: 0,
    doc: 'doc_1',
    rev: `rev_${s}`,
    parents: s === 1 ? [] : [`rev_${s - 1}`],
    title: '',
    body: `${s}`,
  },
});
const log = [write(1), write(2), write(3), write(4, 9), write(5, 10)];
/** Log without one operation, which changes the view. */
const kept = [...log.slice(0, 2), ...log.slice(3)];
const head: CheckpointHead = {
  replicaId: 'rep_a',
  versions: { rep_a: 5 },
  last: { rep_a: { index: 3, sha256: 'a'.repeat(64), lamport: 10 } },
  parts: [`${'0'.repeat(15)}1-${'b'.repeat(32)}`],
  viewDigest: computeViewDigest(computeView(log)),
};

describe('a checkpoint', () => {
  it('reads back from its parts', () => {
    expect(decodeCheckpointHead(encodeCheckpointHead(head))).toEqual(head);
    const parts = [...encodeCheckpointParts(log, 300)];
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every(({ length }) => length <= 300)).toBe(true);
    expect(parts.flatMap((part) => decodeCheckpointPart(part))).toEqual(log);
  });

  it('is valid only when its operations make the stated view', async () => {
    expect(await isValidCheckpoint(head, createStoredOperations(log))).toBe(true);
    expect(await isValidCheckpoint(head, createStoredOperations(log.slice(4)))).toBe(true);
    expect(await isValidCheckpoint(head, createStoredOperations(kept))).toBe(false);
    expect(await isValidCheckpoint(head, createStoredOperations(log.toReversed()))).toBe(false);
    expect(await isValidCheckpoint(head, createStoredOperations(log.slice(0, 4)))).toBe(false);
    expect(await isValidCheckpoint({ ...head, versions: { rep_a: 4 } }, createStoredOperations(log))).toBe(false);
  });

  it('yields the author states and bounds of Lamport numbers', () => {
    expect(getAuthorStates(head).get('rep_a')).toEqual({
      index: 3,
      digest: 'a'.repeat(64),
      seq: 5,
      lamport: 10,
      context: {},
    });
    const lamports = createLamportLookup(head, kept);
    expect([1, 2, 3, 4, 5].map((seq) => lamports('rep_a', seq))).toEqual([
      [1, 1],
      [2, 2],
      [3, 8],
      [9, 9],
      [10, 10],
    ]);
  });

  it.each([
    ['a part without its last line feed', encodeCheckpointParts(log).next().value?.slice(0, -1)],
    ['a part with a line that is no operation', new TextEncoder().encode('{}\n')],
    ['an empty part', new Uint8Array()],
  ])('is refused: %s', (_, bytes) => {
    expect(decodeCheckpointPart(bytes as Uint8Array)).toBeNull();
  });

  it.each([
    ['a replica without its last segment', { ...head, last: {} }],
    ['a replica missing from its version', { ...head, versions: {} }],
    ['an invalid part name', { ...head, parts: ['x'] }],
  ])('is refused: %s', (_, wrong) => {
    expect(decodeCheckpointHead(encodeCheckpointHead(wrong))).toBeNull();
  });
});
