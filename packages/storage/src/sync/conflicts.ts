import type { LoggedOperation, OperationOf } from '@notes/sync-protocol';
import { type Conflict, findConflictState, type LineageView, type NoteText } from '@notes/sync-protocol/merge';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, getExcludedValue, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { revisions, syncBodies, syncConflicts, syncOps } from '../schema.js';
import { logByEntity } from './op-log.js';

/**
 * Outcome of a conflict. `superseded`: the losing revision was edited on another replica, which is a separate conflict.
 */
export type ConflictResolution = OperationOf<'conflict.resolve'>['resolution'] | 'superseded';

/** Conflict in the state in which it was last open. */
export interface ConflictRow {
  readonly pk: number;
  readonly id: string;
  readonly kind: Conflict['kind'];
  /** Id of the note, notebook or saved search. */
  readonly subject: string;
  /** Sides of the conflict without their texts. */
  readonly record: ConflictRecord;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly resolution: ConflictResolution | null;
  /** Replica that resolved it; null when it ended without a resolution. */
  readonly resolvedBy: string | null;
}

type WithoutTexts<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in Exclude<keyof Value, 'title' | 'body'>]: WithoutTexts<Value[Key]> }
    : Value;
export type ConflictRecord = WithoutTexts<Conflict>;

const columns = {
  pk: syncConflicts.pk,
  id: syncConflicts.id,
  kind: sql<ConflictRow['kind']>`${syncConflicts.kind}`,
  subject: syncConflicts.subject,
  record: syncConflicts.record,
  openedAt: syncConflicts.openedAt,
  closedAt: syncConflicts.closedAt,
  resolution: sql<ConflictResolution | null>`${syncConflicts.resolution}`,
  resolvedBy: syncConflicts.resolvedBy,
};
const toRow = (raw: Row<typeof columns>): ConflictRow => ({
  ...raw,
  record: JSON.parse(raw.record) as ConflictRecord,
});
const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select(columns).from(syncConflicts).where(eq(syncConflicts.id, id)),
);
const selectPageWhere = (condition: SQL) =>
  defineQuery(({ before, subject, limit }: Parameters<{ before: number; subject: string | null; limit: number }>) =>
    rows(
      columns,
      (list) => sql`SELECT ${list} FROM ${syncConflicts} WHERE ${syncConflicts.pk} < ${before}
        AND (${subject} IS NULL OR ${syncConflicts.subject} = ${subject}) ${condition}
        ORDER BY ${syncConflicts.pk} DESC LIMIT ${limit}`,
    ),
  );
const selectPage = {
  open: selectPageWhere(sql`AND ${syncConflicts.closedAt} IS NULL`),
  resolved: selectPageWhere(sql`AND ${syncConflicts.closedAt} IS NOT NULL`),
  all: selectPageWhere(sql``),
} as const;
const countOpen = defineQuery(() =>
  build.select({ n: sql<number>`count(*)` }).from(syncConflicts).where(sql`${syncConflicts.closedAt} IS NULL`),
);
const openConflict = defineQuery(
  ({
    id,
    kind,
    subject,
    record,
    openedAt,
  }: Parameters<Pick<ConflictRow, 'id' | 'kind' | 'subject' | 'openedAt'> & { record: string }>) =>
    build
      .insert(syncConflicts)
      .values({ id, kind, subject, record, openedAt })
      .onConflictDoUpdate({
        target: syncConflicts.id,
        set: {
          kind: getExcludedValue(syncConflicts.kind),
          record: getExcludedValue(syncConflicts.record),
          closedAt: null,
          resolution: null,
          resolvedBy: null,
        },
      }),
);
const selectOpen = defineQuery(({ subjects }: Parameters<{ subjects: string }>) =>
  build
    .select(columns)
    .from(syncConflicts)
    .where(
      sql`${syncConflicts.subject} IN (SELECT value FROM json_each(${subjects})) AND ${syncConflicts.closedAt} IS NULL`,
    ),
);
const closeConflict = defineQuery(
  ({
    pk,
    closedAt,
    resolution,
    resolvedBy,
  }: Parameters<Pick<ConflictRow, 'pk' | 'resolvedBy'> & { closedAt: number; resolution: ConflictResolution }>) =>
    build.update(syncConflicts).set({ closedAt, resolution, resolvedBy }).where(eq(syncConflicts.pk, pk)),
);

