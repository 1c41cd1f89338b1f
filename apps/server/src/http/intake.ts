import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ConfigValues, HttpBinding } from '@notes/contract';
import type { PeerCaller } from '@notes/operations';
import { createNotFoundError } from '../failures.js';
import type { JsonObject } from '../json.js';
import { getPeerCall, type PeerCall } from '../peer/calls.js';
import { createBodyReader, parseObject } from './body.js';
import { continueWith } from './continue-with.js';
import type { Deadline } from './deadline.js';
import { checkUpload, receiveUpload } from './upload.js';

/** Contents of a request beside its headers. */
export interface Intake {
  /** Fields of its JSON; empty for other content. */
  readonly fields: JsonObject;
  /** Bytes, for rows that take bytes. None are read before they are requested. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** Authenticated peer, on the paths of peers. */
  readonly caller?: PeerCaller;
}

/**
 * Reads the contents of a request; stops reading JSON when the deadline is over. The result is a promise only for a
 * request with a JSON body.
 */
export type ReadIntake = (
  request: IncomingMessage,
  response: ServerResponse,
  deadline: Deadline,
) => Intake | Promise<Intake>;

const NOTHING: Intake = { fields: {} };

/** Creates the reader for requests of a row: none (GET), JSON, or bytes. */
export function createIntake(http: HttpBinding, config: ConfigValues): ReadIntake {
  if (http.access !== undefined) return (request) => readCallIntake(http, getPeerCall(request));
  if (http.method === 'get') return () => NOTHING;
  if (http.request !== 'bytes') {
    const read = createBodyReader(http.carriesText === true, config['server.max_json_bytes']);
    return (request, response, deadline) => continueWith(read(request, response, deadline), (fields) => ({ fields }));
  }
  const limits = {
    maxBytes: config['resources.max_bytes'],
    idleMs: config['server.request_timeout_seconds'] * 1000,
  };
  return (request, response) => {
    checkUpload(request, limits);
    return { fields: {}, bytes: receiveUpload(request, response, limits) };
  };
}

/** Returns the contents received before the caller was authenticated. */
function readCallIntake(http: HttpBinding, call: PeerCall | undefined): Intake {
  if (call === undefined) throw createNotFoundError();
  const { caller, body } = call;
  const sent = http.request === 'artifact' ? { bytes: Readable.from([body]) } : {};
  const fields = body.length > 0 && http.request === undefined ? parseObject(body) : {};
  return { fields, ...sent, ...(caller && { caller }) };
}
