import { ApiError, text } from './api-error.js';

/** A response as received. A proxy may have sent it instead of the service. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Current revision, from the response headers. */
  readonly revisionId?: string | undefined;
}

/**
 * Parses the body of a response.
 *
 * @throws ApiError the error the service reported, or `internal_error` for any other response
 */
export function parseAnswer<T>({ status, body, revisionId }: Answer): T {
  const content = parseJson(body);
  if (status >= 200 && status < 300 && content !== undefined) return content as T;
  const { code, message } = (content as Partial<{ error: Partial<ApiError> }> | null | undefined)?.error ?? {};
  if (typeof code === 'string' && typeof message === 'string') throw new ApiError(code, message, revisionId);
  throw new ApiError('internal_error', text.answered(status));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
