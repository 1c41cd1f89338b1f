import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { Folder, meet, pairedFolders } from './devices.js';

const anew = (device: Folder) => device.call('runSync', { new_carrier: true });

describe('a folder that is empty where others were met', () => {
  it('is left alone, and met in again once its disk is there [SYNC-CENTER]', async () => {
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

  it('is left alone by a device that has joined there, or was recovered, and not exchanged yet [SYNC-CENTER]', async () => {
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

  it('is begun anew in when a person says so, once, and by others met in then [SYNC-CENTER]', async () => {
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

  it('is made the place when it is another one than before [SYNC-CENTER]', async () => {
    const { share, first } = await pairedFolders();
    const other = `${share}.other`;
    mkdirSync(other);
    expect((await new Folder(first.path, other).run()).state).toBe('succeeded');
    expect(existsSync(join(other, 'service-sync-carrier.json'))).toBe(true);
  });
});

describe('a group that is begun', () => {
  const begin = async (folder: string) => {
    const { call } = await openTestLibrary(undefined, ['sync.target=directory', `sync.directory.path=${folder}`]);
    return await call('initializeSync', { name: 'tablet' });
  };

  it('is none beside that of the devices that meet in the folder [SYNC-CENTER]', async () => {
    const { share } = await pairedFolders();
    await expect(begin(share)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('notes sync pair'),
    });
  });

  it('does not wait for a folder that is away [SYNC-CENTER]', async () => {
    expect(await begin(join(temporaryFolder(), 'none'))).toMatchObject({ replica_id: expect.any(String) });
  });
});
