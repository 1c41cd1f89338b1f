import type { ArchiveRecord, EntityName } from '@notes/archive-manifest';
import { EMBEDDED, Pacer } from '@notes/storage';
import { BATCH, type Build, getRecordPath, insert } from './build.js';
import { buildTexts } from './build-texts.js';
import { findInvalidField } from './rules.js';

type NamedBlob = ArchiveRecord<'resources'> | ArchiveRecord<'source_bundles'>;

/**
 * Builds a library from the records of an archive. A record that cannot be restored becomes a finding, and the others
 * continue.
 */
export async function buildLibrary(build: Build): Promise<void> {
  const { builder, findings } = build;
  await forEachRecord(build, 'collections', () => {});
  for (const entity of ['notebooks', 'search_notebooks', 'tags'] as const)
    await forEachRecord(build, entity, (record) => void insert(build, entity, record));
  await forEachRecord(build, 'resources', (record) => addResource(build, record));
  await forEachRecord(build, 'documents', (record) => addDocument(build, record));
  await buildTexts(build);
  await forEachRecord(build, 'document_tags', (record) => void insert(build, 'document_tags', record));
  const embedded = builder.count('document_resources');
  let embeddedCount = 0;
  await forEachRecord(build, 'document_resources', (record) => {
    if (record.relation_type !== EMBEDDED) insert(build, 'document_resources', record);
    else if (isEmbedded(build, record)) embeddedCount += 1;
  });
  findings.differing += embedded - embeddedCount + (await countDifferingLinks(build));
  await forEachRecord(build, 'provenance', (record) => void insert(build, 'provenance', record));
  await forEachRecord(build, 'source_bundles', (record) => addBundle(build, record));
}

/** Passes on the records of an entity that a library could contain, and reports the others as findings. */
async function forEachRecord<Entity extends EntityName>(
  { contents, builder, findings, onRecord }: Build,
  entity: Entity,
  take: (record: ArchiveRecord<Entity>) => void,
): Promise<void> {
  const pacer = new Pacer();
  const consider = (record: ArchiveRecord<Entity>) => {
    onRecord();
    const flaw = findInvalidField(entity, record);
    if (flaw === null) take(record);
    else
      findings.add(
        'archive_record_invalid',
        getRecordPath(entity, record),
        `the field ${flaw} has a value that no library can contain`,
      );
  };
  for await (const records of contents.records(entity))
    for (let from = 0; from < records.length; from += BATCH) {
      builder.batch(() => records.slice(from, from + BATCH).forEach(consider));
      await pacer.step();
    }
}

function addBundle(build: Build, record: ArchiveRecord<'source_bundles'>): void {
  if (hasBytes(build, 'source_bundles', record)) insert(build, 'source_bundles', record);
}

/** Returns true when the archive has the bytes that a record names; otherwise adds a finding. */
function hasBytes({ blobs, findings }: Build, entity: 'resources' | 'source_bundles', record: NamedBlob): boolean {
  if (blobs.find(record.sha256, record.size_bytes) !== undefined) return true;
  findings.addBrokenReference(getRecordPath(entity, record), record);
  return false;
}

function addResource(build: Build, record: ArchiveRecord<'resources'>): void {
  if (hasBytes(build, 'resources', record) && insert(build, 'resources', record))
    for (const source of record.sources) insert(build, 'resource_sources', { ...source, resource_id: record.id });
}

function addDocument(build: Build, record: ArchiveRecord<'documents'>): void {
  const note = insert(build, 'documents', record) ? build.builder.note(record.id) : undefined;
  if (note !== undefined) build.builder.addNames(note, record.file_name, record.former_titles);
}

/** Returns true when the text of a note embeds the attachment. The texts have been parsed already. */
function isEmbedded({ builder, findings }: Build, record: ArchiveRecord<'document_resources'>): boolean {
  const note = builder.note(record.document_id);
  const resource = builder.unit.resources.get(record.resource_id);
  if (note === undefined || resource === undefined)
    findings.addBrokenReference(getRecordPath('document_resources', record), record);
  else if (builder.unit.resources.isEmbedded(note.pk, resource.pk)) return true;
  else findings.differing += 1;
  return false;
}

/** Counts the links that only the texts or only the archive records contain. */
async function countDifferingLinks(build: Build): Promise<number> {
  const { builder, findings } = build;
  let archivedCount = 0;
  let same = 0;
  await forEachRecord(build, 'links', (record) => {
    archivedCount += 1;
    if (builder.hasLink(record)) same += 1;
    else if (builder.note(record.document_id) === undefined)
      findings.addBrokenReference(getRecordPath('links', record), record);
  });
  return Math.max(archivedCount, builder.count('links')) - same;
}
