import { describe, expect, it } from 'vitest';
import { decodeSegment, encodeSegment, type LoggedOperation, parseOperation } from '../src/index.js';
import { computeView, mergeText, type View } from '../src/merge/index.js';
import { computeViewDigest } from '../src/run/index.js';
import { IncrementalLibrary } from '../src/testing/index.js';
import { readVectors } from './support.js';

interface Library {
  readonly name: string;
  readonly operations: readonly LoggedOperation[];
  readonly view: Record<string, unknown>;
  readonly view_digest: string;
}
const vectors = readVectors<{
  texts: { name: string; base: string; ours: string; theirs: string; merged: string | null }[];
  libraries: Library[];
}>('merge');

describe('the text vectors', () => {
  it.each(vectors.texts)('$name', ({ base, ours, theirs, merged }) => {
    const expected = merged === null ? { ok: false, problem: 'conflict' } : { ok: true, text: merged };
    expect(mergeText(base, ours, theirs)).toEqual(expected);
    expect(mergeText(base, theirs, ours)).toEqual(expected);
  });
});

const mapValues = <Item>(items: ReadonlyMap<string, Item>, make: (item: Item) => unknown) =>
  Object.fromEntries([...items].map(([id, item]) => [id, make(item)]));

/** Returns a view in the format of the vectors. */
const wire = ({ notes, notebooks, tags, searches, resources, conflicts }: View) => ({
  notes: mapValues(notes, (note) => ({
    title: note.title,
    body: note.body,
    revision_id: note.revisionId,
    heads: note.heads,
    losers: note.losers.map(({ revisionId, reason }) => [revisionId, reason]),
    trashed: note.trashedAt !== null,
    notebook: note.notebook,
    tags: note.tags,
    attachments: note.attachments.map(({ resource, relation }) => [resource, relation]),
    recovered_from: note.recoveredFrom,
  })),
  notebooks: mapValues(notebooks, ({ name, parent }) => ({ name, parent })),
  tags: mapValues(tags, ({ name }) => name),
  searches: mapValues(searches, ({ name, query }) => ({ name, query })),
  resources: mapValues(resources, ({ filename }) => filename),
  conflicts: mapValues(conflicts, ({ kind }) => kind),
});

describe('[SYNC-MERGE] the library vectors', () => {
  it.each(vectors.libraries)('$name', ({ operations, view: expected, view_digest: digest }) => {
    const found = computeView(operations);
    expect(wire(found)).toEqual(expected);
    expect(computeViewDigest(found)).toBe(digest);
    expect(wire(computeView(operations.toReversed()))).toEqual(expected);

    const library = new IncrementalLibrary();
    for (const logged of operations) {
      library.apply(logged);
      library.view();
    }
    expect(wire(library.view())).toEqual(expected);
  });

  it('contain only well-formed operations', () => {
    for (const { operations } of vectors.libraries) {
      for (const { operation } of operations) expect(parseOperation(operation)).toEqual(operation);
      for (const replicaId of new Set(operations.map(({ replica }) => replica))) {
        const own = operations.filter(({ replica }) => replica === replicaId);
        const decoded = decodeSegment(encodeSegment({ replicaId, index: 1, prev: null, deps: {} }, own));
        expect(decoded).toMatchObject({ ok: true, segment: { operations: own } });
      }
    }
  });
});
