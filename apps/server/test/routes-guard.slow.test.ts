import { beforeAll, describe, expect, it } from 'vitest';
import { ask, askSample, type RawRequest, verdict } from './support/ask.js';
import { CHUNKED, frameChunks, leavesNothing, RESOURCES } from './support/attachments.js';
import { getHeader, type RawAnswer } from './support/raw.js';
import { foreignHosts, navigation, ownHosts, powerless, senders, sendersHost } from './support/tables.js';
import { isRefused, isWebPage, useRoutes, withHeaders, writes } from './support/walk.js';
import { alwaysRefused, isOfDevices, type Sample } from './support/world.js';

const routes = useRoutes();

/** Shows that a request passes the guard, without an effect: its body is invalid for every writing route. */
const harmless = (sample: Sample, request: RawRequest, headers: RawRequest['headers'] = []): Partial<RawRequest> =>
  writes(sample)
    ? { body: 'x', headers: withHeaders(request, [...headers, ['Content-Encoding', 'gzip']]) }
    : { headers: withHeaders(request, headers) };
/** Answers of a single library about its devices. */
const ofDevices = new Map<Sample, string>();
beforeAll(async () => {
  for (const sample of routes.samples)
    if (sample.operation !== undefined && isOfDevices(sample.operation) && !writes(sample))
      ofDevices.set(sample, verdict(await askSample(routes.service.port, sample)));
});
const harmlessVerdict = (sample: Sample) => {
  if (writes(sample)) return '415 unsupported_media_type';
  if (isRefused(sample)) return '405 method_not_allowed';
  return isWebPage(sample) ? '404 web_ui_not_built' : (ofDevices.get(sample) ?? '200');
};

describe('every route', () => {
  it('rejects a foreign Host', () =>
    routes.walk((_, request) =>
      Object.entries(foreignHosts).map(([label, { host, headers }]) => ({
        label,
        request: { host, headers: withHeaders(request, headers) },
        expected: '403 forbidden',
      })),
    ));

  it('is served under every loopback name and any port', () =>
    routes.walk((sample, request) =>
      ownHosts.map((host) => ({
        label: host,
        request: { ...harmless(sample, request), host },
        expected: harmlessVerdict(sample),
      })),
    ));

  it('rejects requests of pages from other sites, reads included', () =>
    routes.walk((sample, request) =>
      Object.entries(senders).map(([label, { headers, passes }]) => {
        const served = passes === true || (passes === 'page only' && isWebPage(sample));
        const asked = served ? harmless(sample, request, headers) : { headers: withHeaders(request, headers) };
        const expected = served ? harmlessVerdict(sample) : '403 forbidden';
        return { label, request: { ...asked, host: sendersHost }, expected };
      }),
    ));

  it('allows no other origin, with or without a preflight', () =>
    routes.walk((sample, request) =>
      ['http://evil.test', 'null', undefined].map((origin) => ({
        label: `preflight of ${origin}`,
        request: {
          method: 'OPTIONS',
          headers: withHeaders(request, [
            ...(origin === undefined ? [] : [['Origin', origin] as const]),
            ['Access-Control-Request-Method', sample.method],
            ['Access-Control-Request-Headers', 'content-type'],
            ['Access-Control-Request-Private-Network', 'true'],
          ]),
        },
        expected: origin === undefined ? '405 method_not_allowed' : '403 forbidden',
      })),
    ));

  it('lists its methods for a plain OPTIONS request', async () => {
    for (const sample of routes.samples.filter((each) => !isRefused(each))) {
      const answer = await ask(routes.service.port, { method: 'OPTIONS', target: sample.path });
      expect(getHeader(answer, 'allow')?.split(', '), sample.path).toContain(sample.method);
    }
  });
});

