import { nameKey } from '@notes/query-language';
import { eq, sql } from 'drizzle-orm';
import { type Handle, once, Statements } from '../library/statements.js';
import { LinkWriter } from '../links/link-writer.js';
import { notebooks } from '../schema.js';

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
  readonly builtin?: boolean;
  readonly readOnly?: boolean;
}

export class NotebookReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;
  readonly #byId = once(() =>
    this.handle.orm
      .select()
      .from(notebooks)
      .where(eq(notebooks.id, sql.placeholder('id')))
      .prepare(),
  );
  readonly #all = once(() =>
    this.handle.orm.select().from(notebooks).orderBy(notebooks.nameKey, notebooks.pk).prepare(),
  );

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): NotebookRow | undefined {
    return this.#byId().get({ id });
  }

  /** Notebooks, ordered by name. */
  all(): NotebookRow[] {
    return this.#all().all();
  }

  /** Notebooks like {@link all}, each with its number of active notes, without those of its descendants. */
  allWithCounts(): NotebookWithCount[] {
    const counts = new Map(
      this.sql
        .all<{ pk: number; n: number }>(
          'SELECT notebook_pk AS pk, count(*) AS n FROM documents WHERE deleted_at IS NULL GROUP BY notebook_pk',
        )
        .map(({ pk, n }) => [pk, n]),
    );
    return this.all().map((row) => ({ ...row, noteCount: counts.get(row.pk) ?? 0 }));
  }

  noteCount(pk: number): number {
    return this.sql.count('SELECT count(*) FROM documents WHERE notebook_pk = ? AND deleted_at IS NULL', pk);
  }

  trashedCount(pk: number): number {
    return this.sql.count('SELECT count(*) FROM documents WHERE notebook_pk = ? AND deleted_at IS NOT NULL', pk);
  }

  /** Returns the notebook with a name below a parent (null = top level), ignoring case. */
  findByName(parentPk: number | null, name: string): NotebookRow | undefined {
    const found = this.sql.get<{ id: string }>(
      'SELECT id FROM notebooks WHERE coalesce(parent_pk, 0) = ? AND name_key = ?',
      parentPk ?? 0,
      nameKey(name),
    );
    return found && this.get(found.id);
  }
}

/** Prefix of the name key of a notebook that is being moved. No name begins with it. */
const UPROOTED = '\u0001';
const isUprooted = ({ nameKey: key }: NotebookRow) => key.startsWith(UPROOTED);

export class NotebookWriter extends NotebookReader {
  readonly #links: LinkWriter;

  constructor(handle: Handle) {
    super(handle);
    this.#links = new LinkWriter(handle);
  }

  insert(notebook: NewNotebook): NotebookRow {
    const row = this.handle.orm
      .insert(notebooks)
      .values({
        id: notebook.id,
        parentPk: notebook.parentPk,
        name: notebook.name,
        nameKey: nameKey(notebook.name),
        iconEmoji: notebook.iconEmoji,
        builtin: notebook.builtin ?? false,
        readOnly: notebook.readOnly ?? false,
        createdAt: notebook.at,
        updatedAt: notebook.at,
      })
      .returning()
      .get();
    this.handle.journal('notebook', row.id, 'create');
    return row;
  }

  update(
    row: NotebookRow,
    change: { name: string; iconEmoji: string | null; parentPk: number | null },
    at: number,
  ): NotebookRow {
    const updated = this.handle.orm
      .update(notebooks)
      .set({ ...change, nameKey: nameKey(change.name), updatedAt: at })
      .where(eq(notebooks.pk, row.pk))
      .returning()
      .get();
    this.handle.journal('notebook', row.id, 'update');
    if (updated.nameKey !== row.nameKey || updated.parentPk !== row.parentPk)
      this.#links.refresh(
        this.#links.findLinksByPath(row.pk, { moved: updated.parentPk !== row.parentPk || isUprooted(row) }),
      );
    return updated;
  }

  /** Detaches notebooks and renames their keys, so that their names do not collide until each is updated or deleted. */
  uproot(rows: readonly NotebookRow[]): void {
    for (const { pk } of rows)
      this.sql.run('UPDATE notebooks SET parent_pk = NULL, name_key = ? WHERE pk = ?', UPROOTED + pk, pk);
  }

  /** Deletes an empty notebook. */
  delete(row: NotebookRow): void {
    this.handle.orm.delete(notebooks).where(eq(notebooks.pk, row.pk)).run();
    this.handle.journal('notebook', row.id, 'delete');
  }
}
