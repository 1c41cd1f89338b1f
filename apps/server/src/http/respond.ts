import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCodes, type ServiceError } from '@notes/contract';

/** On every answer. */
const guardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const jsonHeaders = { ...guardHeaders, 'Content-Type': 'application/json; charset=utf-8' } as const;
const markdownHeaders = { ...guardHeaders, 'Content-Type': 'text/markdown; charset=utf-8' } as const;
const textHeaders = { ...guardHeaders, 'Content-Type': 'text/plain; charset=utf-8' } as const;

type Headers = Record<string, string | number>;

function send(response: ServerResponse, status: number, headers: Headers, body: string): void {
  headers['Content-Length'] = Buffer.byteLength(body);
  response.writeHead(status, headers);
  response.end(body);
}

export function sendJson(response: ServerResponse, status: number, extra: Headers, value: unknown): void {
  send(response, status, { ...jsonHeaders, ...extra }, JSON.stringify(value));
}

export function sendMarkdown(response: ServerResponse, extra: Headers, text: string): void {
  send(response, 200, { ...markdownHeaders, ...extra }, text);
}

export function sendText(response: ServerResponse, text: string): void {
  send(response, 200, { ...textHeaders }, text);
}

export function sendEmpty(response: ServerResponse, status: 204 | 304, extra: Headers): void {
  response.writeHead(status, { ...guardHeaders, ...extra });
  response.end();
}

export function sendError(response: ServerResponse, error: ServiceError, extra: Headers = {}): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const etag = error.currentRevisionId === undefined ? {} : { ETag: `"${error.currentRevisionId}"` };
  sendJson(response, errorCodes[error.code].http, { ...etag, ...extra }, error.envelope());
}

/** How long a refused body may still be read, so that its sender sees the refusal before the socket ends. */
const LINGER_MS = 2_000;

/** Answers a request whose body was not read: what still comes is thrown away, for a while. */
export function refuseBody(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  const { socket } = request;
  sendError(response, error);
  request.unpipe();
  request.resume();
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, LINGER_MS).unref();
}
