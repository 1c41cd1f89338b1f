import { isDeepStrictEqual } from 'node:util';
import { type HttpFace, type Operation, type OperationName, operations, ServiceError } from '@notes/contract';
import { type CallContext, invoke } from '@notes/operations';
import type { Request, RequestHandler, Response } from 'express';
import type { ListenerOptions } from '../options.js';
import { createBodyReader, type JsonBody } from './body.js';
import { createInputCollector } from './inputs.js';
import { sendEmpty, sendError, sendJson, sendMarkdown } from './respond.js';

const NO_BODY: JsonBody = {};

/** The Express handler of one row. */
export function bindOperation(name: OperationName, http: HttpFace, options: ListenerOptions): RequestHandler {
  const row: Operation = operations[name];
  const { library, log } = options;
  const context: CallContext = { library, origin: 'rest', now: Date.now };
  const readBody = createBodyReader(http.carriesText === true, library.config['server.max_json_bytes']);
  const collect = createInputCollector(row, http);
  const timeoutMs = library.config['server.request_timeout_seconds'] * 1000;

  const run = async (request: Request, response: Response, signal: AbortSignal) => {
    const body = http.method === 'get' ? NO_BODY : await readBody(request, response, signal);
    const input = collect(request, request.params as Record<string, string>, body);
    const output = (await invoke(name, { ...context, signal }, input)) as Record<string, unknown>;
    if (options.validateOutput === true) checkOutput(name, row, output);
    if (!signal.aborted) answer(request, response, http, output);
  };
  return (request, response) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => {
      deadline.abort();
      sendError(response, new ServiceError('request_timeout', 'the request took too long'));
    }, timeoutMs);
    run(request, response, deadline.signal)
      .catch((error: unknown) => {
        const known = error instanceof ServiceError ? error : internalError(error);
        if (known.code === 'internal_error') log.error({ operation: name, err: known.cause }, 'operation failed');
        else if (known.code === 'storage_unavailable') log.warn({ operation: name, err: known.cause }, known.message);
        if (!deadline.signal.aborted) sendError(response, known);
      })
      .finally(() => clearTimeout(timer));
  };
}

export const internalError = (cause: unknown) =>
  new ServiceError('internal_error', 'the service failed; its log says more', { cause });

function answer(request: Request, response: Response, http: HttpFace, output: Record<string, unknown>): void {
  const tag = http.etag === undefined || output[http.etag] === undefined ? undefined : `"${String(output[http.etag])}"`;
  const headers: Record<string, string> = tag === undefined ? {} : { ETag: tag };
  if (http.location !== undefined)
    headers.Location = http.location.replace(/\{(\w+)\}/g, (_, field: string) => String(output[field]));
  if (http.method === 'get' && tag !== undefined && matches(request.headers['if-none-match'], tag))
    sendEmpty(response, 304, headers);
  else if (http.response === 'none') sendEmpty(response, 204, headers);
  else if (http.response === 'markdown') sendMarkdown(response, headers, String(output.text));
  else sendJson(response, http.status ?? 200, headers, output);
}

/** Weak comparison of `If-None-Match`: any tag of the list, or `*`. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

/** A field the row does not name, or of another kind, is a fault of ours. */
function checkOutput(name: string, row: Operation, output: unknown): void {
  const parsed = row.output.safeParse(output);
  if (!parsed.success) throw new Error(`${name} answered against its row`, { cause: parsed.error });
  if (!isDeepStrictEqual(parsed.data, output)) throw new Error(`${name} answered a field its row does not name`);
}
