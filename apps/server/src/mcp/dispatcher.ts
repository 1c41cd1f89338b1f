import { Server, type ServerOptions } from '@modelcontextprotocol/sdk/server/index.js';
import type { Implementation, ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { clip } from '@notes/contract';
import type { Logger } from 'pino';
import { createInternalError } from '../failures.js';
import { isObject, type JsonObject } from '../json.js';
import type { Cancellation } from './cancellation.js';
import { RequestTransport } from './request-transport.js';
import { claimedRevision, versionKey } from './revisions.js';
import { RpcError, type RpcRequest, rpcCodes } from './rpc.js';

/** Returns the JSON of a result. `cancelled` fires with the text of a reason. */
export type Method = (params: JsonObject, cancelled: AbortSignal) => string | Promise<string>;
export type Methods = ReadonlyMap<string, Method>;

export interface DispatcherOptions {
  readonly serverInfo: Implementation;
  readonly capabilities: ServerCapabilities;
  /** Methods of the older generation of the protocol. */
  readonly negotiated: Methods;
  /** Methods of the newer generation. */
  readonly claimed: Methods;
  readonly log: Logger;
}

/**
 * Runs the method of a request.
 *
 * @param claims - true for a request of the newer generation
 * @returns the JSON of the result
 * @throws RpcError the error of the request
 */
export type Dispatch = (request: RpcRequest, claims: boolean, cancellation: Cancellation) => Promise<string>;

/**
 * Validator of answers that users give through their clients. This server asks users nothing, and the validator of the SDK
 * takes a sixth of the first request to make.
 */
const jsonSchemaValidator: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator: () => {
    throw new TypeError('The server asks users nothing');
  },
};

/** Creates the server of the SDK that dispatches the requests of both generations, whatever client they come from. */
export function createDispatcher({ serverInfo, capabilities, negotiated, claimed, log }: DispatcherOptions): Dispatch {
  const server = new Server(serverInfo, { capabilities, jsonSchemaValidator });
  // The SDK's own methods refuse parameters that clients omit, and do not exist in both generations.
  for (const method of ['initialize', 'ping']) server.removeRequestHandler(method);
  server.onerror = (error) => log.error({ err: error }, 'message failed');
  const transport = new RequestTransport();
  // Handlers of single methods would validate results again, whose JSON is already written.
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    const methods = extra._meta?.[versionKey] === claimedRevision ? claimed : negotiated;
    try {
      const run = methods.get(method);
      if (run === undefined) throw new RpcError(rpcCodes.unknownMethod, `Unknown method: ${clip(method)}`);
      if (params === undefined) throw new RpcError(rpcCodes.invalidParams, 'params: must be an object');
      return { json: await run(params, extra.signal) };
    } catch (error) {
      throw error instanceof RpcError ? error : reportFault(log, error);
    } finally {
      transport.endHandler(extra.requestId);
    }
  };
  const connected = server.connect(transport);

  return async ({ method, params }, claims, cancellation) => {
    await connected;
    const response = await transport.request(method, toSdkParams(params ?? {}, claims), cancellation);
    if (response === undefined) throw new RpcError(rpcCodes.refused, 'The request was cancelled');
    if ('result' in response) return response.result.json as string;
    const { code, message, data } = response.error;
    const status = claims && code === rpcCodes.unknownMethod ? 404 : 200;
    throw new RpcError(code, message, { data: data as object | undefined, status });
  };
}

/**
 * Returns parameters that the SDK accepts; undefined when they are not an object. Of `_meta` only the claim is kept,
 * which is checked already. The SDK refuses a `task`, but servers without this capability have to ignore it:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
function toSdkParams(params: unknown, claims: boolean): JsonObject | undefined {
  if (!isObject(params)) return undefined;
  const { _meta, task, ...members } = params;
  return claims ? { ...members, _meta: { [versionKey]: claimedRevision } } : members;
}

/** Logs a fault and returns the error that the caller may see. */
export function reportFault(log: Logger, error: unknown): RpcError {
  log.error({ err: error }, 'message failed');
  return new RpcError(rpcCodes.internalError, createInternalError(error).message);
}
