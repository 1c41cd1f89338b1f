import { ServiceError } from '@notes/contract';
import type { CallContext } from '@notes/operations';
import type { Logger } from 'pino';

/** What a line of the log is about: an operation or a tool. */
type Subject = Readonly<Record<string, string>>;

export const internalError = (cause: unknown) =>
  new ServiceError('internal_error', 'the service failed; its log says more', { cause });

/** What went wrong in an operation, as its caller is told; the log gets what the caller does not. */
export function logFailure(log: Logger, subject: Subject, error: unknown): ServiceError {
  const known = error instanceof ServiceError ? error : internalError(error);
  if (known.code === 'internal_error') log.error({ ...subject, err: known.cause }, 'operation failed');
  else if (known.code === 'storage_unavailable') log.warn({ ...subject, err: known.cause }, known.message);
  return known;
}

/** Logs every request that leaves this machine. */
export const egressLog =
  (log: Logger, subject: Subject): NonNullable<CallContext['onEgress']> =>
  (egress) =>
    log.info({ ...subject, ...egress }, 'asked another host');
