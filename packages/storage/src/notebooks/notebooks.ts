import { nameKey } from '@notes/query-language';
import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { LinkWriter } from '../links/link-writer.js';
import { documents, notebooks } from '../schema.js';

export type NotebookRow = typeof notebooks.$inferSelect;
export interface NotebookWithCount extends NotebookRow {
  readonly noteCount: number;
}

export interface NewNotebook {
  readonly id: string;
  readonly name: string;
  readonly parentPk: number | null;
  readonly iconEmoji: string | null;
  readonly at: number;
  /** Time of the last change; `at` when absent. */
  readonly updatedAt?: number;
  readonly builtin?: boolean;
  readonly readOnly?: boolean;
}

const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select().from(notebooks).where(eq(notebooks.id, id)),
);
const selectByName = defineQuery(({ parentPk, key }: Parameters<{ parentPk: number; key: string }>) =>
  build
    .select()
    .from(notebooks)
    .where(and(sql`coalesce(${notebooks.parentPk}, 0) = ${parentPk}`, eq(notebooks.nameKey, key))),
);
const selectAll = defineQuery(() => build.select().from(notebooks).orderBy(asc(notebooks.nameKey), asc(notebooks.pk)));
const countActiveInEach = defineQuery(() =>
  build
    .select({ pk: documents.notebookPk, noteCount: count() })
    .from(documents)
    .where(isNull(documents.deletedAt))
    .groupBy(documents.notebookPk),
);
const countActive = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build
    .select({ n: count() })
    .from(documents)
    .where(and(eq(documents.notebookPk, pk), isNull(documents.deletedAt))),
);
const countTrashed = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build
    .select({ n: count() })
    .from(documents)
    .where(and(eq(documents.notebookPk, pk), isNotNull(documents.deletedAt))),
);

export class NotebookReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): NotebookRow | undefined {
    return this.sql.get(selectById, { id });
  }

  /** Notebooks, ordered by name. */
  all(): NotebookRow[] {
    return this.sql.all(selectAll);
  }

  /** Notebooks like {@link all}, each with its number of active notes, without those of its descendants. */
  allWithCounts(): NotebookWithCount[] {
    const counts = new Map(this.sql.all(countActiveInEach).map(({ pk, noteCount }) => [pk, noteCount]));
    return this.all().map((row) => ({ ...row, noteCount: counts.get(row.pk) ?? 0 }));
  }

  noteCount(pk: number): number {
    return this.sql.count(countActive, { pk });
  }

  trashedCount(pk: number): number {
    return this.sql.count(countTrashed, { pk });
  }

  /** Returns the notebook with a name below a parent (null = top level), ignoring case. */
  findByName(parentPk: number | null, name: string): NotebookRow | undefined {
    return this.sql.get(selectByName, { parentPk: parentPk ?? 0, key: nameKey(name) });
  }
}

/** Prefix of the name key of a notebook that is being moved. No name begins with it. */
const UPROOTED = '\u0001';
const isUprooted = ({ nameKey: key }: NotebookRow) => key.startsWith(UPROOTED);

type InsertedNotebook = Omit<NotebookRow, 'pk'>;
type ChangedNotebook = Pick<NotebookRow, 'pk' | 'name' | 'nameKey' | 'iconEmoji' | 'parentPk' | 'updatedAt'>;

const insertNotebook = defineQuery((notebook: Parameters<InsertedNotebook>) => {
  const { id, parentPk, name, nameKey: key, iconEmoji, builtin, readOnly, createdAt, updatedAt } = notebook;
  const values = { id, parentPk, name, nameKey: key, iconEmoji, builtin, readOnly, createdAt, updatedAt };
  return build.insert(notebooks).values(values).returning();
});
const updateNotebook = defineQuery(
  ({ pk, name, nameKey: key, iconEmoji, parentPk, updatedAt }: Parameters<ChangedNotebook>) =>
    build
      .update(notebooks)
      .set({ name, nameKey: key, iconEmoji, parentPk, updatedAt })
      .where(eq(notebooks.pk, pk))
      .returning(),
);
const uprootNotebook = defineQuery(({ pk, key }: Parameters<{ pk: number; key: string }>) =>
  build.update(notebooks).set({ parentPk: null, nameKey: key }).where(eq(notebooks.pk, pk)),
);
const deleteNotebook = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(notebooks).where(eq(notebooks.pk, pk)),
);

export class NotebookWriter extends NotebookReader {
  readonly #links: LinkWriter;

  constructor(handle: Handle) {
    super(handle);
    this.#links = new LinkWriter(handle);
  }

  insert(notebook: NewNotebook): NotebookRow {
    const { id, name, parentPk, iconEmoji, at, updatedAt = at, builtin = false, readOnly = false } = notebook;
    const values = { id, parentPk, name, nameKey: nameKey(name), iconEmoji, builtin, readOnly };
    const row = this.sql.get(insertNotebook, { ...values, createdAt: at, updatedAt }) as NotebookRow;
    this.handle.journal('notebook', row.id, 'create');
    return row;
  }

  update(
    row: NotebookRow,
    change: { name: string; iconEmoji: string | null; parentPk: number | null },
    at: number,
  ): NotebookRow {
    const values = { pk: row.pk, ...change, nameKey: nameKey(change.name), updatedAt: at };
    const updated = this.sql.get(updateNotebook, values) as NotebookRow;
    this.handle.journal('notebook', row.id, 'update');
    if (updated.nameKey !== row.nameKey || updated.parentPk !== row.parentPk)
      this.#links.refresh(
        this.#links.findLinksByPath(row.pk, { moved: updated.parentPk !== row.parentPk || isUprooted(row) }),
      );
    return updated;
  }

  /** Detaches notebooks and renames their keys, so that their names do not collide until each is updated or deleted. */
  uproot(rows: readonly NotebookRow[]): void {
    for (const { pk } of rows) this.sql.run(uprootNotebook, { pk, key: UPROOTED + pk });
  }

  /** Deletes an empty notebook. */
  delete(row: NotebookRow): void {
    this.sql.run(deleteNotebook, { pk: row.pk });
    this.handle.journal('notebook', row.id, 'delete');
  }
}
