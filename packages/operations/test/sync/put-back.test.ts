import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support.js';
import { Folder, letIn, meet, pairedFolders } from './devices.js';

const listAlerts = async (device: Folder) =>
  (await device.overview()).alerts.map(({ code, replica_id }) => [code, replica_id]);
const getReplicaId = async (device: Folder) => (await device.overview()).replica_id;

describe('a data directory', () => {
  it('restored from a copy continues as a new replica, and no text is lost on either device [SYNC-REAUTHOR] [SYNC-OWN-STATE]', async () => {
    const { share, first, second } = await pairedFolders();
    const { id } = await first.note('Shared', 'begun\n');
    await meet(first, second);
    const copy = first.copy('copy');
    await first.append(id, 'lost with the disk');
    await meet(first, second);
    const former = await getReplicaId(first);
    first.restore(copy);
    await first.append(id, 'typed after');
    await first.note('After', 'also after\n');
    const before = readdirSync(join(share, 'n', former, 'ops'), { recursive: true });
    await meet(first, second, first);
    expect(readdirSync(join(share, 'n', former, 'ops'), { recursive: true })).toEqual(before);
    expect(await getReplicaId(first)).not.toBe(former);
    expect(await second.library()).toEqual(await first.library());
    for (const device of [first, second])
      for (const line of ['begun', 'lost with the disk', 'typed after', 'also after'])
        expect(await device.words()).toContain(line);
    expect(await listAlerts(first)).toEqual([['replica_rolled_back', former]]);
    expect((await first.run()).summary).toMatchObject({ alerts: 1 });
    expect(await listAlerts(second)).toEqual([]);
  });

  it('restored to a state that was later squashed causes no conflict with itself [SYNC-REAUTHOR] [SYNC-SQUASH]', async () => {
    const { first, second } = await pairedFolders();
    const { id } = await first.note('Shared', 'begun\n');
    await meet(first, second);
    for (const body of ['one\n', 'two\n']) await first.write(id, body);
    const copy = first.copy('copy');
    await second.note('Elsewhere', 'heard of meanwhile\n');
    await second.run();
    for (const body of ['three\n', 'four\n']) await first.write(id, body);
    await meet(first, second);
    first.restore(copy);
    await meet(first, second, first);
    for (const device of [first, second]) {
      expect((await device.overview()).conflicts_open).toBe(0);
      expect(await device.words()).toContain('four');
    }
    expect(await second.library()).toEqual(await first.library());
  });

  it('restored from a copy receives later renames and moves, and no device loses them [SYNC-REAUTHOR]', async () => {
    const { first, second } = await pairedFolders();
    const { id } = await first.note('Shared', 'begun\n');
    const { notebook_id } = await first.call('createNotebook', { name: 'Begun' });
    const other = await first.call('createNotebook', { name: 'Other' });
    const rename = (name: string) => first.call('updateNotebook', { notebook_id, name });
    const move = async (to: string) => {
      const { current_revision_id } = await first.call('getDocument', { document_id: id });
      await first.call('moveDocument', { document_id: id, base_revision_id: current_revision_id, notebook_id: to });
    };
    await meet(first, second);
    const copy = first.copy('copy');
    for (const name of ['Lost', 'Lost too', 'Lost as well']) await rename(name);
    await move(other.notebook_id);
    await meet(first, second);
    first.restore(copy);
    await rename('Named since');
    await move(notebook_id);
    await meet(first, second, first);
    for (const device of [first, second]) {
      expect((await device.call('getNotebook', { notebook_id })).name).toBe('Named since');
      expect((await device.call('getDocument', { document_id: id })).notebook_id).toBe(notebook_id);
    }
    expect(await second.library()).toEqual(await first.library());
    expect(await listAlerts(second)).toEqual([]);
  });

  it('copied to another machine becomes a second replica, and the first keeps its id [SYNC-REAUTHOR]', async () => {
    const { first, second } = await pairedFolders();
    const clone = first.copy('clone');
    const former = await getReplicaId(first);
    await first.note('Of the first', 'one\n');
    await clone.note('Of the clone', 'two\n');
    await meet(first, clone, second, first, clone, second);
    expect([await getReplicaId(first), (await getReplicaId(clone)) === former]).toEqual([former, false]);
    expect(Object.keys((await first.library()).notes)).toHaveLength(2);
    for (const device of [clone, second]) expect(await device.library()).toEqual(await first.library());
    for (const device of [first, clone, second]) expect(await listAlerts(device)).toEqual([]);
  });

  it('without its identity file sends nothing, and brings its notes along when it joins again [SYNC-REAUTHOR]', async () => {
    const { first, second } = await pairedFolders();
    await first.note('Before', 'one\n');
    await meet(first, second);
    const former = await getReplicaId(second);
    rmSync(join(second.path, 'keys', 'sync-identity.json'));
    await second.note('Never sent', 'two\n');
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    expect(await second.overview()).toMatchObject({
      state: 'attention',
      alerts: [{ code: 'replica_rolled_back', replica_id: former }],
    });
    await expect(second.call('initializeSync', { name: 'anew' })).rejects.toMatchObject({ code: 'conflict' });
    await letIn(first, second);
    await meet(second, first, second);
    expect(await first.library()).toEqual(await second.library());
    expect(
      Object.values((await first.library()).notes)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Before', 'Never sent']);
    expect(await listAlerts(second)).toEqual([['replica_rolled_back', former]]);
  });

  it('restored together with the sync folder, but not its identity file, is noticed by the number in that file [SYNC-OWN-STATE]', async () => {
    const { share, first, second } = await pairedFolders();
    await first.note('Before', 'one\n');
    await meet(first, second);
    const copy = first.copy('copy');
    const before = `${share}.before`;
    cpSync(share, before, { recursive: true });
    await first.note('Published', 'two\n');
    await first.run();
    const former = await getReplicaId(first);
    rmSync(join(copy.path, 'keys'), { recursive: true });
    first.moveKeysTo(copy);
    first.restore(copy);
    rmSync(share, { recursive: true });
    cpSync(before, share, { recursive: true });
    await first.note('Afterwards', 'three\n');
    const listSegments = () => readdirSync(join(share, 'n', former, 'ops'), { recursive: true });
    const segments = listSegments();
    await first.run();
    expect(listSegments()).toEqual(segments);
    await meet(second, first);
    expect(await getReplicaId(first)).not.toBe(former);
    expect(await second.library()).toEqual(await first.library());
    expect(await first.words()).toContain('three');
    expect(await listAlerts(first)).toContainEqual(['replica_rolled_back', former]);
  });

  it('with only its library restored to before a renewal is renewed again [SYNC-REAUTHOR]', async () => {
    const { first, second } = await pairedFolders();
    const oldest = first.copy('oldest');
    await first.note('One', 'one\n');
    await meet(first, second);
    first.restore(oldest);
    await first.note('Two', 'two\n');
    await meet(first, second);
    const keys = first.copy('kept');
    first.restore(oldest);
    rmSync(join(first.path, 'keys'), { recursive: true });
    keys.moveKeysTo(first);
    await first.note('Three', 'three\n');
    await meet(first, second, first);
    expect(await second.library()).toEqual(await first.library());
    expect(
      Object.values((await first.library()).notes)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['One', 'Three', 'Two']);
    expect((await first.overview()).peers).toHaveLength(3);
  });
});

it('initializeSync called twice at a time creates one group, whose recovery code is the one returned [SYNC-BEGUN-ONCE]', async () => {
  const root = temporaryFolder();
  const share = join(root, 'share');
  mkdirSync(share);
  const alone = new Folder(join(root, 'alone'), share);
  await alone.note('Before', 'one\n');
  const [calls, epoch] = await alone.open(async ({ call }) => {
    const both = await Promise.allSettled([1, 2].map(() => call('initializeSync', { name: 'desk' })));
    return [both, (await call('getSyncOverview', {})).epoch] as const;
  });
  const created = calls.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const refused = calls.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toMatchObject([{ code: 'conflict' }]);
  expect(created.map(({ epoch_id }) => epoch_id)).toEqual([epoch?.epoch_id]);
  await alone.run();
  const { recovery_code } = created[0] as { recovery_code: string };
  expect((await alone.call('recoverSync', { action: 'verify', recovery_code })).members).toBe(1);
});

it('initializeSync completes an interrupted creation of a group, and creates it once [SYNC-BEGUN-ONCE]', async () => {
  const root = temporaryFolder();
  const alone = new Folder(join(root, 'alone'), root);
  await alone.call('initializeSync', { name: 'cut short' });
  rmSync(join(alone.path, 'keys', 'sync-identity.json'));
  await alone.call('initializeSync', { name: 'whole' });
  const kept = await alone.open(({ library }) => library.store.read(({ sync }) => sync.exchange.listPendingControl()));
  expect(kept).toHaveLength(1);
});
