import { parseMoment } from '../moment.js';

const COMPACT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** Milliseconds since 1970 of a time as exports write it (`20240106T133710Z`), or of an ISO 8601 one. */
export const parseEnexTime = (text: string): number | undefined =>
  parseMoment(text.replace(COMPACT, '$1-$2-$3T$4:$5:$6Z'));
