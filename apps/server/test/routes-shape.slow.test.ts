import { METHODS } from 'node:http';
import { listRoutes, pathParameters } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { isPeerTarget } from '../src/peer/routes.js';
import { ask, askSample, fill, readError, sampleRequest, verdict } from './support/ask.js';
import { getHeader, type RawAnswer } from './support/raw.js';
import { foreignTypes, ownTypes, strayIds } from './support/tables.js';
import { isRefused, isWebPage, takesJson, useRoutes, withHeaders, writes } from './support/walk.js';
import { alwaysRefused, isOfDevices, type Sample } from './support/world.js';

const routes = useRoutes();
const formatRoute = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Returns true when the confirmation words may be in the body. */
const mayConfirm = ({ operation }: Sample) => operation === 'retirePeer';

describe('every route', () => {
  it('has a sample request', () => {
    const ordinary = listRoutes().filter(({ path }) => !isPeerTarget(path));
    expect(routes.samples.map(formatRoute).sort()).toEqual(ordinary.map(formatRoute).sort());
  });

  it('answers 405 with the methods of its path to any other method', async () => {
    const before = routes.service.changes();
    for (const sample of routes.samples) {
      const own = listMethods(sample.path);
      // CONNECT requests a tunnel, not this path.
      for (const method of METHODS.filter((each) => !own.includes(each) && each !== 'CONNECT')) {
        const answer = await askSample(routes.service.port, sample, { method });
        expect(answer.status, `${method} ${sample.path}`).toBe(405);
        if (method !== 'HEAD') expect(readError(answer).code).toBe('method_not_allowed');
        expect(getHeader(answer, 'allow')?.split(', ').sort()).toEqual([...own].sort());
      }
    }
    expect(routes.service.changes()).toBe(before);
  });

  it('rejects methods unknown to HTTP', () =>
    routes.walk(() =>
      ['FOO', 'get', 'GETT', 'X-GET'].map((method) => ({
        label: method,
        request: { method },
        expected: '400 validation_failed',
      })),
    ));

  it('accepts a body only as JSON in UTF-8', () =>
    routes.walk((sample, request) =>
      (takesJson(sample) ? Object.entries(foreignTypes) : []).map(([label, headers]) => ({
        label,
        request: { headers: withHeaders(request, headers), body: request.body ?? '{}' },
        expected: '415 unsupported_media_type',
      })),
    ));

  it('accepts bytes only unencoded and with one type', () =>
    routes.walk((sample, request) =>
      (sample.bytes === undefined ? [] : ['gzip', 'two encodings', 'brotli', 'an empty encoding', 'two types']).map(
        (label) => ({
          label,
          request: { headers: withHeaders(request, foreignTypes[label]) },
          expected: '415 unsupported_media_type',
        }),
      ),
    ));

  it('accepts any spelling of the JSON media type', () =>
    routes.walk((sample, request) =>
      (takesJson(sample) ? ownTypes : []).map((type) => ({
        label: type,
        request: { headers: withHeaders(request, [['Content-Type', type]]), body: '[]' },
        expected: '400 validation_failed',
      })),
    ));

  it('rejects unknown fields by name', async () => {
    const before = routes.service.changes();
    const strangers = ['nonsense', 'dryrun', 'Limit', 'limit[]', '__proto__', 'constructor', 'prototype', ''];
    for (const sample of routes.samples.filter(({ operation }) => operation !== undefined)) {
      const request = sampleRequest(sample);
      for (const name of strangers) {
        const sign = request.target?.includes('?') ? '&' : '?';
        const target = `${request.target}${sign}${encodeURIComponent(name)}=1`;
        expectNamed(await ask(routes.service.port, { ...request, target }), name, sample);
      }
      const named = [...strangers, ...pathParameters(sample.path), ...(mayConfirm(sample) ? [] : ['confirmation'])];
      const inBody = takesJson(sample) ? named : [];
      for (const name of inBody)
        expectNamed(await ask(routes.service.port, { ...request, body: withField(sample, name) }), name, sample);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(routes.service.changes()).toBe(before);
  });

  it('rejects a query field that is given twice', () =>
    routes.walk((sample, request) =>
      Object.entries(takesJson(sample) ? {} : sample.fields).map(([name, value]) => ({
        label: name,
        request: { target: `${request.target}&${name}=${encodeURIComponent(String(value))}` },
        expected: '400 validation_failed',
      })),
    ));

  it('answers 404 to a malformed id', () =>
    routes.walk((sample) =>
      Object.entries(sample.params).flatMap(([name, value]) =>
        [...strayIds, `${value}%2f..`, `${value}%00`, `${value}%20`, value.toUpperCase()]
          .filter(() => name !== 'tag')
          .map((id) => ({
            label: `${name} ${id.slice(0, 40)}`,
            request: { target: targetWith(sample, name, id) },
            expected: '404 not_found',
          })),
      ),
    ));

  it('has one spelling: no other case, no trailing slash, no dot segments', () =>
    routes.walk((sample) =>
      otherSpellings(sample).map((target) => ({ label: target, request: { target }, expected: '404 not_found' })),
    ));

  it('answers HEAD like GET without the body', async () => {
    const still = ({ headers }: RawAnswer) => headers.filter(([name]) => name !== 'Date');
    for (const sample of routes.samples.filter((each) => !writes(each))) {
      const head = await askSample(routes.service.port, sample, { method: 'HEAD' });
      const get = await askSample(routes.service.port, sample);
      expect([head.status, still(head), head.body.length], sample.path).toEqual([get.status, still(get), 0]);
    }
  });

  it('answers its sample with success after all rejected requests', async () => {
    for (const sample of routes.samples.filter(({ operation }) => operation === undefined || !isOfDevices(operation))) {
      const answer = await askSample(routes.service.port, sample);
      const refused =
        isWebPage(sample) ||
        isRefused(sample) ||
        (sample.operation !== undefined && alwaysRefused.has(sample.operation));
      expect(answer.status < 300, `${formatRoute(sample)} ${answer.status} ${answer.body}`).toBe(!refused);
    }
  });
});

describe('an unknown path', () => {
  it.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/nothing',
    '/favicon.ico',
    '//',
    '/..',
    '/%2e%2e/',
    '/.env',
    '/api/v1/status/x',
  ])('%s answers 404 to every method', async (target) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
      expect(verdict(await ask(routes.service.port, { method, target }))).toBe('404 not_found');
  });
});

