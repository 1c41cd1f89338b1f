import { readStored, writeStored } from '../../kernel/browser-storage.js';
import { text } from '../texts.js';

export const queryViews = { table: text.viewTable, board: text.viewBoard, calendar: text.viewCalendar } as const;
export const boardColumns = { notebook: text.columnNotebook, tags: text.columnTags } as const;
export const calendarDates = {
  updated_at: text.columnChanged,
  created_at: text.columnCreated,
  title: text.columnTitle,
} as const;

/** Presentation of a query's results, as chosen by the reader. */
export interface QueryChoice {
  readonly view: keyof typeof queryViews;
  readonly columns: keyof typeof boardColumns;
  readonly date: keyof typeof calendarDates;
}

const KEY = 'notes.query-views';
/** Choices kept; the oldest are dropped. */
const MAX_CHOICES = 100;

function readChoices(): [block: string, choice: Partial<QueryChoice>][] {
  try {
    const stored: unknown = JSON.parse(readStored('localStorage', KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => Array.isArray(one) && typeof one[0] === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Returns the choice stored for a block, with defaults for missing and unknown values.
 *
 * @param standard view that the author of the block chose, if any
 */
export function readChoice(block: string, standard: string | undefined): QueryChoice {
  const stored = readChoices().find(([key]) => key === hashBlock(block))?.[1] ?? {};
  const one = <Value extends string>(options: Readonly<Record<Value, string>>, ...values: (string | undefined)[]) =>
    values.find((value): value is Value => value !== undefined && Object.hasOwn(options, value)) as Value;
  return {
    view: one(queryViews, stored.view, standard, 'table'),
    columns: one(boardColumns, stored.columns, 'notebook'),
    date: one(calendarDates, stored.date, 'updated_at'),
  };
}

/** Stores the choice for a block in this browser. */
export function storeChoice(block: string, choice: QueryChoice): void {
  const key = hashBlock(block);
  const others = readChoices().filter(([other]) => other !== key);
  writeStored('localStorage', KEY, JSON.stringify([...others, [key, choice]].slice(-MAX_CHOICES)));
}

/** Hashes the text of a block (FNV-1a): only a key, which need not be unique. */
function hashBlock(block: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < block.length; at += 1) hash = Math.imul(hash ^ block.charCodeAt(at), 0x01000193);
  return `${block.length}-${(hash >>> 0).toString(36)}`;
}
