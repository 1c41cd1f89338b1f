import type { Handlers, OperationName } from '@notes/contract';
import type { Context } from './context.js';

type NamedHandlers<Name extends OperationName> = Pick<Handlers<Context>, Name>;
type AnyHandler = (context: Context, input: unknown) => unknown;

/**
 * Returns handlers whose module is loaded at the first call of one of them. Most runs call few operations, so a module
 * that only rare operations need does not slow down every start.
 *
 * @param load imports the module
 * @param names handlers that the module exports under the names of their rows
 */
export function deferHandlers<Name extends OperationName>(
  load: () => Promise<NamedHandlers<NoInfer<Name>>>,
  names: readonly Name[],
): NamedHandlers<Name> {
  const deferred = names.map((name) => {
    const handler: AnyHandler = async (context, input) => ((await load())[name] as AnyHandler)(context, input);
    return [name, handler];
  });
  return Object.fromEntries(deferred);
}
