import type { ErrorCode } from '@notes/contract';
import { text } from './texts.js';

/** A refusal of the service in its own words; `offline` where no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode | 'offline',
    message: string,
    /** Of a stale precondition: the revision that is current. */
    readonly currentRevisionId?: string,
  ) {
    super(message);
  }
}

/** What was thrown, where it is a refusal; anything else is a fault of the page, and thrown on. */
export function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** What was asked for; undefined where it is refused, gets no answer, or was called off by `signal`. */
export async function ifAnswered<T>(asked: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) return undefined;
    throw error;
  }
}

/** A refusal in one line. */
export const inWords = ({ message, code }: ApiError): string => `${message} (${code})`;

let tell = (): void => {};

/** Has `listener` told of each request that gets no answer. */
export const onNoAnswer = (listener: () => void): void => {
  tell = listener;
};

/** The refusal where no answer came. */
export function noAnswer(): ApiError {
  tell();
  return new ApiError('offline', text.noAnswer);
}
