import type { IncomingHttpHeaders } from 'node:http';
import { advertise, isOffered, tools } from '@notes/contract/tools';
import type { Library } from '@notes/operations';
import { effectiveMcpScope } from '@notes/operations/config';
import type { Logger } from 'pino';
import type { Cancellation } from './cancellation.js';
import { createDispatcher, type DispatcherOptions, type Method, reportFault } from './dispatcher.js';
import { formatInstructions } from './instructions.js';
import {
  claimedRevision,
  claimsRevision,
  negotiateRevision,
  refuseUnknownRevision,
  serverInfoKey,
} from './revisions.js';
import {
  errorReply,
  noReply,
  type Reply,
  RpcError,
  type RpcNotice,
  type RpcRequest,
  resultReply,
  rpcCodes,
} from './rpc.js';
import { createToolCaller } from './tool-calls.js';

export interface McpOptions {
  readonly library: Library;
  readonly log: Logger;
  readonly door: 'http' | 'stdio';
  /** Receives the id of each sync job that a call queued. */
  readonly jobQueued?: (id: string) => void;
}

/** Context of a message. */
export interface MessageContext {
  /** Headers of its HTTP request, if any. */
  readonly headers?: IncomingHttpHeaders;
  /** Cancellation by a client that no longer waits for the answer. */
  readonly cancellation: Cancellation;
}

/** Answers messages of any transport; keeps no state between them. */
export interface McpServer {
  /** Answers a message; never rejects. */
  answer(message: RpcRequest | RpcNotice, given: MessageContext): Promise<Reply>;
}

/** Lifetime of a list for clients, in milliseconds: lists change with the settings, at a restart. */
const TTL_MS = 60_000;

export function createMcp(options: McpOptions): McpServer {
  const { log } = options;
  const dispatch = createDispatcher({ ...describeServer(options), log });
  const answer = async (request: RpcRequest, { headers, cancellation }: MessageContext): Promise<Reply> => {
    try {
      return resultReply(request.id, await dispatch(request, claimsRevision(request, headers), cancellation));
    } catch (error) {
      return errorReply(request.id, error instanceof RpcError ? error : reportFault(log, error));
    }
  };
  return {
    answer: async (message, given) => (message.kind === 'notice' ? acceptNotice(given) : answer(message, given)),
  };
}

/** Accepts a message without an answer, unless its header names an unsupported revision. */
function acceptNotice({ headers }: MessageContext): Reply {
  try {
    refuseUnknownRevision(headers);
    return noReply;
  } catch (error) {
    if (error instanceof RpcError) return errorReply(null, error);
    throw error;
  }
}

/** Describes the server and creates the methods of both generations of the protocol. */
function describeServer(options: McpOptions): Omit<DispatcherOptions, 'log'> {
  const { library } = options;
  const { scope } = effectiveMcpScope(library.config);
  const scopes = { scope, syncScope: library.config['mcp.sync_scope'] };
  const serverInfo = { name: 'notes', title: 'Notes', version: library.serviceVersion };
  const instructions = formatInstructions(scopes, library.config['mcp.max_results']);
  const capabilities = { tools: {} };
  const about = { capabilities, instructions };
  const resultForm = library.config['mcp.results'];
  const offered = JSON.stringify(
    tools.filter((tool) => isOffered(tool, scopes)).map((tool) => advertise(tool, resultForm)),
  );
  const call: Method = createToolCaller({ ...options, scopes });
  const list: Method = ({ cursor }) => {
    if (cursor !== undefined && cursor !== null)
      throw createBadParamsError('cursor: not supported, because the list has only one page');
    return `{"tools":${offered}}`;
  };
  const initialize: Method = ({ protocolVersion }) =>
    JSON.stringify({ protocolVersion: negotiateRevision(protocolVersion), serverInfo, ...about });
  const discover: Method = () => JSON.stringify({ supportedVersions: [claimedRevision], ...about });
  const marks = { resultType: 'complete', _meta: { [serverInfoKey]: serverInfo } };
  const cacheable = { ...marks, ttlMs: TTL_MS, cacheScope: 'private' };
  return {
    serverInfo,
    capabilities,
    negotiated: new Map<string, Method>([
      ['initialize', initialize],
      ['ping', () => '{}'],
      ['tools/list', list],
      ['tools/call', call],
    ]),
    claimed: new Map<string, Method>([
      ['server/discover', addMembers(discover, cacheable)],
      ['tools/list', addMembers(list, cacheable)],
      ['tools/call', addMembers(call, marks)],
    ]),
  };
}

/** Wraps a method to add members to its result, which is never empty. */
function addMembers(method: Method, marks: object): Method {
  const opening = JSON.stringify(marks).slice(0, -1);
  return async (params, cancelled) => `${opening},${(await method(params, cancelled)).slice(1)}`;
}

const createBadParamsError = (message: string) => new RpcError(rpcCodes.invalidParams, message);
