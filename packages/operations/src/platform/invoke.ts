import { type Handlers, type Operation, type OperationName, type Output, operations } from '@notes/contract';
import type { CallContext, Context } from './context.js';
import { handlers } from './handlers.js';
import { type AnyHandler, runOperation } from './run-operation.js';

/**
 * Runs an operation as every interface does: see {@link runOperation}.
 *
 * @throws ServiceError with a code of the contract row; any other error is an internal fault
 */
export async function invoke<Name extends OperationName>(
  name: Name,
  context: CallContext,
  raw: Record<string, unknown>,
): Promise<Output<Name>> {
  return callOperation(name, context, raw);
}

/**
 * Runs an operation like {@link invoke}, without a promise where the operation needs none: waiting costs more than
 * reading a note.
 *
 * @throws ServiceError like `invoke`; the promise rejects with it where the operation returns one
 */
export function callOperation<Name extends OperationName>(
  name: Name,
  context: CallContext,
  raw: Record<string, unknown>,
): Output<Name> | Promise<Output<Name>> {
  const row: Operation = operations[name];
  const handler = (handlers as Handlers<Context>)[name] as AnyHandler;
  return runOperation(row, handler, context, raw) as Output<Name> | Promise<Output<Name>>;
}
