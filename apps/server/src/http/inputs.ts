import type { IncomingMessage } from 'node:http';
import {
  baseRevisionId,
  clip,
  createUnknownFieldError,
  type HttpBinding,
  MAX_QUOTED,
  type Operation,
  pathParameters,
  ServiceError,
  takesQuery,
} from '@notes/contract';
import { z } from 'zod';
import type { JsonObject } from '../json.js';
import { describeUpload } from './upload.js';

export type RawInput = Record<string, unknown>;

/** Collects the inputs of one route from the locations in its row. */
export type InputCollector = (request: IncomingMessage, params: Record<string, string>, body: JsonObject) => RawInput;

export function createInputCollector(row: Operation, http: HttpBinding): InputCollector {
  const inPath = pathParameters(http.path);
  // Derived from the schema at the first request: it takes longer than all other work for the routes at start.
  let kinds: ReadonlyMap<string, Kind> | undefined;
  return (request, params, body) => {
    const query = parseQuery(request.url as string);
    if (takesQuery(http)) kinds ??= readQueryKinds(row);
    else refuseQuery(query);
    const input: RawInput = kinds === undefined ? { ...body } : readQueryInput(row, query, kinds);
    if (http.request === 'bytes') addMissing(input, describeUpload(request));
    for (const name of inPath) {
      if (Object.hasOwn(input, name)) throw createUnknownFieldError(row, [], [name]);
      input[name] = params[name];
    }
    if (row.confirmation !== undefined) addConfirmation(request, input, row);
    if (row.precondition !== undefined) addPrecondition(request, input);
    return input;
  };
}

const PARSED_KINDS = ['integer', 'boolean', 'array'] as const;
type Kind = (typeof PARSED_KINDS)[number] | 'string';

/**
 * Returns the kind of each query field, derived from the row's schema. A query string has only texts, and lists are
 * separated by commas.
 */
function readQueryKinds(row: Operation): Map<string, Kind> {
  const schema = z.toJSONSchema(row.input, { io: 'input' }) as { properties?: Record<string, { type?: string }> };
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, { type }]) => [
      name,
      PARSED_KINDS.find((kind) => kind === type) ?? 'string',
    ]),
  );
}

const NO_QUERY = new URLSearchParams();

/** Parses the query of a target. The router of Express leaves this to its application, which the service does not use. */
function parseQuery(target: string): URLSearchParams {
  const at = target.indexOf('?');
  return at === -1 ? NO_QUERY : new URLSearchParams(target.slice(at + 1));
}

function refuseQuery(query: URLSearchParams): void {
  for (const name of query.keys())
    throw new ServiceError(
      'validation_failed',
      `Unknown query field: ${clip(name, MAX_QUOTED)}. Send fields in the JSON body`,
    );
}

function readQueryInput(row: Operation, query: URLSearchParams, kinds: ReadonlyMap<string, Kind>): RawInput {
  const input: RawInput = {};
  for (const [name, text] of query) {
    const kind = kinds.get(name);
    if (kind === undefined) throw createUnknownFieldError(row, [], [name]);
    if (Object.hasOwn(input, name)) throw new ServiceError('validation_failed', `${name}: must be given only once`);
    input[name] = convertText(text, kind);
  }
  return input;
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

function addMissing(input: RawInput, described: RawInput): void {
  for (const [name, value] of Object.entries(described)) input[name] ??= value;
}

/** Converts a text to its kind. A text of another syntax stays text, and the schema refuses it by name. */
function convertText(text: string, kind: Kind): unknown {
  if (kind === 'integer' && /^-?\d{1,16}$/.test(text) && !Object.is(Number(text), -0)) return Number(text);
  if (kind === 'boolean' && Object.hasOwn(BOOLEANS, text)) return BOOLEANS[text];
  if (kind === 'array') return text.split(',');
  return text;
}

function addConfirmation(request: IncomingMessage, input: RawInput, row: Operation): void {
  const inBody = row.confirmation?.inBody === true;
  const given = Object.hasOwn(input, 'confirmation');
  if (given && !inBody) throw createUnknownFieldError(row, [], ['confirmation']);
  const sent = request.headersDistinct['x-service-confirmation'];
  if (sent === undefined) return;
  if (given)
    throw new ServiceError(
      'validation_failed',
      'confirmation: must be in X-Service-Confirmation or in the body, not in both',
    );
  if (sent.length === 1) input.confirmation = sent[0];
}

function addPrecondition(request: IncomingMessage, input: RawInput): void {
  const header = request.headers['if-match'];
  if (header === undefined) return;
  const revision = /^\s*(?:"([^",]+)"|([^",\s]+))\s*$/.exec(header);
  const named = revision?.[1] ?? revision?.[2];
  // The schema of the field would report it under a name that the request does not have.
  if (named === undefined || !baseRevisionId.safeParse(named).success)
    throw new ServiceError('validation_failed', 'If-Match: must name one revision, without W/ and not *');
  const base = input.base_revision_id;
  if (base !== undefined && base !== named)
    throw new ServiceError(
      'validation_failed',
      'If-Match and base_revision_id name different revisions. Send one of them',
    );
  input.base_revision_id = named;
}
