import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { type ConfigValues, type HttpFace, ServiceError } from '@notes/contract';
import type { PeerCaller } from '@notes/operations';
import type { JsonObject } from '../json.js';
import { type PeerCall, peerCallOf } from '../peer/calls.js';
import { createBodyReader, parseObject } from './body.js';
import { checkUpload, receiveUpload } from './upload.js';

/** What a request carries beside its headers. */
export interface Intake {
  /** Of its JSON; none where it carries something else. */
  readonly fields: JsonObject;
  /** Where its row takes bytes: not a byte of them is read before they are asked for. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** Who signed, on the paths of peers. */
  readonly caller?: PeerCaller;
}

/** Stops reading JSON when `signal` fires. */
export type TakeIn = (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<Intake>;

/** How requests of a row are read: not at all (GET), as JSON, or as bytes. */
export function createIntake(http: HttpFace, config: ConfigValues): TakeIn {
  if (http.access !== undefined) return async (request) => callIntake(http, peerCallOf(request));
  if (http.method === 'get') return async () => ({ fields: {} });
  if (http.request !== 'bytes') {
    const read = createBodyReader(http.carriesText === true, config['server.max_json_bytes']);
    return async (request, response, signal) => ({ fields: await read(request, response, signal) });
  }
  const limits = {
    maxBytes: config['resources.max_bytes'],
    idleMs: config['server.request_timeout_seconds'] * 1000,
  };
  return async (request, response) => {
    checkUpload(request, limits);
    return { fields: {}, bytes: receiveUpload(request, response, limits) };
  };
}

/** What was taken in before it was known who sent it. */
function callIntake(http: HttpFace, call: PeerCall | undefined): Intake {
  if (call === undefined) throw new ServiceError('not_found', 'there is nothing here');
  const { caller, body } = call;
  const sent = http.request === 'artifact' ? { bytes: Readable.from([body]) } : {};
  const fields = body.length > 0 && http.request === undefined ? parseObject(body) : {};
  return { fields, ...sent, ...(caller && { caller }) };
}