describe('an upload, which requires no JSON', () => {
  it('of a page from another site stores nothing, in any encoding', () =>
    leavesNothing(routes.service, async () => {
      const target = `${RESOURCES}?filename=x.html`;
      for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
        for (const framing of [[], [CHUNKED], [['Expect', '100-continue'] as const]]) {
          const body = framing[0] === CHUNKED ? frameChunks(Buffer.from('x'), 1) : 'x';
          const headers = [['Origin', 'http://evil.test'] as const, ['Content-Type', type] as const, ...framing];
          const answer = await ask(routes.service.port, { method: 'POST', target, headers, body });
          expect(verdict(answer)).toBe('403 forbidden');
        }
    }));
});

describe('the page of the web UI', () => {
  it.each(['cross-site', 'same-site'])(
    'can be linked to from a %s page, but not framed, posted to or probed',
    async (from) => {
      const requestVerdict = async (request: RawRequest) => verdict(await ask(routes.service.port, request));
      const headers = navigation(from);
      expect(await requestVerdict({ target: '/', headers })).toBe('404 web_ui_not_built');
      expect(await requestVerdict({ target: '/?q=x', headers })).toBe('404 web_ui_not_built');
      expect(await requestVerdict({ target: '/x', headers })).toBe('403 forbidden');
      expect(await requestVerdict({ method: 'POST', target: '/', headers })).toBe('403 forbidden');
      expect(await requestVerdict({ target: '/', headers: [...headers, ['Origin', 'http://evil.test']] })).toBe(
        '403 forbidden',
      );
      const framed = headers.map(([name, value]) => [name, value === 'document' ? 'iframe' : value] as const);
      expect(await requestVerdict({ target: '/', headers: framed })).toBe('403 forbidden');
      expect((await ask(routes.service.port, { method: 'HEAD', target: '/', headers })).status).toBe(403);
    },
  );
});

describe('identity headers', () => {
  const plain = new Map<Sample, unknown>();
  /** Excludes the start of a group: it happens once, so there is no second answer to compare. */
  const lasting = () => routes.samples.filter(({ operation }) => operation !== 'initializeSync');

  /** Returns the masked answer of a route to a request with some headers, on objects of its own when it writes. */
  async function readMaskedAnswer(sample: Sample, headers: RawRequest['headers'] = []): Promise<unknown> {
    const { operation } = sample;
    const fresh = plain.has(sample) && operation !== undefined;
    const used = fresh ? await routes.service.world.sample(operation) : sample;
    const answer = await askSample(routes.service.port, used, { headers: withHeaders(used, headers) });
    if (operation !== undefined && !alwaysRefused.has(operation) && !isOfDevices(operation))
      expect(answer.status).toBeLessThan(300);
    return maskAnswer(answer);
  }

  it('are tested on requests that succeed without them', async () => {
    for (const sample of lasting()) {
      const before = routes.service.changes();
      const answer = await readMaskedAnswer(sample);
      // An answer about the whole library depends on writes in between, so it is requested again each time.
      const ofLibrary = sample.operation === 'writeGraphReport';
      if (routes.service.changes() > before && !ofLibrary) plain.set(sample, answer);
    }
    expect(plain.size).toBeGreaterThan(10);
  });

  it.each(Object.entries(powerless))('%s change no answer', async (_, headers) => {
    for (const sample of lasting()) {
      const before = plain.get(sample) ?? (await readMaskedAnswer(sample));
      expect(await readMaskedAnswer(sample, headers), `${sample.method} ${sample.path}`).toEqual(before);
    }
  });
});

/** Masks the parts of an answer that differ between equivalent objects. */
function maskAnswer({ status, headers, body }: RawAnswer): unknown {
  const alike = (text: string) =>
    text
      .replace(/\b(doc|rev|nb|snb|tag|rep|db|res|job)_[0-9a-z]{26}\b/g, '$1')
      .replace(/\b[0-9a-f]{64}\b/g, 'hash')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/(zq9canary) \d+/g, '$1');
  const kept = headers.filter(([name]) => name !== 'Date' && name !== 'Content-Length');
  return { status, headers: kept.map(([name, value]) => [name, alike(value)]), body: alike(body.toString('utf8')) };
}
