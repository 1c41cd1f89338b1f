import type { ArchiveRow } from '@notes/storage';

/** A record as storage has it: times in milliseconds, flags as 0 and 1. Lists are left out. */
export function toRow(record: object): ArchiveRow {
  const fields = Object.entries(record).filter(([, value]) => !Array.isArray(value));
  return Object.fromEntries(fields.map(([field, value]) => [field, stored(field, value)]));
}

function stored(field: string, value: unknown): ArchiveRow[string] {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' && field.endsWith('_at') ? Date.parse(value) : (value as ArchiveRow[string]);
}
