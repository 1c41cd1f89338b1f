import {
  checkConfirmation,
  type ErrorCode,
  type Handlers,
  type Operation,
  type OperationName,
  type Output,
  operations,
  parseInput,
  ServiceError,
} from '@notes/contract';
import { StorageError, type StorageReason } from '@notes/storage';
import type { CallContext, Context } from './context.js';
import { handlers } from './handlers.js';

type AnyHandler = (context: Context, input: unknown) => unknown;

/**
 * Runs an operation as every door does: validate, check the confirmation, run, and say storage's refusals in the
 * service's terms.
 *
 * @throws ServiceError with a code of the row; anything else is a fault of the service
 */
export async function invoke<Name extends OperationName>(
  name: Name,
  context: CallContext,
  raw: Record<string, unknown>,
): Promise<Output<Name>> {
  const row: Operation = operations[name];
  const input = parseInput(row, raw);
  checkConfirmation(row, input);
  try {
    const handler = (handlers as Handlers<Context>)[name] as AnyHandler;
    return (await handler({ ...context, precondition: row.precondition }, input)) as Output<Name>;
  } catch (error) {
    throw error instanceof StorageError ? asServiceError(error) : error;
  }
}

/** What storage's refusals mean to a caller; the others: the library cannot be used now. */
const CODES: Readonly<Partial<Record<StorageReason, ErrorCode>>> = {
  too_large: 'body_too_large',
  damaged_blob: 'internal_error',
};

/** Says a refusal of storage in the service's terms. */
function asServiceError(error: StorageError): ServiceError {
  return new ServiceError(CODES[error.reason] ?? 'storage_unavailable', error.message, { cause: error });
}
