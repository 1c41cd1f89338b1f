import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { type ErrorCode, errorCodes } from './errors.js';
import {
  type HttpAccess,
  type HttpBinding,
  type HttpMethod,
  hasHeadRoute,
  hasRanges,
  type Operation,
  pathParameters,
  possibleErrors,
  takesQuery,
} from './operation.js';
import { pageRoutes } from './routes.js';
import { operations } from './table.js';

const errorBody = z
  .object({
    error: z.object({ code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]), message: z.string() }),
  })
  .meta({ id: 'Error' });

/** Content of bytes of any type. */
const BYTES = { '*/*': { schema: { type: 'string' as const, format: 'binary' } } };
const TEXT_HEADER = { schema: { type: 'string' as const } };

const REVISION_HEADER = z.string().optional().describe('The revision this change is based on; quotes optional.');

const DESCRIPTION =
  'Markdown notes of one person, over REST on loopback. HEAD works for every GET, even where it is not listed, and returns no body. Only GET /mcp refuses both.';

/**
 * Returns the OpenAPI 3.1 description of the HTTP interface, generated from the table. Equal tables give equal
 * documents. `zod-to-openapi` makes the routes, and leaves the objects of responses open; the JSON Schema of Zod would
 * close them, so that clients refuse a field that a later release adds.
 */
export function openApiDocument(version: string): object {
  const registry = new OpenAPIRegistry();
  for (const [name, row] of Object.entries(operations)) {
    if (row.http === null) continue;
    const route = toRouteConfig(name, row, row.http);
    registry.registerPath(route);
    if (hasHeadRoute(row.http)) registry.registerPath(toHeadRoute(route));
  }
  for (const name of Object.keys(pageRoutes) as PageName[]) registry.registerPath(toPageRouteConfig(name));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Notes', version, description: DESCRIPTION },
  });
  return allowNullReferences(document) as object;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Copies a document with references to a schema or null written as `anyOf`. `zod-to-openapi` writes them as `allOf` of
 * the reference and of a type with null, which null does not satisfy because the referenced schema refuses it.
 */
function allowNullReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowNullReferences);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  const [reference, addition] = Array.isArray(schema.allOf) ? (schema.allOf as Schema[]) : [];
  if (reference?.$ref !== undefined && Array.isArray(addition?.type) && addition.type.includes('null')) {
    const { type: _, ...metadata } = addition;
    return { ...metadata, anyOf: [reference, { type: 'null' }] };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, allowNullReferences(each)]));
}

function toRouteConfig(operationId: string, row: Operation, http: HttpBinding): RouteConfig {
  const shape = row.input.shape as Record<string, z.ZodType>;
  const inPath = pathParameters(http.path);
  const isHeader = (key: string) => key === 'confirmation' && row.confirmation?.inBody !== true;
  const rest = Object.keys(shape).filter((key) => !inPath.includes(key) && !isHeader(key));
  const pick = (keys: string[], as = (schema: z.ZodType) => schema) =>
    z.strictObject(Object.fromEntries(keys.map((key) => [key, as(shape[key] as z.ZodType)])));
  const inQuery = takesQuery(http) && rest.length > 0;
  const inBody = !takesQuery(http) && rest.length > 0;
  const needed = rest.some((key) => !(shape[key] as z.ZodType).isOptional());
  return {
    method: http.method,
    path: http.path,
    operationId,
    summary: row.summary,
    ...(http.access && { description: ACCESS[http.access] }),
    request: {
      ...(inPath.length > 0 && { params: pick(inPath) }),
      ...(inQuery && { query: pick(rest, inQueryString) }),
      ...((http.request === 'bytes' || http.request === 'artifact') && { body: { content: BYTES } }),
      ...(inBody && { body: { required: needed, content: { 'application/json': { schema: pick(rest) } } } }),
      headers: z.object(requestHeaders(row, http)),
    },
    responses: { ...toSuccessResponses(row, http), ...toErrorResponses(http.method, row.errors) },
  };
}

/** Describes HEAD of a route of bytes: the headers of the whole content, whatever range is requested, and no body. */
function toHeadRoute({
  operationId,
  request,
  responses: { 206: _, ...responses },
  ...route
}: RouteConfig): RouteConfig {
  const bodiless = Object.entries(responses)
    .filter(([status]) => status !== RANGE_NOT_SATISFIABLE)
    .map(([status, response]) => [status, { ...response, content: undefined }]);
  const headers = z.object({ 'If-None-Match': z.string().optional() });
  return {
    ...route,
    method: 'head',
    operationId: `${operationId}Head`,
    summary: 'Return the size and the entity tag that GET has, without the bytes.',
    request: { ...(request?.params && { params: request.params }), headers },
    responses: Object.fromEntries(bodiless),
  };
}

const RANGE_NOT_SATISFIABLE = String(errorCodes.range_not_satisfiable.http);

const ACCESS: Record<HttpAccess, string> = {
  peer: 'For enrolled peers: Authorization contains the signature of the request, as defined by Service-Sync-v1.',
  code: 'For holders of a pairing code, which the body proves.',
  operator: 'On this machine only.',
};

/** Converts a list to its form in a query string: one text, separated by commas. */
function inQueryString(schema: z.ZodType): z.ZodType {
  const isList = z.toJSONSchema(schema, { io: 'input' }).type === 'array';
  return isList ? schema.meta({ ...schema.meta(), param: { explode: false } }) : schema;
}

