import { execFileSync } from 'node:child_process';
import { constants, rmSync } from 'node:fs';
import nodeFs, {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { constants as osConstants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CarrierError } from '../../src/carrier/index.js';
import { createDirectoryCarrier, DirectoryCarrier, inspectDirectory } from '../../src/node/index.js';
import { nameArtifact } from '../../src/suites/name-artifact.js';
import { faultyFs } from './faulty-fs.js';
import { createTestFolder, DATABASE, OTHER, OWN } from './folders.js';

const artifact = nameArtifact(1, Buffer.from('an artifact'));
const getFile = (root: string, { name } = artifact) => join(root, 'n', OWN, 'ops', name.slice(-32).slice(0, 2), name);

async function createTestCarrier() {
  const root = await createTestFolder();
  await createDirectoryCarrier(root, DATABASE);
  const own = new DirectoryCarrier(root, { replicaId: OWN });
  await own.put('ops', artifact.name, artifact.bytes);
  return { root, own, other: new DirectoryCarrier(root, { replicaId: OTHER }) };
}

const listNames = async (carrier: DirectoryCarrier) =>
  (await carrier.list(OWN, 'ops', null, 10)).artifacts.map(({ name }) => name);

describe('a folder', () => {
  test('becomes a carrier once and states its library', async () => {
    const root = await createTestFolder();
    await writeFile(join(root, '.stfolder'), '');
    for (const name of ['lost+found', 'System Volume Information', '$RECYCLE.BIN']) await mkdir(join(root, name));
    expect(await inspectDirectory(root)).toEqual({ state: 'empty' });
    const identity = await createDirectoryCarrier(root, DATABASE);
    expect(identity.databaseId).toBe(DATABASE);
    expect(await inspectDirectory(root)).toEqual({ state: 'carrier', identity });
    await expect(createDirectoryCarrier(root, DATABASE)).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each([
    ['contains other files', 'not_a_carrier', async (root: string) => writeFile(join(root, 'letter.txt'), 'Dear')],
    ['does not exist', 'unreachable', async (root: string) => rm(root, { recursive: true })],
    [
      'has an unreadable marker',
      'not_a_carrier',
      async (root: string) => writeFile(join(root, 'service-sync-carrier.json'), '{"format":"service-sync-carrier"'),
    ],
  ])('that %s is refused as a carrier', async (_, code, prepare) => {
    const root = await createTestFolder();
    await prepare(root);
    await expect(createDirectoryCarrier(root, DATABASE)).rejects.toMatchObject({ code });
    await expect(new DirectoryCarrier(root, { replicaId: OWN }).identity()).rejects.toMatchObject({
      code: 'not_a_carrier',
    });
  });

  test('that was emptied or is not mounted is no carrier, and nothing is written to it', async () => {
    const { root, own } = await createTestCarrier();
    for (const name of await readdir(root)) await rm(join(root, name), { recursive: true });
    await expect(own.identity()).rejects.toMatchObject({ code: 'not_a_carrier' });
    expect(await own.namespaces()).toEqual([]);
    expect(await readdir(root)).toEqual([]);
  });

  test('that is emptied while it is in use, as by a lost mount, stays empty [SYNC-FOLDER]', async () => {
    const { root, own } = await createTestCarrier();
    for (const name of await readdir(root)) await rm(join(root, name), { recursive: true });
    const second = nameArtifact(2, Buffer.from('another'));
    // The first attempt relies on folders that were there a moment ago.
    for (let attempt = 1; attempt <= 2; attempt += 1)
      await expect(own.put('ops', second.name, second.bytes)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(own.pairing.put('inv_2z5864h861ce1bhernqjk7e3e9', 'req', Buffer.from('x'))).rejects.toThrow(
      'Check that its disk is mounted',
    );
    expect(await readdir(root)).toEqual([]);
  });
});

describe('files that are not artifacts', () => {
  test('are ignored, counted and left in place [SYNC-FOLDER]', async () => {
    const { root, other } = await createTestCarrier();
    const beside = join(getFile(root), '..');
    await cp(getFile(root), join(beside, `${artifact.name} (conflicted copy 2026-01-02)`));
    await cp(getFile(root), join(beside, artifact.name.toUpperCase().replace('-', '–')));
    await writeFile(join(beside, '.DS_Store'), 'x');
    await mkdir(join(root, 'n', OWN, 'ops', 'thumbnails'));
    await mkdir(join(root, 'n', 'somebody'));
    expect(await listNames(other)).toEqual([artifact.name]);
    expect(await other.namespaces()).toEqual([OWN]);
    expect(other.foreignFiles()).toBe(5);
    expect(await readdir(beside)).toHaveLength(4);
  });

  test('a truncated artifact is not returned until it is complete', async () => {
    const { root, own, other } = await createTestCarrier();
    await truncate(getFile(root), 4);
    expect(await other.get(OWN, 'ops', artifact.name)).toBeNull();
    expect(other.foreignFiles()).toBe(1);
    await own.put('ops', artifact.name, artifact.bytes);
    expect(await other.get(OWN, 'ops', artifact.name)).toEqual(Uint8Array.from(artifact.bytes));
    expect(other.foreignFiles()).toBe(0);
  });

  test('an artifact in the folder of another digest is not listed', async () => {
    const { root, other } = await createTestCarrier();
    await rename(join(getFile(root), '..'), join(root, 'n', OWN, 'ops', '00'));
    expect(await listNames(other)).toEqual([]);
  });

  test('a file larger than the maximum artifact is not read', async () => {
    const { root, other } = await createTestCarrier();
    await writeFile(getFile(root), new Uint8Array(1_000_001));
    expect(await other.get(OWN, 'ops', artifact.name)).toBeNull();
  });

  test('links are not followed, in any component of a path', async (context) => {
    if (process.platform === 'win32') context.skip('links need a privilege here');
    for (const depth of [1, 2, 3, 4, 5]) {
      const { root, other } = await createTestCarrier();
      const path = ['n', OWN, 'ops', artifact.name.slice(-32).slice(0, 2), artifact.name].slice(0, depth).join('/');
      await rename(join(root, path), join(root, 'aside'));
      await symlink(join(root, 'aside'), join(root, path));
      expect(await listNames(other)).toEqual([]);
      expect(await other.get(OWN, 'ops', artifact.name)).toBeNull();
      const second = nameArtifact(2, Buffer.from('another'));
      const writer = new DirectoryCarrier(root, { replicaId: OWN });
      if (depth < 4)
        await expect(writer.put('ops', second.name, second.bytes)).rejects.toMatchObject({ code: 'refused' });
    }
  });

  test('named pipes are not opened, and an artifact replaces one', { timeout: 10_000 }, async (context) => {
    if (process.platform === 'win32') context.skip('there are no named pipes in folders here');
    const { root, own, other } = await createTestCarrier();
    for (const path of [getFile(root), join(root, 'service-sync-carrier.json')]) {
      await rm(path);
      execFileSync('mkfifo', [path]);
    }
    expect(await listNames(other)).toEqual([]);
    expect(await other.get(OWN, 'ops', artifact.name)).toBeNull();
    await expect(other.identity()).rejects.toMatchObject({ code: 'not_a_carrier' });
    await own.put('ops', artifact.name, artifact.bytes);
    expect(await listNames(other)).toEqual([artifact.name]);
  });

  test('a named pipe that replaces a file is not waited for', { timeout: 10_000 }, async (context) => {
    if (process.platform === 'win32') context.skip('there are no named pipes in folders here');
    const { root } = await createTestCarrier();
    const file = getFile(root);
    const replaceFile = () => {
      rmSync(file, { force: true });
      execFileSync('mkfifo', [file]);
    };
    const lstat = (async (path: string) => {
      const found = await nodeFs.lstat(path);
      if (path === file) replaceFile();
      return found;
    }) as typeof nodeFs.lstat;
    const reader = new DirectoryCarrier(root, { replicaId: OTHER, fs: { ...nodeFs, lstat } });
    expect(await reader.get(OWN, 'ops', artifact.name)).toBeNull();
    const fs = faultyFs((call) => (call === 'rename' ? 'EXDEV' : null));
    const writer = new DirectoryCarrier(root, { replicaId: OWN, fs });
    const refused = { code: 'refused', message: expect.stringContaining('is not a file. Rename or remove it.') };
    await expect(writer.put('ops', artifact.name, artifact.bytes)).rejects.toMatchObject(refused);
    const pipe = await nodeFs.open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => pipe.close());
    await expect(writer.put('ops', artifact.name, artifact.bytes)).rejects.toMatchObject(refused);
  });

  test('names that leave the folder are refused', async () => {
    const { own } = await createTestCarrier();
    expect(await own.get('../..', 'ops', artifact.name)).toBeNull();
    expect(await own.get(OWN, '../ops' as 'ops', artifact.name)).toBeNull();
    expect(await own.get(OWN, 'ops', `../${artifact.name}`)).toBeNull();
    expect(await own.list(`${OWN}/..`, 'ops', null, 10)).toEqual({ artifacts: [], next: null });
    await expect(own.put('ops', nameArtifact(1, Buffer.from('a')).name, Buffer.from('b'))).rejects.toMatchObject({
      code: 'refused',
    });
  });
});

test('put removes scratch files dated more than a day from now and keeps new ones', async () => {
  const { root } = await createTestCarrier();
  const scratch = join(root, 'n', OWN, '.tmp');
  for (const [name, hours] of [
    ['old', -25],
    ['new', 0],
    ['of the future', 25],
  ] as const) {
    const at = Date.now() / 1000 + hours * 60 * 60;
    await writeFile(join(scratch, name), 'x');
    await utimes(join(scratch, name), at, at);
  }
  const second = nameArtifact(2, Buffer.from('another'));
  await new DirectoryCarrier(root, { replicaId: OWN }).put('ops', second.name, second.bytes);
  expect(await readdir(scratch)).toEqual(['new']);
});

test('an artifact that is put again has a durable name afterwards', async () => {
  const root = await createTestFolder();
  await createDirectoryCarrier(root, DATABASE);
  const calls: string[] = [];
  const fs = faultyFs((call) => {
    calls.push(call);
    return null;
  });
  const carrier = new DirectoryCarrier(root, { replicaId: OWN, fs });
  await carrier.put('ops', artifact.name, artifact.bytes);
  calls.length = 0;
  await carrier.put('ops', artifact.name, artifact.bytes);
  expect(calls).toContain('sync');
  expect(calls).not.toContain('write');
});

describe('a failing file system', () => {
  test.each([
    ['ENOSPC', 'full'],
    ['EIO', 'unreachable'],
  ])('with %s at any single call leaves the whole artifact or none, and the next put succeeds', async (errno, code) => {
    for (let nth = 1; ; nth += 1) {
      const root = await createTestFolder();
      await createDirectoryCarrier(root, DATABASE);
      const fs = faultyFs((_, count) => (count === nth ? errno : null));
      const failing = new DirectoryCarrier(root, { replicaId: OWN, fs });
      const failure = await failing.put('ops', artifact.name, artifact.bytes).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure !== null) expect(failure).toMatchObject({ name: CarrierError.name, code });
      const reader = new DirectoryCarrier(root, { replicaId: OTHER });
      const found = await reader.get(OWN, 'ops', artifact.name);
      expect([null, 'an artifact']).toContain(found && Buffer.from(found).toString());
      await new DirectoryCarrier(root, { replicaId: OWN }).put('ops', artifact.name, artifact.bytes);
      expect(await listNames(reader)).toEqual([artifact.name]);
      expect(await readFile(getFile(root), 'utf8')).toBe('an artifact');
      if (fs.calls < nth) break;
    }
  });

  test.each([
    ['ENOSPC', 'its disk is full'],
    ['EROFS', 'it is read-only'],
    ['ESTALE', 'Check that the disk or network share is mounted'],
    ['EBUSY', 'another program uses it'],
    ['EILSEQ', 'its file system reports EILSEQ. Try again later'],
    ['EACCES', 'permission denied'],
  ])('with %s is explained in the error message', async (errno, words) => {
    const root = await createTestFolder();
    await createDirectoryCarrier(root, DATABASE);
    const failing = new DirectoryCarrier(root, { replicaId: OWN, fs: faultyFs(() => errno) });
    await expect(failing.put('ops', artifact.name, artifact.bytes)).rejects.toThrow(words);
  });

  test('with a used up quota, which Node does not name, is explained in the error message', async () => {
    const root = await createTestFolder();
    await createDirectoryCarrier(root, DATABASE);
    const open = async () => {
      const errno = -osConstants.errno.EDQUOT;
      throw Object.assign(new Error(), { errno, code: `Unknown system error ${errno}` });
    };
    const failing = new DirectoryCarrier(root, { replicaId: OWN, fs: { ...nodeFs, open } });
    await expect(failing.put('ops', artifact.name, artifact.bytes)).rejects.toThrow('the disk quota is used up');
  });

  test('inspectDirectory refuses a file', async () => {
    const file = join(await createTestFolder(), 'file');
    await writeFile(file, 'x');
    await expect(inspectDirectory(file)).rejects.toMatchObject({
      code: 'not_a_carrier',
      message: 'This is a file, not a folder. Choose a folder.',
    });
  });

  test.each(['EXDEV', 'ENOSYS', 'ENOTSUP', 'EPERM', 'EEXIST'])(
    'an artifact is written in place when renaming fails with %s, and scratch files may stay',
    async (errno) => {
      for (const fault of ['rename', 'rename and unlink']) {
        const root = await createTestFolder();
        await createDirectoryCarrier(root, DATABASE);
        const fs = faultyFs((call) => (fault.split(' ').includes(call) ? errno : null));
        const carrier = new DirectoryCarrier(root, { replicaId: OWN, fs });
        await carrier.put('ops', artifact.name, artifact.bytes);
        expect(await carrier.get(OWN, 'ops', artifact.name)).toEqual(Uint8Array.from(artifact.bytes));
        expect(await readdir(join(root, 'n', OWN, '.tmp'))).toHaveLength(fault === 'rename' ? 0 : 1);
      }
    },
  );

  test.each(['ENOTSUP', 'EINVAL', 'EPERM', 'EBADF'])(
    'an artifact is stored when syncing fails with %s',
    async (errno) => {
      const root = await createTestFolder();
      await createDirectoryCarrier(root, DATABASE);
      const fs = faultyFs((call) => (call === 'sync' ? errno : null));
      const carrier = new DirectoryCarrier(root, { replicaId: OWN, fs });
      await carrier.put('ops', artifact.name, artifact.bytes);
      expect(await listNames(carrier)).toEqual([artifact.name]);
    },
  );

  test('an artifact is stored where no file can be opened for reading and writing at once', async () => {
    const root = await createTestFolder();
    const open = (async (path, flags, mode) => {
      if (((flags as number) & constants.O_RDWR) !== 0) throw Object.assign(new Error(), { code: 'EPERM' });
      return await nodeFs.open(path, flags, mode);
    }) as typeof nodeFs.open;
    const fs = { ...nodeFs, open };
    await createDirectoryCarrier(root, DATABASE, fs);
    const carrier = new DirectoryCarrier(root, { replicaId: OWN, fs });
    await carrier.put('ops', artifact.name, artifact.bytes);
    expect(await carrier.get(OWN, 'ops', artifact.name)).toEqual(Uint8Array.from(artifact.bytes));
  });

  test('an artifact that a write lost without an error is not taken for stored', async () => {
    const root = await createTestFolder();
    await createDirectoryCarrier(root, DATABASE);
    const open = (async (path, flags, mode) => {
      const handle = await nodeFs.open(path, flags, mode);
      handle.writeFile = async () => {};
      return handle;
    }) as typeof nodeFs.open;
    const carrier = new DirectoryCarrier(root, { replicaId: OWN, fs: { ...nodeFs, open } });
    await expect(carrier.put('ops', artifact.name, artifact.bytes)).rejects.toMatchObject({ code: 'unreachable' });
    expect(await listNames(carrier)).toEqual([]);
  });

  test.each(['EIO', 'ESTALE', 'EBUSY'])('remove with %s at any single call reports unreachable', async (errno) => {
    for (let nth = 1; ; nth += 1) {
      const { root } = await createTestCarrier();
      const fs = faultyFs((_, count) => (count === nth ? errno : null));
      const failing = new DirectoryCarrier(root, { replicaId: OWN, fs });
      const failure = await failing.remove('ops', artifact.name).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure !== null) expect(failure).toMatchObject({ name: CarrierError.name, code: 'unreachable' });
      if (fs.calls < nth) break;
    }
  });

  test('a removed file that is still listed is no artifact, and hides no other', async () => {
    const { root, own } = await createTestCarrier();
    const ghost = nameArtifact(2, Buffer.from('removed'));
    await own.put('ops', ghost.name, ghost.bytes);
    const isGhost = (path: unknown) => String(path).endsWith(ghost.name);
    const missing = () => Object.assign(new Error(), { code: 'ENOENT' });
    const lstat = (async (path) => {
      if (isGhost(path)) throw missing();
      return await nodeFs.lstat(path);
    }) as typeof nodeFs.lstat;
    // Node asks for the type of each entry where the folder does not state it.
    const readdir = (async (path: string, options?: { withFileTypes: true }) => {
      const entries = await nodeFs.readdir(path);
      if (options?.withFileTypes && entries.some(isGhost)) throw missing();
      return options === undefined ? entries : await nodeFs.readdir(path, options);
    }) as unknown as typeof nodeFs.readdir;
    for (const fs of [
      { ...nodeFs, lstat },
      { ...nodeFs, lstat, readdir },
    ])
      expect(await listNames(new DirectoryCarrier(root, { replicaId: OTHER, fs }))).toEqual([artifact.name]);
  });

  test('get and namespaces report unreachable when reading fails', async () => {
    const { root } = await createTestCarrier();
    const fs = faultyFs((call) => (call === 'read' || call === 'readdir' ? 'EIO' : null));
    const carrier = new DirectoryCarrier(root, { replicaId: OTHER, fs });
    await expect(carrier.get(OWN, 'ops', artifact.name)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(carrier.namespaces()).rejects.toMatchObject({ code: 'unreachable' });
  });
});

test('pairing boxes are exchanged through the folder and removed together', async () => {
  const { root, own, other } = await createTestCarrier();
  const invitation = 'inv_2z5864h861ce1bhernqjk7e3e9';
  await own.pairing.put(invitation, 'req', Buffer.from('request'));
  await writeFile(join(root, 'pairing', 'notes.txt'), 'x');
  expect(await other.pairing.invitations('req')).toEqual([invitation]);
  expect(await other.pairing.invitations('resp')).toEqual([]);
  expect(Buffer.from((await other.pairing.get(invitation, 'req')) ?? []).toString()).toBe('request');
  await other.pairing.put(invitation, 'resp', Buffer.from('response'));
  await own.pairing.remove(invitation);
  expect(await other.pairing.get(invitation, 'req')).toBeNull();
  expect(await other.pairing.get('../../escape', 'req')).toBeNull();
  await expect(own.pairing.put('inv_x/..', 'req', Buffer.from(''))).rejects.toThrow(RangeError);
});
