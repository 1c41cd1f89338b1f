import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCodes, pageRoutes, ServiceError } from '@notes/contract';
import { createLoader } from '@notes/operations';
import type { RequestHandler } from 'express';
import { createMethodError } from '../failures.js';
import { readJsonBytes } from '../http/body.js';
import { Deadline } from '../http/deadline.js';
import { type Headers, sendEmpty, sendError, sendJsonText } from '../http/respond.js';
import type { ListenerOptions } from '../options.js';
import { Cancellation } from './cancellation.js';
import { createRefusal, receiveMessage } from './receive.js';
import type { Reply } from './rpc.js';

const { path: PATH } = pageRoutes.mcp;

/** Creates the handler of `POST /mcp`: one message per request, one JSON answer; no sessions, no streams. */
export function createMcpHandler({ library, log }: ListenerOptions): RequestHandler {
  const limit = library.config['server.max_json_bytes'];
  const readMs = library.config['server.request_timeout_seconds'] * 1000;
  // The tools are loaded at the first request, so that they do not delay the start.
  const load = createLoader(async () => (await import('./server.js')).createMcp({ library, log, door: 'http' }));

  const readBody = async (request: IncomingMessage, response: ServerResponse): Promise<Buffer> => {
    const deadline = new Deadline(readMs, request.socket, (late) => refuse(response, late));
    try {
      return await readJsonBytes(request, response, { limit, deadline });
    } finally {
      deadline.end();
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, socket } = request;
    const cancellation = new Cancellation();
    const cancel = () => cancellation.cancel('The client disconnected');
    // The client may also leave before its message has arrived and the tools are loaded.
    socket.once('close', cancel);
    if (socket.destroyed) cancel();
    try {
      const bytes = await readBody(request, response);
      const mcp = await load();
      if (cancellation.isCancelled) return;
      const reply = await receiveMessage(bytes, (message) => mcp.answer(message, { headers, cancellation }));
      if (!cancellation.isCancelled) send(response, reply);
    } finally {
      socket.off('close', cancel);
    }
  };
  return (request, response, next) => {
    serve(request, response).catch((error: unknown) => {
      if (error instanceof ServiceError) refuse(response, error);
      else next(error);
    });
  };
}

/** Refuses other methods on `/mcp`, GET among them, which would open a stream. */
export const refuseMcpMethod: RequestHandler = (_request, response) =>
  refuse(response, createMethodError('POST'), { Allow: 'POST' });

/**
 * Answers a request that is refused before it reaches a route. `not_found` has the same answer on `/mcp` as elsewhere,
 * so it does not reveal the endpoint.
 */
export function sendRefusal(response: ServerResponse, error: ServiceError): void {
  const { url = '' } = response.req;
  const isMcp = url === PATH || url.startsWith(`${PATH}?`);
  if (isMcp && error.code !== 'not_found') refuse(response, error);
  else sendError(response, error);
}

const refuse = (response: ServerResponse, error: ServiceError, extra?: Headers): void =>
  send(response, createRefusal(error, errorCodes[error.code].http), extra);

function send(response: ServerResponse, { status, body }: Reply, extra: Headers = {}): void {
  if (body === undefined) sendEmpty(response, 202, extra);
  else sendJsonText(response, status, extra, body);
}
