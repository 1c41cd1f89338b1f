import { quote } from './quote.js';

/** Reasons to refuse a whole archive or export. A flaw of one entry rejects only that entry. */
const REASONS = {
  too_many_entries: 'has more than 500,000 entries',
  zip_bomb: 'has an entry that decompresses to more than 200 times its size, or entries that overlap',
  damaged: 'is damaged or has another format',
  too_deep: 'nests elements deeper than 512 levels',
  entities: 'declares its own XML entities',
} as const;
export type SourceErrorCode = keyof typeof REASONS;

/** Thrown for a whole file that cannot be read as its format or looks malicious. */
export class SourceError extends Error {
  readonly code: SourceErrorCode;

  /** @param detail name of the file or entry */
  constructor(code: SourceErrorCode, detail: string, cause?: unknown) {
    super(`${code}: The file ${REASONS[code]}: ${quote(detail)}`, { cause });
    this.name = 'SourceError';
    this.code = code;
  }
}
