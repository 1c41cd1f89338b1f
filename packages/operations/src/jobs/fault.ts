import { ServiceError } from '@notes/contract';
import { StorageError } from '@notes/storage';

/** What a log may hold of an error: its message may name an imported file or quote a note. */
export interface Fault {
  readonly name: string;
  /** As the system, SQLite, the service or storage calls it. */
  readonly code?: string;
  /** Lines of the program alone. */
  readonly stack: string;
  readonly cause?: Fault;
}

/** An error whose message says nothing of what a job worked on: anybody who looks at the job may read it. */
export class TellableError extends ServiceError {}

/** True of an error that its code alone does not explain, as it does a folder that is gone. */
export const isUnexpected = (error: unknown): boolean =>
  error !== undefined && !(error instanceof ServiceError && error.code !== 'internal_error');

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, stack: '' };
  const { name, cause } = error;
  const code = error instanceof StorageError ? error.reason : (error as NodeJS.ErrnoException).code;
  return {
    name,
    ...(typeof code === 'string' && { code }),
    stack: framesOf(error),
    ...(cause instanceof Error && { cause: faultOf(cause) }),
  };
}

/** The message is cut off first: a line of it may look like a frame. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  if (start < 0) return '';
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => /^ {4}at /.test(line)).join('\n');
}
