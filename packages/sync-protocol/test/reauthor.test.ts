import { expect, it } from 'vitest';
import {
  decodeSegment,
  encodeSegment,
  type LoggedOperation,
  NEW_AUTHOR,
  reauthor,
  succeed,
  type VersionVector,
  type View,
  view,
} from '../src/index.js';
import { ModelReplica, PROTOCOL } from '../src/testing/index.js';
import { Person } from '../src/testing/model/person.js';
import { Random } from '../src/testing/sim/random.js';

/** A view without the dots in it. */
const dotless = ({ notes, tags, notebooks, searches, resources }: View) => ({
  notes: Object.fromEntries(notes),
  tags: Object.fromEntries(tags),
  notebooks: [...notebooks.values()].map(({ namedBy: _, ...rest }) => rest),
  searches: [...searches.values()].map(({ namedBy: _, ...rest }) => rest),
  resources: Object.fromEntries(resources),
});

/** What a note says of who wrote it changes, and only that. */
const authorless = (shown: ReturnType<typeof dotless>) =>
  JSON.parse(JSON.stringify(shown).replaceAll(/"authors":\[[^\]]*\]/g, '"authors":[]')) as unknown;

it('operations said anew by another replica make the same library', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const random = new Random(seed);
    const replica = new ModelReplica('rep_a', PROTOCOL);
    const person = new Person(replica, random, { count: 0, removed: new Set() }, PROTOCOL);
    for (let deed = 0; deed < 60; deed += 1) person.act();
    const published = random.below(replica.log.length);
    const [kept, rest] = [replica.log.slice(0, published), replica.log.slice(published)];
    const context = published === 0 ? {} : { rep_a: published };
    const anew = reauthor(rest, { replica: 'rep_b', after: published, lamport: published, context });
    expect(authorless(dotless(view([...kept, ...anew]))), `seed ${seed}`).toEqual(
      authorless(dotless(view(replica.log))),
    );
  }
});

const say = (s: number, fields: object, context?: VersionVector) =>
  ({ replica: 'rep_a', operation: { s, l: s, w: 0, ...fields }, ...(context && { context }) }) as LoggedOperation;

function taken(anew: readonly LoggedOperation[], lamports: Record<string, number>): boolean {
  const deps = anew[0]?.context ?? {};
  const decoded = decodeSegment(encodeSegment({ replicaId: 'rep_b', index: 1, prev: null, deps }, anew));
  if (!decoded.ok) throw new Error(decoded.problem);
  const lamportOf = (replica: string, seq: number) => {
    const l = lamports[`${replica}:${seq}`] as number;
    return [l, l] as const;
  };
  return succeed(decoded.segment, '0'.repeat(64), NEW_AUTHOR, { rep_a: 2, rep_c: 9 }, lamportOf).ok;
}

it('what is said anew is a log others take, and comes where it came before', () => {
  const operations = [
    say(3, { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' }, {}),
    say(4, { op: 'doc.tag_remove', doc: 'doc_1', dots: ['rep_a:1', 'rep_a:3'] }),
    say(
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
  expect(taken(anew, { 'rep_a:2': 2, 'rep_c:4': 7 })).toBe(true);
});

it('from where some of it is forgotten, it comes behind all that is known', () => {
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
      numbers.map((s) => say(s, tag, s === numbers[0] ? {} : undefined)),
      successor,
    );
    expect(anew.map(({ operation: { l } }) => l)).toEqual(lamports);
    expect(taken(anew, { 'rep_a:2': 2, 'rep_c:9': 9 })).toBe(true);
  }
});
