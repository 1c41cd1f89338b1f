import { ServiceError } from '@notes/contract';
import { quoted } from '../quoted.js';

/** What no program that means well puts into an archive or an export. */
const WHY = {
  unsafe_path: 'has an entry whose path leads out of it',
  link: 'has an entry that is a link or a device',
  duplicate_entry: 'has two entries of one name',
  too_many_entries: 'has over 500,000 entries',
  zip_bomb: 'has an entry that grows to over 200 times its size, or shares its bytes with another',
  damaged: 'cannot be read as what it should be',
  too_deep: 'nests deeper than 512 elements',
  entities: 'declares entities of its own',
} as const;
export type RefusalCode = keyof typeof WHY;

/** A whole file is refused before anything of it is written. */
export const refused = (code: RefusalCode, detail: string, cause?: unknown): ServiceError =>
  new ServiceError('validation_failed', `${code}: the file ${WHY[code]}: ${quoted(detail)}. Nothing was imported`, {
    cause,
  });

export const MAX_ENTRIES = 500_000;
/** Of what an entry becomes to what it takes. */
export const MAX_RATIO = 200;
/** An entry that becomes no more than this may do so from next to nothing. */
export const RATIO_FREE_BYTES = 1024 * 1024;
