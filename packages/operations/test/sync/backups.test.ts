import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Output } from '@notes/contract';
import { type EpochKey, SCHEMA_VERSION, SyncKeyStore } from '@notes/storage';
import {
  decryptFrames,
  encryptBackup,
  newBackup,
  openBackup,
  packAssets,
  planPayload,
  readPayload,
  writePayload,
} from '@notes/sync-protocol/backup';
import { sodiumCrypto as crypto, nodeHash } from '@notes/sync-protocol/node';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/platform/context.js';
import { newId } from '../../src/platform/ids.js';
import { listBackups, restoreBackup } from '../../src/sync/backups/index.js';
import { BackupShelf } from '../../src/sync/backups/shelf.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';
import { Folder, letIn, meet } from './devices.js';
import { describeLibrary } from './exchange.js';

type Backup = Output<'listBackups'>['backups'][number];

/** Creates a library in a group, and a backup of it. */
async function backedUp(): Promise<{ opened: OpenedLibrary; backup: Backup; sealed: string; folder: string }> {
  const opened = await openTestLibrary();
  await opened.call('initializeSync', { name: 'desk' });
  const { id } = await opened.call('createDocument', { title: 'One', body: 'first\n', tags: ['a/b'] });
  await opened.call('replaceDocument', {
    document_id: id,
    title: 'One',
    body: 'second\n',
    base_revision_id: await getCurrentRevision(opened, id),
  });
  const { id: resource_id } = await uploadBytes(opened, 'bytes of it', { filename: 'x.txt' });
  await opened.call('attachResource', { document_id: id, resource_id });
  const { backups } = await opened.call('createBackup', {});
  const backup = backups[0] as Backup;
  const folder = join(opened.library.store.paths.backups, 'sync', backup.backup_id);
  return { opened, backup, sealed: join(folder, 'sealed'), folder };
}

const getCurrentRevision = async ({ call }: OpenedLibrary, document_id: string) =>
  (await call('getDocument', { document_id })).current_revision_id;
const target = () => join(temporaryFolder(), 'restored');
const restore = ({ opened, backup }: Made, into_dir: string) =>
  restoreBackup(
    { dataDir: opened.library.store.paths.dataDir, now: Date.now },
    { backup_id: backup.backup_id, into_dir },
  );

