/** Returns the query for a phrase in the text of notes. */
export const phraseQuery = (phrase: string): string => `body:"${phrase.replace(/["\\]/g, '\\$&')}"`;
