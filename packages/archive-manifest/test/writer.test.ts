import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildManifest, type IndexEntry, type Location, MANIFEST_PATH, type Manifest } from '../src/index.js';
import { PACK_PREFIX_BYTES } from '../src/manifest/location.js';
import type { Fanout } from '../src/node/fanout.js';
import {
  type ArchiveFs,
  type ArchiveSource,
  ArchiveWriter,
  type ArchiveWriterOptions,
  BOUNDS as DEFAULT_BOUNDS,
  nodeSha256,
  openArchive,
  STAGED_MANIFEST_PATH,
  writeArchive,
} from '../src/node/index.js';
import { IndexBuilder } from '../src/node/index-builder.js';
import { verifyArchive } from '../src/verify/verify-archive.js';
import {
  makeArchiveFiles,
  makeBlob,
  readFiles,
  readLibrary,
  sampleRecord,
  verify,
  withFolder,
  writeFiles,
} from './support.js';

const library = readLibrary('full');
const BOUNDS = { fanoutFromBytes: 300, packBytes: 2500, indexEntries: 5, indexBytes: 100_000 };
const options: ArchiveWriterOptions = { bounds: BOUNDS };

/** Library with a note renamed and another attachment. */
const changedLibrary: ArchiveSource = {
  ...library,
  snapshot: { ...library.snapshot, created_at: '2026-11-22T10:00:00.000Z' },
  records: {
    ...library.records,
    documents: [...(library.records.documents ?? [])].map((row) => ({ ...row, title: `${row.title}, later` })),
  },
  blobs: [...library.blobs, makeBlob('more')].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
};

/** File system that does not wait for the disk; these tests need no durability. */
const quickFs: ArchiveFs = { ...fs, fsyncSync: () => {} };

/** Calls of the file system that change something, or make it durable. */
const CHANGES = ['openSync', 'writeSync', 'fsyncSync', 'mkdirSync', 'renameSync', 'unlinkSync', 'rmdirSync'] as const;

