import { type ExportRecord, exportRecordSchema } from '@notes/contract';
import type { ElsewhereReader } from '@notes/storage';
import { timestamp } from '../../platform/wire.js';
import type { Attendance } from './attendance.js';
import { safeName } from './file-names.js';
import { soundNote } from './markdown.js';
import { placeAll } from './places.js';
import type { Snapshot } from './snapshot.js';
import type { TargetFolder } from './target-folder.js';

const FILE = 'notes.jsonl';
const SCHEMA_FILE = 'notes.schema.json';
const PIECE_CHARACTERS = 256 * 1024;

/** Writes one record per line: a header, then notebooks, attachments and notes. Bodies are unchanged. */
export async function writeJson(
  snapshot: Snapshot,
  target: TargetFolder | null,
  attendance: Attendance,
): Promise<void> {
  await placeAll(snapshot.reader, { nameOf: safeName }, attendance);
  const pieces = inPieces(recordsOf(snapshot, attendance));
  if (target === null) for await (const _ of pieces);
  else await target.writePieces(FILE, pieces);
  target?.write(SCHEMA_FILE, `${JSON.stringify(exportRecordSchema, null, 2)}\n`);
}

async function* inPieces(records: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  let piece = '';
  for await (const record of records) {
    piece += `${JSON.stringify(record)}\n`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* recordsOf(snapshot: Snapshot, attendance: Attendance): AsyncGenerator<ExportRecord> {
  const { reader, databaseId } = snapshot;
  const { documents: notes, notebooks, resources: attachments } = snapshot.contents.counts();
  const counts = { notebooks, attachments, notes };
  yield { type: 'export', format: 'notes-export', version: 1, database_id: databaseId, counts };
  yield* notebooksOf(reader);
  yield* attachmentsOf(reader);
  for (const exported of reader.exported.notes()) {
    const note = soundNote(snapshot, exported);
    const related = reader.resources.ofDocument(note.pk);
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
    await attendance.written();
  }
}

function* notebooksOf(reader: ElsewhereReader): Generator<ExportRecord> {
  const rows = reader.notebooks.all();
  const selected = reader.exported.notebooks();
  const idOf = new Map(rows.map(({ pk, id }) => [pk, id]));
  for (const { pk, id, parentPk, name, iconEmoji, createdAt, updatedAt } of rows) {
    if (!selected.has(pk)) continue;
    yield {
      type: 'notebook',
      notebook_id: id,
      parent_notebook_id: idOf.get(parentPk ?? 0) ?? null,
      name,
      icon_emoji: iconEmoji,
      created_at: timestamp(createdAt),
      updated_at: timestamp(updatedAt),
    };
  }
}

function* attachmentsOf({ exported }: ElsewhereReader): Generator<ExportRecord> {
  for (const { id, filename, mimeType, sizeBytes, sha256, createdAt } of exported.attachments())
    yield {
      type: 'attachment',
      resource_id: id,
      path: exported.pathOf('resources', id) as string,
      filename,
      mime_type: mimeType,
      size_bytes: sizeBytes,
      sha256,
      created_at: timestamp(createdAt),
    };
}
