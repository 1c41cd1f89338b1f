import type { Output } from '@notes/contract';
import { type NoteQueryField, parseNoteQuery } from '@notes/markdown-blocks';
import { type Day, isDay } from '../../calendar/days.js';
import { localDay } from '../../calendar/today.js';
import type { QueryChoice } from './query-choice.js';

export type QueryResult = Extract<Output<'runNoteQuery'>, { readonly rows: unknown }>;
export type QueryRow = QueryResult['rows'][number];

const fieldsForView: Readonly<Record<QueryChoice['view'], (choice: QueryChoice) => NoteQueryField>> = {
  table: () => 'title',
  board: ({ columns }) => columns,
  calendar: ({ date }) => date,
};

/** Returns the block with the field that a view needs. An invalid block stays as it is; the service names its error. */
export function addViewField(block: string, choice: QueryChoice): string {
  const query = parseNoteQuery(block);
  const field = fieldsForView[choice.view](choice);
  if (!query.ok || query.fields.includes(field)) return block;
  const { fields, order, limit } = query;
  return [
    `query: ${query.query}`,
    `fields: ${[...fields, field].join(', ')}`,
    `sort: ${order}`,
    `limit: ${limit}`,
  ].join('\n');
}

/** Column of notes without a value. */
export const NO_VALUE = '';

/** Groups rows by notebook or tag, in alphabetical order. A note is in the column of each of its tags. */
export function groupRows(
  rows: readonly QueryRow[],
  columns: QueryChoice['columns'],
): readonly (readonly [name: string, rows: readonly QueryRow[]])[] {
  const groups = new Map<string, QueryRow[]>();
  for (const row of rows) {
    const values = columns === 'notebook' ? [row.notebook ?? NO_VALUE] : (row.tags ?? []);
    for (const value of values.length === 0 ? [NO_VALUE] : values)
      groups.set(value, [...(groups.get(value) ?? []), row]);
  }
  return [...groups].sort(
    ([one], [other]) => Number(one === NO_VALUE) - Number(other === NO_VALUE) || one.localeCompare(other),
  );
}

const DATE_IN_TITLE = /(?<!\d)(\d{4})([-_./])(\d{2})\2(\d{2})(?!\d)/;

/** Returns the local day of a row: when it was changed or created, or the first date in its title. */
export function findRowDay(row: QueryRow, date: QueryChoice['date']): Day | undefined {
  if (date !== 'title') return row[date] === undefined ? undefined : localDay(new Date(row[date]));
  const [, year, , month, day] = DATE_IN_TITLE.exec(row.title) ?? [];
  const found = `${year}-${month}-${day}`;
  return isDay(found) ? found : undefined;
}
