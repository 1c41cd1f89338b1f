import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type ArchiveErrorCode,
  commitManifest,
  fanoutPath,
  type IndexEntry,
  serializeEntry,
  serializeManifest,
} from '@notes/archive-manifest';
import { beforeEach, describe, expect, it } from 'vitest';
import { manifestIn, place, refusal, type Source, wholeSource } from './hostile.js';
import { tree } from './support.js';

let whole: Source;

beforeEach(async () => {
  whole = await wholeSource();
});

/** Rewrites the index of an archive and the manifest, with valid digests. */
function reindex(folder: string, change: (entry: IndexEntry, n: number) => IndexEntry): void {
  const { commit_sha256: _, ...manifest } = manifestIn(folder);
  const [object] = manifest.index;
  if (object === undefined) throw new Error('an archive has an index');
  const lines = readFileSync(join(folder, fanoutPath(object.sha256)), 'utf8')
    .trimEnd()
    .split('\n');
  const entries = lines.map((line, n) => serializeEntry(change(JSON.parse(line) as IndexEntry, n)));
  const bytes = Buffer.from(`${entries.join('\n')}\n`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = fanoutPath(sha256);
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
  const index = [{ ...object, sha256, size_bytes: bytes.length, location: { layout: 'fanout' as const, path } }];
  writeFileSync(join(folder, 'manifest.json'), serializeManifest(commitManifest({ ...manifest, index })));
}

/** Returns a step that gives the first objects of the index other paths. */
const moveTo = (folder: string, ...paths: string[]) =>
  reindex(folder, (entry, n) => {
    const path = paths[n];
    return path === undefined ? entry : { ...entry, location: { layout: 'fanout', path } };
  });

/** Returns the path of the object with the records of an entity, by its number. */
function findObject(folder: string, entity: number): string {
  const files = Object.entries(tree(folder));
  const [path] = files.find(([, text]) => text.startsWith(`RCK2${String.fromCharCode(entity)}`)) ?? [''];
  return join(folder, path);
}

const rewrite = (folder: string, from: string | RegExp, to: string) => {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

/** Replaces a file or folder by a link to its moved content. */
function replaceByLink(path: string, root: string): void {
  const elsewhere = join(root, 'outside', 'moved');
  renameSync(path, elsewhere);
  symlinkSync(elsewhere, path);
}

/** Swaps two objects and their sizes. */
function swap(a: string, b: string): void {
  const [one, other] = [readFileSync(a), readFileSync(b)];
  const fitTo = (bytes: Buffer, { length }: Buffer) => Buffer.concat([bytes, Buffer.alloc(length)]).subarray(0, length);
  writeFileSync(a, fitTo(other, one));
  writeFileSync(b, fitTo(one, other));
}

/** Archives that violate one rule each. */
const FILES: readonly [name: string, code: ArchiveErrorCode, change: (folder: string, root: string) => void][] = [
  ['a path with ..', 'archive_path_unsafe', (folder) => moveTo(folder, '../outside/canary')],
  ['an absolute path', 'archive_path_unsafe', (folder) => moveTo(folder, '/etc/passwd')],
  ['a path with a device name', 'archive_path_unsafe', (folder) => moveTo(folder, 'x/con')],
  ['the path of the manifest', 'archive_path_unsafe', (folder) => moveTo(folder, 'MANIFEST.json')],
  ['two paths that differ only in case', 'archive_path_unsafe', (folder) => moveTo(folder, 'x/One', 'x/one')],
  ['two objects swapped', 'archive_object_digest', (folder) => swap(findObject(folder, 1), findObject(folder, 4))],
  ['a link to an object', 'archive_not_regular', (folder, root) => replaceByLink(findObject(folder, 4), root)],
  [
    'a link to the folder of objects',
    'archive_not_regular',
    (folder, root) => replaceByLink(join(folder, 'objects'), root),
  ],
  [
    'a link to the manifest',
    'archive_not_regular',
    (folder, root) => replaceByLink(join(folder, 'manifest.json'), root),
  ],
  ['a truncated object', 'archive_object_size', (folder) => truncateSync(findObject(folder, 4), 60)],
  [
    'an object with additional bytes',
    'archive_object_size',
    (folder) => appendFileSync(findObject(folder, 4), Buffer.alloc(99_999)),
  ],
  ['a missing object', 'archive_object_missing', (folder) => rmSync(findObject(folder, 4))],
  ['an altered manifest', 'archive_commit_mismatch', (folder) => rewrite(folder, '"documents":4', '"documents":5')],
  ['a manifest with a duplicate field', 'archive_duplicate_key', (folder) => rewrite(folder, '{', '{"version":2,')],
  [
    'a manifest beyond the size limit',
    'archive_manifest_oversize',
    (folder) => rewrite(folder, /^/, ' '.repeat(9_000_000)),
  ],
  [
    'a manifest with an unknown field',
    'archive_schema_invalid',
    (folder) => rewrite(folder, '{', '{"__proto__":{"a":1},'),
  ],
  [
    'a newer version of the format',
    'archive_version_unsupported',
    (folder) => rewrite(folder, /"version":2\}/, '"version":3}'),
  ],
  ['no manifest', 'archive_manifest_missing', (folder) => rmSync(join(folder, 'manifest.json'))],
];

describe('restoreArchive of an archive with damaged files', () => {
  it.each(FILES)('[ARC-UNRESTORED] is refused: %s', async (_, code, change) => {
    const at = place(whole, 'fanout');
    change(at.archive, at.root);
    expect(await refusal(at)).toContain(code);
  });
});
