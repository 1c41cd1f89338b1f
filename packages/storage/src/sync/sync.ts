import type { LoggedOperation, Operation, VersionVector } from '@notes/sync-protocol';
import { type Entity, type Handle, Statements } from '../statements.js';
import { OWN } from './op-log.js';

/** What is yet to be said of a library that became a replica. */
export interface Unsaid {
  readonly resources: number;
  readonly documents: number;
}

/** Keys of the attachment and the note up to which all is said. */
export interface Place {
  readonly resource: number;
  readonly document: number;
}

const START: Place = { resource: 0, document: 0 };

/** A `doc.write` keeps its body where the revision does; one that was purged has none. */
const BODY = `CASE o.operation ->> 'op' WHEN 'doc.write' THEN coalesce(
  (SELECT body FROM revisions WHERE id = o.operation ->> 'rev'),
  (SELECT body FROM sync_bodies WHERE revision_id = o.operation ->> 'rev'), '') END`;
const OPERATIONS = `SELECT r.id, o.seq, o.lamport, o.at, o.operation, ${BODY},
    (SELECT deps FROM sync_contexts WHERE o.replica_pk = ${OWN} AND seq = o.seq)
  FROM sync_ops o JOIN sync_replicas r ON r.pk = o.replica_pk`;
type Columns = [
  replica: string,
  s: number,
  l: number,
  w: number,
  operation: string,
  body: string | null,
  context: string | null,
];

const UNSAID = 'NOT EXISTS (SELECT 1 FROM sync_states s WHERE s.id = t.id)';
const DOCUMENTS = `FROM documents t JOIN notebooks n ON n.pk = t.notebook_pk WHERE n.read_only = 0 AND ${UNSAID}`;
const RESOURCES = `FROM resources t WHERE ${UNSAID}`;
const OTHERS = [
  ['notebook', `FROM notebooks t WHERE builtin = 0 AND ${UNSAID}`],
  ['tag', `FROM tags t WHERE ${UNSAID}`],
  ['source_bundle', `FROM source_bundles t WHERE ${UNSAID}`],
  ['search_notebook', `FROM search_notebooks t WHERE builtin = 0 AND ${UNSAID}`],
] as const;

/** What a library knows as a replica. */
export class SyncReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /** The id of this replica and its last operation; undefined where sync was never begun. */
  own(): { readonly id: string; readonly seq: number } | undefined {
    return this.sql.get(`SELECT id, seq FROM sync_replicas WHERE pk = ${OWN}`);
  }

  /** Up to which number the operations of each replica are known. */
  vector(): VersionVector {
    const rows = this.sql.rows<[string, number]>('SELECT id, seq FROM sync_replicas WHERE seq > 0 ORDER BY id');
    return Object.fromEntries(rows);
  }

  /** Operations of a replica after one of them, in order, at most `limit`. */
  operations(replica: string, after: number, limit: number): LoggedOperation[] {
    const some = `${OPERATIONS} WHERE r.id = ? AND o.seq > ? ORDER BY o.seq LIMIT ?`;
    return this.sql.rows<Columns>(some, replica, after, limit).map(logged);
  }

  unsaid(): Unsaid {
    return {
      resources: this.sql.count(`SELECT count(*) ${RESOURCES}`),
      documents: this.sql.count(`SELECT count(*) ${DOCUMENTS}`),
    };
  }
}

export function logged([replica, s, l, w, operation, body, context]: Columns): LoggedOperation {
  const { body_ref: _, ...saying } = JSON.parse(operation) as { body_ref?: unknown };
  return {
    replica,
    operation: { ...saying, s, l, w, ...(body !== null && { body }) } as unknown as Operation,
    ...(context !== null && { context: JSON.parse(context) as VersionVector }),
  };
}

export class SyncWriter extends SyncReader {
  /** Makes the library a replica: from now on each change is an operation. What it holds already is yet to be said. */
  begin(replicaId: string): void {
    this.sql.run(`INSERT INTO sync_replicas (pk, id) VALUES (${OWN}, ?)`, replicaId);
  }

  /**
   * Has things said that the log does not know: at most `limit` attachments and notes from `place` on, with the first
   * slice also all else. Answers where to go on, null at the end. To begin anew at any time says nothing twice.
   */
  saySome(limit: number, place: Place = START): Place | null {
    if (place === START) for (const [entity, from] of OTHERS) this.#say(entity, from, 0, Number.MAX_SAFE_INTEGER);
    const resources = this.#say('resource', RESOURCES, place.resource, limit);
    if (resources.length === limit) return { ...place, resource: resources.at(-1) as number };
    const documents = this.#say('document', DOCUMENTS, place.document, limit);
    return documents.length < limit
      ? null
      : { resource: Number.MAX_SAFE_INTEGER, document: documents.at(-1) as number };
  }

  #say(entity: Entity, from: string, after: number, limit: number): number[] {
    const some = `SELECT t.pk, t.id ${from} AND t.pk > ? ORDER BY t.pk LIMIT ?`;
    return this.sql.rows<[number, string]>(some, after, limit).map(([pk, id]) => {
      this.handle.capture?.touch(entity, id, 'provenance');
      return pk;
    });
  }
}
