import { nameKey } from '@notes/query-language';
import { asc, eq } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { searchNotebooks } from '../schema.js';

export type SearchNotebookRow = typeof searchNotebooks.$inferSelect;

const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select().from(searchNotebooks).where(eq(searchNotebooks.id, id)),
);
const selectByKey = defineQuery(({ key }: Parameters<{ key: string }>) =>
  build.select().from(searchNotebooks).where(eq(searchNotebooks.nameKey, key)),
);
const selectAll = defineQuery(() => build.select().from(searchNotebooks).orderBy(asc(searchNotebooks.nameKey)));

export class SearchNotebookReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): SearchNotebookRow | undefined {
    return this.sql.get(selectById, { id });
  }

  findByName(name: string): SearchNotebookRow | undefined {
    return this.sql.get(selectByKey, { key: nameKey(name) });
  }

  /** Saved searches, ordered by name. */
  all(): SearchNotebookRow[] {
    return this.sql.all(selectAll);
  }
}

const insertSearchNotebook = defineQuery((row: Parameters<Omit<SearchNotebookRow, 'pk'>>) =>
  build
    .insert(searchNotebooks)
    .values({
      id: row.id,
      name: row.name,
      nameKey: row.nameKey,
      query: row.query,
      iconEmoji: row.iconEmoji,
      builtin: row.builtin,
      createdAt: row.createdAt,
    })
    .returning(),
);
const deleteSearchNotebook = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(searchNotebooks).where(eq(searchNotebooks.pk, pk)),
);

export class SearchNotebookWriter extends SearchNotebookReader {
  insert(
    values: Pick<SearchNotebookRow, 'id' | 'name' | 'query' | 'iconEmoji' | 'builtin' | 'createdAt'>,
  ): SearchNotebookRow {
    const row = this.sql.get(insertSearchNotebook, { ...values, nameKey: nameKey(values.name) }) as SearchNotebookRow;
    this.handle.journal('search_notebook', row.id, 'create');
    return row;
  }

  delete({ pk, id }: SearchNotebookRow): void {
    this.sql.run(deleteSearchNotebook, { pk });
    this.handle.journal('search_notebook', id, 'delete');
  }
}
