import {
  checkConfirmation,
  type Handlers,
  type Operation,
  type OperationName,
  type Output,
  operations,
  parseInput,
  ServiceError,
} from '@notes/contract';
import { StorageError } from '@notes/storage';
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

function asServiceError(error: StorageError): ServiceError {
  if (error.reason === 'unsupported_query')
    return new ServiceError('validation_failed', error.message, { cause: error });
  return new ServiceError('storage_unavailable', error.message, { cause: error });
}
