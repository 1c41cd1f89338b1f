import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCodes, ServiceError } from '@notes/contract';
import type { Guard } from './guard.js';
import { jsonHeaders, sendError, sendLastError } from './respond.js';

/** Milliseconds that a connection stays half open after its last answer. */
const LINGER_MS = 5_000;

/**
 * Answers requests that Node's HTTP server would refuse or drop by itself, with the errors of the service.
 *
 * @returns a function to call with every response as its request begins
 */
export function answerFaults(server: Server, guard: Guard): (response: ServerResponse) => void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const begin = (response: ServerResponse) => {
    latest.set(response.req.socket, response);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else answerBroken(socket, latest.get(socket), toFault(error));
  });
  server.on('connect', (request, socket) => {
    // Node has removed its own error listener, and an error without one ends the process.
    socket.on('error', () => socket.destroy());
    const error = guard(request)?.error ?? new ServiceError('validation_failed', 'The method CONNECT is not supported');
    answerSocket(socket, error);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    begin(response);
    response.setHeader('Connection', 'close');
    const error = new ServiceError('validation_failed', 'Expect: must be 100-continue');
    sendError(response, guard(request)?.error ?? error);
  });
  return begin;
}

function toFault({ code = '' }: NodeJS.ErrnoException): ServiceError {
  const [known, message] = faults[code] ?? ['validation_failed', 'The request is not well-formed HTTP'];
  return new ServiceError(known, message);
}

const faults: Record<string, [ErrorCode, string]> = {
  HPE_INVALID_URL: [
    'validation_failed',
    'The request target is malformed. Percent-encode spaces and characters outside ASCII, such as é as %C3%A9',
  ],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers exceed the limit of 16 KiB. Send shorter ones'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too large. Send the body without them'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive within the time limit. Send it again'],
};

/**
 * Ends a connection whose input is malformed. A complete request in progress gets its own answer first; an incomplete
 * one gets the fault as its answer.
 */
function answerBroken(socket: Duplex, response: ServerResponse | undefined, fault: ServiceError): void {
  if (response === undefined || response.writableFinished) answerSocket(socket, fault);
  else if (response.req.complete) response.once('close', () => answerSocket(socket, fault));
  else sendLastError(response, fault);
}

function answerSocket(socket: Duplex, error: ServiceError): void {
  if (!socket.writable) return;
  const body = JSON.stringify(error.envelope());
  const status = errorCodes[error.code].http;
  const headers = { ...jsonHeaders, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
