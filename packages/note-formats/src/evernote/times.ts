import { parseMoment } from '../moment.js';

const COMPACT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/**
 * Parses a time as exports write it (`20240106T133710Z`), or an ISO 8601 time.
 *
 * @returns milliseconds since the Unix epoch; undefined for anything else
 */
export const parseEnexTime = (text: string): number | undefined =>
  parseMoment(text.replace(COMPACT, '$1-$2-$3T$4:$5:$6Z'));
