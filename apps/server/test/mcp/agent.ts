import { type ErrorCode, type HttpBinding, operations } from '@notes/contract';
import { findTool, type ToolName, type ToolResult } from '@notes/contract/tools';
import { expect } from 'vitest';
import type { Answer } from '../behaviour/answer.js';
import { send } from '../behaviour/samples.js';
import type { TestService } from '../behaviour/support.js';
import { type CallResult, checkResult, errorIn, type RpcBody, request } from './support.js';

export type Fields = Record<string, unknown>;

/** Settings that offer every tool. */
export { WIDEST } from './support.js';

/** Calls a tool over HTTP, on a connection that stays open; the call itself must be served. */
export async function call(api: TestService, name: ToolName, args: Fields): Promise<CallResult> {
  const answer = await api.ask('POST', '/mcp', { json: request('tools/call', { name, arguments: args }) });
  const { result, error } = answer.json<RpcBody>();
  expect([name, answer.status, error]).toEqual([name, 200, undefined]);
  return checkResult(name, result as CallResult);
}

/** Calls a tool and returns its result; fails unless it succeeds. */
export async function succeed<Name extends ToolName>(
  api: TestService,
  name: Name,
  args: Fields,
): Promise<ToolResult<Name>> {
  const result = await call(api, name, args);
  expect(result.isError, result.content[0].text).toBeUndefined();
  return result.structuredContent as ToolResult<Name>;
}

/** Returns the REST route of a tool's operation; null where there is none. */
export const restFace = (name: ToolName): HttpBinding | null =>
  operations[(findTool(name) as NonNullable<ReturnType<typeof findTool>>).operation].http;

/** Calls the operation of a tool over REST. */
export const askRest = (api: TestService, name: ToolName, input: Fields): Promise<Answer> =>
  send(api, restFace(name) as HttpBinding, input);

/** Outcome of a call: ok, or the code of its error. */
export type Verdict = ErrorCode | 'ok';

export const agentVerdict = (result: CallResult): Verdict =>
  result.isError ? (errorIn(result) as { code: ErrorCode }).code : 'ok';

export const restVerdict = (answer: Answer): Verdict =>
  answer.status < 400 ? 'ok' : answer.json<{ error: { code: ErrorCode } }>().error.code;
