import { describeExportRecord, type ExportRecord } from '@notes/contract';
import type { WorkerReader } from '@notes/storage';
import { timestamp } from '../../platform/wire.js';
import type { ExportProgress } from './export-progress.js';
import { toSafeName } from './file-names.js';
import { readIntactNote } from './markdown.js';
import { assignPaths } from './path-allocator.js';
import type { Snapshot } from './snapshot.js';
import type { TargetFolder } from './target-folder.js';

const FILE = 'notes.jsonl';
const SCHEMA_FILE = 'notes.schema.json';
const PIECE_CHARACTERS = 256 * 1024;

/** Writes one record per line: a header, then notebooks, attachments and notes. Bodies are unchanged. */
export async function writeJson(
  snapshot: Snapshot,
  target: TargetFolder | null,
  progress: ExportProgress,
): Promise<void> {
  await assignPaths(snapshot.reader, { toFileName: toSafeName }, progress);
  const pieces = joinIntoPieces(readRecords(snapshot, progress));
  if (target === null) for await (const _ of pieces);
  else await target.writePieces(FILE, pieces);
  target?.write(SCHEMA_FILE, `${JSON.stringify(describeExportRecord(), null, 2)}\n`);
}

async function* joinIntoPieces(records: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  let piece = '';
  for await (const record of records) {
    piece += `${JSON.stringify(record)}\n`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* readRecords(snapshot: Snapshot, progress: ExportProgress): AsyncGenerator<ExportRecord> {
  const { reader, databaseId } = snapshot;
  const { documents: notes, notebooks, resources: attachments } = snapshot.contents.counts();
  const counts = { notebooks, attachments, notes };
  yield { type: 'export', format: 'notes-export', version: 1, database_id: databaseId, counts };
  yield* readNotebooks(reader);
  yield* readAttachments(reader);
  for (const exported of reader.exported.notes()) {
    const note = readIntactNote(snapshot, exported);
    const related = reader.resources.listForDocument(note.pk);
    yield {
      type: 'note',
      document_id: note.id,
      revision_id: note.revisionId,
      notebook_id: note.notebookId,
      title: note.title,
      body: note.body,
      tags: [...note.tags],
      attachments: related.map(({ id, relationType }) => ({ resource_id: id, relation_type: relationType })),
      created_at: timestamp(note.createdAt),
      updated_at: timestamp(note.updatedAt),
    };
    await progress.countWritten();
  }
}

function* readNotebooks(reader: WorkerReader): Generator<ExportRecord> {
  const rows = reader.notebooks.all();
  const selected = reader.exported.notebooks();
  const idByPk = new Map(rows.map(({ pk, id }) => [pk, id]));
  for (const { pk, id, parentPk, name, iconEmoji, createdAt, updatedAt } of rows) {
    if (!selected.has(pk)) continue;
    yield {
      type: 'notebook',
      notebook_id: id,
      parent_notebook_id: idByPk.get(parentPk ?? 0) ?? null,
      name,
      icon_emoji: iconEmoji,
      created_at: timestamp(createdAt),
      updated_at: timestamp(updatedAt),
    };
  }
}

function* readAttachments({ exported }: WorkerReader): Generator<ExportRecord> {
  for (const { id, filename, mimeType, sizeBytes, sha256, createdAt } of exported.attachments())
    yield {
      type: 'attachment',
      resource_id: id,
      path: exported.findPath('resources', id) as string,
      filename,
      mime_type: mimeType,
      size_bytes: sizeBytes,
      sha256,
      created_at: timestamp(createdAt),
    };
}
