import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree } from './support.js';

let opened: OpenedLibrary;
/** Manifests of an archive of the library and of an archive of another library. */
let ownManifest: string;
let otherManifest: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  await fill(opened);
  ownManifest = await exportManifest(opened);
  otherManifest = await exportManifest(await openTestLibrary());
});

async function exportManifest(library: OpenedLibrary): Promise<string> {
  const directory = join(temporaryFolder(), 'a');
  await library.call('exportArchive', { directory });
  return readFileSync(join(directory, 'manifest.json'), 'utf8');
}

/** Lists everything below a folder: type, permissions, size, times, link target and bytes (of files up to 1 MiB). */
function listing(folder: string): Record<string, string> {
  const describe = (path: string): string => {
    const found = lstatSync(path, { bigint: true });
    const content = found.isSymbolicLink()
      ? readlinkSync(path)
      : found.isFile() && found.size < 1_048_576n
        ? readFileSync(path, 'latin1')
        : '';
    return `${found.mode} ${found.size} ${found.mtimeNs} ${found.ino} ${content}`;
  };
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(['', ...paths].map((path) => [path, describe(join(folder, path))]));
}

/** Returns the first folder below `objects` or `packs` on the way to the index of an archive. */
function getIndexFolder(directory: string): string {
  const [index] = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')).index;
  return index.location.path.split('/').slice(0, 2).join('/');
}

const DIGEST = 'ab'.repeat(32);
const OBJECT = `objects/ab/ab/${DIGEST}`;
const SQLITE = 'SQLite format 3\0';
const WEB_EXTENSION = '{"manifest_version":3,"name":"Tab counter","version":"1.0"}';

type Fill = (folder: string) => void;
/** Returns a step that writes files into a folder. */
const files =
  (contents: Record<string, string>): Fill =>
  (folder) => {
    for (const [path, text] of Object.entries(contents)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
/** Returns a step that writes a modified copy of the library's own manifest. */
const writeAlteredManifest =
  (alter: (own: string) => string): Fill =>
  (folder) =>
    files({ 'manifest.json': alter(ownManifest), [OBJECT]: 'what only this manifest named' })(folder);
/** Returns a step that links to another folder. */
const link =
  (path: string): Fill =>
  (folder) =>
    symlinkSync(temporaryFolder(), join(folder, path));

const FOREIGN: readonly (readonly [name: string, fill: Fill])[] = [
  ['a manifest of another version', writeAlteredManifest((own) => own.replace('"version":2', '"version":3'))],
  [
    'a manifest that needs a later reader',
    writeAlteredManifest((own) => own.replace('reader_version":2', 'reader_version":3')),
  ],
  ['a manifest with an unknown field', writeAlteredManifest((own) => own.replace('{', '{"comment":"mine",'))],
  ['a manifest with a repeated field', writeAlteredManifest((own) => own.replace('{', '{"format":"service-archive",'))],
  [
    'a manifest that was altered after it was written',
    writeAlteredManifest((own) => own.replace(/"documents":\d+/, '"documents":9')),
  ],
  ['a truncated manifest', writeAlteredManifest((own) => own.slice(0, own.length / 2))],
  ['an empty manifest.json', writeAlteredManifest(() => '')],
  ['garbage as manifest.json', writeAlteredManifest(() => '\u0000\u0001 not JSON')],
  ['a manifest.json of null', writeAlteredManifest(() => 'null')],
  ['a manifest of another library', (folder) => files({ 'manifest.json': otherManifest })(folder)],
  ["a browser extension's manifest.json", files({ 'manifest.json': WEB_EXTENSION, 'background.js': 'run()' })],
  [
    'a huge manifest.json',
    (folder) => {
      files({ 'manifest.json': '{' })(folder);
      truncateSync(join(folder, 'manifest.json'), 9 * 1024 * 1024);
    },
  ],
  ['manifest.json as a folder', files({ 'manifest.json/mine.txt': 'mine' })],
  [
    'manifest.json as a link to a valid manifest',
    (folder) => {
      files({ 'own.json': ownManifest })(folder);
      symlinkSync('own.json', join(folder, 'manifest.json'));
    },
  ],
  ['manifest.json as a dangling link', (folder) => symlinkSync('nowhere', join(folder, 'manifest.json'))],
  ['unrelated files without a manifest', files({ 'letter.txt': 'Dear all', 'photos/cat.jpg': 'cat' })],
  ['objects without a manifest', files({ [OBJECT]: 'an object' })],
  ['former manifests without a manifest', files({ '.export/lock': '', [`manifests/${DIGEST}.json`]: '{}' })],
  ["somebody else's .export folder", files({ '.export/settings.ini': 'theirs' })],
  ["somebody else's .export/lock", files({ '.export/lock': 'pid 4711' })],
  ["somebody else's .export/draft-0", files({ '.export/draft-0': 'theirs' })],
  ["somebody else's file beside an unfinished export", files({ '.export/lock': SQLITE, 'letter.txt': 'Dear all' })],
  ["somebody else's file among the objects", files({ '.export/lock': SQLITE, 'objects/ab/mine.txt': 'mine' })],
  ["somebody else's file among the packs", files({ '.export/lock': SQLITE, 'packs/ab/mine.pack': 'mine' })],
  ['a folder named like a file of the export', files({ '.export/lock': SQLITE, '.export/draft-1/mine.txt': 'mine' })],
  [
    'an unfinished export of another library',
    files({ '.export/lock': SQLITE, '.export/library': 'db_otherlibrary\n', [OBJECT]: 'theirs' }),
  ],
  ['.export as a file', files({ '.export': 'theirs' })],
  ['.export as a link', link('.export')],
  [
    'objects as a link',
    (folder) => {
      files({ '.export/lock': SQLITE })(folder);
      link('objects')(folder);
    },
  ],
];

/** Folders in which an entry has the name, but not the type, of a part of an unfinished export. */
const LINKS = new Set([
  'a folder named like a file of the export',
  '.export as a file',
  '.export as a link',
  'objects as a link',
]);

/** Makes a folder with past times, so that any change of it is visible. */
function foreignFolder(fillFolder: Fill): string {
  const folder = temporaryFolder();
  fillFolder(folder);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).reverse())
    if (!lstatSync(join(folder, path)).isSymbolicLink()) utimesSync(join(folder, path), 1_000, 1_000);
  utimesSync(folder, 1_000, 1_000);
  return folder;
}

