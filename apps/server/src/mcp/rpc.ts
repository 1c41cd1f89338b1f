import { isObject, type JsonObject } from '../json.js';

/** JSON-RPC 2.0 (https://www.jsonrpc.org/specification), one message at a time. */

export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  /** Parameters as sent; they are validated once the method is known to exist. */
  readonly params: unknown;
}

/** Message without an answer: a notification, or a client's response. */
export interface RpcNotice {
  readonly kind: 'notice';
  readonly method: string | undefined;
  readonly params: unknown;
}

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Refused before the message was read, or temporarily. */
  refused: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

export interface RpcErrorOptions {
  readonly data?: object | undefined;
  /** Status of the HTTP answer. Most errors are sent with status 200. */
  readonly status?: number;
}

/** Error of a request. The message is shown to the caller. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly data: object | undefined;
  readonly status: number;

  constructor(
    readonly code: number,
    message: string,
    { data, status = 200 }: RpcErrorOptions = {},
  ) {
    super(message);
    this.data = data;
    this.status = status;
  }
}

/** Answer: its HTTP status, which other transports ignore, and its JSON; no JSON for a notice. */
export interface Reply {
  readonly status: number;
  readonly body?: string;
}

export const noReply: Reply = { status: 202 };

/**
 * Builds the reply with a result.
 * @param result serialised JSON object, which is not parsed again because it can be large
 */
export const resultReply = (id: RequestId, result: string): Reply => ({
  status: 200,
  body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`,
});

/**
 * Builds the reply with an error.
 * @param id null when the failed request is unknown
 */
export const errorReply = (id: RequestId | null, { code, message, data, status }: RpcError): Reply => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }),
});

const MAX_ID_LENGTH = 1_000;

/**
 * Reads the id of a message; null for an invalid id. Replies have to repeat an id exactly, so it is an integer or a
 * text of limited length.
 */
export function readId(message: unknown): RequestId | null {
  if (!isObject(message) || !Object.hasOwn(message, 'id')) return null;
  const { id } = message;
  if (typeof id === 'string' && id.length <= MAX_ID_LENGTH) return id;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

/**
 * Validates one message of JSON-RPC 2.0.
 * @throws RpcError `invalidRequest` for anything else
 */
export function readMessage(value: unknown): RpcRequest | RpcNotice {
  if (Array.isArray(value)) throw createInvalidRequest('Batches are not supported. Send one message at a time');
  if (!isObject(value) || value.jsonrpc !== '2.0')
    throw createInvalidRequest('The message is not a JSON-RPC 2.0 object');
  const { method, params } = value;
  const hasId = Object.hasOwn(value, 'id');
  if (typeof method !== 'string') {
    if (method === undefined && hasId && isAnswer(value)) return { kind: 'notice', method: undefined, params };
    throw createInvalidRequest('method: must be a string');
  }
  if (!hasId) return { kind: 'notice', method, params };
  const id = readId(value);
  if (id === null)
    throw createInvalidRequest(`id: must be a whole number or a string of at most ${MAX_ID_LENGTH} characters`);
  return { kind: 'request', id, method, params };
}

const isAnswer = (value: JsonObject) => Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');

const createInvalidRequest = (message: string) => new RpcError(rpcCodes.invalidRequest, message, { status: 400 });
