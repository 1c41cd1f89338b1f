import { isId, type Output } from '@notes/contract';
import type { ConflictRow, Reader } from '@notes/storage';
import { assignSides } from '@notes/sync-protocol/merge';
import { timestamp } from '../../platform/wire.js';

type WireConflict = Output<'listConflicts'>['conflicts'][number];
type WireConflictDetail = Output<'getConflict'>;
type Side = Extract<ConflictRow['record'], { main: unknown }>['main'];

/** Returns a conflict in the wire form of lists. */
export function wireConflict(reader: Reader, row: ConflictRow): WireConflict {
  const { conflicts } = reader.sync;
  const side = (of: Side | null) => of && { ...wireSide(of), title: conflicts.readTitle(row.subject, of.revisionId) };
  const { local, remote } = getSides(row, reader.sync.own()?.id ?? '');
  return { ...toWireFields(reader, row), local: side(local), remote: side(remote) };
}

/** Returns a conflict with the texts that are still stored. */
export function wireConflictDetail(reader: Reader, row: ConflictRow): WireConflictDetail {
  const { conflicts } = reader.sync;
  const side = (of: Side | null) =>
    of && { ...wireSide(of), ...(conflicts.readText(row.subject, of.revisionId) ?? NO_TEXT) };
  const { local, remote } = getSides(row, reader.sync.own()?.id ?? '');
  const fields = toWireFields(reader, row);
  const { base_revision_id: base } = fields;
  const text = base === null ? undefined : conflicts.readText(row.subject, base);
  return {
    ...fields,
    local: side(local),
    remote: side(remote),
    base: base === null || text === undefined ? null : { revision_id: base, ...text },
  };
}

const NO_TEXT = { title: null, body: null };

const wireSide = ({ revisionId, authors, updatedAt }: Side) => ({
  revision_id: revisionId,
  replica_id: authors[0] ?? null,
  updated_at: timestamp(updatedAt),
});

/** Returns the local and the remote side; both null for a conflict of names or about a purge. */
export const getSides = ({ record }: ConflictRow, replica: string): { local: Side | null; remote: Side | null } =>
  'main' in record ? assignSides(record, replica) : { local: null, remote: null };

function toWireFields(
  { documents, notebooks, searchNotebooks }: Reader,
  row: ConflictRow,
): Omit<WireConflict, 'local' | 'remote'> {
  const { resolution, closedAt, subject } = row;
  const document = documents.get(subject);
  return {
    conflict_id: row.id,
    kind: row.kind,
    state: closedAt === null ? 'open' : resolution === 'superseded' ? 'superseded' : 'resolved',
    subject_id: subject,
    document_id: isId('document', subject) ? subject : null,
    title: document?.title ?? notebooks.get(subject)?.name ?? searchNotebooks.get(subject)?.name ?? null,
    base_revision_id: 'base' in row.record ? (row.record.base?.revisionId ?? null) : null,
    current_revision_id: document?.revisionId ?? null,
    created_at: timestamp(row.openedAt),
    resolved_at: closedAt === null ? null : timestamp(closedAt),
    resolution: resolution === 'superseded' ? null : resolution,
    resolved_by_replica_id: row.resolvedBy,
  };
}
