import type { ErrorCode } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  noAnswer: 'The service is not responding.',
  answered: (status: number) => `The service answered ${status}.`,
});

/** An error reported by the service, with its message; `offline` when no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode | 'offline',
    message: string,
    /** Current revision, when a precondition was stale. */
    readonly currentRevisionId?: string,
  ) {
    super(message);
  }
}

/** Returns a caught `ApiError`; rethrows any other error, which is a fault of the page. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Returns the result of a request; undefined when it fails with an `ApiError` or was aborted by `signal`. */
export async function ifAnswered<T>(request: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) return undefined;
    throw error;
  }
}

/** Returns the code of an error that the service reported, to name it by; undefined when no response arrived. */
export const getReportedCode = ({ code }: ApiError): ErrorCode | undefined => (code === 'offline' ? undefined : code);

/** Formats an error in one line. */
export function formatError(error: ApiError): string {
  const code = getReportedCode(error);
  return code === undefined ? error.message : `${error.message} (${code})`;
}

let reportNoAnswer = (): void => {};

/** Registers the listener for requests without a response. */
export const onNoAnswer = (listener: () => void): void => {
  reportNoAnswer = listener;
};

/** Creates the error for a request without a response. */
export function createOfflineError(): ApiError {
  reportNoAnswer();
  return new ApiError('offline', text.noAnswer);
}
