import { checkConfirmation, type Operation, parseInput } from '@notes/contract';
import type { CallContext, Context } from './context.js';
import { toServiceError } from './service-error.js';

export type AnyHandler = (context: Context, input: unknown) => unknown;

/**
 * Runs the handler of a row: validates the input, checks the confirmation, runs the handler and maps storage errors to
 * service errors. The result is a promise exactly when the handler returns one.
 *
 * @throws ServiceError with a code of the row; any other error is an internal fault
 */
export function runOperation(
  row: Operation,
  handler: AnyHandler,
  context: CallContext,
  raw: Record<string, unknown>,
): unknown {
  const input = parseInput(row, raw);
  checkConfirmation(row, input);
  try {
    const output = handler(addPrecondition(context, row), input);
    return output instanceof Promise ? output.catch(rethrow) : output;
  } catch (error) {
    return rethrow(error);
  }
}

/** Returns a context with the precondition of a row: the given one where it has that already. */
function addPrecondition(context: CallContext & Partial<Context>, { precondition }: Operation): Context {
  return context.precondition === precondition ? (context as Context) : { ...context, precondition };
}

function rethrow(error: unknown): never {
  throw toServiceError(error);
}
