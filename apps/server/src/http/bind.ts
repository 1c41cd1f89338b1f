import { isDeepStrictEqual } from 'node:util';
import { type HttpBinding, type Operation, type OperationName, operations } from '@notes/contract';
import {
  type Context,
  callOperation,
  isUnamended,
  type Library,
  type NoteRevision,
  writeJson,
} from '@notes/operations';
import type { Request, RequestHandler, Response } from 'express';
import { createEgressLog, logFailure } from '../failures.js';
import type { ListenerOptions } from '../options.js';
import { getPeerCall } from '../peer/calls.js';
import { sendArtifact } from './artifact.js';
import { type Backup, sendBackup } from './backup.js';
import { matchesAny } from './conditions.js';
import { sendContent } from './content.js';
import type { Content } from './content-headers.js';
import { continueWith } from './continue-with.js';
import { Deadline, getTimeLimitMs } from './deadline.js';
import { createInputCollector } from './inputs.js';
import { createIntake, type Intake } from './intake.js';
import { type Headers, sendEmpty, sendError, sendJsonText, sendMarkdown } from './respond.js';
import { runWithoutIdleTimeout } from './upload.js';

type Output = Record<string, unknown>;

const DEADLINE = Symbol('deadline');

/**
 * Property `signal` of a context, created at its first use: most operations end before anything could abort them. All
 * contexts share this getter, because V8 keeps another layout for each object with a getter of its own. A copy of a
 * context has the signal itself.
 */
const signalProperty = {
  enumerable: true,
  get(this: { readonly [DEADLINE]: Deadline }): AbortSignal {
    return this[DEADLINE].signal;
  },
};

/** Creates the Express handler of one row. */
export function bindOperation(name: OperationName, http: HttpBinding, options: ListenerOptions): RequestHandler {
  const row: Operation = operations[name];
  const { library, log } = options;
  const { precondition } = row;
  const subject = { operation: name };
  const onEgress = createEgressLog(log, subject);
  const takeIn = createIntake(http, library.config);
  const collect = createInputCollector(row, http);
  const longest = getTimeLimitMs(http, library.config['server.request_timeout_seconds']);
  // Uploads have no total time limit, only one between pieces.
  const limitMs = http.request === 'bytes' ? undefined : longest;
  const takesItsTime = http.request === 'bytes' || http.timeoutSeconds !== undefined;

  const call = (request: Request, deadline: Deadline, { fields, bytes, caller }: Intake) => {
    const input = collect(request, request.params as Record<string, string>, fields);
    const given = { library, origin: 'rest' as const, now: Date.now, onEgress, precondition, [DEADLINE]: deadline };
    const context: Context = Object.defineProperty(given, 'signal', signalProperty);
    if (bytes !== undefined) Object.assign(context, { bytes });
    if (caller !== undefined) Object.assign(context, { caller });
    const work = () => callOperation(name, context, input) as Output | Promise<Output>;
    return takesItsTime ? runWithoutIdleTimeout(request.socket, async () => work()) : work();
  };
  const answer = (request: Request, response: Response, deadline: Deadline, output: Output) => {
    if (options.validateOutput === true) checkOutput(name, row, output);
    if (deadline.isOver) return;
    deadline.end();
    if (http.response === 'content') return sendContent(request, response, library, output as unknown as Content);
    if (http.response === 'backup') return sendBackup(request, response, output as unknown as Backup);
    sendAnswer(request, response, { http, library }, output);
  };
  const fail = (request: Request, response: Response, deadline: Deadline, error: unknown) => {
    deadline.end();
    const known = logFailure(log, subject, error);
    const translated = getPeerCall(request)?.translateError?.(known) ?? known;
    if (!deadline.isOver) sendError(response, translated);
  };
  return (request, response) => {
    const deadline = new Deadline(limitMs, request.socket, (late) => sendError(response, late));
    try {
      const output = continueWith(takeIn(request, response, deadline), (intake) => call(request, deadline, intake));
      const answered = continueWith(output, (value) => answer(request, response, deadline, value));
      if (!(answered instanceof Promise)) return;
      deadline.watch();
      answered.catch((error: unknown) => fail(request, response, deadline, error));
    } catch (error) {
      fail(request, response, deadline, error);
    }
  };
}

interface Route {
  readonly http: HttpBinding;
  readonly library: Library;
}

function sendAnswer(request: Request, response: Response, route: Route, output: Output): void {
  const { http } = route;
  const tag = http.etag === undefined || output[http.etag] === undefined ? undefined : `"${String(output[http.etag])}"`;
  const headers: Headers = tag === undefined ? {} : { ETag: tag };
  if (http.location !== undefined)
    headers.Location = http.location.replace(/\{(\w+)\}/g, (_, field: string) => String(output[field]));
  if (tag !== undefined && hasCurrentResponse(request, route, tag, output)) sendEmpty(response, 304, headers);
  else if (http.response === 'none') sendEmpty(response, 204, headers);
  else if (http.response === 'artifact')
    sendArtifact(request, response, { ...headers, ETag: tag as string }, output.bytes as Uint8Array);
  else if (http.response === 'markdown') sendMarkdown(response, headers, String(output.text));
  else sendJsonText(response, hasExisted(http, output) ? 200 : (http.status ?? 200), headers, writeJson(output));
}

/** Returns true when the client of a read has the response already, by the tag that it sent. */
function hasCurrentResponse(request: Request, { http, library }: Route, tag: string, output: Output): boolean {
  if (http.method !== 'get' || !matchesAny(request.headers['if-none-match'], tag)) return false;
  return http.changesWithoutRevision !== true || isUnamended(library, output as unknown as NoteRevision);
}

/** Returns true when the object to create existed already. */
const hasExisted = ({ createdField }: HttpBinding, output: Output) =>
  createdField !== undefined && output[createdField] === false;

/** Checks an answer against its row: an unknown field, or one of another kind, is a fault of the service. */
function checkOutput(name: string, row: Operation, output: Output): void {
  const parsed = row.output.safeParse(output);
  if (!parsed.success) throw new Error(`${name} answered against its row`, { cause: parsed.error });
  if (!isDeepStrictEqual(parsed.data, output)) throw new Error(`${name} answered a field its row does not name`);
  if (Buffer.from(writeJson(output)).toString() !== JSON.stringify(output))
    throw new Error(`${name} writes other JSON than its output has`);
}
