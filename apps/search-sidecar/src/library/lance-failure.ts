import { EngineError } from '@notes/search-engine';

const FULL = /no space left|disk quota|file too large|os error (?:28|27|122)|ENOSPC|EDQUOT|EFBIG/i;
const OUTSIDE =
  /permission denied|too many open files|os error (?:1|5|12|13|23|24|30)\b|EACCES|EPERM|EMFILE|EROFS|EIO/i;

/** Returns true for an error that the disk is full or a limit of its use is reached. */
export const isFull = (error: unknown): boolean => FULL.test(String(error));

/** Returns true for an error whose reason lies outside the files of an index: rights, limits of the system, the disk. */
export const isOutsideIndex = (error: unknown): boolean => isFull(error) || OUTSIDE.test(String(error));

/** Converts an error of LanceDB, whose message may contain text of notes, to one for the service. */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (isFull(error)) return new EngineError('full', 'The disk of the search index is full', { cause: error });
  return new EngineError(
    'failed',
    'The search index cannot be written or read. The log of notes-search has the details',
    {
      cause: error,
    },
  );
}
