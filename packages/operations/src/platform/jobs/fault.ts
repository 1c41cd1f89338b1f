import { ServiceError } from '@notes/contract';
import { StorageError } from '@notes/storage';

/** Loggable part of an error. The message is left out: it may name an imported file or quote a note. */
export interface Fault {
  readonly name: string;
  /** Error code of the system, SQLite, the service or storage. */
  readonly code?: string;
  /** Stack frames without the message. */
  readonly stack: string;
  readonly cause?: Fault;
}

/** An error whose message reveals nothing about a job's data: anybody who may see the job may read the message. */
export class SafeMessageError extends ServiceError {}

/** Returns true for an error that its code alone does not explain, unlike a missing folder. */
export const isUnexpected = (error: unknown): boolean =>
  error !== undefined && !(error instanceof ServiceError && error.code !== 'internal_error');

/** Reduces an error and its causes to their loggable parts. */
export function toFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, stack: '' };
  const { name, cause } = error;
  const code = error instanceof StorageError ? error.reason : (error as NodeJS.ErrnoException).code;
  return {
    name,
    ...(typeof code === 'string' && { code }),
    stack: extractFrames(error),
    ...(cause instanceof Error && { cause: toFault(cause) }),
  };
}

/** The message is removed first: a line of it may look like a stack frame. */
function extractFrames({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  if (start < 0) return '';
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => /^ {4}at /.test(line)).join('\n');
}
