import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  type ErrorCode,
  errorCodes,
  hasRanges,
  listRoutes,
  type Operation,
  operations,
  pathParameters,
  possibleErrors,
  takesQuery,
} from '../src/index.js';
import { openApiDocument } from '../src/openapi.js';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: object;
  readonly responses: Readonly<
    Record<string, { description: string; headers?: Record<string, object>; content?: object }>
  >;
}

const document = openApiDocument('1') as { paths: Record<string, Record<string, Described>> };
const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const rows = Object.entries(operations as Record<string, Operation>).flatMap(([name, row]) =>
  row.http === null
    ? []
    : [{ name, row, http: row.http, described: document.paths[row.http.path]?.[row.http.method] as Described }],
);

describe('openApiDocument', () => {
  it('returns a valid OpenAPI document [P-OPENAPI]', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('returns the same document each time, equal to openapi.json [P-OPENAPI]', () => {
    expect(openApiDocument('1')).toEqual(document);
    expect(JSON.parse(file('openapi.json')), 'run pnpm generate').toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('describes every route of listRoutes and routes.txt, and no other [P-ROUTES]', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    expect(described).toHaveLength(listRoutes().length);
    expect(described).toEqual(expect.arrayContaining(listRoutes()));
    expect(file('routes.txt'), 'run pnpm generate').toBe(
      listRoutes()
        .map(({ method, path }) => `${method} ${path}\n`)
        .join(''),
    );
  });

  it('accepts null and an object where a response refers to a schema or is null [P-OPENAPI]', () => {
    const text = JSON.stringify(document);
    expect(text.match(/"allOf":\[\{"\$ref":"[^"]*"\},\{[^}]*"null"/g)).toBeNull();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(JSON.parse(text), 'document');
    const lastRun = ajv.getSchema('document#/components/schemas/SyncOverview/properties/last_run');
    const time = '2026-11-21T00:00:00.000Z';
    const counts = { processed: 0, total: null, summary: {} };
    const times = { created_at: time, started_at: null, finished_at: null, heartbeat_at: null };
    const job = { job_id: 'job_1', kind: 'sync_run', state: 'queued', phase: '', ...counts, ...times };
    const isValid = (value: unknown) => lastRun?.(value);
    expect(isValid(null)).toBe(true);
    expect(isValid({ ...job, cancel_requested: false })).toBe(true);
    expect(isValid(job)).toBe(false);
    expect(isValid('job_1')).toBe(false);
  });

  it('states the revision in 304 and in a revision conflict, the size in 416, and the methods in 405 [P-OPENAPI]', () => {
    const responses = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((route) => Object.entries(route.responses)),
    );
    const withStatus = (status: string) => responses.filter(([each]) => each === status).map(([, each]) => each);
    expect(withStatus('304').length).toBeGreaterThan(3);
    for (const { headers } of withStatus('304')) expect(headers).toHaveProperty('ETag');
    for (const { headers, description } of withStatus('409'))
      expect('ETag' in (headers ?? {}), description).toBe(description.includes('revision_conflict'));
    for (const { headers } of withStatus('416')) expect(headers).toHaveProperty('Content-Range');
    expect(withStatus('405')).toHaveLength(1);
    for (const { headers } of withStatus('405')) expect(headers).toHaveProperty('Allow');
  });

  it('requires the header of a confirmation unless the body may have it instead [P-OPENAPI]', () => {
    const confirmed = rows.filter(({ row }) => row.confirmation !== undefined);
    const required = confirmed.map(({ name, described }) => [
      name,
      described.parameters?.find((each) => each.name === 'X-Service-Confirmation')?.required === true,
    ]);
    expect(required).toEqual(confirmed.map(({ name, row }) => [name, row.confirmation?.inBody !== true]));
    expect(required).toContainEqual(['retirePeer', false]);
  });

  it('lists HEAD for the routes that register it, with the headers of GET and no body [P-HEAD]', () => {
    const heads = Object.entries(document.paths).filter(([, methods]) => 'head' in methods);
    expect(heads.map(([path]) => path).sort()).toEqual([
      '/api/v1/sync/backups/{backup_id}',
      '/api/v1/sync/carrier/{namespace}/{class}/{name}',
    ]);
    for (const [, { get, head }] of heads as [string, Record<'get' | 'head', Described>][]) {
      expect(head.operationId).toBe(`${get.operationId}Head`);
      expect(Object.keys(head.responses)).toEqual(
        Object.keys(get.responses).filter((status) => status !== '206' && status !== '416'),
      );
      expect(head.responses[200]?.headers).toEqual(get.responses[200]?.headers);
      for (const response of Object.values(head.responses)) expect(response.content).toBeUndefined();
    }
  });

  it.each(rows)(
    'describes the parameters, the body and the success response of $name',
    ({ name, row, http, described }) => {
      const { operationId, parameters = [], requestBody, responses } = described;
      expect(operationId).toBe(name);
      const listParameters = (place: string) => parameters.filter((each) => each.in === place).map((each) => each.name);
      const beside = Object.keys(row.input.shape).filter(
        (field) =>
          !pathParameters(http.path).includes(field) && (field !== 'confirmation' || row.confirmation?.inBody === true),
      );
      expect(listParameters('path')).toEqual(pathParameters(http.path));
      expect(listParameters('query')).toEqual(takesQuery(http) ? beside : []);
      const bytes = http.request === 'bytes';
      expect(requestBody !== undefined).toBe(
        bytes || http.request === 'artifact' || (!takesQuery(http) && beside.length > 0),
      );
      expect(listParameters('header').includes('Content-Disposition')).toBe(bytes);
      expect(listParameters('header').includes('Range')).toBe(hasRanges(http));
      expect('206' in responses).toBe(hasRanges(http));
      expect(listParameters('header').includes('If-Match')).toBe(row.precondition !== undefined);
      expect(listParameters('header').includes('X-Service-Confirmation')).toBe(row.confirmation !== undefined);
      const success = responses[http.status ?? 200];
      expect(success?.headers !== undefined && 'ETag' in success.headers).toBe(http.etag !== undefined);
      expect(success?.content === undefined).toBe(http.response === 'none');
    },
  );

  it.each(rows)(
    'lists every possible error code of $name under its status [E-DOCUMENTED]',
    ({ row, http, described }) => {
      const refusals = Object.entries(described.responses).filter(([status]) => Number(status) >= 400);
      const codes = refusals.flatMap(([status, { description }]) =>
        description.split(', ').map((code) => [code, Number(status)]),
      );
      const possible = possibleErrors(http.method, row.errors);
      expect(codes.sort()).toEqual(possible.map((code) => [code, errorCodes[code as ErrorCode].http]).sort());
    },
  );
});
