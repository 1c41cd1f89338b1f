import { nameKey, printValue } from '@notes/query-language';

/** Quotes a tag as a value of its field: a bare `none` would find notes without tags. */
export const tagValue = (name: string): string => printValue(name, nameKey(name) === 'none' || name.startsWith('#'));

/** Query for the user's own notes. Help is listed in its notebook and found by searches. */
export const OWN_NOTES = '-notebook:nb_help';

/** Returns the query for a tag and those below it. */
export const tagQuery = (name: string): string => `tag:${tagValue(name)}`;
