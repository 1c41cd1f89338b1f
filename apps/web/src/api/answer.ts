import { ApiError } from './refusal.js';
import { text } from './texts.js';

/** An answer as it came; it need not be the service's own. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The revision that is current, where the answer names it. */
  readonly revisionId?: string | undefined;
}

/**
 * What an answer gives.
 *
 * @throws ApiError the refusal it is, or `internal_error` where it is nothing the service says
 */
export function contentOf<T>({ status, body, revisionId }: Answer): T {
  const content = parsed(body);
  if (status >= 200 && status < 300 && content !== undefined) return content as T;
  const { code, message } = (content as Partial<{ error: Partial<ApiError> }> | null | undefined)?.error ?? {};
  if (typeof code === 'string' && typeof message === 'string') throw new ApiError(code, message, revisionId);
  throw new ApiError('internal_error', text.answered(status));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
