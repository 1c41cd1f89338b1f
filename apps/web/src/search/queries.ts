import { nameKey, printValue } from '@notes/query-language';

/** Quotes a tag as a value of its field: a bare `none` would find notes without tags. */
export const tagValue = (name: string): string => printValue(name, nameKey(name) === 'none' || name.startsWith('#'));

/** Returns the query for a tag and those below it. */
export const tagQuery = (name: string): string => `tag:${tagValue(name)}`;
