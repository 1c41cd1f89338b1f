import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compact, Folder, letIn, meet, pairedFolders, squashAndCompact } from './devices.js';

/**
 * Creates two devices, of which the first has pruned the revisions of a note, and a third that has joined since then. The
 * sync folder shows the third a state from before the last edits until `showAll` is called.
 */
async function groupWithNewcomer() {
  const { share, first, second, device } = await pairedFolders();
  const { id } = await first.call('createDocument', { title: 'A', body: 'a\nb\nc\n' });
  await first.call('runSync', { kind: 'snapshot' });
  await meet(second, first, second);
  const former = `${share}-former`;
  cpSync(share, former, { recursive: true });
  for (const body of ['A\nb\nc\n', 'AA\nb\nc\n']) {
    await first.write(id, body);
    await meet(first, second);
  }
  await compact(first, second);
  const third = device('third');
  await letIn(second, third);
  renameSync(share, `${share}-now`);
  renameSync(former, share);
  const showAll = () => {
    rmSync(share, { recursive: true });
    renameSync(`${share}-now`, share);
  };
  return { id, first, second, third, showAll, device };
}

const read = (folder: Folder, document_id: string) => folder.call('getDocument', { document_id });

describe('a new device that a sync folder shows a former state', () => {
  it('sends its edits once it has what its inviter had, merged where others have pruned their base [SYNC-WAIT]', async () => {
    const { id, first, second, third, showAll } = await groupWithNewcomer();
    await third.run();
    expect((await read(third, id)).body).toBe('a\nb\nc\n');
    await third.write(id, 'a\nb\nC\n');
    expect((await third.run()).summary).toMatchObject({ operations_sent: 0, alerts: 1 });
    expect((await third.overview()).alerts).toMatchObject([{ code: 'waiting' }]);
    showAll();
    await meet(third, first, second, third);
    for (const device of [first, second, third]) {
      expect(await read(device, id)).toMatchObject({ body: 'AA\nb\nC\n' });
      expect(await device.library()).toEqual(await first.library());
      expect((await device.run()).summary).toMatchObject({ alerts: 0, operations_sent: 0, operations_received: 0 });
    }
    expect(await third.words()).toContain('a\nb\nC\n');
  });

  it('has a conflict on all devices where its edit does not merge [SYNC-WAIT]', async () => {
    const { id, first, second, third, showAll } = await groupWithNewcomer();
    await third.run();
    await third.write(id, 'mine\nb\nc\n');
    await third.run();
    showAll();
    await meet(third, first, second, third);
    for (const device of [first, second, third]) {
      expect(await device.library()).toEqual(await first.library());
      const { conflicts } = await device.call('listSyncConflicts', {});
      expect(conflicts.map(({ kind }) => kind)).toEqual(['document_content']);
      expect((await device.run()).summary.alerts).toBe(0);
    }
  });

  it('sends the edit of a current text unchanged, and at once', async () => {
    const { id, first, second, third, showAll } = await groupWithNewcomer();
    showAll();
    await third.run();
    await third.write(id, 'AA\nb\nc\nd\n');
    expect((await third.run()).summary.operations_sent).toBe(1);
    await meet(first, second, third);
    for (const device of [first, second]) expect(await device.library()).toEqual(await third.library());
    expect((await read(first, id)).body).toBe('AA\nb\nc\nd\n');
  });
});

describe('a new device in a folder without the changes of another', () => {
  it('holds its changes back for a day, and then sends them in any case [SYNC-WAIT]', async () => {
    const { share, first, second, device } = await pairedFolders();
    const { id } = await first.call('createDocument', { title: 'A', body: 'a\n' });
    await second.note('B', 'by the second\n');
    await meet(second, first);
    await first.call('runSync', { kind: 'snapshot' });
    await meet(second, first);
    const other = `${share}-other`;
    mkdirSync(other);
    const moved = new Folder(first.path, other);
    await moved.run();
    const third = new Folder(device('third').path, other);
    await letIn(moved, third);
    await third.run();
    const added = await third.note('C', 'new\n');
    await third.write(id, 'A\n');
    expect((await third.run()).summary.operations_sent).toBe(0);
    await third.open(({ library }) =>
      library.store.write(({ sync }) =>
        sync.exchange.addAwaited({ [library.replicaId]: 1 }, Date.now() - 25 * 3_600_000),
      ),
    );
    expect((await third.run()).summary.operations_sent).toBeGreaterThan(0);
    await meet(moved, third, moved);
    expect((await read(moved, added.id)).body).toBe('new\n');
    for (const each of [moved, third]) {
      const { conflicts } = await each.call('listSyncConflicts', {});
      expect(conflicts.map(({ kind }) => kind)).toEqual(['document_content']);
    }
  });
});

