import { expect, test } from 'vitest';
import { recoveredId } from '../../src/merge/derived-ids.js';
import { appendOwn, type Change, MemoryStore } from '../../src/testing/index.js';
import { operationsOf } from '../../src/testing/memory-state.js';
import { viewOf } from '../../src/testing/sim/library-view.js';
import { noticeOf, vanished } from '../../src/testing/sim/silent-deletion.js';
import { OTHER, OWN } from '../carrier/folders.js';

const NOTE = `doc_0${'a'.repeat(25)}`;
const REVISIONS = ['a', 'b'].map((letter) => `rev_0${letter.repeat(25)}`) as [string, string];

/** A note that one has purged who had not seen the second revision, which is there under another id. */
function recovered() {
  const store = new MemoryStore(OWN, { digestOf: () => '' });
  const say = (by: string, change: Change) => {
    store.state.replica = by;
    appendOwn(store.state, change, 0);
  };
  const write = (rev: string, parents: string[]): Change => {
    return { op: 'doc.write', doc: NOTE, rev, parents, title: 'A note', body: rev };
  };
  say(OWN, write(REVISIONS[0], []));
  say(OTHER, write(REVISIONS[1], [REVISIONS[0]]));
  say(OWN, { op: 'doc.purge', doc: NOTE, seen: [REVISIONS[0]] });
  const view = () => viewOf(operationsOf(store.state), store.state.blobs);
  return { replica: { id: OWN, store, view }, say };
}

test('a note that was recovered goes by a purge of the note it was recovered from, which had seen it', () => {
  const { replica, say } = recovered();
  const before = noticeOf(replica);
  expect(before.active).toEqual([recoveredId(NOTE)]);
  say(OTHER, { op: 'doc.purge', doc: NOTE, seen: [REVISIONS[1]] });
  expect(noticeOf(replica).active).toEqual([]);
  expect(vanished(before, replica)).toEqual([]);
});

test('one that goes without an operation that says so is noticed', () => {
  const { replica, say } = recovered();
  const before = noticeOf(replica);
  say(OTHER, { op: 'doc.purge', doc: `doc_0${'b'.repeat(25)}`, seen: [] });
  replica.view = () => viewOf([], new Map());
  expect(vanished(before, replica)).toEqual([`I3: ${recoveredId(NOTE)} went from ${OWN} without a word`]);
});
