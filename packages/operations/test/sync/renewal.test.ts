import { LibrarySyncStore } from '@notes/storage/sync';
import { type AuthorState, NEW_AUTHOR } from '@notes/sync-protocol';
import { computeViewDigest } from '@notes/sync-protocol/run';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import type { OpenedLibrary } from '../support.js';
import { act, ignoreRefusals, step } from './acts.js';
import { describeLibrary, describeView, Group, readViewDigest } from './exchange.js';
import { openReplica, own } from './support.js';

const RUNS = Number(process.env.SYNC_RUNS ?? samples(3));
const SEED = Number(process.env.SYNC_SEED ?? 1);

const steps = (least: number, most: number) => fc.array(step, { minLength: least, maxLength: most });

it('a renewed replica re-authors its unpublished operations, and all libraries converge [SYNC-REAUTHOR]', async () => {
  await fc.assert(
    fc.asyncProperty(steps(5, 25), steps(5, 25), steps(0, 10), async (before, apart, after) => {
      const members = await Promise.all([openReplica(), openReplica()]);
      const [renewed] = members as [OpenedLibrary, OpenedLibrary];
      const group = new Group(members);
      const all = async (list: typeof before, from: number) => {
        for (const [at, each] of list.entries())
          await act(each, members[each.who % 2] as OpenedLibrary, from + at).catch(ignoreRefusals);
      };
      await all(before, 0);
      await group.exchange();
      const { sync } = renewed.library.store.read((reader) => ({ sync: reader.sync.own() }));
      await all(apart, 100);
      await group.pass(members[1] as OpenedLibrary, renewed);
      const last = { ...NEW_AUTHOR, index: 1, digest: 'a'.repeat(64), seq: sync?.seq ?? 0 };
      const lamport = group
        .listOperations(renewed)
        .reduce(
          (most, { replica, operation: { s, l } }) =>
            replica === sync?.id && s <= last.seq ? Math.max(most, l) : most,
          0,
        );
      const shownBefore = Object.keys(describeLibrary(renewed).notes);
      await renewed.library.store.write((unit) => unit.sync.renew(newId('replica'), { ...last, lamport }));
      expect(readViewDigest(renewed)).toBe(computeViewDigest(group.reference(renewed)));
      expect(describeLibrary(renewed)).toEqual(describeView(group.reference(renewed)));
      expect(Object.keys(describeLibrary(renewed).notes)).toEqual(shownBefore);
      await all(after, 200);
      await group.exchange();
      for (const member of members) expect(describeLibrary(member)).toEqual(describeView(group.reference(member)));
      expect(describeLibrary(members[1] as OpenedLibrary)).toEqual(describeLibrary(renewed));
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
}, 1_200_000);

/** Creates a note and edits it, and re-authors the edits under a new id. */
async function renewAfterEdits(edits = 1) {
  const opened = await openReplica();
  const { store, replicaId: former } = opened.library;
  const { id, current_revision_id } = await opened.call('createDocument', { title: 'A', body: 'a\n' });
  const { s: seq, l: lamport } = own(opened).at(-1)?.operation ?? { s: 0, l: 0 };
  let base_revision_id = current_revision_id;
  for (let n = 1; n <= edits; n += 1) {
    const edit = { document_id: id, base_revision_id, title: 'A', body: 'b\n'.repeat(n) };
    base_revision_id = (await opened.call('replaceDocument', edit)).current_revision_id;
  }
  const last: AuthorState = { ...NEW_AUTHOR, index: 1, digest: 'a'.repeat(64), seq, lamport };
  await store.write(({ sync }) => sync.renew(newId('replica'), last));
  return { id, former, first: current_revision_id, last, library: store, store: new LibrarySyncStore(opened.library) };
}

it('a renewed replica acknowledges no operation before it has published it [SYNC-REAUTHOR]', async () => {
  const { store, last } = await renewAfterEdits();
  const [operation] = await store.listPending(1);
  const make = (artifactClass: 'acks' | 'ops') =>
    ({ artifactClass, index: 1, name: artifactClass, sha256: 'b'.repeat(64), bytes: new Uint8Array(1) }) as const;
  expect(await store.keepArtifact(make('acks'))).toBe(false);
  const { s: seq = 0, l: lamport = 0 } = operation?.operation ?? {};
  expect(await store.keepArtifact(make('ops'), { ...last, seq, lamport })).toBe(true);
  expect(await store.keepArtifact(make('acks'))).toBe(true);
});

it('a renewed replica that has waited long sends edits after its lost operations, and on no awaited one [SYNC-REAUTHOR] [SYNC-WAIT]', async () => {
  const { id, former, first, last, library, store } = await renewAfterEdits();
  const lost = { s: last.seq + 1, l: last.lamport + 1, w: 1, op: 'doc.write', doc: id, rev: 'rev_lost' } as const;
  const operations = [{ replica: former, operation: { ...lost, parents: [first], title: 'A', body: 'c\n' } }];
  const to = { ...last, index: 2, digest: 'c'.repeat(64), seq: lost.s, lamport: lost.l };
  expect(await store.apply({ replica: former, operations, from: last, to })).toBe('applied');
  await library.write(({ sync }) => sync.exchange.addAwaited({ [former]: lost.s + 1 }));
  const [edit] = await store.listPending(10);
  expect(edit?.operation).toMatchObject({ op: 'doc.write', parents: [], body: 'b\n', l: lost.l + 1 });
});

it('a renewed replica reads the operations of a note equally often for few edits and for many [SYNC-REAUTHOR]', async () => {
  const countReads = async (edits: number) => {
    const { library, store } = await renewAfterEdits(edits);
    const read = vi.spyOn(Object.getPrototypeOf(library.read(({ sync }) => sync.log)), 'listByEntity');
    try {
      await store.concludeWait();
      return read.mock.calls.length;
    } finally {
      read.mockRestore();
    }
  };
  expect(await countReads(2)).toBeGreaterThan(0);
  expect(await countReads(20)).toBe(await countReads(2));
});