const o = alias(syncOps, 'o');
const b = alias(syncBodies, 'b');
/** Condition for operations of a revision: the log keeps the titles and texts of deleted revisions. */
const isOfRevision = (document: SQL, revision: SQL) =>
  sql`${o.entity} = ${document} AND ${o.operation} ->> 'rev' = ${revision}`;
const selectText = defineQuery(({ document, revision }: Parameters<{ document: string; revision: string }>) =>
  rows(
    { title: revisions.title, body: revisions.body },
    (list) => sql`SELECT ${list} FROM ${revisions} WHERE ${revisions.id} = ${revision}
      UNION ALL SELECT ${o.operation} ->> 'title', ${b.body} FROM ${logByEntity} ${o}
        JOIN ${syncBodies} ${b} ON ${b.revisionId} = ${o.operation} ->> 'rev' WHERE ${isOfRevision(document, revision)}
      LIMIT 1`,
  ),
);
const selectTitle = defineQuery(({ document, revision }: Parameters<{ document: string; revision: string }>) =>
  rows(
    { title: sql<string | null>`${revisions.title}` },
    (list) => sql`SELECT ${list} FROM ${revisions} WHERE ${revisions.id} = ${revision}
      UNION ALL SELECT ${o.operation} ->> 'title' FROM ${logByEntity} ${o} WHERE ${isOfRevision(document, revision)}
      LIMIT 1`,
  ),
);

/** Reads conflicts. */
export class ConflictReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  get(id: string): ConflictRow | undefined {
    const found = this.sql.get(selectById, { id });
    return found && toRow(found);
  }

  /**
   * Conflicts, newest first, with a key below `before`.
   *
   * @param subject id of an entity to list conflicts of; null for all
   */
  list(
    which: keyof typeof selectPage,
    limit: number,
    before = Number.MAX_SAFE_INTEGER,
    subject: string | null = null,
  ): ConflictRow[] {
    return this.sql.all(selectPage[which], { before, subject, limit }).map(toRow);
  }

  /** Returns the text of a revision; undefined when it is gone. */
  readText(document: string, revision: string): NoteText | undefined {
    return this.sql.get(selectText, { document, revision });
  }

  /** Returns the title of a revision; null when it is gone. */
  readTitle(document: string, revision: string): string | null {
    return this.sql.value(selectTitle, { document, revision }) ?? null;
  }

  countOpen(): number {
    return this.sql.count(countOpen);
  }
}

export class ConflictWriter extends ConflictReader {
  /**
   * Stores the open conflicts of some notes, notebooks or saved searches, and closes stored conflicts that are no
   * longer open.
   *
   * @param operations all operations of the lineage, or the resolutions of name collisions
   */
  update(subjects: readonly string[], lineage: LineageView, operations: readonly LoggedOperation[]): void {
    const now = Date.now();
    const { conflicts: open } = lineage;
    const ids = new Set(open.map(({ conflictId }) => conflictId));
    for (const conflict of open) {
      const subject = 'documentId' in conflict ? conflict.documentId : conflict.subjectId;
      const { conflictId: id, kind } = conflict;
      this.sql.run(openConflict, { id, kind, subject, record: withoutTexts(conflict), openedAt: now });
    }
    for (const raw of this.sql.all(selectOpen, { subjects: JSON.stringify(subjects) }))
      if (!ids.has(raw.id))
        this.sql.run(closeConflict, { pk: raw.pk, closedAt: now, ...toEnd(toRow(raw), operations, lineage) });
  }
}

/** Serialises a conflict without its texts, which are stored with the revisions and deleted with them. */
const withoutTexts = (conflict: Conflict): string =>
  JSON.stringify(conflict, (key, value: unknown) => (key === 'title' || key === 'body' ? undefined : value));

/** Returns the losing revision; null for a conflict about a purge or a name. */
const getLoser = ({ record }: ConflictRow) => ('other' in record ? record.other.revisionId : null);

function toEnd(
  row: ConflictRow,
  operations: readonly LoggedOperation[],
  lineage: LineageView,
): Pick<ConflictRow, 'resolvedBy'> & { readonly resolution: ConflictResolution } {
  const end = findConflictState(row.id, getLoser(row), operations, lineage);
  return end.state === 'resolved'
    ? { resolution: end.resolution, resolvedBy: end.by?.replicaId ?? null }
    : { resolution: 'superseded', resolvedBy: null };
}