describe('a device that was restored from a copy', () => {
  it('sends its edits as merges where others have pruned their base since [SYNC-WAIT]', async () => {
    const { first, second } = await pairedFolders();
    const { id } = await first.call('createDocument', { title: 'A', body: 'a\nb\nc\n' });
    await meet(first, second);
    const copy = second.copy('copy');
    for (const body of ['A\nb\nc\n', 'AA\nb\nc\n']) {
      await first.write(id, body);
      await meet(first, second);
    }
    await compact(first, second);
    second.restore(copy);
    await second.write(id, 'a\nb\nC\n');
    await meet(second, first, second);
    for (const device of [first, second]) {
      expect(await read(device, id)).toMatchObject({ body: 'AA\nb\nC\n' });
      expect(await device.library()).toEqual(await first.library());
    }
    expect((await first.run()).summary.alerts).toBe(0);
  });

  it('sends no revision again that it had sent after the copy was made [SYNC-WAIT]', async () => {
    const { first, second } = await pairedFolders();
    const { id } = await first.call('createDocument', { title: 'A', body: 'a\nb\nc\n' });
    await meet(first, second);
    await second.write(id, 'a\nb\nC\n');
    const copy = second.copy('copy');
    await meet(second, first);
    await first.write(id, 'A\nb\nC\n');
    await meet(first, second);
    await compact(first, second);
    second.restore(copy);
    await meet(second, first, second, first);
    for (const device of [first, second]) {
      expect(await read(device, id)).toMatchObject({ body: 'A\nb\nC\n' });
      expect((await device.call('listSyncConflicts', {})).conflicts).toEqual([]);
      expect(await device.library()).toEqual(await first.library());
    }
  });

  it('sends no revision that it had squashed before it sent the next one [SYNC-WAIT] [SYNC-SQUASH]', async () => {
    const { first, second } = await pairedFolders();
    const { id, copy } = await squashAndCompact(first, second, 'one\n');
    second.restore(copy);
    await meet(second, first, second, first);
    for (const device of [first, second]) {
      expect(await read(device, id)).toMatchObject({ body: 'three\n' });
      expect((await device.call('listSyncConflicts', {})).conflicts).toEqual([]);
      expect(await device.library()).toEqual(await first.library());
    }
  });
});

describe('a device that was restored from a copy in a folder that lacks its acknowledgements', () => {
  it('waits for nothing, but sends no revision again, and edits as merges [SYNC-REAUTHOR] [SYNC-SQUASH]', async () => {
    const { share, first, second } = await pairedFolders();
    const edited = (await first.note('Edited', 'a\nb\nc\n')).id;
    const sent = (await first.note('Sent', 'a\nb\nc\n')).id;
    await meet(first, second);
    await second.write(sent, 'a\nb\nC\n');
    const squashed = (await second.note('Squashed', 'one\n')).id;
    await second.write(squashed, 'two\n');
    const copy = second.copy('copy');
    await meet(second, first);
    for (const body of ['A\nb\nc\n', 'AA\nb\nc\n']) {
      await first.write(edited, body);
      await meet(first, second);
    }
    await first.write(sent, 'A\nb\nC\n');
    await first.write(squashed, 'three\n');
    await meet(first, second);
    await compact(first, second);
    second.restore(copy);
    await second.write(edited, 'a\nb\nC\n');
    rmSync(join(share, 'n', (await second.overview()).replica_id ?? '', 'acks'), { recursive: true });
    await meet(second, first, second, first);
    for (const device of [first, second]) {
      expect(await read(device, edited)).toMatchObject({ body: 'AA\nb\nC\n' });
      expect(await read(device, sent)).toMatchObject({ body: 'A\nb\nC\n' });
      expect(await read(device, squashed)).toMatchObject({ body: 'three\n' });
      expect((await device.call('listSyncConflicts', {})).conflicts).toEqual([]);
      expect(await device.library()).toEqual(await first.library());
    }
    await second.open(({ library }) =>
      library.store.read(({ sync }) => expect(sync.exchange.findWait()).toBeUndefined()),
    );
  });
});

describe('a device that was invited by one that waits', () => {
  it('waits for the same [SYNC-WAIT]', async () => {
    const { id, first, second, third, showAll, device } = await groupWithNewcomer();
    await third.run();
    const fourth = device('fourth');
    await letIn(third, fourth);
    await fourth.run();
    await fourth.write(id, 'a\nb\nC\n');
    expect((await fourth.run()).summary.operations_sent).toBe(0);
    showAll();
    await meet(third, fourth, first, second, third, fourth);
    for (const each of [first, second, third, fourth]) {
      expect(await read(each, id)).toMatchObject({ body: 'AA\nb\nC\n' });
      expect(await each.library()).toEqual(await first.library());
    }
  });
});
