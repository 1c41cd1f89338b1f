import { type Input, isId, type Output, ServiceError } from '@notes/contract';
import type { ConflictRow, Reader } from '@notes/storage';
import { sidesFor } from '@notes/sync-protocol';
import type { Context } from '../../context.js';
import { decodeCursor, encodeCursor, paginate } from '../../cursor.js';
import { newId } from '../../ids.js';
import { timestamp } from '../../wire.js';

type Wire = Output<'listConflicts'>['conflicts'][number];

/** The conflicts that are or were, those seen last first. */
export function listConflicts(
  { library }: Context,
  { state, limit, cursor }: Input<'listConflicts'>,
): Output<'listConflicts'> {
  const binding = ['sync-conflicts', state];
  const before = cursor === undefined ? undefined : decodeCursor<number>(library.cursorKey, binding, cursor);
  return library.store.read((reader) => {
    const { conflicts } = reader.sync;
    const { page, next } = paginate(conflicts.list(state, limit + 1, before), limit, ({ pk }) =>
      encodeCursor(library.cursorKey, binding, pk),
    );
    const wired = page.map((row) => wire(reader, row));
    return { conflicts: wired, open: conflicts.countOpen(), next_cursor: next };
  });
}

function wire({ sync, documents }: Reader, row: ConflictRow): Wire {
  const { local, remote } = sidesOf(row, sync.own()?.id ?? '');
  const { resolution } = row;
  return {
    conflict_id: row.id,
    kind: row.kind,
    state: row.closedAt === null ? 'open' : resolution === 'superseded' ? 'superseded' : 'resolved',
    subject_id: row.subject,
    title: documents.get(row.subject)?.title ?? null,
    local: wireSide(local),
    remote: wireSide(remote),
    base_revision_id: 'base' in row.record ? (row.record.base?.revisionId ?? null) : null,
    created_at: timestamp(row.openedAt),
    resolved_at: row.closedAt === null ? null : timestamp(row.closedAt),
    resolution: resolution === 'superseded' ? null : resolution,
    resolved_by_replica_id: row.resolvedBy,
  };
}

type Side = Extract<ConflictRow['record'], { main: unknown }>['main'];

const sidesOf = ({ record }: ConflictRow, replica: string): { local: Side | null; remote: Side | null } =>
  'main' in record ? sidesFor(record, replica) : { local: null, remote: null };

const wireSide = (side: Side | null): Wire['local'] =>
  side && { revision_id: side.revisionId, replica_id: side.authors[0] ?? null, updated_at: timestamp(side.updatedAt) };

/** Settles a conflict as somebody chose. The sides that are not named are those there are. */
export async function resolveConflict(
  { library, origin, now }: Context,
  input: Input<'resolveConflict'>,
): Promise<Output<'resolveConflict'>> {
  const { conflict_id, resolution, title, body } = input;
  if ((resolution === 'merged') !== (body !== undefined))
    throw new ServiceError('validation_failed', 'body: goes with the resolution merged, and with no other');
  const settled = await library.store.write((unit) => {
    const row = unit.sync.conflicts.get(conflict_id);
    if (row === undefined) throw new ServiceError('not_found', 'there is no such conflict');
    const { local, remote } = sidesOf(row, unit.sync.own()?.id ?? '');
    const known = unit.documents.get(row.subject)?.title ?? '';
    const choice =
      resolution === 'merged' ? { resolution, title: title ?? known, body: body as string } : { resolution };
    return unit.sync.resolve(conflict_id, choice, {
      expected: {
        local: input.local_revision_id ?? local?.revisionId ?? '',
        remote: input.remote_revision_id ?? remote?.revisionId ?? '',
      },
      revisionIds: [newId('revision'), newId('revision')],
      origin,
      at: now(),
    });
  });
  if (settled.result !== 'settled')
    throw settled.result === 'closed'
      ? new ServiceError('conflict', 'this conflict is settled already')
      : new ServiceError('conflict', 'the sides of this conflict have changed: look at it again');
  return { conflict_id, document_id: settled.documentId, created_document_id: settled.copyId };
}

/** The same for agents: which notes, not which devices. */
export function listSyncConflicts(context: Context, input: Input<'listSyncConflicts'>): Output<'listSyncConflicts'> {
  const { conflicts, next_cursor } = listConflicts(context, { state: 'open', ...input });
  const told = conflicts.map(({ conflict_id, kind, state, subject_id, created_at }) => ({
    conflict_id,
    kind,
    state,
    ...(isId('document', subject_id) && { document_id: subject_id }),
    created_at,
  }));
  return { conflicts: told, next_cursor };
}