function requestHeaders(row: Operation, http: HttpBinding): Record<string, z.ZodType> {
  return {
    ...(row.precondition && { 'If-Match': REVISION_HEADER }),
    ...(row.confirmation && { 'X-Service-Confirmation': describeConfirmation(row.confirmation) }),
    ...(http.request === 'bytes' && {
      'Content-Disposition': z.string().optional().describe('Its filename is used unless the query has one.'),
    }),
    ...(http.method === 'get' && http.etag !== undefined && { 'If-None-Match': z.string().optional() }),
    ...(hasRanges(http) && {
      Range: z
        .string()
        .optional()
        .describe('One range of bytes: a-b, a- or -n. Several ranges return the whole content.'),
      'If-Range': z.string().optional(),
    }),
  };
}

/** Describes the header of a confirmation, which is optional where the body may have the words instead. */
function describeConfirmation({ word, input, inBody }: NonNullable<Operation['confirmation']>): z.ZodType {
  const words = `${word}:<${input}>`;
  if (inBody !== true) return z.string().describe(words);
  return z.string().optional().describe(`${words}, here or as confirmation in the body, not in both.`);
}

const NOT_MODIFIED = {
  tag: 'Not modified: the entity tag matches If-None-Match.',
  note: 'Not modified: the entity tag matches If-None-Match, and tags, notebook, Trash state and times have not changed since that revision was written.',
};

function toSuccessResponses(row: Operation, http: HttpBinding): RouteConfig['responses'] {
  const headers = {
    ...(http.etag !== undefined && { ETag: TEXT_HEADER }),
    ...(http.location !== undefined && { Location: TEXT_HEADER }),
    ...(hasRanges(http) && { 'Accept-Ranges': TEXT_HEADER }),
    ...(http.response === 'content' && { 'Content-Disposition': TEXT_HEADER }),
  };
  const content = getResponseContent(row, http);
  const conditional = http.method === 'get' && http.etag !== undefined;
  return {
    [http.status ?? 200]: { description: 'Success.', headers, ...(content && { content }) },
    ...(http.createdField !== undefined && {
      200: { description: 'It already existed.', headers, ...(content && { content }) },
    }),
    ...(hasRanges(http) && {
      206: {
        description: 'The requested range.',
        headers: { ...headers, 'Content-Range': TEXT_HEADER },
        content: BYTES,
      },
    }),
    ...(conditional && {
      304: {
        description: NOT_MODIFIED[http.changesWithoutRevision === true ? 'note' : 'tag'],
        headers: { ETag: TEXT_HEADER },
      },
    }),
  };
}

function getResponseContent(row: Operation, { response = 'json' }: HttpBinding) {
  switch (response) {
    case 'none':
      return undefined;
    case 'content':
    case 'artifact':
    case 'backup':
      return BYTES;
    case 'markdown':
      return { 'text/markdown; charset=utf-8': { schema: z.string() } };
    case 'json':
      return { 'application/json': { schema: row.output } };
  }
}

/** Headers of errors that have more than a code and a message. */
const ERROR_HEADERS: Partial<Record<ErrorCode, Record<string, object>>> = {
  revision_conflict: { ETag: { ...TEXT_HEADER, description: 'Current revision of the note, for revision_conflict.' } },
  range_not_satisfiable: {
    'Content-Range': { ...TEXT_HEADER, description: 'Size of the whole content: bytes */size.' },
  },
};

function toErrorResponses(method: HttpMethod, own: readonly ErrorCode[]): RouteConfig['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of possibleErrors(method, own)) {
    const status = errorCodes[code].http;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const headers = Object.assign({}, ...codes.map((code) => ERROR_HEADERS[code]));
      return [
        status,
        {
          description: codes.sort().join(', '),
          ...(Object.keys(headers).length > 0 && { headers }),
          content: { 'application/json': { schema: errorBody } },
        },
      ];
    }),
  );
}

type PageName = keyof typeof pageRoutes;

const text = (type: string) => ({
  200: { description: 'Success.', content: { [`${type}; charset=utf-8`]: { schema: z.string() } } },
});
const rpc = {
  'application/json': { schema: z.looseObject({ jsonrpc: z.literal('2.0') }).describe('A JSON-RPC 2.0 message.') },
};

/** Fault that the HTTP parser finds before the route is known: its response is the same on every route. */
const headersTooLarge: RouteConfig['responses'] = Object.fromEntries(
  Object.entries(toErrorResponses('get', [])).filter(
    ([status]) => Number(status) === errorCodes.headers_too_large.http,
  ),
);

/** Requests and responses of page routes. Errors of agents' messages are JSON-RPC responses. */
const pages: Record<PageName, Pick<RouteConfig, 'request' | 'responses'>> = {
  healthz: { responses: { ...text('text/plain'), ...toErrorResponses('get', []) } },
  webUi: { responses: { ...text('text/html'), ...toErrorResponses('get', ['web_ui_not_built']) } },
  mcp: {
    request: { body: { required: true, content: rpc } },
    responses: {
      200: { description: 'The response, which may be an error.', content: rpc },
      202: { description: 'Accepted, without a response.' },
      ...Object.fromEntries(
        [400, 403, 404, 408, 413, 415].map((status) => [status, { description: 'Refused.', content: rpc }]),
      ),
      ...headersTooLarge,
    },
  },
  mcpStream: {
    responses: {
      405: { description: 'Refused.', headers: { Allow: TEXT_HEADER }, content: rpc },
      ...headersTooLarge,
    },
  },
};

function toPageRouteConfig(operationId: PageName): RouteConfig {
  const { method, path, summary } = pageRoutes[operationId];
  const named = { path, operationId, summary } as const;
  return { method: method.toLowerCase() as HttpMethod, ...named, ...pages[operationId] };
}
