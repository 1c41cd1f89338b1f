import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { deriveRecoveryKeys, openRecoveryArtifact } from '@notes/sync-protocol';
import { parseRecoveryCode } from '@notes/sync-protocol/control';
import { describe, expect, it } from 'vitest';
import { syncCrypto } from '../../src/sync/crypto.js';
import { readIdentity } from '../../src/sync/keys/identity-file.js';
import { uploadBytes } from '../support.js';
import { type Folder, meet, pairedFolders } from './devices.js';

const titles = async (device: Folder) =>
  Object.values((await device.library()).notes)
    .map(({ title }) => title)
    .sort();

describe('a library whose devices are all lost', () => {
  it('is recovered completely from its folder and recovery code, and refused attempts change nothing [SYNC-RECOVERY-CODE]', async () => {
    const { share, first, device, recovery_code } = await pairedFolders();
    const { notebook_id } = await first.call('createNotebook', { name: 'Trips' });
    const note = await first.call('createDocument', { title: 'Whole', body: 'one\n', tags: ['x'], notebook_id });
    await first.append(note.id, 'two');
    await first.open(async (opened) => {
      const { id } = await uploadBytes(opened, 'bytes of a picture', { filename: 'p.txt' });
      await opened.call('attachResource', { document_id: note.id, resource_id: id });
    });
    await first.run();
    const lost = await first.library();
    const words = await first.words();

    const back = device('back');
    const restore = (who: Folder, code = recovery_code) =>
      who.call('recoverSync', { action: 'restore', recovery_code: code, name: 'back' });
    await expect(
      restore(
        back,
        recovery_code.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    const full = device('full');
    await full.note('Own', 'own\n');
    await expect(restore(full)).rejects.toMatchObject({ code: 'conflict' });
    expect([(await full.overview()).state, await titles(full)]).toEqual(['uninitialized', ['Own']]);
    const other = await pairedFolders();
    await expect(restore(back, other.recovery_code)).rejects.toMatchObject({ code: 'conflict' });
    mkdirSync(join(share, '..', 'empty'));

    expect(await restore(back)).toMatchObject({ members: 3, action: 'restore' });
    const repeated = { action: 'restore', recovery_code, name: 'another name' } as const;
    await expect(back.call('recoverSync', repeated)).rejects.toMatchObject({ code: 'conflict' });
    await back.run();
    expect(await back.library()).toEqual(lost);
    expect(await back.words()).toBe(words);
    await back.open(({ library }) => {
      const named = library.store.read(({ sync }) => sync.contents.listReferenced());
      expect(named.map(({ sha256 }) => library.store.blobs.find(sha256) !== undefined)).toEqual([true]);
    });
    await back.note('Afterwards', 'by who came back\n');
    await meet(back, first);
    expect(await titles(first)).toEqual(['Afterwards', 'Whole']);
  });
});

describe('recoverSync with action restore', () => {
  it('repeated before and after the first exchange, continues as the same member [SYNC-RECOVERY-CODE]', async () => {
    const { first, device, recovery_code } = await pairedFolders();
    const back = device('back');
    const restore = () => back.call('recoverSync', { action: 'restore', recovery_code, name: 'back' });
    const restored = await restore();
    expect(await restore()).toEqual(restored);
    await back.run();
    expect(await restore()).toEqual(restored);
    await meet(back, first);
    const { peers } = await first.overview();
    expect(peers.map(({ name, status }) => [name, status]).sort()).toEqual([
      ['back', 'active'],
      ['phone', 'active'],
    ]);
  });

  it('refuses a member whose invitation admitted it, also with its own name [SYNC-RECOVERY-CODE]', async () => {
    const { second, recovery_code } = await pairedFolders();
    await expect(second.call('recoverSync', { action: 'restore', recovery_code, name: 'phone' })).rejects.toMatchObject(
      { code: 'conflict' },
    );
  });
});

/** Returns a digest of every file of a folder. */
const digestFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort()
    .map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${path}`);

describe('recoverSync with action verify', () => {
  it('accepts the code on any device, and changes neither library, keys nor sync folder [SYNC-RECOVERY-CODE]', async () => {
    const { share, first, device, recovery_code } = await pairedFolders();
    await first.note('Whole', 'one\n');
    await first.run();
    const stranger = device('stranger');
    const before = [digestFiles(share), await first.overview(), await stranger.overview()];
    for (const who of [first, stranger])
      expect(await who.call('recoverSync', { action: 'verify', recovery_code })).toMatchObject({
        ...{ action: 'verify', epochs: 1, members: 2, recovery_code: null },
        replica_id: who === first ? (await first.overview()).replica_id : null,
      });
    expect([digestFiles(share), await first.overview(), await stranger.overview()]).toEqual(before);
    expect(readIdentity(stranger.path)).toBeNull();
    expect([(await stranger.overview()).state, await titles(stranger)]).toEqual(['uninitialized', []]);
  });
});

describe('recoverSync with action rotate', () => {
  it('replaces the code: the former one is refused and opens no later group key, the new one restores all [SYNC-RECOVERY-CODE]', async () => {
    const { share, first, device, recovery_code: former } = await pairedFolders();
    const { recovery_code } = await first.call('recoverSync', { action: 'rotate' });
    await first.note('Afterwards', 'two\n');
    await first.run();
    const back = device('back');
    for (const action of ['verify', 'restore'])
      await expect(
        back.call('recoverSync', { action, recovery_code: former, ...(action === 'restore' && { name: 'back' }) }),
      ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('replaced by a newer one') });
    expect((await back.overview()).state).toBe('uninitialized');
    expect([former, recovery_code ?? ''].map((code) => listOpenedEpochs(share, code))).toEqual([[1], [1, 2]]);
    await back.call('recoverSync', { action: 'restore', recovery_code, name: 'back' });
    await back.run();
    expect(await back.library()).toEqual(await first.library());
  });
});

/** Returns the numbers of the group keys that a code opens in a sync folder, ascending. */
function listOpenedEpochs(share: string, code: string): number[] {
  const { box } = deriveRecoveryKeys(syncCrypto, parseRecoveryCode(syncCrypto, code) as Uint8Array);
  const { database_id } = JSON.parse(readFileSync(join(share, 'service-sync-carrier.json'), 'utf8'));
  const files = readdirSync(share, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.split(sep).includes('recovery'))
    .map((name) => join(share, name))
    .filter((path) => statSync(path).isFile());
  const opened = files.flatMap(
    (path) => openRecoveryArtifact(syncCrypto, database_id, readFileSync(path), box)?.number ?? [],
  );
  return [...new Set(opened)].sort((a, b) => a - b);
}
