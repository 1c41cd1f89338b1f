import { type ErrorCode, errorCodes, ServiceError } from '@notes/contract';
import { type CallContext, MissingFileError, toServiceError } from '@notes/operations';
import { PEER_REPLIES } from '@notes/sync-protocol/auth';
import type { Logger } from 'pino';

/** Subject of a log line: an operation or a tool. */
type LogSubject = Readonly<Record<string, string>>;

/** Builds the answer for an error that its caller may not see, unless a file of the program is missing. */
export function createInternalError(cause: unknown): ServiceError {
  const known = toServiceError(cause);
  return known instanceof MissingFileError
    ? known
    : new ServiceError('internal_error', 'The service failed. Its log has the details', { cause });
}

/** Builds the answer for an address without a route. It is the same on all listeners, so that it reveals nothing. */
export const createNotFoundError = () => new ServiceError('not_found', PEER_REPLIES.not_found.message);

/**
 * Builds the answer for a path that does not support the method of a request.
 * @param allowed supported methods, as in the header `Allow`
 */
export const createMethodError = (allowed: string) =>
  new ServiceError('method_not_allowed', `This path does not support the method. Use ${allowed}`);

/** Codes for statuses of client errors that are more specific than 400. */
const requestFaults: readonly ErrorCode[] = [
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'headers_too_large',
];

/**
 * Translates an error that a library threw with an HTTP status, as Express and its parts do.
 *
 * @returns the error of the service with that status, `validation_failed` where no code has it; undefined for an error
 * without a client error status (400 to 499)
 */
export function toRequestFault(error: unknown): ServiceError | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const code = requestFaults.find((each) => errorCodes[each].http === status) ?? 'validation_failed';
  return new ServiceError(code, 'The request is malformed. Check its path, headers and body', { cause: error });
}

/** Translates an error of an operation for its caller; the log gets the details that the caller does not. */
export function logFailure(log: Logger, subject: LogSubject, error: unknown): ServiceError {
  const translated = toServiceError(error);
  const known = translated instanceof ServiceError ? translated : createInternalError(error);
  if (known.code === 'internal_error') log.error({ ...subject, err: known.cause }, 'operation failed');
  else if (known.code === 'storage_unavailable') log.warn({ ...subject, err: known.cause }, known.message);
  return known;
}

/** Logs every request that leaves this machine. */
export const createEgressLog =
  (log: Logger, subject: LogSubject): NonNullable<CallContext['onEgress']> =>
  (egress) =>
    log.info({ ...subject, ...egress }, 'request to another host');
