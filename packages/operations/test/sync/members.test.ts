import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LibrarySyncStore } from '@notes/storage/sync';
import { getControlState, writeControl } from '@notes/sync-protocol/control';
import { createStoredOperations } from '@notes/sync-protocol/run';
import { describe, expect, it } from 'vitest';
import { restoreBackup } from '../../src/sync/backups/index.js';
import { loadGroup } from '../../src/sync/center/group.js';
import { SyncKeeper } from '../../src/sync/center/keeper.js';
import { withReplica } from '../../src/sync/center/replica.js';
import { type Folder, letIn, listEpochs, meet, pairedFolders } from './devices.js';

const getPeerKey = async (device: Folder) => (await device.overview()).peers[0]?.key_ids[0] as string;
const titles = async (device: Folder) =>
  Object.values((await device.library()).notes)
    .map(({ title }) => title)
    .sort();

describe('a device with a revoked key', () => {
  it('cannot read artifacts encrypted later, and still holds the floor back [SYNC-REVOKE]', async () => {
    const { first, second } = await pairedFolders();
    const key_id = await getPeerKey(first);
    await expect(first.call('revokeKey', { key_id })).rejects.toMatchObject({ code: 'precondition_required' });
    const confirmation = `revoke-key:${key_id}`;
    const { epoch_id } = await first.call('revokeKey', { key_id, confirmation });
    expect((await first.overview()).epoch).toEqual({ epoch_id, number: 2 });
    await expect(first.call('revokeKey', { key_id, confirmation })).rejects.toMatchObject({ code: 'conflict' });
    await first.note('Later', 'after the key was ended\n');
    await first.run();
    await second.note('Unsent', 'by who was put out\n');
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    expect(await titles(second)).toEqual(['Unsent']);
    // The key that was made for the removal is enough: it was given to nobody who has to be excluded.
    expect((await first.overview()).epoch).toEqual({ epoch_id, number: 2 });
    expect([first, second].map(listEpochs)).toEqual([[1, 2], [1]]);
    expect((await first.overview()).peers).toMatchObject([{ status: 'revoked' }]);
    await letIn(first, second);
    await meet(second, first, second);
    expect(await titles(first)).toEqual(['Later', 'Unsent']);
    expect(await second.library()).toEqual(await first.library());
  });

  it('takes its new identity only after a running exchange, which would overwrite it [SYNC-REVOKE]', async () => {
    const { first, second } = await pairedFolders();
    const key_id = await getPeerKey(first);
    await first.call('revokeKey', { key_id, confirmation: `revoke-key:${key_id}` });
    await first.run();
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    const { invitations } = await first.call('manageInvitations', {});
    const asked = { code: invitations.at(-1)?.code ?? '', name: 'phone' };
    await second.call('pairDevice', asked);
    await first.run();
    const readIdentity = () => readFileSync(join(second.path, 'keys', 'sync-identity.json'), 'utf8');
    await second.open(async ({ call, library }) => {
      const former = readIdentity();
      const lock = library.store.lockSync('a running exchange');
      const joining = call('pairDevice', asked);
      try {
        expect(await Promise.race([joining, sleep(500, 'waits')])).toBe('waits');
        expect(readIdentity()).toBe(former);
      } finally {
        lock.release();
      }
      expect((await joining).state).toBe('joined');
      expect(readIdentity()).not.toBe(former);
    });
  });

  it('revoked without a new group key causes the next device that learns of it to create one [SYNC-REVOKE]', async () => {
    const { first } = await pairedFolders();
    const name = (await first.overview()).peers.find(({ name: each }) => each === 'phone');
    // Simulates a program that ends between the two steps.
    await first.open(({ library }) =>
      withReplica(library, async (replica) => {
        const store = new LibrarySyncStore(library);
        const { log, state } = await loadGroup(replica, store);
        const [[member]] = [
          [...getControlState(log).members.values()].filter((each) => each.replicaId === name?.replica_id),
        ];
        const author = { replicaId: replica.keys.replicaId, signer: replica.keys.signer };
        const ended = {
          kind: 'member.revoke_key',
          replica_id: member?.replicaId ?? '',
          revoked_key_id: member?.keys[0]?.keyId ?? '',
          mint: true,
        } as const;
        expect(state.currentEpoch.number).toBe(1);
        await store.addControl(writeControl(replica.crypto, log, author, Date.now(), ended).bytes);
      }),
    );
    await first.run();
    expect((await first.overview()).epoch?.number).toBe(2);
  });
});