/** Runs a command on a folder and reports its result and any change of the folder. */
async function outcomeOn(directory: string, run: () => Promise<unknown>): Promise<string> {
  const before = listing(directory);
  const ended = await run().then(
    () => 'done',
    ({ code, message }) => `${code}: ${/archive_\w+/.exec(message)?.[0]}`,
  );
  const after = listing(directory);
  const changed = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
  return `${ended}, ${changed.length === 0 ? 'untouched' : `changed: ${changed.join(' ')}`}`;
}

describe('exportArchive into a foreign folder', () => {
  it('[ARC-TARGET] refuses every kind of foreign folder and leaves its bytes, times and names unchanged', async () => {
    const outcomes: Record<string, readonly string[]> = {};
    for (const [name, fillFolder] of FOREIGN) {
      const directory = foreignFolder(fillFolder);
      const exporting = (input: object) =>
        outcomeOn(directory, () => opened.call('exportArchive', { directory, ...input }));
      outcomes[name] = [await exporting({}), await exporting({ dry_run: true })];
    }
    const expectRefusal = (name: string) => {
      const code = LINKS.has(name) ? 'archive_not_regular' : 'archive_target_not_empty';
      return Array(2).fill(`conflict: ${code}, untouched`);
    };
    expect(outcomes).toEqual(Object.fromEntries(FOREIGN.map(([name]) => [name, expectRefusal(name)])));
  });

  it('[ARC-TARGET] refuses a manifest.json without read permission', async (context) => {
    if (process.getuid?.() === 0) {
      // The superuser may read every file, so an unprivileged process exports here.
      context.skip('this process may read every file');
      return;
    }
    const directory = foreignFolder(files({ 'manifest.json': ownManifest }));
    chmodSync(join(directory, 'manifest.json'), 0);
    await expect(opened.call('exportArchive', { directory })).rejects.toMatchObject({ code: 'conflict' });
    expect(readdirSync(directory)).toEqual(['manifest.json']);
  });

  it('[ARC-TARGET] refuses a named pipe without waiting for its other end', async (context) => {
    const directory = temporaryFolder();
    if (spawnSync('mkfifo', [join(directory, 'manifest.json')]).status !== 0) context.skip('mkfifo is not available');
    await expect(opened.call('exportArchive', { directory })).rejects.toMatchObject({ code: 'conflict' });
    expect(readdirSync(directory)).toEqual(['manifest.json']);
  });
});

