import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArchiveContents,
  type ArchiveMetadata,
  type ArchiveRecords,
  ENTITIES,
  type EntityName,
  type Manifest,
  parseManifest,
} from '@notes/archive-manifest';
import { type ArchiveBlob, openArchive, writeArchive } from '@notes/archive-manifest/node';
import { expect } from 'vitest';
import { restoreArchive } from '../../src/exchange/archive/index.js';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree } from './support.js';

type Records = {
  [Entity in EntityName]: { -readonly [Field in keyof ArchiveRecords[Entity]]: ArchiveRecords[Entity][Field] }[];
};

/** Data from which an archive is written. */
export interface Source {
  about: ArchiveMetadata;
  records: Records;
  blobs: ArchiveBlob[];
}

let whole: Promise<Source> | undefined;

/** Returns the archive data of a library with objects of each kind, created at the first call. */
export function wholeSource(): Promise<Source> {
  whole ??= archiveLibrary();
  return whole;
}

async function archiveLibrary(): Promise<Source> {
  const opened = await openTestLibrary();
  const { call, library } = opened;
  await fill(opened);
  const note = await call('createDocument', { title: 'More', body: '[[Foremost]]', tags: ['garden'] });
  await library.store.write(({ provenance, documents }) => {
    const document = documents.get(note.id);
    if (document !== undefined) provenance.record(document, { kind: 'markdown', id: 'more.md' }, 'a'.repeat(64), 6);
  });
  await call('createSearchNotebook', { name: 'Beds', query: 'tag:garden' });
  const folder = join(temporaryFolder(), 'a');
  await call('exportArchive', { directory: folder });
  return readSource(folder);
}

async function readSource(folder: string): Promise<Source> {
  const { compatibility, snapshot } = manifestIn(folder);
  const archive = openArchive(folder);
  const contents = new ArchiveContents(archive, manifestIn(folder));
  const records: Record<string, unknown[]> = {};
  for (const entity of ENTITIES) records[entity] = (await all<readonly unknown[]>(contents.records(entity))).flat();
  const blobs: ArchiveBlob[] = [];
  for (const blob of await all(contents.blobs())) {
    const pieces = await all(contents.bytes(blob));
    blobs.push({ sha256: blob.sha256, sizeBytes: blob.size_bytes, read: () => pieces });
  }
  archive.close();
  const { id: _, consistency: __, ...about } = snapshot;
  const schemaVersions = {
    source: compatibility.source_schema_version,
    minimum: compatibility.minimum_schema_version,
    maximum: compatibility.maximum_schema_version,
  };
  return { about: { snapshot: about, schemaVersions }, records: records as unknown as Records, blobs };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

export function manifestIn(folder: string): Manifest {
  const parsed = parseManifest(readFileSync(join(folder, 'manifest.json')));
  if (!parsed.ok) throw new Error('this one is whole');
  return parsed.value;
}

/** An archive to restore, beside a folder with a canary. */
export interface Place {
  readonly root: string;
  readonly archive: string;
  readonly target: string;
}

/** Writes an archive of modified library data. */
export function place({ about, records, blobs }: Source, layout: 'auto' | 'fanout' = 'auto'): Place {
  const root = temporaryFolder();
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside', 'canary'), 'canary');
  writeArchive(join(root, 'a'), { ...about, records, blobs }, { layout });
  return { root, archive: join(root, 'a'), target: join(root, 'new') };
}

export const copySource = ({ about, records, blobs }: Source): Source => ({
  about: structuredClone(about),
  records: structuredClone(records),
  blobs: [...blobs],
});

export const restore = ({ archive, target }: Place) =>
  restoreArchive({ now: Date.now }, { directory: archive, into_dir: target, dry_run: false });

/** Tries to restore an archive and checks that nothing outside changed. Returns the reported codes. */
export async function refusal(at: Place): Promise<string[]> {
  const before = tree(at.root);
  const answer = await restore(at);
  expect(tree(at.root)).toEqual(before);
  expect(readdirSync(at.root).sort()).toEqual(['a', 'outside']);
  expect(answer).toMatchObject({ restored: false, report: { ok: false } });
  return answer.report.problems.map(({ code }) => code);
}

export const first = <Item>(items: readonly Item[]): Item => items[0] as Item;

export function setBody(revision: Records['revisions'][number], body: string): void {
  const body_sha256 = createHash('sha256').update(body).digest('hex');
  Object.assign(revision, { body, body_sha256, body_bytes: Buffer.byteLength(body) });
}
