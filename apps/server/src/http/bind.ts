import { isDeepStrictEqual } from 'node:util';
import { type HttpBinding, type Operation, type OperationName, operations } from '@notes/contract';
import { type CallContext, invoke } from '@notes/operations';
import type { Request, RequestHandler, Response } from 'express';
import { createEgressLog, logFailure } from '../failures.js';
import type { ListenerOptions } from '../options.js';
import { getPeerCall } from '../peer/calls.js';
import { sendArtifact } from './artifact.js';
import { type Backup, sendBackup } from './backup.js';
import { matchesAny } from './conditions.js';
import { sendContent } from './content.js';
import type { Content } from './content-headers.js';
import { type Deadline, getTimeLimitMs, startDeadline } from './deadline.js';
import { createInputCollector } from './inputs.js';
import { createIntake } from './intake.js';
import { sendEmpty, sendError, sendJson, sendMarkdown } from './respond.js';
import { runWithoutIdleTimeout } from './upload.js';

type Output = Record<string, unknown>;

/** Creates the Express handler of one row. */
export function bindOperation(name: OperationName, http: HttpBinding, options: ListenerOptions): RequestHandler {
  const row: Operation = operations[name];
  const { library, log } = options;
  const subject = { operation: name };
  const context: CallContext = { library, origin: 'rest', now: Date.now, onEgress: createEgressLog(log, subject) };
  const takeIn = createIntake(http, library.config);
  const collect = createInputCollector(row, http);
  const longest = getTimeLimitMs(http, library.config['server.request_timeout_seconds']);
  // Uploads have no total time limit, only one between pieces.
  const limitMs = http.request === 'bytes' ? undefined : longest;
  const takesItsTime = http.request === 'bytes' || http.timeoutSeconds !== undefined;

  const run = async (request: Request, response: Response, deadline: Deadline) => {
    const { signal } = deadline;
    const { fields, bytes, caller } = await takeIn(request, response, signal);
    const input = collect(request, request.params as Record<string, string>, fields);
    const given = { ...context, signal, ...(bytes && { bytes }), ...(caller && { caller }) };
    const work = () => invoke(name, given, input) as Promise<Output>;
    const output = await (takesItsTime ? runWithoutIdleTimeout(request.socket, work) : work());
    if (options.validateOutput === true) checkOutput(name, row, output);
    if (signal.aborted) return;
    deadline.end();
    if (http.response === 'content') await sendContent(request, response, library, output as unknown as Content);
    else if (http.response === 'backup') await sendBackup(request, response, output as unknown as Backup);
    else sendAnswer(request, response, http, output);
  };
  return (request, response) => {
    const deadline = startDeadline(limitMs, request.socket, (late) => sendError(response, late));
    run(request, response, deadline)
      .catch((error: unknown) => {
        const known = logFailure(log, subject, error);
        const translated = getPeerCall(request)?.translateError?.(known) ?? known;
        if (!deadline.signal.aborted) sendError(response, translated);
      })
      .finally(deadline.end);
  };
}

function sendAnswer(request: Request, response: Response, http: HttpBinding, output: Output): void {
  const tag = http.etag === undefined || output[http.etag] === undefined ? undefined : `"${String(output[http.etag])}"`;
  const headers: Record<string, string> = tag === undefined ? {} : { ETag: tag };
  if (http.location !== undefined)
    headers.Location = http.location.replace(/\{(\w+)\}/g, (_, field: string) => String(output[field]));
  if (http.method === 'get' && tag !== undefined && matchesAny(request.headers['if-none-match'], tag))
    sendEmpty(response, 304, headers);
  else if (http.response === 'none') sendEmpty(response, 204, headers);
  else if (http.response === 'artifact')
    sendArtifact(request, response, { ...headers, ETag: tag as string }, output.bytes as Uint8Array);
  else if (http.response === 'markdown') sendMarkdown(response, headers, String(output.text));
  else sendJson(response, hasExisted(http, output) ? 200 : (http.status ?? 200), headers, output);
}

/** Returns true when the object to create existed already. */
const hasExisted = ({ createdField }: HttpBinding, output: Output) =>
  createdField !== undefined && output[createdField] === false;

/** Checks an answer against its row: an unknown field, or one of another kind, is a fault of the service. */
function checkOutput(name: string, row: Operation, output: unknown): void {
  const parsed = row.output.safeParse(output);
  if (!parsed.success) throw new Error(`${name} answered against its row`, { cause: parsed.error });
  if (!isDeepStrictEqual(parsed.data, output)) throw new Error(`${name} answered a field its row does not name`);
}
