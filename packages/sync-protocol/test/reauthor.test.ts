import { expect, it } from 'vitest';
import {
  checkSuccession,
  decodeSegment,
  encodeSegment,
  type LoggedOperation,
  moveAfterFormer,
  NEW_AUTHOR,
  reauthor,
  type VersionVector,
} from '../src/index.js';
import { computeView, type View } from '../src/merge/index.js';
import { ModelReplica, PROTOCOL } from '../src/testing/index.js';
import { Person } from '../src/testing/model/person.js';
import { Random } from '../src/testing/sim/random.js';

/** Returns a view without dots. */
const dotless = ({ notes, tags, notebooks, searches, resources }: View) => ({
  notes: Object.fromEntries(notes),
  tags: Object.fromEntries(tags),
  notebooks: [...notebooks.values()].map(({ namedBy: _, ...rest }) => rest),
  searches: [...searches.values()].map(({ namedBy: _, ...rest }) => rest),
  resources: Object.fromEntries(resources),
});

/** Removes the authors of notes, the only part that may change. */
const authorless = (shown: ReturnType<typeof dotless>) =>
  JSON.parse(JSON.stringify(shown).replaceAll(/"authors":\[[^\]]*\]/g, '"authors":[]')) as unknown;

it('re-authored operations make the same library', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const random = new Random(seed);
    const replica = new ModelReplica('rep_a', PROTOCOL);
    const person = new Person(replica, random, { count: 0, removed: new Set() }, PROTOCOL);
    for (let deed = 0; deed < 60; deed += 1) person.act();
    const published = random.below(replica.log.length);
    const [kept, rest] = [replica.log.slice(0, published), replica.log.slice(published)];
    const context = published === 0 ? {} : { rep_a: published };
    const anew = reauthor(rest, { replica: 'rep_b', after: published, lamport: published, context });
    expect(authorless(dotless(computeView([...kept, ...anew]))), `seed ${seed}`).toEqual(
      authorless(dotless(computeView(replica.log))),
    );
  }
});

const logChange = (s: number, fields: object, context?: VersionVector) =>
  ({ replica: 'rep_a', operation: { s, l: s, w: 0, ...fields }, ...(context && { context }) }) as LoggedOperation;

function isAccepted(
  anew: readonly LoggedOperation[],
  lamports: Record<string, number>,
  applied: VersionVector = { rep_a: 2, rep_c: 9 },
): boolean {
  const deps = anew[0]?.context ?? {};
  const decoded = decodeSegment(encodeSegment({ replicaId: 'rep_b', index: 1, prev: null, deps }, anew));
  if (!decoded.ok) throw new Error(decoded.problem);
  const findLamports = (replica: string, seq: number) => {
    const l = lamports[`${replica}:${seq}`] as number;
    return [l, l] as const;
  };
  return checkSuccession(decoded.segment, '0'.repeat(64), NEW_AUTHOR, applied, findLamports).ok;
}

it('re-authored operations form a valid log and keep their positions', () => {
  const operations = [
    logChange(3, { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' }, {}),
    logChange(4, { op: 'doc.tag_remove', doc: 'doc_1', dots: ['rep_a:1', 'rep_a:3'] }),
    logChange(
      5,
      { op: 'conflict.resolve', conflict: 'cfl_1', doc: 'doc_1', resolution: 'merged', write: 4, l: 8 },
      { rep_c: 4 },
    ),
  ];
  const successor = { replica: 'rep_b', after: 2, lamport: 9, context: { rep_a: 2, rep_c: 9 } };
  const anew = reauthor(operations, successor);
  expect(anew.map(({ operation }) => operation)).toMatchObject([
    { s: 1, l: 3 },
    { s: 2, l: 4, dots: ['rep_a:1', 'rep_b:1'] },
    { s: 3, l: 8, write: 2 },
  ]);
  expect(anew.map(({ context }) => context)).toEqual([{ rep_a: 2 }, undefined, { rep_a: 2, rep_c: 4 }]);
  expect(isAccepted(anew, { 'rep_a:2': 2, 'rep_c:4': 7 })).toBe(true);
});

it('from the first pruned operation on, re-authored operations follow all known ones', () => {
  const tag = { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' };
  const successor = { replica: 'rep_b', after: 2, lamport: 9, context: { rep_a: 2, rep_c: 9 } };
  for (const [numbers, lamports] of [
    [
      [3, 5, 6],
      [3, 10, 11],
    ],
    [
      [4, 5],
      [10, 11],
    ],
  ] as const) {
    const anew = reauthor(
      numbers.map((s) => logChange(s, tag, s === numbers[0] ? {} : undefined)),
      successor,
    );
    expect(anew.map(({ operation: { l } }) => l)).toEqual(lamports);
    expect(isAccepted(anew, { 'rep_a:2': 2, 'rep_c:9': 9 })).toBe(true);
  }
});

const logTag = (replica: string, s: number, l: number, w: number, context?: VersionVector) =>
  ({
    replica,
    operation: { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1', s, l, w },
    ...(context && { context }),
  }) as LoggedOperation;
const FORMER = { replica: 'rep_a', after: 2 };
const places = (moved: readonly LoggedOperation[]) => moved.map(({ operation: { s, l }, context }) => [s, l, context]);

it('operations since a restore follow the lost ones and form a valid log', () => {
  const lost = [logTag('rep_a', 3, 3, 30), logTag('rep_a', 4, 7, 40), logTag('rep_a', 5, 9, 50)];
  // Both replicas have the first operation.
  const own = [
    logTag('rep_b', 1, 3, 30, { rep_a: 2 }),
    logTag('rep_b', 2, 4, 60),
    logTag('rep_b', 3, 5, 70),
    logTag('rep_b', 4, 15, 80, { rep_a: 2, rep_c: 4 }),
  ];
  const moved = moveAfterFormer(own, lost, FORMER);
  expect(places(moved)).toEqual([
    [2, 10, { rep_a: 5 }],
    [3, 11, undefined],
    [4, 15, { rep_a: 5, rep_c: 4 }],
  ]);
  const lamports = { 'rep_a:2': 2, 'rep_a:5': 9, 'rep_c:4': 14 };
  const others = { rep_a: 5, rep_c: 9 };
  expect(isAccepted([...own.slice(0, 1), ...moved], lamports, others)).toBe(true);
  expect(moveAfterFormer([...own.slice(0, 1), ...moved], lost, FORMER)).toEqual([]);
});

it('no operation moves when nothing was lost or nothing changed since', () => {
  const own = [logTag('rep_b', 1, 3, 30, { rep_a: 2 }), logTag('rep_b', 2, 4, 40)];
  const same = [logTag('rep_a', 3, 3, 30), logTag('rep_a', 4, 4, 40), logTag('rep_a', 5, 5, 50)];
  for (const lost of [[], same, same.slice(0, 1), same.slice(2)])
    expect(moveAfterFormer(own, lost, FORMER)).toEqual([]);
});
