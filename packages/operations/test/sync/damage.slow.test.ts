import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenedLibrary, uploadBytes } from '../support.js';
import { type Folder, meet, pairedFolders } from './devices.js';

/** Returns the paths of the files of one class in a namespace of the folder, ascending by name. */
const artifacts = (share: string, replicaId: string, artifactClass: string): string[] =>
  readdirSync(join(share, 'n', replicaId, artifactClass), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('-'))
    .sort((a, b) => (a.slice(3) < b.slice(3) ? -1 : 1))
    .map((name) => join(share, 'n', replicaId, artifactClass, name));

/** Flips one bit of a file and keeps its size. */
function flipBit(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);
}

const damageReported = async (device: Folder) =>
  (await device.overview()).alerts.filter(({ code }) => code === 'carrier_damaged').map(({ replica_id }) => replica_id);

const attach = (device: Folder) =>
  device.open(async (opened: OpenedLibrary) => {
    const { id } = await uploadBytes(opened, `bytes ${Math.random()}`, { filename: 'a.txt' });
    await opened.call('createDocument', {
      title: 'With a file',
      body: `![a file](resource://default/resources/${id})\n`,
    });
    return id;
  });

/** Publishes a new artifact of the class from the first device. */
const PUBLISH: Readonly<Record<string, (device: Folder) => Promise<unknown>>> = {
  ops: (device) => device.note('Two', 'two\n'),
  members: (device) => device.call('recoverSync', { action: 'rotate' }),
  acks: (device) => device.note('Three', 'three\n'),
  recovery: (device) => device.call('recoverSync', { action: 'rotate' }),
  snapshots: (device) => device.note('Four', 'four\n'),
  blobs: attach,
  'blobs of a long text': (device) => device.note('Long', 'a line of a long note\n'.repeat(30_000)),
};

describe('a flipped bit in an artifact on the carrier', () => {
  it.each(Object.entries(PUBLISH))(
    'of class %s is repaired by ordinary runs, or by the command of the alert [SYNC-DAMAGE]',
    async (kind, publish) => {
      const { share, first, second } = await pairedFolders();
      await meet(first, second, first);
      const { replica_id } = await first.overview();
      const [artifactClass = ''] = kind.split(' ');
      await publish(first);
      await first.call('runSync', { kind: artifactClass === 'snapshots' ? 'snapshot' : 'incremental' });
      const path = artifacts(share, replica_id, artifactClass).at(-1) as string;
      const sound = readFileSync(path);
      flipBit(path);
      await second.run();
      const reported = await damageReported(second);
      // An artifact of the recovery code is only read after the loss of every device.
      expect(reported).toEqual(artifactClass === 'recovery' ? [] : [replica_id]);
      for (let runs = 0; runs < 4; runs += 1) await meet(first, second);
      if (artifactClass === 'blobs') {
        expect(await damageReported(second)).toEqual([replica_id]);
        await first.call('runSync', { kind: 'verify' });
      } else expect(readFileSync(path).equals(sound)).toBe(true);
      await meet(second, first);
      await first.run();
      for (const device of [first, second])
        expect(await device.overview()).toMatchObject({ state: 'ready', alerts: [], pending: { resources: 0 } });
      expect(await second.library()).toEqual(await first.library());
      expect((await second.call('runSync', { kind: 'verify' })).summary).toMatchObject({ damaged: 0 });
    },
  );

  it('of the first segment is repaired for a device that joins later [SYNC-DAMAGE]', async () => {
    const { share, first, second, device, letIn } = await pairedFolders();
    await first.note('One', 'one\n');
    await meet(first, second, first);
    flipBit(artifacts(share, (await first.overview()).replica_id, 'ops')[0] as string);
    const third = device('third');
    await letIn(third);
    await third.run();
    await meet(first, third, first, third);
    expect(await third.library()).toEqual(await first.library());
    expect(await third.overview()).toMatchObject({ state: 'ready', alerts: [] });
  });

  it('of the marker file is repaired by the next run [SYNC-DAMAGE]', async () => {
    const { share, device, first, second } = await pairedFolders();
    const path = join(share, 'service-sync-carrier.json');
    const sound = readFileSync(path, 'utf8');
    const { database_id } = JSON.parse(sound) as { database_id: string };
    const other = `${database_id.slice(0, -1)}${database_id.endsWith('0') ? '1' : '0'}`;
    for (const damaged of [sound.replace('{', 'z'), sound.replace(database_id, other)]) {
      writeFileSync(path, damaged);
      await meet(first, second);
      expect(readFileSync(path, 'utf8')).toBe(sound);
    }
    const { invitations } = await first.call('manageInvitations', {});
    rmSync(path);
    const third = device('third');
    await expect(third.call('pairDevice', { code: invitations[0]?.code ?? '', name: 'phone' })).rejects.toThrow(
      'service-sync-carrier.json is missing in the folder. Run notes sync run on a device',
    );
    await meet(first, second);
    expect(readFileSync(path, 'utf8')).toBe(sound);
    const newer = sound.replace('"version":1', '"version":2');
    writeFileSync(path, newer);
    await expect(first.run()).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(path, 'utf8')).toBe(newer);
  });

  it('of all recovery artifacts is reported when the recovery code is verified [SYNC-DAMAGE]', async () => {
    const { share, first, recovery_code } = await pairedFolders();
    const verify = () => first.call('recoverSync', { action: 'verify', recovery_code });
    for (const replicaId of readdirSync(join(share, 'n')))
      for (const path of artifacts(share, replicaId, 'recovery')) flipBit(path);
    await expect(verify()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('notes sync run --kind verify'),
    });
    await first.call('runSync', { kind: 'verify' });
    expect(await verify()).toMatchObject({ epochs: 1 });
  });
});
