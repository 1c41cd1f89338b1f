import { type ErrorCode, errorCodes, type Output, ServiceError } from '@notes/contract';
import { ConfigError, formatUsageError } from '@notes/operations/config';
import { CommanderError } from 'commander';

/**
 * Exit codes of errors and of ended jobs. An error exits with the code of its row in `errorCodes` of the contract;
 * `toFailure` applies the exception, a job that does not exist. A command that succeeds exits with 0. If its answer
 * needs attention, its `exitCode` returns `FINDINGS_EXIT`, or 1 when the requested thing is missing or not allowed.
 */

/** Exit code for success with findings that need attention. */
export const FINDINGS_EXIT = 10;
/** Exit code of a command without a job that Ctrl-C ended, by shell convention. */
export const INTERRUPTED_EXIT = 130;
/** Exit code by the state of a job. */
export const JOB_EXITS: Readonly<Record<Output<'getJob'>['state'], number>> = {
  succeeded: 0,
  failed: 1,
  queued: 3,
  running: 3,
  cancelled: 4,
  interrupted: 6,
};
const NO_SUCH_JOB_EXIT = 5;

/** Error for an invalid command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Error for a name that matches several notes. */
export class AmbiguousNote extends ServiceError {
  readonly candidates: readonly { id: string; title: string; notebook: string }[];

  constructor(message: string, candidates: AmbiguousNote['candidates']) {
    super('not_found', message);
    this.candidates = candidates;
  }
}

/** Error for a job that does not exist, which has an exit code of its own. */
export class NoSuchJob extends ServiceError {
  constructor(cause: ServiceError) {
    super(cause.code, cause.message, { cause });
  }
}

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly exit: number;
  readonly candidates?: AmbiguousNote['candidates'];
}

/** Converts an error into a failure for the user; null when commander ends after printing help. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return null;
    return failure('validation_failed', formatUsageError(error.message));
  }
  if (error instanceof ConfigError || error instanceof UsageError) return failure('validation_failed', error.message);
  if (error instanceof AmbiguousNote) return { ...failure(error.code, error.message), candidates: error.candidates };
  if (error instanceof NoSuchJob) return { ...failure(error.code, error.message), exit: NO_SUCH_JOB_EXIT };
  if (error instanceof ServiceError) return failure(error.code, error.message);
  if (isStorageError(error)) return failure('storage_unavailable', error.message);
  return failure('internal_error', error instanceof Error ? error.message : String(error));
}

const failure = (code: ErrorCode, message: string): Failure => ({ code, message, exit: errorCodes[code].exit });

/** Returns true for errors of storage; the class itself is loaded only with the library. */
export const isStorageError = (error: unknown): error is Error & { reason: string } =>
  error instanceof Error && error.name === 'StorageError';
