import type { ArchiveRow } from '@notes/storage';

/** Converts a record to a row: times in milliseconds. Leaves lists out. */
export function toRow(record: object): ArchiveRow {
  const row: Record<string, ArchiveRow[string]> = {};
  for (const [field, value] of Object.entries(record))
    if (!Array.isArray(value)) row[field] = toColumnValue(field, value);
  return row;
}

const toColumnValue = (field: string, value: unknown): ArchiveRow[string] =>
  typeof value === 'string' && field.endsWith('_at') ? Date.parse(value) : (value as ArchiveRow[string]);
