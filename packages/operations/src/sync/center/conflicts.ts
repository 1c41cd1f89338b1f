import { type Input, type Output, ServiceError } from '@notes/contract';
import type { ConflictRow, Reader } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { newId } from '../../platform/ids.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { wireDocument } from '../../platform/wire.js';
import { getSides, wireConflict, wireConflictDetail } from './wire-conflict.js';

/** Lists open and resolved conflicts, the most recently seen first. */
export function listConflicts(
  { library }: Context,
  { state, document_id, limit, cursor }: Input<'listConflicts'>,
): Output<'listConflicts'> {
  const binding = ['sync-conflicts', state, document_id ?? ''];
  const before = cursor === undefined ? undefined : decodeCursor<number>(library.cursorKey, binding, cursor);
  return library.store.read((reader) => {
    const { conflicts } = reader.sync;
    const { page, next } = paginate(conflicts.list(state, limit + 1, before, document_id), limit, ({ pk }) =>
      encodeCursor(library.cursorKey, binding, pk),
    );
    const wired = page.map((row) => wireConflict(reader, row));
    return { conflicts: wired, open: conflicts.countOpen(), next_cursor: next };
  });
}

/** Returns a conflict with the texts of its sides. */
export function getConflict({ library }: Context, { conflict_id }: Input<'getConflict'>): Output<'getConflict'> {
  return library.store.read((reader) => wireConflictDetail(reader, existingConflict(reader, conflict_id)));
}

function existingConflict({ sync }: Reader, id: string): ConflictRow {
  const row = sync.conflicts.get(id);
  if (row === undefined) throw createNotFoundError('conflict', id);
  return row;
}

/** Resolves a conflict as chosen. Sides that are not given default to the current ones. */
export async function resolveConflict(
  { library, origin, now }: Context,
  input: Input<'resolveConflict'>,
): Promise<Output<'resolveConflict'>> {
  const { conflict_id, resolution, title, body, expected } = input;
  if ((resolution === 'merged') !== (body !== undefined))
    throw new ServiceError('validation_failed', 'body: required with resolution merged, and only allowed with it');
  if (resolution !== 'merged' && title !== undefined)
    throw new ServiceError('validation_failed', 'title: only allowed with resolution merged');
  const settled = await library.store.write((unit) => {
    const row = existingConflict(unit, conflict_id);
    const { local, remote } = getSides(row, unit.sync.own()?.id ?? '');
    const known = unit.documents.get(row.subject)?.title ?? '';
    const choice =
      resolution === 'merged' ? { resolution, title: title ?? known, body: body as string } : { resolution };
    return unit.sync.resolve(conflict_id, choice, {
      expected: {
        local: expected?.local_revision_id ?? local?.revisionId ?? '',
        remote: expected?.remote_revision_id ?? remote?.revisionId ?? '',
      },
      revisionIds: [newId('revision'), newId('revision')],
      origin,
      at: now(),
    });
  });
  if (settled.result !== 'settled')
    throw settled.result === 'closed'
      ? new ServiceError('conflict', `Conflict ${conflict_id} is already resolved`)
      : new ServiceError('revision_conflict', `The sides of conflict ${conflict_id} have changed. Review it again`);
  const { documentId, copyId } = settled;
  return library.store.read((reader) => {
    const document = documentId === null ? undefined : reader.documents.getWithBody(documentId);
    return {
      conflict: wireConflictDetail(reader, existingConflict(reader, conflict_id)),
      document: document === undefined ? null : wireDocument(document, library),
      created_document_id: copyId,
    };
  });
}

/** Lists open conflicts for agents: the notes, but not the devices. */
export function listSyncConflicts(context: Context, input: Input<'listSyncConflicts'>): Output<'listSyncConflicts'> {
  const { conflicts, next_cursor } = listConflicts(context, { state: 'open', ...input });
  const listed = conflicts.map(({ conflict_id, kind, state, document_id, created_at }) => ({
    conflict_id,
    kind,
    state,
    ...(document_id !== null && { document_id }),
    created_at,
  }));
  return { conflicts: listed, next_cursor };
}