describe('exportArchive into a folder of the same library', () => {
  it.each(['objects', 'packs', 'manifests', 'the folder of the index'])(
    '[ARC-TARGET] refuses an archive in which %s is a link and writes nothing',
    async (name) => {
      const directory = join(temporaryFolder(), 'a');
      await opened.call('exportArchive', { directory });
      await opened.call('createDocument', { title: 'Newer', body: 'x' });
      await opened.call('exportArchive', { directory });
      const path = name === 'the folder of the index' ? getIndexFolder(directory) : name;
      mkdirSync(join(directory, path), { recursive: true });
      const elsewhere = join(temporaryFolder(), 'elsewhere');
      renameSync(join(directory, path), elsewhere);
      symlinkSync(elsewhere, join(directory, path));
      for (const dry_run of [true, false]) {
        const exporting = () => opened.call('exportArchive', { directory, dry_run });
        expect(await outcomeOn(directory, exporting)).toBe('conflict: archive_not_regular, untouched');
        await expect(exporting()).rejects.toThrow(
          `${join(directory, path)} must be a folder, but it is a link. Move it away, or replace it with the real file or folder.`,
        );
      }
    },
  );

  it('[ARC-TARGET] refuses a link to the archive, names the folder behind it and writes nothing', async () => {
    const directory = join(temporaryFolder(), 'a');
    await opened.call('exportArchive', { directory });
    const name = join(temporaryFolder(), 'link');
    symlinkSync(directory, name);
    const exporting = () => opened.call('exportArchive', { directory: name });
    expect(await outcomeOn(directory, exporting)).toBe('conflict: archive_not_regular, untouched');
    await expect(exporting()).rejects.toThrow(`${name} is a link. Export to the folder it points to: ${directory}.`);
  });

  it('[ARC-TARGET] writes into a folder of the same library and keeps other files beside the archive', async () => {
    const own: readonly Fill[] = [
      () => {},
      files({ '.DS_Store': 'icons', 'Thumbs.db': 'icons', 'desktop.ini': 'icons' }),
      (folder) => mkdirSync(join(folder, '.export')),
      // Lock file of an export that ended before its first byte was written.
      files({ '.export/lock': '', '.export/lock-journal': '' }),
      files({ 'manifest.json': ownManifest, 'mine.txt': 'mine' }),
    ];
    for (const fillFolder of own) {
      const directory = temporaryFolder();
      fillFolder(directory);
      const beside = Object.entries(tree(directory)).filter(([path]) => !/^manifest\.json$|^\.export/.test(path));
      expect(await opened.call('exportArchive', { directory })).toMatchObject({ interrupted: false });
      expect(tree(directory)).toMatchObject(Object.fromEntries(beside));
      expect(existsSync(join(directory, '.export'))).toBe(false);
      expect(await opened.call('verifyArchive', { directory, level: 3 })).toMatchObject({ ok: true });
    }
  });

  it('[ARC-KILL] continues an interrupted export, which another library leaves alone', async () => {
    const directory = join(temporaryFolder(), 'a');
    const stop = new AbortController();
    const progress = (done: number) => {
      if (done >= 12) stop.abort();
    };
    const input = { directory, layout: 'fanout' };
    await invoke('exportArchive', { ...opened.context, progress, signal: stop.signal }, input);
    writeFileSync(join(directory, '.DS_Store'), 'icons');
    const before = listing(directory);
    expect(Object.keys(before)).toContain('.export/lock');
    const other = await openTestLibrary();
    await expect(other.call('exportArchive', input)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('unfinished export of another library'),
    });
    expect(listing(directory)).toEqual(before);
    expect(await opened.call('exportArchive', input)).toMatchObject({ interrupted: false });
    expect(readdirSync(directory).sort()).toEqual(['.DS_Store', 'manifest.json', 'objects']);
  });

  it('[ARC-TARGET] does not replace a manifest that another program wrote during the export', async () => {
    const directory = join(temporaryFolder(), 'a');
    const progress = () => writeFileSync(join(directory, 'manifest.json'), WEB_EXTENSION);
    const exported = invoke('exportArchive', { ...opened.context, progress }, { directory });
    await expect(exported).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('during the export'),
    });
    expect(readFileSync(join(directory, 'manifest.json'), 'utf8')).toBe(WEB_EXTENSION);
  });
});

