import { expect, test } from 'vitest';
import { deriveRecoveredId } from '../../src/merge/derived-ids.js';
import { appendOwn, type Change, MemoryStore } from '../../src/testing/index.js';
import { listOperations } from '../../src/testing/memory-state.js';
import { computeReferenceView } from '../../src/testing/sim/library-view.js';
import { findSilentDeletions, observeLibrary, Revisions } from '../../src/testing/sim/silent-deletion.js';
import { OTHER, OWN } from '../carrier/folders.js';

const NOTE = `doc_0${'a'.repeat(25)}`;
const REVISIONS = ['a', 'b'].map((letter) => `rev_0${letter.repeat(25)}`) as [string, string];

/**
 * Creates a note that was purged by a replica which had not seen the second revision, and that was recovered under
 * another id.
 */
function createRecoveredNote() {
  const store = new MemoryStore(OWN, { computeDigest: () => '' });
  const revisions = new Revisions();
  const say = (by: string, change: Change) => {
    store.state.replica = by;
    appendOwn(store.state, change, 0);
    revisions.collect({ id: by, store });
  };
  const write = (rev: string, parents: string[]): Change => {
    return { op: 'doc.write', doc: NOTE, rev, parents, title: 'A note', body: rev };
  };
  say(OWN, write(REVISIONS[0], []));
  say(OTHER, write(REVISIONS[1], [REVISIONS[0]]));
  say(OWN, { op: 'doc.purge', doc: NOTE, seen: [REVISIONS[0]] });
  const view = () => computeReferenceView(listOperations(store.state), store.state.blobs);
  return { replica: { id: OWN, store, view }, say, revisions };
}

test('a recovered note may disappear by a purge of its original that had seen its revisions', () => {
  const { replica, say, revisions } = createRecoveredNote();
  const before = observeLibrary(replica);
  expect([...before.active]).toEqual([[deriveRecoveredId(NOTE), [REVISIONS[1]]]]);
  say(OTHER, { op: 'doc.purge', doc: NOTE, seen: [REVISIONS[1]] });
  expect(observeLibrary(replica).active.size).toBe(0);
  expect(findSilentDeletions(before, replica, revisions)).toEqual([]);
});

test('a note that disappears without an operation is reported', () => {
  const { replica, say, revisions } = createRecoveredNote();
  const before = observeLibrary(replica);
  say(OTHER, { op: 'doc.purge', doc: `doc_0${'b'.repeat(25)}`, seen: [] });
  replica.view = () => computeReferenceView([], new Map());
  expect(findSilentDeletions(before, replica, revisions)).toEqual([
    `I3: ${deriveRecoveredId(NOTE)} disappeared from ${OWN} without an operation`,
  ]);
});

test('a purge of the original that had not seen the revision does not explain the disappearance', () => {
  const { replica, say, revisions } = createRecoveredNote();
  const before = observeLibrary(replica);
  say(OTHER, { op: 'doc.purge', doc: NOTE, seen: [REVISIONS[0]] });
  expect(findSilentDeletions(before, replica, revisions)).toEqual([]);
  replica.view = () => computeReferenceView([], new Map());
  expect(findSilentDeletions(before, replica, revisions)).toEqual([
    `I3: ${deriveRecoveredId(NOTE)} disappeared from ${OWN} without an operation`,
  ]);
});

test('a purge of the original does not explain the loss of a revision written to the recovered note', () => {
  const { replica, say, revisions } = createRecoveredNote();
  const rev = `rev_0${'c'.repeat(25)}`;
  const doc = deriveRecoveredId(NOTE);
  say(OWN, { op: 'doc.write', doc, rev, parents: [REVISIONS[1]], title: 'A note', body: 'goes on' });
  const before = observeLibrary(replica);
  expect([...before.active]).toEqual([[doc, [rev]]]);
  say(OTHER, { op: 'doc.purge', doc: NOTE, seen: [REVISIONS[1]] });
  replica.view = () => computeReferenceView([], new Map());
  expect(findSilentDeletions(before, replica, revisions)).toEqual([
    `I3: ${doc} disappeared from ${OWN} without an operation`,
  ]);
  say(OTHER, { op: 'doc.purge', doc, seen: [rev] });
  expect(findSilentDeletions(before, replica, revisions)).toEqual([]);
});
