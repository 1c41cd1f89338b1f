import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Folder, letIn, listEpochs, meet, pairedFolders } from './devices.js';

type Pair = Awaited<ReturnType<typeof pairedFolders>>;

async function revoke(by: Folder, replicaId: string): Promise<void> {
  const { peers } = await by.overview();
  const key_id = peers.find(({ replica_id }) => replica_id === replicaId)?.key_ids[0] as string;
  await by.call('revokeKey', { key_id, confirmation: `revoke-key:${key_id}` });
}

async function retire(by: Folder, replica_id: string): Promise<void> {
  await by.call('retirePeer', { replica_id, confirmation: `retire-peer:${replica_id}` });
}

const ownId = async (device: Folder) => (await device.overview()).replica_id as string;

/** Accepts the checkpoint that an alert of a device names. */
async function acceptCheckpoint(device: Folder): Promise<void> {
  const { alerts } = await device.overview();
  const alert = alerts.find(({ code }) => code === 'checkpoint_unwitnessed');
  await device.call('runSync', { accept_checkpoint: alert?.checkpoint as string });
}

/** Writes a note on the first device, and lets only the second one continue, in another folder. */
async function moveSecond({ share, first, second }: Pair, leave: (founder: string) => Promise<void>): Promise<Folder> {
  await first.note('Of the first', 'one\n');
  await meet(first, second);
  await leave(await ownId(first));
  const other = `${share}.other`;
  mkdirSync(other);
  const moved = new Folder(second.path, other);
  await meet(moved, moved);
  return moved;
}

/** Restores the library from the folder that only the second device uses. */
async function recover({ share, recovery_code }: Pair, moved: Folder): Promise<Folder> {
  const recovered = new Folder(`${share}.recovered`, moved.share);
  await recovered.call('recoverSync', { action: 'restore', recovery_code, name: 'spare' });
  return recovered;
}

describe('another sync folder that only one of two devices uses', () => {
  it('restores the whole library when the other device was retired [SYNC-RECOVERY-CODE] [SYNC-CHECKPOINT]', async () => {
    const pair = await pairedFolders();
    const moved = await moveSecond(pair, (founder) => retire(pair.second, founder));
    const recovered = await recover(pair, moved);
    await recovered.run();
    expect(await recovered.library()).toEqual(await moved.library());
    const joined = new Folder(`${pair.share}.joined`, moved.share);
    await letIn(moved, joined);
    await meet(joined, moved, joined);
    expect(await joined.library()).toEqual(await moved.library());
  });

  it('restores the whole library once a person has accepted its checkpoint when the other was revoked [SYNC-RECOVERY-CODE] [SYNC-CHECKPOINT]', async () => {
    const pair = await pairedFolders();
    const moved = await moveSecond(pair, (founder) => revoke(pair.second, founder));
    const recovered = await recover(pair, moved);
    await recovered.run();
    await acceptCheckpoint(recovered);
    expect(await recovered.library()).toEqual(await moved.library());
  });

  it('has every group key, also one that the lost device made [SYNC-RECOVERY-CODE]', async () => {
    const pair = await pairedFolders();
    const { device, first, second } = pair;
    const spare = device('other');
    await pair.letIn(spare);
    await meet(spare, second);
    await revoke(first, await ownId(spare));
    const moved = await moveSecond(pair, async () => {});
    const recovered = await recover(pair, moved);
    expect(listEpochs(recovered)).toEqual([1, 2]);
    await recovered.run();
    // Until the lost device is revoked, its notes are awaited from itself.
    expect((await recovered.library()).notes).toEqual({});
    await revoke(recovered, await ownId(first));
    await meet(recovered, moved, recovered);
    await acceptCheckpoint(recovered);
    expect(await recovered.library()).toEqual(await moved.library());
  });

  it('gets each copied operation and checkpoint once', async () => {
    const pair = await pairedFolders();
    const moved = await moveSecond(pair, (founder) => revoke(pair.second, founder));
    for (let n = 0; n < 2; n += 1)
      expect((await moved.run()).summary).toMatchObject({ checkpoints_sent: 0, alerts: 0 });
  });
});
