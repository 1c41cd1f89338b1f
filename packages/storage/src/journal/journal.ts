import { max, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import type { ChangeKind, Entity } from '../library/handle.js';
import { build, defineQuery, literal, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { changeJournal } from '../schema.js';
import type { Capture } from '../sync/capture.js';

/** Entry of the change journal. */
export interface Change {
  readonly seq: number;
  readonly entity: Entity;
  readonly id: string;
  readonly kind: ChangeKind;
}

/** Changes that affect archives. */
export interface ArchivedChanges {
  /** Ids of created, changed and purged notes, in no order. */
  readonly notes: readonly string[];
  /** Kinds of the changed entities. */
  readonly entities: ReadonlySet<Entity>;
}

/** Selects the number of the last change. */
export const selectLastChange = defineQuery(() => build.select({ seq: max(changeJournal.seq) }).from(changeJournal));
const selectSince = defineQuery(({ seq, limit }: Parameters<{ seq: number; limit: number }>) =>
  rows(
    {
      seq: changeJournal.seq,
      entity: sql<Entity>`${changeJournal.entity}`,
      id: changeJournal.entityId,
      kind: sql<ChangeKind>`${changeJournal.kind}`,
    },
    (list) => sql`SELECT ${list} FROM ${changeJournal} WHERE ${changeJournal.seq} > ${seq}
      ORDER BY ${changeJournal.seq} LIMIT ${limit}`,
  ),
);
/** Kinds of entities that are in archives. */
const ARCHIVED: readonly Entity[] = ['document', 'notebook', 'search_notebook', 'tag', 'resource', 'source_bundle'];
/** Condition for changes after `seq` that an archive shows. Archives have links as written, without their targets. */
const isArchivedChange = (seq: SQL) => sql`${changeJournal.seq} > ${seq} AND ${changeJournal.kind} <> 'links'
  AND ${changeJournal.entity} IN (${sql.join(ARCHIVED.map(literal), sql.raw(', '))})`;
const selectArchivedChange = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  rows(
    { seq: changeJournal.seq },
    (list) => sql`SELECT ${list} FROM ${changeJournal} WHERE ${isArchivedChange(seq)} LIMIT 1`,
  ),
);
const selectChangedNotes = defineQuery(({ seq, limit }: Parameters<{ seq: number; limit: number }>) =>
  rows(
    { id: changeJournal.entityId },
    (list) => sql`SELECT DISTINCT ${list} FROM ${changeJournal}
      WHERE ${isArchivedChange(seq)} AND ${changeJournal.entity} = 'document' LIMIT ${limit}`,
  ),
);
const selectChangedEntities = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  rows(
    { entity: sql<Entity>`${changeJournal.entity}` },
    (list) => sql`SELECT DISTINCT ${list} FROM ${changeJournal} WHERE ${isArchivedChange(seq)}`,
  ),
);
const selectChangedIds = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  rows(
    { id: changeJournal.entityId },
    (list) => sql`SELECT DISTINCT ${list} FROM ${changeJournal}
    WHERE ${isArchivedChange(seq)}`,
  ),
);
const insertChange = defineQuery(
  ({ entity, entityId, kind }: Parameters<{ entity: Entity; entityId: string; kind: ChangeKind }>) =>
    build.insert(changeJournal).values({ entity, entityId, kind }),
);

/** Reads the journal of all committed changes, in commit order. */
export class JournalReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Sequence number of the last change; 0 in an empty library. */
  last(): number {
    return this.#sql.count(selectLastChange);
  }

  /** Changes after sequence number `seq`, oldest first, at most `limit`. */
  since(seq: number, limit: number): Change[] {
    return this.#sql.all(selectSince, { seq, limit });
  }

  /** Returns true when a change after sequence number `seq` affects archives of the library. */
  hasArchivedChange(seq: number): boolean {
    return this.#sql.get(selectArchivedChange, { seq }) !== undefined;
  }

  /** Returns the changes after sequence number `seq` that affect archives, with at most `limit` notes. */
  archivedChanges(seq: number, limit: number): ArchivedChanges {
    const notes = this.#sql.all(selectChangedNotes, { seq, limit }).map(({ id }) => id);
    const entities = this.#sql.all(selectChangedEntities, { seq }).map(({ entity }) => entity);
    return { notes, entities: new Set(entities) };
  }

  /** Ids of all entities whose changes after sequence number `seq` affect archives. */
  listArchivedChanges(seq: number): ReadonlySet<string> {
    return new Set(this.#sql.all(selectChangedIds, { seq }).map(({ id }) => id));
  }
}

/** Returns the function that writers record their changes with; it also notifies `capture`. */
export function journalWriter(
  raw: Connection,
  capture: Pick<Capture, 'touch'> | undefined,
): (entity: Entity, id: string, kind: ChangeKind) => void {
  const statements = new Statements(raw);
  return (entity, id, kind) => {
    statements.run(insertChange, { entity, entityId: id, kind });
    capture?.touch(entity, id, kind);
  };
}