describe('a retired device', () => {
  it('no longer holds the floor back; its sent changes stay, and the others are sent when it joins again [SYNC-RETIRE] [SYNC-REAUTHOR]', async () => {
    const { first, second } = await pairedFolders();
    await second.note('Sent', 'one\n');
    await meet(second, first, second);
    const replica_id = (await second.overview()).replica_id;
    await second.note('Sent, and not taken over', 'two\n');
    await second.run();
    await first.call('retirePeer', { replica_id, confirmation: `retire-peer:${replica_id}` });
    await first.run();
    await second.note('Never sent', 'three\n');
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    await letIn(first, second);
    await meet(second, first, second);
    expect(await titles(first)).toEqual(['Never sent', 'Sent', 'Sent, and not taken over']);
    expect(await second.library()).toEqual(await first.library());
    for (const each of [first, second]) expect((await each.overview()).alerts).toEqual([]);
  });

  it('that published twice since reports no loss of the target when it joins again [SYNC-RETIRE]', async () => {
    const { first, second } = await pairedFolders();
    const replica_id = (await second.overview()).replica_id;
    await first.call('retirePeer', { replica_id, confirmation: `retire-peer:${replica_id}` });
    for (const title of ['Late', 'Later']) {
      await second.note(title, 'text\n');
      await second.run();
    }
    await first.run();
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    await letIn(first, second);
    await meet(second, first, second);
    expect(await titles(first)).toEqual(['Late', 'Later']);
    for (const each of [first, second]) expect((await each.overview()).alerts).toEqual([]);
  });
});

describe('a device that left its group while it adopted a checkpoint', () => {
  /** Simulates a run that adopted a checkpoint in place of a part of the log, and was interrupted there. */
  const breakOff = async (from: Folder, to: Folder) => {
    const beginning = await from.open(({ library }) =>
      new LibrarySyncStore(library).readLog(async ({ versions, authors, inOrder }) => {
        const operations = createStoredOperations([...inOrder()]);
        return { name: 'a', versions, authors, operations };
      }),
    );
    await to.open(async ({ library: { store } }) => {
      expect(await store.write(({ sync }) => sync.applyCheckpoint(beginning, Number.MAX_SAFE_INTEGER))).toBe('applied');
    });
  };
  const isSettled = (device: Folder) =>
    device.open(({ library }) => library.store.read(({ sync }) => sync.isMaterialized()));
  const leftBehind = async () => {
    const folders = await pairedFolders();
    const { first, second } = folders;
    const { id } = await first.note('Of both', 'one\n');
    await meet(first, second);
    await first.write(id, 'one\ntwo\n');
    await first.note('Since', 'two\n');
    await first.run();
    await breakOff(first, second);
    expect(await isSettled(second)).toBe(false);
    const replica_id = (await second.overview()).replica_id;
    await first.call('retirePeer', { replica_id, confirmation: `retire-peer:${replica_id}` });
    return folders;
  };

  it('has the complete checkpoint, and continues when it joins again [SYNC-RETIRE] [SYNC-CHECKPOINT]', async () => {
    const { first, second, share } = await leftBehind();
    await first.run();
    renameSync(share, `${share}-away`);
    await expect(second.run()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await isSettled(second)).toBe(true);
    renameSync(`${share}-away`, share);
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    expect(await second.library()).toEqual(await first.library());
    await second.note('Written apart', 'three\n');
    await letIn(first, second);
    await meet(second, first, second);
    expect(await titles(first)).toEqual(['Of both', 'Since', 'Written apart']);
    expect(await second.library()).toEqual(await first.library());
    for (const each of [first, second]) expect((await each.overview()).alerts).toEqual([]);
  });

  it('completes the checkpoint in the service when sync is off [SYNC-RETIRE] [SYNC-CHECKPOINT]', async () => {
    const { first, second } = await leftBehind();
    await second.open(async ({ library }) => {
      library.applySettings({ 'sync.target': 'none' });
      const keeper = new SyncKeeper({ library, onError: (error) => expect.fail(String(error)) });
      await expect.poll(() => library.store.read(({ sync }) => sync.isMaterialized()), { timeout: 10_000 }).toBe(true);
      await keeper.stop();
    });
    expect(await second.library()).toEqual(await first.library());
  });

  it('includes the complete checkpoint in a backup [SYNC-BACKUP-RESTORE] [SYNC-CHECKPOINT]', async () => {
    const { first, second, device } = await leftBehind();
    const { backups } = await second.call('createBackup', {});
    const restored = device('restored');
    const backup_id = backups[0]?.backup_id ?? '';
    await restoreBackup({ dataDir: second.path, now: Date.now }, { backup_id, into_dir: restored.path });
    expect(await restored.library()).toEqual(await first.library());
  });
});