function listMethods(path: string): string[] {
  const own = routes.samples.filter((each) => each.path === path && !isRefused(each)).map(({ method }) => method);
  return own.includes('GET') ? [...own, 'HEAD'] : own;
}

/** Replaces one parameter in the sample's target by an encoded text. */
function targetWith(sample: Sample, name: string, raw: string): string {
  const path = fill(sample.path, { ...sample.params, [name]: 'MARKED' }).replace('MARKED', raw);
  const query = sampleRequest(sample).target?.split('?')[1];
  return query === undefined ? path : `${path}?${query}`;
}

/** Adds a field to the JSON of a sample; as text, because `__proto__` is a special key of an object. */
function withField(sample: Sample, name: string): string {
  const fields = JSON.stringify(sample.fields).slice(1);
  return `{${JSON.stringify(name)}:{"polluted":1}${fields === '}' ? '' : ','}${fields}`;
}

function expectNamed(answer: RawAnswer, name: string, sample: Sample): void {
  expect(verdict(answer), `${formatRoute(sample)} ${name}`).toBe('400 validation_failed');
  expect(readError(answer).message).toContain(name);
}

/** Returns targets that a lenient server would treat as the sample's own. */
function otherSpellings(sample: Sample): string[] {
  const path = fill(sample.path, sample.params);
  const first = path.split('/')[1] as string;
  const ofFirst = [first.toUpperCase(), `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`];
  return [
    ...[`${path}/`, `${path}//`, `/${path}`, `/.${path}`, `/x/..${path}`],
    // These are valid in a tag's name.
    ...(sample.path.endsWith('{tag}') ? [] : [`${path};x=1`, `${path}%2f`, `${path}%20`, `${path}.json`]),
    ...(first === '' ? [] : ofFirst.map((other) => path.replace(first, other))),
    ...(first === 'api' ? ['/V1/', '/v1//', '/v2/'].map((other) => path.replace('/v1/', other)) : []),
  ];
}
