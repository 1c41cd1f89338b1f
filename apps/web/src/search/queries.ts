import { nameKey, printValue } from '@notes/query-language';

/** A tag as the value of its field: `none` alone would ask for notes without tags. */
export const tagValue = (name: string): string => printValue(name, nameKey(name) === 'none');

/** The query for a tag and those below it. */
export const tagQuery = (name: string): string => `tag:${tagValue(name)}`;
