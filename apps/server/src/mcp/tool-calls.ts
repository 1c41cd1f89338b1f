import { type Operation, operations, type ServiceError } from '@notes/contract';
import { findTool, isOffered, readArguments, type Tool, type ToolScopes } from '@notes/contract/tools';
import type { Library } from '@notes/operations';
import { callTool } from '@notes/operations/tools';
import type { Logger } from 'pino';
import { egressLog, logFailure } from '../failures.js';
import { longestWork, tooLate } from '../http/deadline.js';
import { isObject, type JsonObject } from '../json.js';
import { describeFailure } from './failure.js';
import { RpcError, rpcCodes } from './rpc.js';

/** In one process; a model that asks for more at once is told to wait. */
const MAX_CALLS_IN_FLIGHT = 8;

export interface ToolCallOptions {
  readonly library: Library;
  readonly log: Logger;
  readonly door: 'http' | 'stdio';
  readonly scopes: ToolScopes;
}

/**
 * Answers `tools/call` with the JSON of its result; what a better call could mend is a result too.
 *
 * @throws RpcError when the call cannot be served whatever its arguments
 */
export type ToolCaller = (params: JsonObject, signal: AbortSignal) => Promise<string>;

/** What a call came to. */
interface Ended {
  readonly tool?: Tool;
  /** ok, the code of an error, or why it was not begun. */
  readonly outcome: string;
  readonly answer: string | RpcError;
}

export function createToolCaller({ library, log, door, scopes }: ToolCallOptions): ToolCaller {
  /** What agents see of the library, and who they are in it. */
  const view = { library, origin: 'mcp', hidesTrash: true, hidesSyncJobs: scopes.syncScope === 'disabled' } as const;
  let inFlight = 0;

  const work = async (tool: Tool, given: unknown, signal: AbortSignal): Promise<string> => {
    const subject = { tool: tool.name };
    const context = { ...view, now: Date.now, onEgress: egressLog(log, subject), signal };
    inFlight += 1;
    try {
      const args = readArguments(tool, given);
      return (await callTool(tool, context, args)).json;
    } catch (error) {
      throw logFailure(log, subject, error);
    } finally {
      inFlight -= 1;
    }
  };

  const call = async (tool: Tool, given: unknown, signal: AbortSignal): Promise<Ended> => {
    const { http }: Operation = operations[tool.operation];
    const limitMs = longestWork(http, library.config['server.request_timeout_seconds']);
    try {
      const json = await inTime(limitMs, signal, (ending) => work(tool, given, ending));
      return { tool, outcome: 'ok', answer: successOf(json) };
    } catch (error) {
      return {
        tool,
        ...failureOf(error as ServiceError, tool, given),
        ...(signal.aborted && { outcome: 'cancelled' }),
      };
    }
  };

  const serve = (params: JsonObject, signal: AbortSignal): Ended | Promise<Ended> => {
    if (typeof params.name !== 'string') return badParams('params.name is missing');
    const tool = findTool(params.name);
    if (tool === undefined) return { ...badParams('there is no such tool: tools/list names them'), outcome: 'unknown' };
    if (!isOffered(tool, scopes)) return { tool, outcome: 'refused', answer: outOfScope(tool, scopes) };
    const given = params.arguments ?? {};
    if (!isObject(given)) return { tool, ...badParams('params.arguments must be an object') };
    if (inFlight >= MAX_CALLS_IN_FLIGHT) return { tool, outcome: 'busy', answer: busy() };
    return call(tool, given, signal);
  };

  return async (params, signal) => {
    const started = performance.now();
    const { tool, outcome, answer } = await serve(params, signal);
    const duration_ms = Math.round((performance.now() - started) * 10) / 10;
    log.info({ tool: tool?.name ?? 'unknown', outcome, duration_ms, door }, 'tool called');
    if (answer instanceof RpcError) throw answer;
    return answer;
  };
}

/** What `work` gives, if it does in time and before `signal` fires; else it is told to end, and not waited for. */
async function inTime<T>(limitMs: number, signal: AbortSignal, work: (ending: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(tooLate()), limitMs);
  signal.addEventListener('abort', stop);
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** The same twice, because some clients show a model the one and some the other. */
const successOf = (json: string) =>
  `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;

function failureOf(error: ServiceError, tool: Tool, given: unknown): Ended {
  const { code, message } = error;
  if (code === 'internal_error') return { outcome: code, answer: new RpcError(rpcCodes.internalError, message) };
  const content = [{ type: 'text', text: describeFailure(error, tool, given) }];
  return { outcome: code, answer: JSON.stringify({ content, isError: true }) };
}

const badParams = (message: string): Ended => ({
  outcome: 'invalid',
  answer: new RpcError(rpcCodes.invalidParams, message),
});

const busy = () =>
  new RpcError(
    rpcCodes.refused,
    `${MAX_CALLS_IN_FLIGHT} calls are under way already: wait for an answer, then send this again`,
  );

function outOfScope({ name, scope, syncScope }: Tool, active: ToolScopes): RpcError {
  const data = {
    required_scope: scope,
    active_scope: active.scope,
    ...(syncScope !== 'disabled' && { required_sync_scope: syncScope, active_sync_scope: active.syncScope }),
  };
  const [needed, inForce] =
    syncScope === 'disabled'
      ? [`scope ${scope}`, `scope in force is ${active.scope}`]
      : [`scope ${scope} and sync scope ${syncScope}`, `scopes in force are ${active.scope} and ${active.syncScope}`];
  const message = `${name} needs ${needed}; the ${inForce}`;
  return new RpcError(rpcCodes.invalidParams, message, { data });
}
