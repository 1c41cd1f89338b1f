import { nameKey } from '@notes/query-language';
import { asc, eq, sql } from 'drizzle-orm';
import { type Handle, once } from '../library/statements.js';
import { searchNotebooks } from '../schema.js';

export type SearchNotebookRow = typeof searchNotebooks.$inferSelect;

export class SearchNotebookReader {
  protected readonly handle: Handle;
  readonly #byId = once(() =>
    this.handle.orm
      .select()
      .from(searchNotebooks)
      .where(eq(searchNotebooks.id, sql.placeholder('id')))
      .prepare(),
  );
  readonly #byName = once(() =>
    this.handle.orm
      .select()
      .from(searchNotebooks)
      .where(eq(searchNotebooks.nameKey, sql.placeholder('key')))
      .prepare(),
  );
  readonly #all = once(() =>
    this.handle.orm.select().from(searchNotebooks).orderBy(asc(searchNotebooks.nameKey)).prepare(),
  );

  constructor(handle: Handle) {
    this.handle = handle;
  }

  get(id: string): SearchNotebookRow | undefined {
    return this.#byId().get({ id });
  }

  findByName(name: string): SearchNotebookRow | undefined {
    return this.#byName().get({ key: nameKey(name) });
  }

  /** Saved searches, ordered by name. */
  all(): SearchNotebookRow[] {
    return this.#all().all();
  }
}

export class SearchNotebookWriter extends SearchNotebookReader {
  insert(
    values: Pick<SearchNotebookRow, 'id' | 'name' | 'query' | 'iconEmoji' | 'builtin' | 'createdAt'>,
  ): SearchNotebookRow {
    const row = this.handle.orm
      .insert(searchNotebooks)
      .values({ ...values, nameKey: nameKey(values.name) })
      .returning()
      .get();
    this.handle.journal('search_notebook', row.id, 'create');
    return row;
  }

  delete(row: SearchNotebookRow): void {
    this.handle.orm.delete(searchNotebooks).where(eq(searchNotebooks.pk, row.pk)).run();
    this.handle.journal('search_notebook', row.id, 'delete');
  }
}
