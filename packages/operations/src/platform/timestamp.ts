/** Formats a time for the wire and archives: UTC, to the millisecond. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
