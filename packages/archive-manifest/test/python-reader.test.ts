import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { ArchiveContents, type ArchiveRecords, ENTITIES, type EntityName, verifyArchive } from '../src/index.js';
import { type ArchiveSource, nodeSha256, openArchive, writeArchive } from '../src/node/index.js';
import damage from '../vectors/damage.json' with { type: 'json' };
import manifests from '../vectors/manifests.json' with { type: 'json' };
import {
  ARCHIVES,
  computeSha256,
  createReader,
  damageFile,
  type Files,
  goldenFiles,
  goldenFolder,
  hasPython,
  listCodes,
  makeBlob,
  readFiles,
  readLibrary,
  sampleRecord,
  verify,
  withFolder,
  writeFiles,
} from './support.js';

const program = fileURLToPath(new URL('../reader/read_archive.py', import.meta.url));
/** Runs the reader with each list of arguments in turn, in one process, since Python starts slowly. */
const RUN_IN_TURN = `
import contextlib, io, json, sys
sys.path.insert(0, sys.argv[1])
import read_archive
answers = []
for arguments in json.load(sys.stdin):
    sys.argv = [read_archive.__file__, *arguments]
    with contextlib.redirect_stderr(io.StringIO()) as stderr, contextlib.redirect_stdout(io.StringIO()):
        status = read_archive.main()
    answers.append({"status": status, "stderr": stderr.getvalue()})
json.dump(answers, sys.stdout)
`;
const TIME = '2026-11-21T10:00:00.000Z';

