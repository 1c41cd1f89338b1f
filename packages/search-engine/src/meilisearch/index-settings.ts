import { z } from 'zod';
import { MAX_CANDIDATES } from '../port.js';

/** Settings of an index that the engine needs. All others, such as embedders, are those of the user. */
export const INDEX_SETTINGS = {
  searchableAttributes: ['title', 'body'],
  filterableAttributes: ['bucket'],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnWords: [],
    disableOnAttributes: [],
  },
  // Empty documents of deleted records can be among the hits, until the server has removed them.
  pagination: { maxTotalHits: 2 * MAX_CANDIDATES },
} as const;

/** Reads settings; anything that does not have their form differs from them. */
export const settingsSchema = z.looseObject({});

/** Returns true when the settings of an index have all values of `INDEX_SETTINGS`. */
export function hasSettings(actual: unknown, wanted: unknown = INDEX_SETTINGS): boolean {
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(wanted) && (actual as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([name, value]) => hasSettings((actual as Record<string, unknown>)[name], value));
}

export const embeddersSchema = z.record(
  z.string(),
  z.looseObject({ source: z.string(), model: z.string().nullish(), dimensions: z.int().nullish() }),
);
