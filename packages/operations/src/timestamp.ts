/** A time as the wire and archives have it: UTC, to the millisecond. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
