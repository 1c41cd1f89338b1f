import type { ArchiveRecord } from '@notes/archive-manifest';
import type { ArchivedEntity, ArchiveRow } from '@notes/storage';
import { TARGETS, type Target } from '../selection/targets.js';
import { timestamp } from '../wire.js';

/** What an entity has instead of what a target withholds. */
type Blank = null | readonly never[];

const FLAGS: ReadonlySet<string> = new Set(['builtin', 'read_only']);
const LISTS: ReadonlySet<string> = new Set(['former_titles', 'parent_ids']);
const SOURCES = 'sources';
const isTime = (field: string) => field.endsWith('_at');

/** Turns the rows of an entity into records, without what a target withholds. */
export function recordsOf<Entity extends ArchivedEntity>(
  entity: Entity,
  target: Target,
): (row: ArchiveRow) => ArchiveRecord<Entity> {
  const withheld: ReadonlySet<string> = new Set(TARGETS[target].withheld[entity] ?? []);
  const blank = (field: string): Blank => (LISTS.has(field) || field === SOURCES ? [] : null);
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [field, withheld.has(field) ? blank(field) : wire(field, value)]),
    ) as unknown as ArchiveRecord<Entity>;
}

function wire(field: string, value: string | number | null): unknown {
  if (typeof value === 'number' && isTime(field)) return timestamp(value);
  if (typeof value === 'string' && LISTS.has(field)) return JSON.parse(value);
  if (typeof value === 'string' && field === SOURCES) return (JSON.parse(value) as ArchiveRow[]).map(wireRow);
  return FLAGS.has(field) ? value === 1 : value;
}

const wireRow = (row: ArchiveRow) =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [field, wire(field, value)]));

/** The latest moment a record tells of; times in records compare as texts. */
export function newestIn(record: object): string {
  const times = Object.entries(record).flatMap(([field, value]) => {
    if (field === SOURCES) return (value as object[]).map(newestIn);
    return isTime(field) && value !== null ? [value] : [];
  });
  return times.sort().at(-1) ?? '';
}
