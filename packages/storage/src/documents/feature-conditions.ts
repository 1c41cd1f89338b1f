import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { literal } from '../library/query.js';
import { documents } from '../schema.js';
import { AMENDED, FEATURES } from './derived.js';

/** Returns the condition for notes with a feature, as the partial indexes have it. */
export const hasFeature = (feature: keyof typeof FEATURES, features: SQLiteColumn = documents.features): SQL =>
  sql`${features} & ${literal(FEATURES[feature])}`;

/** Returns the condition for notes whose text is not parsed completely, as the partial index has it. */
export const isNotFullyParsed = (features: SQLiteColumn = documents.features): SQL =>
  sql`${features} & ${literal(FEATURES.unparsed | FEATURES['partly-read'])}`;

/** Returns the condition for notes that changed otherwise since their current revision became current. */
export const isAmended = (features: SQLiteColumn = documents.features): SQL => sql`${features} & ${literal(AMENDED)}`;

/** Value of `features` that records such a change. */
export const AMENDED_FEATURES: SQL<number> = sql<number>`${documents.features} | ${literal(AMENDED)}`;
