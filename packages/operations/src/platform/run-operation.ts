import { checkConfirmation, type Operation, parseInput } from '@notes/contract';
import type { CallContext, Context } from './context.js';
import { toServiceError } from './service-error.js';

export type AnyHandler = (context: Context, input: unknown) => unknown;

/**
 * Runs the handler of a row: validates the input, checks the confirmation, runs the handler and maps storage errors to
 * service errors.
 *
 * @throws ServiceError with a code of the row; any other error is an internal fault
 */
export async function runOperation(
  row: Operation,
  handler: AnyHandler,
  context: CallContext,
  raw: Record<string, unknown>,
): Promise<unknown> {
  const input = parseInput(row, raw);
  checkConfirmation(row, input);
  try {
    return await handler({ ...context, precondition: row.precondition }, input);
  } catch (error) {
    throw toServiceError(error);
  }
}
