import { computeViewDigest } from '@notes/sync-protocol/run';
import { MemoryCarrier } from '@notes/sync-protocol/testing';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import type { OpenedLibrary } from '../support.js';
import { act, ignoreRefusals, step } from './acts.js';
import { DATABASE, Device } from './device.js';
import { describeLibrary, describeView, Group, readViewDigest } from './exchange.js';
import { openReplica, own } from './support.js';

const RUNS = Number(process.env.SYNC_RUNS ?? samples(3));
const SEED = Number(process.env.SYNC_SEED ?? 1);

const seal = ({ library }: OpenedLibrary) =>
  library.store.write(({ sync }) => sync.exchange.takePendingOperations(2_000));

async function edit({ call }: OpenedLibrary, document_id: string, body: string): Promise<string> {
  const { title, current_revision_id: base_revision_id } = await call('getDocument', { document_id });
  const { current_revision_id } = await call('replaceDocument', { document_id, base_revision_id, title, body });
  return current_revision_id;
}

const writes = (opened: OpenedLibrary) =>
  own(opened).flatMap(({ operation }) => (operation.op === 'doc.write' ? [operation] : []));

it('edits in quick succession become one operation in the log, while every revision stays [SYNC-SQUASH]', async () => {
  const opened = await openReplica();
  const { id } = await opened.call('createDocument', { title: 'A', body: 'one\n' });
  await edit(opened, id, 'two\n');
  const last = await edit(opened, id, 'three\n');
  const before = own(opened);
  await seal(opened);
  const named = before.flatMap(({ operation }) => (operation.op === 'doc.write' ? operation.rev : []));
  expect(writes(opened)).toMatchObject([{ rev: last, parents: named.slice(0, 2), body: 'three\n' }]);
  expect(own(opened).map(({ operation: { s, l, w } }) => [s, l, w])).toEqual(
    before.map(({ operation: { s, l, w } }) => [s, l, w]),
  );
  const { revisions } = await opened.call('listRevisions', { document_id: id });
  expect(revisions).toHaveLength(3);
  const next = await edit(opened, id, 'four\n');
  await seal(opened);
  expect(writes(opened)).toMatchObject([{ rev: last }, { rev: next, parents: [last] }]);
});

it('a text that somebody else replaced stays in the log [SYNC-SQUASH]', async () => {
  const opened = await openReplica();
  const { id } = await opened.call('createDocument', { title: 'A', body: 'by a person\n' });
  const asAgent: OpenedLibrary = {
    ...opened,
    call: (name, input) => invoke(name, { ...opened.context, origin: 'mcp' }, input),
  };
  for (const text of ['by an agent\n', 'by the agent again\n']) await edit(asAgent, id, text);
  for (const text of ['by a person\n', 'by the person again\n']) await edit(opened, id, text);
  await seal(opened);
  expect(writes(opened).map(({ body }) => body)).toEqual([
    'by a person\n',
    'by the agent again\n',
    'by the person again\n',
  ]);
});

it('an acknowledged or copied operation is not squashed [SYNC-SQUASH]', async () => {
  const opened = await openReplica();
  const { id } = await opened.call('createDocument', { title: 'A', body: 'one\n' });
  const offer = [
    () => opened.library.store.write(({ sync }) => sync.exchange.offer()),
    () =>
      opened.library.store.write(({ sync }) => {
        const artifact = { artifactClass: 'acks', index: 1, name: 'a', sha256: 'b', bytes: Buffer.from('c') } as const;
        sync.exchange.keepArtifact(artifact);
      }),
  ];
  for (const each of offer) {
    await edit(opened, id, `${Math.random()}\n`);
    await each();
  }
  await edit(opened, id, 'two\n');
  const before = own(opened);
  await seal(opened);
  expect(own(opened)).toEqual(before);
});

it('squashing changes no library, and devices that squash converge [SYNC-SQUASH]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80 }), async (steps) => {
      const members = await Promise.all([openReplica(), openReplica(), openReplica()]);
      const squashing = members[1] as OpenedLibrary;
      const group = new Group(members);
      for (const [serial, each] of steps.entries()) {
        // Most steps affect few notes.
        const again = each.which % 2 === 0 ? { ...each, kind: 'edit' as const, which: 0 } : each;
        const member = members[each.who] as OpenedLibrary;
        if (each.kind === 'pass') {
          const before = [readViewDigest(squashing), describeLibrary(squashing)];
          await seal(squashing);
          expect([readViewDigest(squashing), describeLibrary(squashing)]).toEqual(before);
          await group.pass(member, members[(each.who + 1 + (each.which % 2)) % 3] as OpenedLibrary);
        } else await act(again, member, serial).catch(ignoreRefusals);
        expect(readViewDigest(member)).toBe(computeViewDigest(group.reference(member)));
      }
      await seal(squashing);
      await group.exchange();
      for (const member of members) expect(describeLibrary(member)).toEqual(describeView(group.reference(member)));
      expect(describeLibrary(members[1] as OpenedLibrary)).toEqual(describeLibrary(members[0] as OpenedLibrary));
      expect(describeLibrary(members[2] as OpenedLibrary)).toEqual(describeLibrary(members[0] as OpenedLibrary));
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
}, 1_200_000);

it('a run publishes squashed operations alone, without the texts of replaced ones [SYNC-SQUASH]', async () => {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.foundGroup(await openReplica());
  const second = await first.invite(await openReplica());
  const meet = async () => {
    const alerts = [];
    for (const device of [first, second, first]) alerts.push(...(await device.run(carrier)).alerts);
    return alerts;
  };
  const long = 'a long line of text\n'.repeat(40_000);
  const { id } = await first.opened.call('createDocument', { title: 'A', body: long });
  const last = await edit(first.opened, id, 'short\n');
  expect(await meet()).toEqual([]);
  const taken = second.opened.library.store.read(({ sync }) => sync.operations(first.keys.replicaId, 0, 100));
  expect(taken.map(({ operation }) => operation.op)).toEqual(['doc.create', 'doc.tag_remove', 'doc.write']);
  expect(await carrier.carrierFor(first.keys.replicaId).list(first.keys.replicaId, 'blobs', null, 10)).toMatchObject({
    artifacts: [],
  });
  await edit(first.opened, id, 'again\n');
  await edit(first.opened, id, 'and again\n');
  await edit(second.opened, id, 'another\n');
  expect(await meet()).toEqual([]);
  expect(describeLibrary(second.opened)).toEqual(describeLibrary(first.opened));
  const [conflict] = first.opened.library.store.read(({ sync }) => sync.conflicts.list('open', 10));
  expect(conflict?.record).toMatchObject({ base: { revisionId: last } });
});
