import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { Folder, meet, pairedFolders } from './devices.js';

const anew = (device: Folder) => device.call('runSync', { new_carrier: true });

describe('an empty sync folder in which the library synced before', () => {
  it('stays empty, and sync resumes once the real folder is back [SYNC-CENTER]', async () => {
    const { share, first, second } = await pairedFolders();
    renameSync(share, `${share}.real`);
    mkdirSync(share);
    await first.note('Kept', 'one\n');
    for (const device of [first, second])
      await expect(device.run()).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: expect.stringContaining('notes sync run --new-carrier'),
      });
    await expect(first.call('manageInvitations', {})).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(readdirSync(share)).toEqual([]);
    rmSync(share, { recursive: true });
    renameSync(`${share}.real`, share);
    await meet(first, second);
    expect(await second.library()).toEqual(await first.library());
  });

  it('is reported as a disk that is not mounted when it contains other files [SYNC-CENTER]', async () => {
    const { share, first } = await pairedFolders();
    renameSync(share, `${share}.real`);
    mkdirSync(join(share, 'files of the machine'), { recursive: true });
    await expect(first.run()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('Check that its disk is mounted'),
    });
    expect(readdirSync(share)).toEqual(['files of the machine']);
  });

  it('stays empty when a device joined or was recovered there and has not synced yet [SYNC-CENTER]', async () => {
    const { share, first, device, letIn, recovery_code } = await pairedFolders();
    const [joined, recovered] = [device('joined'), device('recovered')];
    await letIn(joined);
    await recovered.call('recoverSync', { action: 'restore', recovery_code, name: 'spare' });
    renameSync(share, `${share}.real`);
    mkdirSync(share);
    for (const { run } of [joined, recovered, first])
      await expect(run()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(readdirSync(share)).toEqual([]);
  });

  it('becomes a carrier once with new_carrier, and other devices then sync there [SYNC-CENTER]', async () => {
    const { share, first, second } = await pairedFolders();
    await expect(anew(first)).rejects.toMatchObject({ code: 'conflict' });
    rmSync(share, { recursive: true });
    mkdirSync(share);
    expect((await anew(first)).state).toBe('succeeded');
    await expect(anew(second)).rejects.toMatchObject({ code: 'conflict' });
    await second.note('After', 'two\n');
    await meet(second, first);
    expect(await second.library()).toEqual(await first.library());
  });

  it('becomes a carrier when the settings name another folder than before [SYNC-CENTER]', async () => {
    const { share, first } = await pairedFolders();
    const other = `${share}.other`;
    mkdirSync(other);
    expect((await new Folder(first.path, other).run()).state).toBe('succeeded');
    expect(existsSync(join(other, 'service-sync-carrier.json'))).toBe(true);
  });
});

describe('initializeSync', () => {
  const begin = async (folder: string) => {
    const { call } = await openTestLibrary(undefined, ['sync.target=directory', `sync.directory.path=${folder}`]);
    return await call('initializeSync', { name: 'tablet' });
  };

  it('refuses to create a second group where the sync folder belongs to one [SYNC-CENTER]', async () => {
    const { share } = await pairedFolders();
    await expect(begin(share)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('notes sync pair'),
    });
  });

  it('creates a group while the sync folder is unavailable [SYNC-CENTER]', async () => {
    expect(await begin(join(temporaryFolder(), 'none'))).toMatchObject({ replica_id: expect.any(String) });
  });
});
