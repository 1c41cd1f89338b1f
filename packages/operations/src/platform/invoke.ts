import {
  checkConfirmation,
  type Handlers,
  type Operation,
  type OperationName,
  type Output,
  operations,
  parseInput,
} from '@notes/contract';
import type { CallContext, Context } from './context.js';
import { handlers } from './handlers.js';
import { toServiceError } from './service-error.js';

type AnyHandler = (context: Context, input: unknown) => unknown;

/**
 * Runs an operation as every interface does: validates the input, checks the confirmation, runs the handler and maps
 * storage errors to service errors.
 *
 * @throws ServiceError with a code of the contract row; any other error is an internal fault
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
    throw toServiceError(error);
  }
}
