import type { ServerResponse } from 'node:http';
import { errorCodes, type ServiceError } from '@notes/contract';
import { hasBody } from './body.js';

/** Headers of every answer; answers with stored bytes override the last two. */
export const guardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const jsonHeaders = { ...guardHeaders, 'Content-Type': 'application/json; charset=utf-8' } as const;

export type Headers = Record<string, string | number>;
/** Names and values in turn. Copying this list costs a tenth of copying an object. */
type HeaderList = (string | number)[];

const toList = (headers: Headers): HeaderList => Object.entries(headers).flat();
const jsonList = toList(jsonHeaders);
const markdownList = toList({ ...guardHeaders, 'Content-Type': 'text/markdown; charset=utf-8' });
const textList = toList({ ...guardHeaders, 'Content-Type': 'text/plain; charset=utf-8' });

/** Returns fixed headers with those of one answer, which must have other names. */
function addHeaders(fixed: HeaderList, extra: Headers): HeaderList {
  const headers = fixed.slice();
  for (const name in extra) headers.push(name, extra[name] as string | number);
  return headers;
}

type Body = string | Uint8Array | undefined;

export function sendJson(response: ServerResponse, status: number, extra: Headers, value: unknown): void {
  sendJsonText(response, status, extra, JSON.stringify(value));
}

/** Sends JSON that is serialised already, as text or as its bytes in UTF-8. */
export function sendJsonText(
  response: ServerResponse,
  status: number,
  extra: Headers,
  text: string | Uint8Array,
): void {
  send(response, status, addHeaders(jsonList, extra), text);
}

export function sendMarkdown(response: ServerResponse, extra: Headers, text: string): void {
  send(response, 200, addHeaders(markdownList, extra), text);
}

export function sendText(response: ServerResponse, text: string): void {
  send(response, 200, textList.slice(), text);
}

/** Sends bytes with their own type. Their length is added here, whether the headers state it or not. */
export function sendBytes(response: ServerResponse, headers: Headers, bytes: Uint8Array, status = 200): void {
  const { 'Content-Length': _, ...others } = headers;
  send(response, status, toList(others), bytes);
}

export function sendEmpty(response: ServerResponse, status: 202 | 204 | 304, extra: Headers): void {
  // The other two statuses imply an empty body.
  send(response, status, toList({ ...guardHeaders, ...extra }), status === 202 ? '' : undefined);
}

/** Sends the envelope of an error; does nothing for a request that is answered already. */
export function sendError(response: ServerResponse, error: ServiceError, extra: Headers = {}): void {
  const etag = error.currentRevisionId === undefined ? {} : { ETag: `"${error.currentRevisionId}"` };
  sendJson(response, errorCodes[error.code].http, { ...etag, ...extra }, error.envelope());
}

/** Sends an error for a request whose rest cannot be read any more; the connection ends with the answer. */
export function sendLastError(response: ServerResponse, error: ServiceError): void {
  const body = JSON.stringify(error.envelope());
  const headers = [...jsonList, 'Content-Length', Buffer.byteLength(body), 'Connection', 'close'];
  finish(response, errorCodes[error.code].http, headers, body);
}

/** Length of a text from which it is encoded first: Node would count its bytes, reserve three times them, and copy. */
const MIN_ENCODED_LENGTH = 64 * 1024;

function send(response: ServerResponse, status: number, headers: HeaderList, content: Body): void {
  const isLong = typeof content === 'string' && content.length >= MIN_ENCODED_LENGTH;
  const body = isLong ? Buffer.from(content) : content;
  if (body !== undefined) headers.push('Content-Length', Buffer.byteLength(body));
  const { req: request } = response;
  if (request.complete || !hasBody(request)) finish(response, status, headers, body);
  // The packet being read may hold the rest of the body, which is known one turn later.
  else
    setImmediate(() => {
      if (request.complete) finish(response, status, headers, body);
      else finishAfterBody(response, status, headers, body);
    });
}

function finish(response: ServerResponse, status: number, headers: HeaderList, body: Body): void {
  if (response.headersSent) return;
  response.writeHead(status, headers);
  response.end(body);
}

/**
 * Milliseconds for which the rest of an unwanted body is still read. A gigabyte from this machine takes three seconds.
 */
const LINGER_MS = 5_000;
const PIECES_PER_PAUSE = 8;

/**
 * Sends an answer before the body is complete. The rest of the body is read and discarded for a while, because a reset
 * connection would hide the answer from the sender; then the connection ends.
 */
function finishAfterBody(response: ServerResponse, status: number, headers: HeaderList, body: Body): void {
  if (response.headersSent) return;
  const { req: request } = response;
  response.writeHead(status, [...headers, 'Connection', 'close']);
  if (body === undefined || body === '') response.flushHeaders();
  else response.write(body);
  const end = () => {
    clearTimeout(timer);
    request.off('end', end).off('close', end).off('data', discard);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  // Reading pauses now and then: without pauses tens of megabytes of pieces accumulate before they are collected.
  let pieces = 0;
  const discard = () => {
    pieces += 1;
    if (pieces % PIECES_PER_PAUSE !== 0) return;
    request.pause();
    setTimeout(() => request.resume(), 1);
  };
  request.on('end', end).on('close', end).on('data', discard).resume();
}
