/** The first schema with a place for every field of the records: of older ones no archive is written, none is read. */
export const OLDEST_SCHEMA = 13;