/** Returns a file system whose nth change fails, and every later one, as if the process had ended. */
function failingFs(n: number): { fs: ArchiveFs; hasFailed: () => boolean } {
  let left = n;
  const failing = Object.fromEntries(
    CHANGES.map((name) => [
      name,
      (...args: unknown[]) => {
        if (left <= 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        left -= 1;
        return (quickFs[name] as (...values: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { fs: { ...quickFs, ...failing }, hasFailed: () => left <= 0 };
}

async function expectSound(folder: string): Promise<void> {
  const archive = openArchive(folder);
  expect(await verify(archive, 3)).toMatchObject({ ok: true, problems: [] });
  archive.close();
}

describe('an interrupted export', () => {
  it('[ARC-STOP] leaves the previous archive intact and can be repeated, whichever call of the file system fails', async () => {
    // Writes one file of each kind; each call fails once.
    const bounds = { fanoutFromBytes: 300 };
    const quick = { bounds, fs: quickFs };
    const whole = await makeArchiveFiles(changedLibrary, quick);
    await withFolder(async (folder) => {
      for (let n = 0, isDone = false; !isDone; n += 1) {
        const target = join(folder, `${n}`);
        writeArchive(target, library, quick);
        const failing = failingFs(n);
        const write = () => writeArchive(target, changedLibrary, { bounds, fs: failing.fs });
        try {
          write();
          isDone = !failing.hasFailed();
        } catch (error) {
          expect(error).toMatchObject({ code: 'EIO' });
        }
        await expectSound(target);
        writeArchive(target, changedLibrary, quick);
        const files = readFiles(target);
        expect([...whole].filter(([path, bytes]) => !files.get(path)?.every((byte, at) => byte === bytes[at]))).toEqual(
          [],
        );
        expect(readdirSync(target)).not.toContain('.export');
        rmSync(target, { recursive: true });
      }
    });
  });

  it.each([
    ['the disk is full', { code: 'ENOSPC' }],
    // Node has no name for this error.
    ['a quota is used up', { code: 'Unknown system error -122', errno: -constants.errno.EDQUOT }],
  ])('is reported as archive_disk_full when %s', async (_, error) => {
    await withFolder((folder) => {
      const full = {
        ...fs,
        writeSync: () => {
          throw Object.assign(new Error(), error);
        },
      };
      const write = () => writeArchive(join(folder, 'a'), library, { fs: full as unknown as ArchiveFs });
      expect(write).toThrow(expect.objectContaining({ code: 'archive_disk_full' }));
    });
  });

  it('writes only objects that were not durable when it is repeated, and gives the same files', async () => {
    const whole = await makeArchiveFiles(library, options);
    await withFolder(async (folder) => {
      for (let stop = 1; stop < 17; stop += 1) {
        const target = join(folder, `${stop}`);
        const journal = new Map<string, Location>();
        const findLocation = (kind: string, sha256: string) => journal.get(`${kind} ${sha256}`);
        const onEntries = (entries: readonly IndexEntry[]) => {
          for (const { kind, sha256, location } of entries) journal.set(`${kind} ${sha256}`, location);
          if (journal.size >= stop) throw new Error('stopped');
        };
        expect(() => writeArchive(target, library, { ...options, fs: quickFs, onEntries })).toThrow('stopped');
        const durable = new Set(journal.keys());
        const read: string[] = [];
        const blobs = [...library.blobs].map((blob) => ({
          ...blob,
          read: () => {
            read.push(`blob ${blob.sha256}`);
            return blob.read();
          },
        }));
        writeArchive(target, { ...library, blobs }, { ...options, fs: quickFs, findLocation });
        expect(readFiles(target)).toEqual(whole);
        expect(read.filter((blob) => durable.has(blob))).toEqual([]);
      }
    });
  });
});

describe('an export into an existing archive', () => {
  const readLocations = (folder: string, manifest: Manifest) => {
    const entries = manifest.index.flatMap(({ location }) =>
      readFileSync(join(folder, location.path as string), 'utf8')
        .trimEnd()
        .split('\n'),
    );
    const rows = entries.map((line) => JSON.parse(line) as IndexEntry);
    return new Map(rows.map(({ kind, sha256, location }) => [`${kind} ${sha256}`, location]));
  };

  it('writes only changed objects and keeps the previous manifest', async () => {
    await withFolder(async (folder) => {
      const before = writeArchive(folder, library, options);
      const known = readLocations(folder, before);
      const files = new Set(readFiles(folder).keys());
      const after = writeArchive(folder, changedLibrary, {
        ...options,
        findLocation: (kind, sha256) => known.get(`${kind} ${sha256}`),
      });
      const added = [...readFiles(folder)].filter(([path]) => !files.has(path));
      expect(added.filter(([path]) => path.startsWith('packs/')).length).toBe(2);
      expect(added.map(([path]) => path)).toContain(`manifests/${before.commit_sha256}.json`);
      expect(after.snapshot.id).not.toBe(before.snapshot.id);
      await expectSound(folder);
      const archive = openArchive(folder);
      const former = await verifyArchive(archive, { level: 3, manifestPath: `manifests/${before.commit_sha256}.json` });
      expect(former.ok).toBe(true);
      archive.close();
    });
  });

  it('has the snapshot of an export into an empty folder', async () => {
    await withFolder(async (folder) => {
      const known = readLocations(folder, writeArchive(folder, library, options));
      const after = writeArchive(folder, changedLibrary, {
        findLocation: (kind, sha256) => known.get(`${kind} ${sha256}`),
      });
      const whole = writeArchive(join(folder, 'whole'), changedLibrary);
      expect(after.snapshot).toEqual(whole.snapshot);
    });
  });

  it('writes altered packs and objects again', async () => {
    for (const layout of ['auto', 'fanout'] as const)
      await withFolder(async (folder) => {
        const locations = readLocations(folder, writeArchive(folder, library, { layout }));
        const findLocation = (kind: string, sha256: string) => locations.get(`${kind} ${sha256}`);
        const whole = readFiles(folder);
        const altered = [...whole].filter(([path, { length }]) => path !== 'manifest.json' && length > 0);
        for (const [path, bytes] of altered)
          writeFiles(folder, new Map([[path, bytes.map((byte, n) => (n === bytes.length - 1 ? byte ^ 1 : byte))]]));
        writeArchive(folder, library, { layout, findLocation });
        expect(readFiles(folder)).toEqual(whole);
      });
  });

  it('[ARC-HEAL] writes a pack again that cannot be read', async () => {
    await withFolder(async (folder) => {
      const known = readLocations(folder, writeArchive(folder, library, options));
      const whole = readFiles(folder);
      const pack = [...whole.keys()].find((path) => path.startsWith('packs/')) as string;
      let read = -1;
      const failing = {
        ...quickFs,
        openSync: (...args: Parameters<typeof fs.openSync>) => {
          const descriptor = fs.openSync(...args);
          if (String(args[0]).endsWith(pack)) read = descriptor;
          return descriptor;
        },
        readSync: (descriptor: number, ...args: unknown[]) => {
          if (descriptor === read) throw Object.assign(new Error('EIO'), { code: 'EIO' });
          return (fs.readSync as (...values: unknown[]) => number)(descriptor, ...args);
        },
        closeSync: (descriptor: number) => {
          if (descriptor === read) read = -1;
          fs.closeSync(descriptor);
        },
      } as unknown as ArchiveFs;
      const { ino } = statSync(join(folder, pack));
      const write = {
        ...options,
        fs: failing,
        findLocation: (kind: string, sha256: string) => known.get(`${kind} ${sha256}`),
      };
      writeArchive(folder, library, write);
      expect(readFiles(folder)).toEqual(whole);
      expect(statSync(join(folder, pack)).ino).not.toBe(ino);
    });
  });

  it('replaces an altered copy of a former manifest', async () => {
    await withFolder((folder) => {
      const { commit_sha256 } = writeArchive(folder, library, options);
      writeArchive(folder, changedLibrary, options);
      const path = join(folder, 'manifests', `${commit_sha256}.json`);
      const copy = readFileSync(path);
      writeFileSync(
        path,
        copy.map((byte, n) => (n === 40 ? byte ^ 1 : byte)),
      );
      for (const source of [library, changedLibrary]) writeArchive(folder, source, options);
      expect(readFileSync(path)).toEqual(copy);
    });
  });

  it('counts reused objects that exceed rereadBytes as unread', async () => {
    await withFolder(async (folder) => {
      const locations = readLocations(folder, writeArchive(folder, library, { layout: 'fanout' }));
      const findLocation = (kind: string, sha256: string) => locations.get(`${kind} ${sha256}`);
      const measureUnread = (rereadBytes: number) => {
        const writer = new ArchiveWriter(folder, { findLocation, rereadBytes });
        for (const record of library.records.collections ?? []) writer.addRecord('collections', record);
        writer.finish();
        writer.close();
        return writer.unread;
      };
      expect(measureUnread(0)).toEqual({ objects: 1, bytes: expect.any(Number) });
      expect(measureUnread(10_000)).toEqual({ objects: 0, bytes: 0 });
    });
  });

  it('writes objects again whose files are missing', async () => {
    await withFolder(async (folder) => {
      const known = readLocations(folder, writeArchive(folder, library, options));
      rmSync(join(folder, 'packs'), { recursive: true });
      writeArchive(folder, library, { ...options, findLocation: (kind, sha256) => known.get(`${kind} ${sha256}`) });
      await expectSound(folder);
    });
  });
});

describe('ArchiveWriter', () => {
  it('stages a manifest that can be verified before the commit', async () => {
    await withFolder(async (folder) => {
      const writer = new ArchiveWriter(folder);
      writer.addRecord('collections', sampleRecord('collections'));
      writer.stage(buildManifest(writer.finish(), library));
      const archive = openArchive(folder);
      const staged = await verifyArchive(archive, { level: 3, manifestPath: STAGED_MANIFEST_PATH });
      expect(staged.ok).toBe(true);
      expect((await verify(archive, 0)).problems).toMatchObject([{ code: 'archive_manifest_unfinished' }]);
      writer.commit();
      writer.close();
      archive.close();
      await expectSound(folder);
    });
  });

  it('rejects a folder with other files and creates a missing folder', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'letter.txt'), 'x');
      expect(() => new ArchiveWriter(folder)).toThrow(expect.objectContaining({ code: 'archive_target_not_empty' }));
      expect(readdirSync(folder)).toEqual(['letter.txt']);
      writeArchive(join(folder, 'a', 'b'), library);
      expect(statSync(join(folder, 'a', 'b')).mode & 0o077).toBe(0);
      expect(statSync(join(folder, 'a', 'b', MANIFEST_PATH)).mode & 0o077).toBe(0);
    });
  });

  it('[ARC-TARGET] rejects a folder with an unreadable or invalid manifest before it writes anything', async () => {
    await withFolder((folder) => {
      writeArchive(folder, library);
      const manifest = readFileSync(join(folder, MANIFEST_PATH), 'utf8');
      const refused = expect.objectContaining({ code: 'archive_target_not_empty' });
      const unreadable = {
        ...fs,
        openSync: (...args: Parameters<typeof fs.openSync>) => {
          if (String(args[0]).endsWith(MANIFEST_PATH)) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
          return fs.openSync(...args);
        },
      } as ArchiveFs;
      expect(() => new ArchiveWriter(folder, { fs: unreadable })).toThrow(refused);
      for (const altered of [
        '',
        '{}',
        manifest.replace('"version":2', '"version":3'),
        manifest.replace('{', '{"a":1,'),
      ]) {
        writeFileSync(join(folder, MANIFEST_PATH), altered);
        expect(() => new ArchiveWriter(folder)).toThrow(refused);
        expect(readFileSync(join(folder, MANIFEST_PATH), 'utf8')).toBe(altered);
      }
      expect(readdirSync(folder)).not.toContain('.export');
    });
  });

  it('keeps the drafts of another writer until its own first write', async () => {
    await withFolder((folder) => {
      mkdirSync(join(folder, '.export'));
      const draft = join(folder, '.export', 'draft-0');
      writeFileSync(draft, 'x');
      new ArchiveWriter(folder).close();
      expect(existsSync(draft)).toBe(true);
      writeArchive(folder, library);
      expect(existsSync(draft)).toBe(false);
    });
  });

  it('rejects folders that are links and writes nothing through them', async () => {
    await withFolder((folder) => {
      const [outside, target] = [join(folder, 'outside'), join(folder, 'target')];
      mkdirSync(outside);
      mkdirSync(join(target, '.export'), { recursive: true });
      for (const name of ['objects', 'packs']) symlinkSync(outside, join(target, name));
      expect(() => writeArchive(target, library, options)).toThrow(
        expect.objectContaining({ code: 'archive_not_regular' }),
      );
      expect(readdirSync(outside)).toEqual([]);
    });
  });

  it('throws archive_object_digest for bytes that do not match their digest', async () => {
    await withFolder((folder) => {
      const [blob] = [...library.blobs].filter(({ sizeBytes }) => sizeBytes > 0) as [ReturnType<typeof makeBlob>];
      for (const bytes of ['x'.repeat(blob.sizeBytes), 'x', 'x'.repeat(blob.sizeBytes + 1)])
        for (const layout of ['auto', 'fanout'] as const) {
          const writer = new ArchiveWriter(folder, { layout });
          const write = () => {
            writer.addBlob(blob.sha256, blob.sizeBytes, () => [Buffer.from(bytes)]);
            writer.finish();
          };
          expect(write).toThrow(expect.objectContaining({ code: 'archive_object_digest' }));
          writer.close();
        }
      expect(readFiles(folder).size).toBe(0);
    });
  });

  it.each<[name: string, isAltered: (length: number) => boolean]>([
    ['throws archive_object_digest when the disk alters written bytes', () => true],
    [
      'throws archive_object_digest when the disk alters only the prefixes in a pack',
      (length) => length === PACK_PREFIX_BYTES,
    ],
  ])('%s', async (_, isAltered) => {
    await withFolder((folder) => {
      const lying = {
        ...fs,
        writeSync: (descriptor: number, bytes: Uint8Array, offset: number, length: number) =>
          fs.writeSync(descriptor, isAltered(length) ? bytes.map((byte) => byte ^ 1) : bytes, offset, length),
      };
      const write = () => writeArchive(folder, library, { fs: lying as unknown as ArchiveFs });
      expect(write).toThrow(expect.objectContaining({ code: 'archive_object_digest' }));
      expect(readdirSync(folder)).not.toContain(MANIFEST_PATH);
    });
  });

  it('throws instead of staging a manifest that readers reject', async () => {
    await withFolder((folder) => {
      const none = { ...library, records: {}, blobs: [] };
      expect(() => writeArchive(folder, none)).toThrow(expect.objectContaining({ code: 'archive_schema_invalid' }));
      const schemaVersions = { source: 12, minimum: 13, maximum: 14 };
      expect(() => writeArchive(folder, { ...library, schemaVersions })).toThrow(
        expect.objectContaining({ code: 'archive_schema_range' }),
      );
      expect(readdirSync(folder)).not.toContain(MANIFEST_PATH);
    });
  });

  it('its IndexBuilder throws archive_limit_exceeded beyond the maximum number of index objects', () => {
    const fanout = { addWhole: () => ({ sha256: '', location: { layout: 'fanout' } }) } as unknown as Fanout;
    const index = new IndexBuilder(fanout, { ...DEFAULT_BOUNDS, indexEntries: 1 }, nodeSha256);
    const makeEntry = (n: number) => {
      const sha256 = n.toString(16).padStart(64, '0');
      return { kind: 'blob', sha256, size_bytes: 1, location: { layout: 'fanout' } } as const;
    };
    for (let n = 0; n <= 1000; n += 1) index.add(makeEntry(n));
    expect(() => index.add(makeEntry(1001))).toThrow(expect.objectContaining({ code: 'archive_limit_exceeded' }));
  });

  it('throws for records that are out of order, invalid or too large', async () => {
    await withFolder((folder) => {
      const writer = new ArchiveWriter(folder);
      const tag = sampleRecord('tags');
      writer.addRecord('tags', { ...tag, id: 'tag_b' });
      expect(() => writer.addRecord('tags', { ...tag, id: 'tag_a' })).toThrow(RangeError);
      expect(() => writer.addRecord('tags', { ...tag, id: 'tag_b' })).toThrow(RangeError);
      expect(() => writer.addRecord('notebooks', sampleRecord('notebooks'))).toThrow(RangeError);
      expect(() => writer.addRecord('tags', { ...tag, id: 'tag_c d' })).toThrow(TypeError);
      expect(() => writer.addRecord('tags', { ...tag, id: 'tag_c', more: 1 } as typeof tag)).toThrow(TypeError);
      expect(() => writer.addRecord('tags', { ...tag, id: 'tag_c', name: 'x'.repeat(600_000) })).toThrow(RangeError);
      writer.close();
    });
  });
});
