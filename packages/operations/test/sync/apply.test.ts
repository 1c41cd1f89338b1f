import { LibrarySyncStore } from '@notes/storage/sync';
import { computeViewDigest } from '@notes/sync-protocol/run';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpenedLibrary } from '../support.js';
import { act, ignoreRefusals, step } from './acts.js';
import { describeLibrary, describeView, Group, readViewDigest } from './exchange.js';
import { openReplica } from './support.js';

/** Number of random histories; SYNC_RUNS overrides it. */
const RUNS = Number(process.env.SYNC_RUNS ?? samples(4));
const SEED = Number(process.env.SYNC_SEED ?? 1);

it('any histories of three libraries converge to the state that the protocol computes [SYNC-APPLY]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const members = await Promise.all([openReplica(), openReplica(), openReplica()]);
      const group = new Group(members);
      for (const [serial, each] of steps.entries()) {
        const member = members[each.who] as OpenedLibrary;
        if (each.kind === 'pass')
          await group.pass(member, members[(each.who + 1 + (each.which % 2)) % 3] as OpenedLibrary);
        else await act(each, member, serial).catch(ignoreRefusals);
        const { viewDigest } = await new LibrarySyncStore(member.library).readState();
        expect(viewDigest).toBe(readViewDigest(member));
        expect(viewDigest).toBe(computeViewDigest(group.reference(member)));
        expect(describeLibrary(member)).toEqual(describeView(group.reference(member)));
      }
      await group.exchange();
      for (const member of members) expect(describeLibrary(member)).toEqual(describeView(group.reference(member)));
      expect(describeLibrary(members[1])).toEqual(describeLibrary(members[0]));
      expect(describeLibrary(members[2])).toEqual(describeLibrary(members[0]));
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
}, 1_200_000);

it('a recovered note that is purged later leaves no conflict [SYNC-APPLY]', async () => {
  const members = await Promise.all([openReplica(), openReplica()]);
  const [first, second] = members as [OpenedLibrary, OpenedLibrary];
  const group = new Group(members);
  const { id, current_revision_id, title } = await first.call('createDocument', { title: 'Q', body: 'one\n' });
  await group.exchange();
  await first.call('trashDocument', { document_id: id, base_revision_id: current_revision_id });
  await first.call('purgeDocument', { document_id: id, confirmation: `purge-document:${id}` });
  await second.call('replaceDocument', {
    document_id: id,
    base_revision_id: current_revision_id,
    title,
    body: 'two\n',
  });
  await group.exchange();
  const [recovered = ''] = Object.keys(describeLibrary(second).notes);
  const { current_revision_id: base_revision_id } = await second.call('getDocument', { document_id: recovered });
  await second.call('trashDocument', { document_id: recovered, base_revision_id });
  await second.call('purgeDocument', { document_id: recovered, confirmation: `purge-document:${recovered}` });
  expect(describeLibrary(second)).toEqual(describeView(group.reference(second)));
  expect(describeLibrary(second).conflicts).toEqual([]);
});

it('a note created on two devices, and its recovery note, have equal times on both [SYNC-APPLY]', async () => {
  const members = await Promise.all([openReplica(), openReplica()]);
  const [first, second] = members as [OpenedLibrary, OpenedLibrary];
  const group = new Group(members);
  const { id, current_revision_id, title } = await first.call('createDocument', { title: 'Q', body: 'one\n' });
  await group.exchange();
  const write = (member: OpenedLibrary, document_id: string, base_revision_id: string, body: string) =>
    member.call('replaceDocument', { document_id, base_revision_id, title, body });
  await write(first, id, current_revision_id, 'of the first\n');
  await write(second, id, current_revision_id, 'of the second\n');
  await group.exchange();
  const keepBoth = ({ library: { store, replicaId } }: OpenedLibrary, n: number) =>
    store.write(({ sync }) => {
      const [open] = sync.conflicts.list('open', 1);
      if (open?.record.kind !== 'document_content') throw new Error('no conflict');
      const { main, other } = open.record;
      const [local, remote] = main.authors.includes(replicaId) ? [main, other] : [other, main];
      const expected = { local: local.revisionId, remote: remote.revisionId };
      const revisionIds = [`rev_${n}`, `rev_${n}c`] as const;
      const settled = sync.resolve(
        open.id,
        { resolution: 'keep_both' },
        { expected, revisionIds, origin: 'rest', at: n },
      );
      return settled.result === 'settled' ? settled.copyId : null;
    });
  const copies = [await keepBoth(second, 1_000), await keepBoth(first, 2_000)];
  const copy = copies[0] ?? '';
  expect(copies).toEqual([copy, copy]);
  expect(describeLibrary(first).notes[copy]?.createdAt).not.toBe(describeLibrary(second).notes[copy]?.createdAt);
  await group.exchange();
  expect(describeLibrary(first)).toEqual(describeLibrary(second));
  expect(describeLibrary(first)).toEqual(describeView(group.reference(first)));

  const { current_revision_id: base } = await first.call('getDocument', { document_id: copy });
  await first.call('trashDocument', { document_id: copy, base_revision_id: base });
  await first.call('purgeDocument', { document_id: copy, confirmation: `purge-document:${copy}` });
  await write(second, copy, base, 'gone on with\n');
  const made = describeLibrary(second).notes[copy]?.createdAt;
  await group.exchange();
  const [recovered = ''] = Object.keys(describeLibrary(first).notes).filter((note) => note !== id);
  expect(recovered).not.toBe(copy);
  expect(describeLibrary(first).notes[recovered]?.createdAt).toBe(made);
  expect(describeLibrary(first)).toEqual(describeLibrary(second));
  expect(describeLibrary(first)).toEqual(describeView(group.reference(first)));
});