/** Runs the reader without installed packages. */
function runReader(archive: string, out: string, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync('python3', ['-S', program, archive, out, ...flags], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Runs the reader once for each pair of an archive and a folder to write. */
function runReaderInTurn(calls: readonly (readonly [archive: string, out: string])[]) {
  const { status, stdout, stderr } = spawnSync('python3', ['-S', '-c', RUN_IN_TURN, dirname(program)], {
    input: JSON.stringify(calls),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as { readonly status: number; readonly stderr: string }[];
}

interface ReadNote {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly notebook: string;
  readonly tags: readonly string[];
  readonly trashed: boolean;
  readonly file: string;
  readonly attachments: readonly { readonly attachment: string; readonly relation: string }[];
  readonly revisions: readonly { readonly id: string; readonly title: string; readonly file: string }[];
}

interface ReadLibrary {
  readonly notes: readonly ReadNote[];
  readonly notebooks: Readonly<Record<string, readonly [name: string, parent: string | null]>>;
  readonly tags: readonly string[];
  readonly searches: Readonly<Record<string, readonly [name: string, query: string]>>;
  readonly attachments: Readonly<Record<string, { readonly filename: string; readonly file: string }>>;
  readonly imports: Readonly<Record<string, { readonly kind: string; readonly file: string }>>;
}

function extract(archive: string, out: string, ...flags: string[]): ReadLibrary {
  expect(runReader(archive, out, '--json', ...flags)).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(readFileSync(join(out, 'library.json'), 'utf8'));
}

/** Texts and bytes of an extracted library, by id. The front matter of current texts is left out. */
function describeExtracted(out: string, library: ReadLibrary) {
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  return {
    notes: library.notes.map(({ id, title, body, notebook, tags, trashed, file, attachments, revisions }) => {
      expect(read(file)).toMatch(/^(?:---\n(?:(?:title|tags): .*\n)+---\n)?/);
      expect(read(file).endsWith(body)).toBe(true);
      const texts = revisions.map((revision) => [
        ...[revision.id, revision.title],
        revision.file === file ? body : read(revision.file),
      ]);
      return { id, title, body, notebook, tags, trashed, attachments, texts };
    }),
    notebooks: library.notebooks,
    tags: library.tags,
    searches: library.searches,
    attachments: Object.entries(library.attachments).map(([id, { filename, file }]) => [id, filename, read(file)]),
    imports: Object.entries(library.imports).map(([id, { kind, file }]) => [id, kind, read(file)]),
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Reads the same with this package. */
async function describeContents(folder: string) {
  const archive = openArchive(folder);
  const { manifest } = await verifyArchive(archive, { level: 3, hash: nodeSha256 });
  if (manifest === null) throw new Error(`${folder} is damaged`);
  const contents = new ArchiveContents(archive, manifest, { hash: nodeSha256 });
  const lists = new Map<EntityName, readonly unknown[]>();
  for (const entity of ENTITIES)
    lists.set(entity, (await collect<readonly unknown[]>(contents.records(entity))).flat());
  const blobs = new Map<string, string>();
  for await (const blob of contents.blobs())
    blobs.set(blob.sha256, Buffer.concat(await collect(contents.bytes(blob))).toString());
  archive.close();
  const all = <Entity extends EntityName>(entity: Entity) => lists.get(entity) as ArchiveRecords[Entity][];
  const names = new Map(all('tags').map(({ id, name }) => [id, name]));
  const getTexts = (document: string) =>
    all('revisions')
      .filter(({ document_id }) => document_id === document)
      .map(({ id, title, body, body_sha256 }) => [id, title, body ?? blobs.get(body_sha256)] as const);
  return {
    notes: all('documents').map(({ id, title, notebook_id, current_revision_id, deleted_at }) => ({
      ...{ id, title, notebook: notebook_id, trashed: deleted_at !== null, texts: getTexts(id) },
      body: getTexts(id).find(([revision]) => revision === current_revision_id)?.[2],
      tags: all('document_tags').flatMap(({ document_id, tag_id }) =>
        document_id === id ? [names.get(tag_id) as string] : [],
      ),
      attachments: all('document_resources').flatMap(({ document_id, resource_id, relation_type }) =>
        document_id === id ? [{ attachment: resource_id, relation: relation_type }] : [],
      ),
    })),
    notebooks: Object.fromEntries(all('notebooks').map(({ id, name, parent_id }) => [id, [name, parent_id]])),
    tags: [...names.values()].sort(),
    searches: Object.fromEntries(all('search_notebooks').map(({ id, name, query }) => [id, [name, query]])),
    attachments: all('resources').map(({ id, filename, sha256 }) => [id, filename, blobs.get(sha256)]),
    imports: all('source_bundles').map(({ id, kind, sha256 }) => [id, kind, blobs.get(sha256)]),
  };
}

interface NamedNote {
  readonly title: string;
  readonly body?: string;
  readonly isTrashed?: boolean;
}

/** Makes a library with these notes in nested notebooks, and an attachment for each name. */
function makeLibrary(notes: readonly NamedNote[], notebooks: readonly string[], files: readonly string[] = []) {
  const source = readLibrary('empty');
  const number = (n: number) => `${n}`.padStart(4, '0');
  const bytes = makeBlob('bytes');
  const records: ArchiveSource['records'] = {
    ...source.records,
    notebooks: notebooks.map((name, n) => ({
      ...sampleRecord('notebooks'),
      ...{ id: `nb_${number(n)}`, depth: n, name, builtin: false },
      parent_id: n === 0 ? null : `nb_${number(n - 1)}`,
    })),
    documents: notes.map(({ title, isTrashed = false }, n) => ({
      ...sampleRecord('documents'),
      ...{ id: `doc_${number(n)}`, title, current_revision_id: `rev_${number(n)}` },
      ...{ notebook_id: `nb_${number(notebooks.length - 1)}`, deleted_at: isTrashed ? TIME : null },
    })),
    revisions: notes.map(({ title, body = '' }, n) => ({
      ...sampleRecord('revisions'),
      ...{ id: `rev_${number(n)}`, document_id: `doc_${number(n)}`, title, body, body_bytes: Buffer.byteLength(body) },
      body_sha256: computeSha256(body),
    })),
    resources: files.map((filename, n) => ({
      ...sampleRecord('resources'),
      ...{ id: `res:${number(n)}`, filename, sha256: bytes.sha256, size_bytes: bytes.sizeBytes },
    })),
  };
  return { ...source, records, blobs: files.length > 0 ? [bytes] : [] };
}

describe('[ARC-ALONE] read_archive.py', () => {
  beforeEach((context) => {
    if (!hasPython) context.skip('python3 is not installed');
  });

  it.each(ARCHIVES)('writes the contents that this package reads from the archive $name', async ({ name }) => {
    await withFolder(async (folder) => {
      const out = join(folder, 'out');
      const found = describeExtracted(out, extract(goldenFolder(name), out));
      expect(found).toEqual(await describeContents(goldenFolder(name)));
    });
  });

  it.each([
    {
      file: 'damage.json',
      cases: damage.cases.map(({ name, file, change, level }) => ({
        ...{ name, isRefused: level !== null },
        files: damageFile(goldenFiles(damage.archive), file, change),
      })),
    },
    {
      file: 'manifests.json',
      cases: manifests.cases.map(({ name, replace, problems }) => ({
        ...{ name, isRefused: problems.length > 0 },
        files: withManifestText(goldenFiles('empty'), replace as [string, string][]),
      })),
    },
  ])(
    'refuses each damaged archive of $file with its code, and writes nothing',
    async ({ cases }) => {
      await withFolder(async (folder) => {
        const calls = cases.map((_, n) => [join(folder, `${n}`), join(folder, `${n}.out`)] as const);
        for (const [n, [archive]] of calls.entries()) writeFiles(archive, (cases[n] as (typeof cases)[number]).files);
        const answers = runReaderInTurn(calls);
        for (const [n, { name, isRefused, files }] of cases.entries()) {
          const [archive, out] = calls[n] as (typeof calls)[number];
          const { status, stderr } = answers[n] as (typeof answers)[number];
          expect({ name, status, exists: existsSync(out) }).toEqual({
            ...{ name, status: isRefused ? 1 : 0, exists: !isRefused },
          });
          if (isRefused) expect(stderr).toContain(`${archive} cannot be read. Nothing was written.\n`);
          const codes = [...stderr.matchAll(/\((archive_\w+)\)$/gm)].map(([, code]) => code);
          expect(listCodes(await verify(createReader(files), 3)), name).toEqual(expect.arrayContaining(codes));
          expect(codes.length > 0, name).toBe(isRefused);
          expect(readFiles(archive)).toEqual(files);
        }
      });
    },
    120_000,
  );

  it('writes only into its folder, whatever names the archive has, and every note into a file of its own', async () => {
    const titles = [
      '../../outside',
      '/etc/passwd',
      '..',
      '.',
      '',
      'a/b',
      'a\\b',
      'a_b',
      'A_B',
      'CON',
      'nul.txt',
      'x'.repeat(600),
    ];
    const notes = [
      ...titles,
      'C:\\x',
      'a\u0000b',
      'a\nb',
      '\u202eexe.txt',
      'Same',
      'same',
      'Same (2)',
      'Trash',
      'ä',
      'a\u0308',
    ];
    const notebooks = [
      '..',
      '../x',
      'Trash',
      'attachments',
      'CON',
      ...Array.from({ length: 60 }, () => 'deep'.repeat(100)),
    ];
    await withFolder(async (folder) => {
      const [archive, out] = [join(folder, 'archive'), join(folder, 'a/b/out')];
      mkdirSync(join(folder, 'a/b'), { recursive: true });
      const files = ['x/../../../../outside', 'CON', '', '..', `${'long'.repeat(100)}.jpeg`];
      const listed = notes.flatMap((title) => [{ title }, { title, isTrashed: true, body: '---\ntitle: own\n---\n' }]);
      writeArchive(archive, makeLibrary(listed, notebooks, files));
      const library = extract(archive, out);
      expect(describeExtracted(out, library)).toEqual(await describeContents(archive));
      const written = [...readFiles(folder).keys()].filter((path) => !path.startsWith('archive/'));
      expect(written.filter((path) => !path.startsWith('a/b/out/'))).toEqual([]);
      expect(written.length).toBe(listed.length + files.length + 1);
      expect(new Set(written.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(written.length);
      const listedFiles = [...library.notes, ...Object.values(library.attachments)].map(
        ({ file }) => `a/b/out/${file}`,
      );
      expect([...listedFiles, 'a/b/out/library.json'].sort()).toEqual(written.sort());
      const segments = written.flatMap((path) => path.split('/'));
      expect(segments.filter((name) => /^(?:con|nul)(?:\.|$)|[.\s]$|[\0-\x1f\\:]/i.test(name))).toEqual([]);
      expect(Math.max(...segments.map((name) => Buffer.byteLength(name)))).toBeLessThan(256);
      expect(library.attachments['res:0004']?.file).toMatch(/g\.jpeg$/);
    });
  });

  it('counts what it wrote, and mentions Trash only when it has notes', async () => {
    await withFolder((folder) => {
      const archive = join(folder, 'archive');
      writeArchive(archive, makeLibrary([{ title: 'Note' }], ['Notes'], ['a.txt', 'b.txt']));
      const { stdout } = runReader(archive, join(folder, 'out'));
      expect(stdout).toBe(`1 note, 0 earlier versions and 2 attachments written to ${join(folder, 'out')}.\n`);
    });
  });

  it('reads an earlier archive of the same folder by its commit', async () => {
    await withFolder((folder) => {
      const archive = join(folder, 'archive');
      const { commit_sha256: first } = writeArchive(archive, makeLibrary([{ title: 'Early' }], ['Notes']));
      writeArchive(archive, makeLibrary([{ title: 'Early' }, { title: 'Late' }], ['Notes']));
      const listTitles = (...flags: string[]) =>
        extract(archive, join(folder, `out${flags.length}`), ...flags).notes.map(({ title }) => title);
      expect(listTitles('--commit', first)).toEqual(['Early']);
      expect(listTitles()).toEqual(['Early', 'Late']);
      expect(runReader(archive, join(folder, 'none'), '--commit', '0'.repeat(64))).toMatchObject({ status: 1 });
      expect(runReader(archive, join(folder, 'none'), '--commit', '../manifest')).toMatchObject({ status: 2 });
    });
  });

  it.each<[string, (records: Records) => object, string]>([
    ['a note without its current revision', () => ({ revisions: [] }), 'archive_reference_broken'],
    ['a note in an unknown notebook', () => ({ notebooks: [] }), 'archive_reference_broken'],
    [
      'a text with another digest',
      ({ revisions: [first] }) => ({ revisions: [{ ...first, body: 'other' }] }),
      'archive_reference_broken',
    ],
    [
      'a text that is a missing blob',
      ({ revisions: [first] }) => ({ revisions: [{ ...first, body: null }] }),
      'archive_reference_broken',
    ],
    [
      'one id twice',
      ({ notebooks: [first] }) => ({ notebooks: [first, { ...first, depth: 1, parent_id: first?.id }] }),
      'archive_id_duplicate',
    ],
    [
      'a note whose current revision has another title',
      ({ documents: [first] }) => ({ documents: [{ ...first, title: 'Other' }] }),
      'archive_record_invalid',
    ],
  ])('refuses an archive with matching digests and %s', async (_, change, code) => {
    await withFolder((folder) => {
      const library = makeLibrary([{ title: 'Note', body: 'text' }], ['Notes']);
      const records = { ...library.records, ...change(library.records as unknown as Records) };
      writeArchive(join(folder, 'archive'), { ...library, records });
      const { status, stderr } = runReader(join(folder, 'archive'), join(folder, 'out'));
      expect({ status, exists: existsSync(join(folder, 'out')) }).toEqual({ status: 1, exists: false });
      expect(stderr).toContain(`(${code})`);
    });
  });

  it('removes its folder when a text is not UTF-8, which only the writing detects', async () => {
    await withFolder((folder) => {
      const library = makeLibrary([{ title: 'Note' }], ['Notes']);
      const blob = makeBlob(Uint8Array.of(0x61, 0xff));
      const [first] = (library.records as unknown as Records).revisions;
      const revisions = [
        { ...first, body: null, body_sha256: blob.sha256, body_bytes: 2 },
      ] as ArchiveRecords['revisions'][];
      writeArchive(join(folder, 'archive'), { ...library, records: { ...library.records, revisions }, blobs: [blob] });
      const { status, stderr } = runReader(join(folder, 'archive'), join(folder, 'out'));
      expect({ status, exists: existsSync(join(folder, 'out')) }).toEqual({ status: 1, exists: false });
      expect(stderr).toContain('not UTF-8');
    });
  });

  it('refuses a folder that exists or is in the archive, and a file instead of an archive', async () => {
    await withFolder((folder) => {
      const archive = join(folder, 'archive');
      writeArchive(archive, readLibrary('full'));
      const before = readFiles(folder);
      expect(runReader(archive, folder)).toMatchObject({ status: 2 });
      expect(runReader(archive, join(archive, 'out'))).toMatchObject({ status: 2 });
      expect(runReader(join(archive, 'manifest.json'), join(folder, 'out'))).toMatchObject({ status: 2 });
      expect(readFiles(folder)).toEqual(before);
    });
  });
});

type Records = { readonly [Entity in EntityName]: ArchiveRecords[Entity][] };

function withManifestText(files: Files, replace: readonly [string, string][]): Files {
  const text = replace.reduce((changed, [from, to]) => changed.replace(from, () => to), manifests.valid);
  return new Map(files).set('manifest.json', new TextEncoder().encode(text));
}
