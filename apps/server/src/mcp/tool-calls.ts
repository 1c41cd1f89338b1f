import { type Operation, operations, ServiceError } from '@notes/contract';
import { findTool, isOffered, readArguments, type Tool, type ToolScopes } from '@notes/contract/tools';
import type { Library } from '@notes/operations';
import { addNearNames, callTool, resolveNames } from '@notes/operations/tools';
import type { Logger } from 'pino';
import { createEgressLog, logFailure } from '../failures.js';
import { createTimeoutError, getTimeLimitMs } from '../http/deadline.js';
import { isObject, type JsonObject } from '../json.js';
import { CallQueue } from './call-queue.js';
import { describeFailure } from './failure.js';
import { RpcError, rpcCodes } from './rpc.js';

/** Limits on the calls of one process: several agents may share it, and each may call many tools at once. */
const LIMITS = { maxRunning: 8, maxWaiting: 64 };

export interface ToolCallOptions {
  readonly library: Library;
  readonly log: Logger;
  readonly door: 'http' | 'stdio';
  readonly scopes: ToolScopes;
  /** Receives the id of each sync job that a call queued, where the session itself may have to run it. */
  readonly jobQueued?: (id: string) => void;
}

/**
 * Answers `tools/call` with the JSON of its result; errors that a better call can avoid are results too.
 *
 * @param signal - signal that fires with the text of a reason
 * @throws RpcError when the call cannot be served whatever its arguments
 */
export type ToolCaller = (params: JsonObject, signal: AbortSignal) => Promise<string>;

/** Outcome of a call. */
interface CallOutcome {
  readonly tool?: Tool;
  /** Outcome: ok, the code of an error, or the reason why the call was not started. */
  readonly outcome: string;
  readonly answer: string | RpcError;
}

export function createToolCaller({ library, log, door, scopes, jobQueued }: ToolCallOptions): ToolCaller {
  /** View of the library for agents, and their origin in revisions. */
  const view = { library, origin: 'mcp', hidesTrash: true, hidesSyncJobs: scopes.syncScope === 'disabled' } as const;
  const resultForm = library.config['mcp.results'];
  const queue = new CallQueue(LIMITS);

  const work = async (tool: Tool, given: unknown, signal: AbortSignal): Promise<string> => {
    const subject = { tool: tool.name };
    const context = {
      ...{ ...view, now: Date.now, onEgress: createEgressLog(log, subject), signal },
      ...(jobQueued && { jobQueued }),
    };
    let named = given;
    try {
      named = resolveNames(library, given);
      return (await callTool(tool, context, readArguments(tool, named))).text;
    } catch (error) {
      throw logFailure(log, subject, addNearNames(library, error, named));
    }
  };

  const call = async (tool: Tool, given: unknown, signal: AbortSignal): Promise<CallOutcome> => {
    const { http }: Operation = operations[tool.operation];
    const limitMs = getTimeLimitMs(http, library.config['server.request_timeout_seconds']);
    try {
      const endTurn = await queue.enter(signal, limitMs);
      if (signal.aborted) endTurn();
      signal.throwIfAborted();
      // The turn lasts until the work has ended, also where nobody waits for its answer any longer.
      const text = await limitTime(limitMs, signal, (ending) => work(tool, given, ending).finally(endTurn));
      return {
        tool,
        outcome: 'ok',
        answer: formatSuccess(text, tool.textField === undefined && resultForm === 'both'),
      };
    } catch (error) {
      if (signal.aborted)
        return { tool, ...formatFailure(createCancelledError(signal), tool, given), outcome: 'cancelled' };
      return { tool, ...formatFailure(error as ServiceError, tool, given) };
    }
  };

  const serve = (params: JsonObject, signal: AbortSignal): CallOutcome | Promise<CallOutcome> => {
    if (typeof params.name !== 'string') return createBadParams('params.name: must be the name of a tool');
    const tool = findTool(params.name);
    if (tool === undefined)
      return { ...createBadParams('No tool has this name. tools/list returns the tools'), outcome: 'unknown' };
    if (!isOffered(tool, scopes)) return { tool, outcome: 'refused', answer: createScopeError(tool, scopes) };
    const given = params.arguments ?? {};
    if (!isObject(given)) return { tool, ...createBadParams('params.arguments: must be an object') };
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

/**
 * Returns the result of `work` if it comes in time and before `signal` fires; otherwise aborts the work without waiting
 * for it.
 */
async function limitTime<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort(createCancelledError(signal));
  const timer = setTimeout(() => ending.abort(createTimeoutError()), limitMs);
  signal.addEventListener('abort', stop);
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Formats the result of a call. JSON is sent twice where it is also structured content, because some clients show a model
 * the text and some the structured content.
 */
const formatSuccess = (text: string, isStructured: boolean) =>
  `{"content":[{"type":"text","text":${JSON.stringify(text)}}]${isStructured ? `,"structuredContent":${text}` : ''}}`;

function formatFailure(error: ServiceError, tool: Tool, given: unknown): CallOutcome {
  const { code, message } = error;
  if (code === 'internal_error') return { outcome: code, answer: new RpcError(rpcCodes.internalError, message) };
  const content = [{ type: 'text', text: describeFailure(error, tool, given) }];
  return { outcome: code, answer: JSON.stringify({ content, isError: true }) };
}

const createCancelledError = ({ reason }: AbortSignal) => new ServiceError('request_timeout', String(reason));

const createBadParams = (message: string): CallOutcome => ({
  outcome: 'invalid',
  answer: new RpcError(rpcCodes.invalidParams, message),
});

function createScopeError({ name, scope, syncScope }: Tool, active: ToolScopes): RpcError {
  const data = {
    required_scope: scope,
    active_scope: active.scope,
    ...(syncScope !== 'disabled' && { required_sync_scope: syncScope, active_sync_scope: active.syncScope }),
  };
  const [needed, activeText] =
    syncScope === 'disabled'
      ? [`scope ${scope}`, `active scope is ${active.scope}`]
      : [`scope ${scope} and sync scope ${syncScope}`, `active scopes are ${active.scope} and ${active.syncScope}`];
  const message = `The tool ${name} requires ${needed}, but the ${activeText}`;
  return new RpcError(rpcCodes.invalidParams, message, { data });
}
