import { ApiError } from './api-error.js';
import { send } from './client.js';
import { parseAnswer } from './parse-answer.js';

const PATH = '/mcp';
const PROTOCOL = '2025-06-18';

interface ServerInfo {
  readonly protocolVersion: string;
  readonly serverInfo: { readonly name: string; readonly version: string };
}
export interface OfferedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

type Answer<Result> = { readonly result: Result } | { readonly error: { readonly message: string } };

let requestCount = 0;

/** Calls a method of the MCP endpoint, as an AI assistant does. */
async function ask<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result> {
  const message = { jsonrpc: '2.0', id: ++requestCount, method, params };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': PROTOCOL,
  };
  const body = JSON.stringify(message);
  const request = new Request(PATH, { method: 'POST', headers, body, ...(signal && { signal }) });
  const answer = parseAnswer<Answer<Result>>(await send(request));
  if ('result' in answer) return answer.result;
  throw new ApiError('internal_error', answer.error.message);
}

/**
 * Starts an MCP session.
 *
 * @throws ApiError
 */
export const initialize = (signal?: AbortSignal): Promise<ServerInfo> => {
  const clientInfo = { name: 'notes-web', version: '0' };
  return ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo }, signal);
};

/**
 * Lists the tools that the endpoint offers.
 *
 * @throws ApiError
 */
export const listTools = async (signal?: AbortSignal): Promise<readonly OfferedTool[]> =>
  (await ask<{ tools: readonly OfferedTool[] }>('tools/list', {}, signal)).tools;

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

/**
 * Calls a tool. A failure of the tool itself is reported in `isError`.
 *
 * @throws ApiError
 */
export const callTool = (name: string, args: object): Promise<ToolAnswer> =>
  ask('tools/call', { name, arguments: args });
