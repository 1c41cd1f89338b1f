import type { NoteQueryField } from '@notes/markdown-blocks';
import { longDate } from '../../text/dates.js';
import { bytes, number } from '../../text/numbers.js';
import { text } from '../texts.js';
import type { QueryRow } from './query-rows.js';

export const fieldNames: Readonly<Record<NoteQueryField, string>> = {
  title: text.columnTitle,
  notebook: text.columnNotebook,
  notebook_id: text.columnNotebookId,
  tags: text.columnTags,
  created_at: text.columnCreated,
  updated_at: text.columnChanged,
  snippet: text.columnText,
  size_bytes: text.columnSize,
  open_tasks: text.columnOpenTasks,
};

/** Formats the value of a field of a row; empty without a value. */
export function formatField(row: QueryRow, field: Exclude<NoteQueryField, 'title'>): string {
  const value = row[field];
  if (value === undefined) return '';
  if (field === 'created_at' || field === 'updated_at') return longDate(value as string);
  if (field === 'size_bytes') return bytes(value as number);
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : value.join(', ');
}
