import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { type ErrorCode, errorCodes } from './errors.js';
import {
  type HttpFace,
  type HttpMethod,
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

/** Bytes of any type. */
const BYTES = { '*/*': { schema: { type: 'string' as const, format: 'binary' } } };
const TEXT_HEADER = { schema: { type: 'string' as const } };

const REVISION_HEADER = z.string().optional().describe('The revision this change is based on; quotes optional.');

/** The OpenAPI 3.1 description of the HTTP door, generated from the table. Equal tables give equal documents. */
export function openApiDocument(version: string): object {
  const registry = new OpenAPIRegistry();
  for (const [name, row] of Object.entries(operations)) {
    if (row.http !== null) registry.registerPath(routeOf(name, row, row.http));
  }
  for (const [operationId, page] of Object.entries(pageRoutes)) registry.registerPath(pageOf(operationId, page));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Notes', version, description: 'One person’s Markdown notes, over REST on loopback.' },
  });
}

function routeOf(operationId: string, row: Operation, http: HttpFace): RouteConfig {
  const shape = row.input.shape as Record<string, z.ZodType>;
  const inPath = pathParameters(http.path);
  const rest = Object.keys(shape).filter((key) => !inPath.includes(key) && key !== 'confirmation');
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
    request: {
      ...(inPath.length > 0 && { params: pick(inPath) }),
      ...(inQuery && { query: pick(rest, inQueryString) }),
      ...(http.request === 'bytes' && { body: { content: BYTES } }),
      ...(inBody && { body: { required: needed, content: { 'application/json': { schema: pick(rest) } } } }),
      headers: z.object(requestHeaders(row, http)),
    },
    responses: { ...success(row, http), ...failures(http.method, row.errors) },
  };
}

/** A list in a query string is one text, parted by commas. */
function inQueryString(schema: z.ZodType): z.ZodType {
  const isList = z.toJSONSchema(schema, { io: 'input' }).type === 'array';
  return isList ? schema.meta({ ...schema.meta(), param: { explode: false } }) : schema;
}

function requestHeaders(row: Operation, http: HttpFace): Record<string, z.ZodType> {
  return {
    ...(row.precondition && { 'If-Match': REVISION_HEADER }),
    ...(row.confirmation && {
      'X-Service-Confirmation': z.string().describe(`${row.confirmation.word}:<${row.confirmation.input}>`),
    }),
    ...(http.request === 'bytes' && {
      'Content-Disposition': z.string().optional().describe('Its filename is the name, unless the query has one.'),
    }),
    ...(http.method === 'get' && http.etag !== undefined && { 'If-None-Match': z.string().optional() }),
    ...(http.response === 'content' && {
      Range: z.string().optional().describe('One range of bytes: a-b, a- or -n. Several answer the whole.'),
      'If-Range': z.string().optional(),
    }),
  };
}

function success(row: Operation, http: HttpFace): RouteConfig['responses'] {
  const headers = {
    ...(http.etag !== undefined && { ETag: TEXT_HEADER }),
    ...(http.location !== undefined && { Location: TEXT_HEADER }),
    ...(http.response === 'content' && { 'Accept-Ranges': TEXT_HEADER, 'Content-Disposition': TEXT_HEADER }),
  };
  const content = contentOf(row, http);
  const conditional = http.method === 'get' && http.etag !== undefined;
  return {
    [http.status ?? 200]: { description: 'Done.', headers, ...(content && { content }) },
    ...(http.response === 'content' && {
      206: { description: 'One range.', headers: { ...headers, 'Content-Range': TEXT_HEADER }, content: BYTES },
    }),
    ...(conditional && { 304: { description: 'Not changed since the entity tag in If-None-Match.' } }),
  };
}

function contentOf(row: Operation, { response = 'json' }: HttpFace) {
  switch (response) {
    case 'none':
      return undefined;
    case 'content':
      return BYTES;
    case 'markdown':
      return { 'text/markdown; charset=utf-8': { schema: z.string() } };
    case 'json':
      return { 'application/json': { schema: row.output } };
  }
}

function failures(method: HttpMethod, own: readonly ErrorCode[]): RouteConfig['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of possibleErrors(method, own)) {
    const status = errorCodes[code].http;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.sort().join(', '), content: { 'application/json': { schema: errorBody } } },
    ]),
  );
}

function pageOf(operationId: string, page: (typeof pageRoutes)[keyof typeof pageRoutes]): RouteConfig {
  const type = page.path === '/' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
  return {
    method: 'get',
    path: page.path,
    operationId,
    summary: page.summary,
    responses: {
      200: { description: 'Done.', content: { [type]: { schema: z.string() } } },
      ...failures('get', page.path === '/' ? ['web_ui_not_built'] : []),
    },
  };
}