describe('a backup of a library', () => {
  it('restores to a library that can create a group of its own with all its contents [SYNC-BACKUP-RESTORE]', async () => {
    const into = target();
    await restore(await backedUp(), into);
    const restored = new Folder(into, temporaryFolder());
    await restored.call('initializeSync', { name: 'again' });
    const other = new Folder(target(), restored.share);
    await letIn(restored, other);
    await meet(restored, other);
    expect(Object.keys((await other.library()).notes)).toHaveLength(1);
    expect(await other.library()).toEqual(await restored.library());
  });

  it('reports its contents, and restores all of them to an independent library [SYNC-BACKUP-RESTORE]', async () => {
    const made = await backedUp();
    const { opened, backup, folder } = made;
    expect(backup).toMatchObject({ origin: 'made', state: 'ready', expires_at: null });
    expect(readdirSync(folder).sort()).toEqual(['record.json', 'sealed']);
    expect(statSync(made.sealed).mode & 0o777).toBe(0o600);
    const found = await opened.call('inspectBackup', { backup_id: backup.backup_id });
    expect(found).toMatchObject({ verified: true, problems: [], backup: { state: 'verified' } });
    expect(found.payload).toMatchObject({ notes: 1, revisions: 2, tags: 1, attachments: 1, attachment_bytes: 11 });

    const into = target();
    expect(await restore(made, into)).toMatchObject({ restored: true, problems: [] });
    expect(existsSync(join(into, 'keys'))).toBe(false);
    const restored = await openTestLibrary(into);
    expect(describeLibrary(restored)).toEqual(describeLibrary(opened));
    expect(restored.library.databaseId).toBe(opened.library.databaseId);
    expect(restored.library.replicaId).not.toBe(opened.library.replicaId);
    expect(restored.library.cursorKey.equals(opened.library.cursorKey)).toBe(false);
    expect((await restored.call('getSyncOverview', {})).epoch).toBeNull();
    expect((await restored.call('listJobs', {})).jobs).toEqual([]);
    const [resource] = restored.library.store.blobs.list();
    expect(readFileSync(restored.library.store.blobs.getPath(resource?.sha256 as string), 'utf8')).toBe('bytes of it');
    await expect(restore(made, into)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('has state failed after damage was found, until it is intact again [SYNC-BACKUP-RESTORE]', async () => {
    const { opened, backup, sealed } = await backedUp();
    const { backup_id } = backup;
    const state = async () => (await opened.call('listBackups', {})).backups[0]?.state;
    const bytes = readFileSync(sealed);
    writeFileSync(
      sealed,
      bytes.map((byte, at) => (at === bytes.length - 20 ? byte ^ 1 : byte)),
    );
    expect(await opened.call('inspectBackup', { backup_id })).toMatchObject({ verified: false });
    expect(await state()).toBe('failed');
    writeFileSync(sealed, bytes);
    expect(await opened.call('inspectBackup', { backup_id })).toMatchObject({ verified: true });
    expect(await state()).toBe('verified');
  });

  it('has state failed as soon as the process that made it is dead [SYNC-BACKUP-MADE]', async () => {
    const { opened, backup, folder, sealed } = await backedUp();
    const { library } = opened;
    const [job_id, path] = [newId('job'), join(folder, 'record.json')];
    const at = Date.now();
    await library.store.write(({ jobs }) => {
      jobs.insert({ id: job_id, kind: 'backup', parameters: { backup_id: backup.backup_id } }, at);
      jobs.claim({ id: job_id, owner: 'another' }, at);
    });
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), job_id, sealed: null }));
    rmSync(sealed);
    const stateAt = (now: number) => listBackups({ library, now: () => now } as Context).backups[0]?.state;
    expect([stateAt(at), stateAt(at + 6_000)]).toEqual(['producing', 'failed']);
  });

  it('restores while its keys exist, without the library [SYNC-BACKUP-RESTORE]', async () => {
    const made = await backedUp();
    const before = describeLibrary(made.opened);
    made.opened.library.store.close();
    writeFileSync(made.opened.library.store.paths.database, 'no library any more');
    const into = target();
    expect((await restore(made, into)).restored).toBe(true);
    expect(describeLibrary(await openTestLibrary(into))).toEqual(before);
  });

  it('leaves nothing behind when making it fails, and is made one at a time [SYNC-BACKUP-MADE]', async () => {
    const { opened, backup } = await backedUp();
    const both = await Promise.allSettled([opened.call('createBackup', {}), opened.call('createBackup', {})]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'conflict' });
    const { backups } = await opened.call('listBackups', {});
    expect(backups.map(({ state }) => state).sort()).toEqual(['failed', 'ready', 'ready']);
    for (const { backup_id } of backups) await opened.call('removeBackup', { backup_id });
    expect(existsSync(join(opened.library.store.paths.backups, 'sync', backup.backup_id))).toBe(false);
  });

  it('can be made later when the remains of another one could not be removed [SYNC-BACKUP-MADE]', async () => {
    const opened = await openTestLibrary();
    const shelf = new BackupShelf(opened.library.store.paths.dataDir);
    const inPlace = shelf.folderFor(newId('backup'));
    mkdirSync(dirname(inPlace), { recursive: true });
    writeFileSync(inPlace, 'a file in place of the folder of a backup');
    expect(() => shelf.beginMaking()).toThrow('ENOTDIR');
    expect(shelf.isMaking()).toBe(false);
    rmSync(inPlace);
    shelf.beginMaking().release();
  });

  it('omits damaged or missing attachment bytes and reports them [SYNC-BACKUP-MISSING]', async () => {
    const { opened } = await backedUp();
    const [blob] = opened.library.store.blobs.list();
    writeFileSync(opened.library.store.blobs.getPath(blob?.sha256 as string), 'BYTES OF IT');
    const { backups } = await opened.call('createBackup', {});
    const found = await opened.call('inspectBackup', { backup_id: backups[0]?.backup_id });
    expect([found.verified, found.payload?.missing_attachments, found.problems.map(({ code }) => code)]).toEqual([
      true,
      1,
      ['missing_bytes'],
    ]);
  });
});

/** A payload that a malicious member modifies and encrypts. */
class Forger {
  private constructor(
    private readonly made: Made,
    /** Original payload. */
    readonly payload: Buffer,
    readonly image: Buffer,
  ) {}

  static async of(made: Made): Promise<Forger> {
    const { record, epoch, context } = readSecrets(made);
    const sealed = readFileSync(made.sealed);
    const opened = openBackup(crypto, context, sealed.subarray(0, 128), () => epoch.key);
    if (!opened.ok) throw new Error(`${record.backup_id} ${opened.problem}`);
    const payload = await whole(decryptFrames(crypto, opened.backup, Readable.from([sealed.subarray(128)])));
    const images: Buffer[] = [];
    const sink = {
      manifest() {},
      image: (bytes: Uint8Array) => void images.push(Buffer.from(bytes)),
      asset() {},
      assetBytes() {},
    };
    await readPayload(Readable.from([payload]), sink, nodeHash);
    return new Forger(made, payload, Buffer.concat(images));
  }

  /** Encrypts a payload, replaces the real one and declares it. */
  async place(payload: Uint8Array): Promise<void> {
    const { epoch, context } = readSecrets(this.made);
    const backup = newBackup(crypto, context, epoch, payload.length);
    this.declare(await whole(encryptBackup(crypto, backup, Readable.from([payload]))));
  }

