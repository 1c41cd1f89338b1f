import { ServiceError } from '@notes/contract';
import { quote } from '../quote.js';

/** Reasons to refuse a whole archive or export. A flaw of one entry rejects only that entry. */
const REASONS = {
  too_many_entries: 'has more than 500,000 entries',
  zip_bomb: 'has an entry that decompresses to more than 200 times its size, or entries that overlap',
  damaged: 'is damaged or has another format',
  too_deep: 'nests elements deeper than 512 levels',
  entities: 'declares its own XML entities',
} as const;
export type RefusalCode = keyof typeof REASONS;

/** Returns the error for a whole file, which is refused before anything is written. */
export const createRefusal = (code: RefusalCode, detail: string, cause?: unknown): ServiceError =>
  new ServiceError('validation_failed', `${code}: The file ${REASONS[code]}: ${quote(detail)}. Nothing was imported`, {
    cause,
  });

/** Most entries in an archive. */
export const MAX_ENTRIES = 500_000;
/** Largest ratio of the decompressed to the compressed size of an entry. */
export const MAX_RATIO = 200;
/** Decompressed size, in bytes, up to which an entry may have any ratio. */
export const RATIO_FREE_BYTES = 1024 * 1024;