describe('pruneArchive', () => {
  const MANIFESTS: readonly (readonly [name: string, path: string, alter: (own: string) => string | null])[] = [
    ['manifest of another version', 'manifest.json', (own) => own.replace('"version":2', '"version":3')],
    ['manifest with an unknown field', 'manifest.json', (own) => own.replace('{', '{"comment":"mine",')],
    ['altered manifest', 'manifest.json', (own) => own.replace(/"documents":\d+/, '"documents":9')],
    ['manifest of garbage', 'manifest.json', () => 'garbage'],
    ['empty manifest', 'manifest.json', () => ''],
    ['manifest that is missing', 'manifest.json', () => null],
    ['former manifest of garbage', `manifests/${DIGEST}.json`, () => 'garbage'],
  ];

  it('[ARC-PRUNE] refuses a folder with invalid manifests and removes nothing', async () => {
    const outcomes: Record<string, readonly string[]> = {};
    for (const [name, path, alter] of MANIFESTS) {
      const directory = foreignFolder((folder) => {
        const text = alter(ownManifest);
        files({ 'manifest.json': ownManifest, [OBJECT]: 'what no manifest names' })(folder);
        if (text === null) rmSync(join(folder, path));
        else files({ [path]: text })(folder);
      });
      const pruning = (dry_run: boolean) =>
        outcomeOn(directory, () => opened.call('pruneArchive', { directory, dry_run }));
      outcomes[name] = [await pruning(true), await pruning(false)];
    }
    const refused = expect.stringMatching(/^conflict: archive_\w+, untouched$/);
    expect(outcomes).toEqual(Object.fromEntries(MANIFESTS.map(([name]) => [name, [refused, refused]])));
  });

  it('[ARC-PRUNE] refuses the archive of another library, names both libraries and removes nothing', async () => {
    const other = await openTestLibrary();
    const directory = join(temporaryFolder(), 'a');
    await other.call('exportArchive', { directory });
    await other.call('createDocument', { title: 'Newer', body: 'x' });
    await other.call('exportArchive', { directory });
    const { confirmation } = await other.call('pruneArchive', { directory, keep: 0, dry_run: true });
    const before = listing(directory);
    for (const more of [{ confirmation }, { dry_run: true }]) {
      const pruned = opened.call('pruneArchive', { directory, keep: 0, ...more });
      await expect(pruned).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`library ${other.context.library.databaseId}`),
      });
      await expect(pruned).rejects.toThrow(opened.context.library.databaseId);
    }
    expect(listing(directory)).toEqual(before);
  });

  it('[ARC-PRUNE] writes nothing into the folder in a dry run', async () => {
    const directory = join(temporaryFolder(), 'a');
    await opened.call('exportArchive', { directory });
    await opened.call('createDocument', { title: 'Newer', body: 'x' });
    await opened.call('exportArchive', { directory });
    const pruning = () => opened.call('pruneArchive', { directory, keep: 0, repack: true, dry_run: true });
    expect(await outcomeOn(directory, pruning)).toBe('done, untouched');
  });

  it('[ARC-PRUNE] does not advise to export into a folder that an export refuses', async () => {
    const directory = temporaryFolder();
    files({ '.export/settings.ini': 'theirs' })(directory);
    await expect(opened.call('pruneArchive', { directory })).rejects.toMatchObject({
      code: 'conflict',
      message: `archive_manifest_missing: ${join(directory, 'manifest.json')} is missing. Nothing was removed. Choose the folder of an archive, which has a manifest.json.`,
    });
    rmSync(join(directory, '.export', 'settings.ini'));
    await expect(opened.call('pruneArchive', { directory })).rejects.toThrow(/is missing\..*Run the export again/);
  });
});
