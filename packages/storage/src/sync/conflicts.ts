import type { LoggedOperation, OperationOf } from '@notes/sync-protocol';
import { type Conflict, findConflictState, type LineageView, type NoteText } from '@notes/sync-protocol/merge';
import { type Handle, Statements } from '../library/statements.js';
import { BY_ENTITY } from './op-log.js';

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

const COLUMNS = `pk, id, kind, subject, record, opened_at AS openedAt, closed_at AS closedAt, resolution,
  resolved_by AS resolvedBy`;
const PAGE = (which: string) => `SELECT ${COLUMNS} FROM sync_conflicts
  WHERE pk < @before AND (@subject IS NULL OR subject = @subject) ${which} ORDER BY pk DESC LIMIT @limit`;
const PAGES = {
  open: PAGE('AND closed_at IS NULL'),
  resolved: PAGE('AND closed_at IS NOT NULL'),
  all: PAGE(''),
} as const;
const OPEN = `INSERT INTO sync_conflicts (id, kind, subject, record, opened_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, record = excluded.record, closed_at = NULL, resolution = NULL, resolved_by = NULL`;
const OPEN_OF = `SELECT ${COLUMNS} FROM sync_conflicts
  WHERE subject IN (SELECT value FROM json_each(?)) AND closed_at IS NULL`;
/** Clause for operations of a revision: the log keeps the titles and texts of deleted revisions. */
const FROM_OPERATIONS = (joined: string) => `FROM ${BY_ENTITY} o ${joined}
  WHERE o.entity = @document AND o.operation ->> 'rev' = @revision`;
const TEXT = `SELECT title, body FROM revisions WHERE id = @revision UNION ALL SELECT o.operation ->> 'title', b.body
  ${FROM_OPERATIONS("JOIN sync_bodies b ON b.revision_id = o.operation ->> 'rev'")} LIMIT 1`;
const TITLE = `SELECT title FROM revisions WHERE id = @revision UNION ALL SELECT o.operation ->> 'title' ${FROM_OPERATIONS('')} LIMIT 1`;
const CLOSE = 'UPDATE sync_conflicts SET closed_at = ?, resolution = ?, resolved_by = ? WHERE pk = ?';

type RawRow = Omit<ConflictRow, 'record'> & { readonly record: string };
const toRow = (raw: RawRow): ConflictRow => ({ ...raw, record: JSON.parse(raw.record) as ConflictRecord });

/** Reads conflicts. */
export class ConflictReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  get(id: string): ConflictRow | undefined {
    const found = this.sql.get<RawRow>(`SELECT ${COLUMNS} FROM sync_conflicts WHERE id = ?`, id);
    return found && toRow(found);
  }

  /**
   * Conflicts, newest first, with a key below `before`.
   *
   * @param subject id of an entity to list conflicts of; null for all
   */
  list(
    which: keyof typeof PAGES,
    limit: number,
    before = Number.MAX_SAFE_INTEGER,
    subject: string | null = null,
  ): ConflictRow[] {
    return this.sql.all<RawRow>(PAGES[which], { before, subject, limit }).map(toRow);
  }

  /** Returns the text of a revision; undefined when it is gone. */
  readText(document: string, revision: string): NoteText | undefined {
    return this.sql.get(TEXT, { document, revision });
  }

  /** Returns the title of a revision; null when it is gone. */
  readTitle(document: string, revision: string): string | null {
    return this.sql.row<[string | null]>(TITLE, { document, revision })?.[0] ?? null;
  }

  countOpen(): number {
    return this.sql.count('SELECT count(*) FROM sync_conflicts WHERE closed_at IS NULL');
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
      this.sql.run(OPEN, conflict.conflictId, conflict.kind, subject, withoutTexts(conflict), now);
    }
    for (const raw of this.sql.all<RawRow>(OPEN_OF, JSON.stringify(subjects)))
      if (!ids.has(raw.id)) this.sql.run(CLOSE, now, ...toEnd(toRow(raw), operations, lineage), raw.pk);
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
): [ConflictResolution, string | null] {
  const end = findConflictState(row.id, getLoser(row), operations, lineage);
  return end.state === 'resolved' ? [end.resolution, end.by?.replicaId ?? null] : ['superseded', null];
}