  /** Replaces the encrypted bytes and declares them. */
  declare(sealed: Uint8Array): void {
    const { record } = readSecrets(this.made);
    writeFileSync(this.made.sealed, sealed);
    const told = { size_bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest('hex') };
    writeFileSync(
      join(this.made.folder, 'record.json'),
      JSON.stringify({ ...record, sealed: { ...record.sealed, ...told } }),
    );
  }

  /** Returns a valid payload of another image and other attachments. */
  async buildPayload(image: Buffer, attachments: readonly string[] = []): Promise<Buffer> {
    const { record } = readSecrets(this.made);
    const source = {
      database_id: record.database_id,
      schema_version: SCHEMA_VERSION,
      vv: record.sealed.vv,
      image: { sizeBytes: image.length, read: () => Readable.from([image]) },
      assets: packAssets(attachments.map(toAsset)),
    };
    return await whole(writePayload(source, await planPayload(source, nodeHash), nodeHash));
  }
}

type Made = Awaited<ReturnType<typeof backedUp>>;

function readSecrets({ folder, opened, backup }: Made) {
  const record = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'));
  const keys = new SyncKeyStore(opened.library.store.paths.dataDir);
  const epoch = keys.epochs.all()[0] as EpochKey;
  keys.close();
  const context = {
    databaseId: record.database_id,
    backupId: backup.backup_id,
    requester: record.requester_replica_id,
  };
  return { record, epoch, context };
}

const toAsset = (text: string) => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  sizeBytes: Buffer.byteLength(text),
  read: () => Readable.from([Buffer.from(text)]),
});

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Changes a field in the header of the first file of a USTAR archive, and updates the checksum. */
function withField(payload: Buffer, at: number, text: string): Buffer {
  const changed = Buffer.from(payload);
  changed.write(text, at, 'latin1');
  changed.write(' '.repeat(8), 148, 'latin1');
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return changed;
}

/** Replaces every occurrence: SQLite may leave a copy in the unused part of a page. */
function replaceText(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1');
  if (!text.includes(from)) throw new Error(`there is no ${from}`);
  return Buffer.from(text.replaceAll(from, to), 'latin1');
}

const TYPE_FLAG = 156;
const SIZE = 124;

describe('an invalid backup', () => {
  it('is refused and leaves nothing behind [SYNC-BACKUP-HOSTILE]', async () => {
    const made = await backedUp();
    const forger = await Forger.of(made);
    const { payload, image } = forger;
    const sealed = readFileSync(made.sealed);
    const flipped = Buffer.from(sealed);
    flipped[200] = (flipped[200] as number) ^ 1;
    const writeChanged = async (to: Buffer) => writeFileSync(made.sealed, to);
    const cases: readonly [string, string, () => Promise<void> | void][] = [
      ['a byte that is changed', 'changed', () => writeChanged(flipped)],
      ['a byte too few', 'changed', () => writeChanged(sealed.subarray(0, -1))],
      ['a byte too many', 'changed', () => writeChanged(Buffer.concat([sealed, Buffer.alloc(1)]))],
      ['a frame that is changed, and declared', 'payload', () => forger.declare(flipped)],
      ['a header that is changed, and declared', 'sealed', () => forger.declare(replaceText(sealed, 'NSB1', 'NSB2'))],
      ['a first file of another name', 'payload', () => forger.place(withField(payload, 0, '../../payload.json'))],
      ['a link', 'payload', () => forger.place(withField(payload, TYPE_FLAG, '2'))],
      ['an extended header', 'payload', () => forger.place(withField(payload, TYPE_FLAG, 'x'))],
      ['a size beyond all there is', 'payload', () => forger.place(withField(payload, SIZE, '77777777777'))],
      ['half of it', 'payload', () => forger.place(payload.subarray(0, payload.length >> 1))],
      ['more behind its end', 'payload', () => forger.place(Buffer.concat([payload, payload]))],
      [
        'bytes that nobody names',
        'payload',
        async () => forger.place(await forger.buildPayload(image, ['bytes of it', 'x'].sort(byDigest))),
      ],
      ['no database', 'damaged', async () => forger.place(await forger.buildPayload(Buffer.alloc(8_192, 7)))],
      [
        'a table of another kind',
        'schema',
        async () => forger.place(await forger.buildPayload(replaceText(image, TEXTS, TEXTS.replace('body', 'bodz')))),
      ],
    ];
    for (const [label, code, forge] of cases) {
      await forge();
      const into = target();
      const answer = await restore(made, into);
      expect([answer.restored, answer.problems.map((each) => each.code)], label).toEqual([false, [code]]);
      expect(readdirSync(join(into, '..')), label).toEqual([]);
    }
    expect(readdirSync(made.opened.library.store.paths.tmp)).toEqual([]);
  });
});

const TEXTS = 'CREATE TABLE sync_texts (\n  sha256 TEXT PRIMARY KEY,\n  body';
const byDigest = (a: string, b: string) => (toAsset(a).sha256 < toAsset(b).sha256 ? -1 : 1);
