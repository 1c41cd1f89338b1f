import type { ServerResponse } from 'node:http';
import { errorCodes, type ServiceError } from '@notes/contract';
import { hasBody } from './body.js';

/** On every answer; those that hold stored bytes say the last two in their own way. */
export const guardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const jsonHeaders = { ...guardHeaders, 'Content-Type': 'application/json; charset=utf-8' } as const;
const markdownHeaders = { ...guardHeaders, 'Content-Type': 'text/markdown; charset=utf-8' } as const;
const textHeaders = { ...guardHeaders, 'Content-Type': 'text/plain; charset=utf-8' } as const;

export type Headers = Record<string, string | number>;
type Body = string | Uint8Array | undefined;

export function sendJson(response: ServerResponse, status: number, extra: Headers, value: unknown): void {
  sendJsonText(response, status, extra, JSON.stringify(value));
}

/** The same for JSON that is written already. */
export function sendJsonText(response: ServerResponse, status: number, extra: Headers, text: string): void {
  send(response, status, { ...jsonHeaders, ...extra }, text);
}

export function sendMarkdown(response: ServerResponse, extra: Headers, text: string): void {
  send(response, 200, { ...markdownHeaders, ...extra }, text);
}

export function sendText(response: ServerResponse, text: string): void {
  send(response, 200, { ...textHeaders }, text);
}

/** Answers with bytes of a type of their own. */
export function sendBytes(response: ServerResponse, headers: Headers, bytes: Uint8Array, status = 200): void {
  send(response, status, { ...headers }, bytes);
}

export function sendEmpty(response: ServerResponse, status: 202 | 204 | 304, extra: Headers): void {
  // The other two say by themselves that nothing follows.
  send(response, status, { ...guardHeaders, ...extra }, status === 202 ? '' : undefined);
}

/** Answers with the envelope of an error; a request that has its answer already keeps it. */
export function sendError(response: ServerResponse, error: ServiceError, extra: Headers = {}): void {
  const etag = error.currentRevisionId === undefined ? {} : { ETag: `"${error.currentRevisionId}"` };
  sendJson(response, errorCodes[error.code].http, { ...etag, ...extra }, error.envelope());
}

/** The same for a request whose rest cannot be read any more: the connection ends with the answer. */
export function sendLastError(response: ServerResponse, error: ServiceError): void {
  const body = JSON.stringify(error.envelope());
  const headers = { ...jsonHeaders, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  finish(response, errorCodes[error.code].http, headers, body);
}

function send(response: ServerResponse, status: number, headers: Headers, body: Body): void {
  if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
  const { req: request } = response;
  if (request.complete || !hasBody(request)) finish(response, status, headers, body);
  // The packet being read may hold the rest of the body: a turn later that is known.
  else
    setImmediate(() => {
      if (request.complete) finish(response, status, headers, body);
      else finishOnceRead(response, status, headers, body);
    });
}

function finish(response: ServerResponse, status: number, headers: Headers, body: Body): void {
  if (response.headersSent) return;
  response.writeHead(status, headers);
  response.end(body);
}

/** How long the rest of a body nobody wants is still read: a gigabyte from this machine takes three seconds. */
const LINGER_MS = 5_000;
const PIECES_PER_REST = 8;

/**
 * Answers before the body has come whole. What still comes is read and thrown away for a while, else its sender
 * would find the connection reset and never see the answer; then the connection ends.
 */
function finishOnceRead(response: ServerResponse, status: number, headers: Headers, body: Body): void {
  if (response.headersSent) return;
  const { req: request } = response;
  response.writeHead(status, { ...headers, Connection: 'close' });
  if (body === undefined || body === '') response.flushHeaders();
  else response.write(body);
  const end = () => {
    clearTimeout(timer);
    request.off('end', end).off('close', end).off('data', discard);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  // With a rest now and then: in one rush tens of megabytes of pieces pile up before they are collected.
  let pieces = 0;
  const discard = () => {
    pieces += 1;
    if (pieces % PIECES_PER_REST !== 0) return;
    request.pause();
    setTimeout(() => request.resume(), 1);
  };
  request.on('end', end).on('close', end).on('data', discard).resume();
}
