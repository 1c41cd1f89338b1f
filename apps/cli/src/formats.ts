/** Formats in which a command prints its answer. */
export const formats = ['table', 'json', 'jsonl', 'csv', 'md', 'ids'] as const;
export type Format = (typeof formats)[number];
