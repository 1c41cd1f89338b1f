import { expect, it } from 'vitest';
import {
  decodeSegment,
  encodeSegment,
  type LoggedOperation,
  NEW_AUTHOR,
  reauthor,
  succeed,
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
    const anew = reauthor(rest, { replica: 'rep_b', seq: 0, lamport: published, context });
    expect(authorless(dotless(view([...kept, ...anew]))), `seed ${seed}`).toEqual(
      authorless(dotless(view(replica.log))),
    );
  }
});

it('what is said anew is a log others take', () => {
  const say = (s: number, fields: object) =>
    ({ replica: 'rep_a', operation: { s, l: s, w: 0, ...fields } }) as LoggedOperation;
  const operations = [
    say(3, { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' }),
    say(4, { op: 'doc.tag_remove', doc: 'doc_1', dots: ['rep_a:1', 'rep_a:3'] }),
    say(5, { op: 'conflict.resolve', conflict: 'cfl_1', doc: 'doc_1', resolution: 'merged', write: 4 }),
  ];
  const anew = reauthor(operations, { replica: 'rep_b', seq: 0, lamport: 9, context: { rep_a: 2 } });
  expect(anew.map(({ operation }) => operation)).toMatchObject([
    { s: 1, l: 10 },
    { s: 2, l: 11, dots: ['rep_a:1', 'rep_b:1'] },
    { s: 3, l: 12, write: 2 },
  ]);
  const decoded = decodeSegment(encodeSegment({ replicaId: 'rep_b', index: 1, prev: null, deps: { rep_a: 2 } }, anew));
  if (!decoded.ok) throw new Error(decoded.problem);
  expect(succeed(decoded.segment, '0'.repeat(64), NEW_AUTHOR, { rep_a: 2 }, () => [9, 9]).ok).toBe(true);
});
