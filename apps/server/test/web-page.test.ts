import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ask, requestBytes, verdict } from './support/ask.js';
import { converse, getHeader, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';

const files = {
  'index.html': '<!doctype html><meta name="csp-nonce" content="{{nonce}}"><title>Notes</title>',
  'bundled.json': '[]',
  'assets/index-1.js': 'export {};',
  'assets/index-1.css': ':root {}',
  'assets/icon-1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/face-1.woff2': 'wOF2',
  'assets/frame-1.html': '<!doctype html><title>Frame</title>',
  'assets/odd-1.bin': 'x',
  'assets/large-1.js': 'export const large = 1;',
  'assets/large-1.js.br': 'as Brotli',
  'assets/large-1.js.gz': 'as gzip',
  'assets/service-worker-1.js': 'self;',
};

const folder = mkdtempSync(join(tmpdir(), 'notes-page-'));
const webFolder = join(folder, 'dist');
mkdirSync(join(webFolder, 'assets'), { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join(webFolder, name), text);
writeFileSync(join(folder, 'secret.txt'), 'beside the page');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const service = useService({ webFolder });
const bare = useService();

/** Sends a request without the checks of JSON answers: a page has other headers. */
async function fetchFile(
  target: string,
  method = 'GET',
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const { answers } = await converse(service.port, requestBytes({ method, target, headers: Object.entries(headers) }), {
    methods: [method],
  });
  expect(answers).toHaveLength(1);
  return answers[0] as RawAnswer;
}

const directives = (answer: RawAnswer): Map<string, string> =>
  new Map(
    (getHeader(answer, 'content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
const readNonce = (page: RawAnswer) => /content="([^"]*)"/.exec(page.body.toString())?.[1] ?? '';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
const pickHeaders = (answer: RawAnswer, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, getHeader(answer, name)]));

describe('the page of the web UI', () => {
  it('is uncached HTML with the common headers [WEB-PAGE]', async () => {
    const page = await fetchFile('/');
    expect(page.status).toBe(200);
    const wanted = { ...everywhere, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    expect(pickHeaders(page, Object.keys(wanted))).toEqual(wanted);
    expect(getHeader(page, 'cross-origin-opener-policy')).toBe('same-origin');
    expect((await fetchFile('/?q=x')).status).toBe(200);
  });

  it('can load from itself alone, runs no inline script, and cannot be framed [WEB-POLICY]', async () => {
    const policy = directives(await fetchFile('/'));
    for (const name of ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(policy.get(name), name).toBe("'none'");
    for (const name of ['script-src', 'worker-src', 'manifest-src', 'connect-src', 'font-src', 'frame-src'])
      expect(policy.get(name), name).toBe("'self'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*/);
  });

  it('has a new nonce each time, in the policy as well [WEB-POLICY]', async () => {
    const pages = [await fetchFile('/'), await fetchFile('/')];
    const nonces = pages.map(readNonce);
    expect(new Set(nonces).size).toBe(2);
    for (const [index, page] of pages.entries()) {
      expect(nonces[index]).toMatch(/^[\w-]{22}$/);
      expect(directives(page).get('style-src')).toBe(`'self' 'nonce-${nonces[index]}'`);
    }
  });

  it('answers HEAD like GET without the body [WEB-PAGE]', async () => {
    const page = await fetchFile('/');
    const head = await fetchFile('/', 'HEAD');
    expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    expect(getHeader(head, 'content-length')).toBe(String(page.body.byteLength));
  });

  it('answers 404 web_ui_not_built without web assets [A-WEB-UI]', async () => {
    const answer = await ask(bare.port, { target: '/' });
    expect(verdict(answer)).toBe('404 web_ui_not_built');
    expect(verdict(await ask(bare.port, { target: '/assets/index-1.js' }))).toBe('404 not_found');
  });
});

describe('an asset of the web UI', () => {
  it.each([
    ['/assets/index-1.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-1.css', 'text/css; charset=utf-8'],
    ['/assets/icon-1.svg', 'image/svg+xml'],
    ['/assets/face-1.woff2', 'font/woff2'],
    ['/assets/odd-1.bin', 'application/octet-stream'],
  ])('%s is %s and cached permanently [WEB-FILES]', async (target, type) => {
    const answer = await fetchFile(target);
    const caching = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    expect(pickHeaders(answer, Object.keys({ ...everywhere, ...caching }))).toEqual({ ...everywhere, ...caching });
    expect(directives(answer).get('default-src')).toBe("'none'");
    expect(answer.body.toString()).toBe(files[target.slice(1) as keyof typeof files]);
    const head = await fetchFile(target, 'HEAD');
    expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    expect(getHeader(head, 'content-length')).toBe(String(answer.body.byteLength));
  });

  it.each([
    ['gzip, deflate, br', 'br', 'as Brotli'],
    ['gzip', 'gzip', 'as gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'as gzip'],
    ['*', 'br', 'as Brotli'],
    ['identity', undefined, files['assets/large-1.js']],
    ['br;q=0, *;q=0', undefined, files['assets/large-1.js']],
  ])(
    'that is stored compressed is sent for Accept-Encoding %s as %s [WEB-COMPRESSED]',
    async (accepted, encoding, body) => {
      const headers = { 'Accept-Encoding': accepted };
      const answer = await fetchFile('/assets/large-1.js', 'GET', headers);
      expect([answer.status, answer.body.toString()]).toEqual([200, body]);
      expect(getHeader(answer, 'content-encoding')).toBe(encoding);
      expect(getHeader(answer, 'vary')).toBe('Accept-Encoding');
      expect(getHeader(answer, 'content-type')).toBe('text/javascript; charset=utf-8');
      expect(getHeader(answer, 'content-length')).toBe(String(answer.body.byteLength));
      const head = await fetchFile('/assets/large-1.js', 'HEAD', headers);
      expect(getHeader(head, 'content-length')).toBe(String(answer.body.byteLength));
      expect(getHeader(head, 'etag')).toBe(getHeader(answer, 'etag'));
    },
  );

  it('has an entity tag for each coding, and answers 304 for that tag [WEB-COMPRESSED]', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (coding) =>
        getHeader(await fetchFile('/assets/large-1.js', 'GET', { 'Accept-Encoding': coding }), 'etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const same = { 'Accept-Encoding': 'br', 'If-None-Match': tags[0] as string };
    expect((await fetchFile('/assets/large-1.js', 'GET', same)).status).toBe(304);
    const other = { 'Accept-Encoding': 'br', 'If-None-Match': tags[1] as string };
    expect((await fetchFile('/assets/large-1.js', 'GET', other)).status).toBe(200);
  });

  it('is sent in part without compression, refuses a range beyond its end, and ignores one of HEAD [WEB-COMPRESSED]', async () => {
    const part = await fetchFile('/assets/large-1.js', 'GET', { 'Accept-Encoding': 'br', Range: 'bytes=7-11' });
    expect([part.status, part.body.toString()]).toEqual([206, 'const']);
    expect(getHeader(part, 'content-encoding')).toBeUndefined();
    expect(getHeader(part, 'content-range')).toBe(`bytes 7-11/${files['assets/large-1.js'].length}`);
    expect((await fetchFile('/assets/large-1.js', 'GET', { Range: 'bytes=900-' })).status).toBe(416);
    const accepted = { 'Accept-Encoding': 'br' };
    const whole = await fetchFile('/assets/large-1.js', 'HEAD', accepted);
    for (const Range of ['bytes=7-11', 'bytes=900-']) {
      const head = await fetchFile('/assets/large-1.js', 'HEAD', { ...accepted, Range });
      expect([head.status, getHeader(head, 'etag')]).toEqual([200, getHeader(whole, 'etag')]);
    }
    expect((await ask(service.port, { target: '/assets/large-1.js.br' })).status).toBe(404);
  });

  it('that is the service worker may control the page and fetch, and loads nothing else [WEB-FILES]', async () => {
    const answer = await fetchFile('/assets/service-worker-1.js');
    expect(getHeader(answer, 'service-worker-allowed')).toBe('/');
    expect(directives(answer).get('connect-src')).toBe("'self'");
    expect(directives(answer).get('default-src')).toBe("'none'");
    expect(getHeader(await fetchFile('/assets/index-1.js'), 'service-worker-allowed')).toBeUndefined();
  });

  it('that is a document has no origin, loads nothing, and is framed by the page alone [WEB-FRAME]', async () => {
    const answer = await fetchFile('/assets/frame-1.html');
    expect(getHeader(answer, 'content-type')).toBe('text/html; charset=utf-8');
    const policy = directives(answer);
    expect(policy.get('sandbox')).toBe('allow-scripts');
    expect(policy.get('frame-ancestors')).toBe("'self'");
    for (const name of ['default-src', 'base-uri', 'form-action']) expect(policy.get(name), name).toBe("'none'");
    for (const name of ['script-src', 'style-src']) expect(policy.get(name), name).toBe("'unsafe-inline'");
    expect(policy.size).toBe(7);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('rejects %s [WEB-FILES]', async (method) => {
    expect(verdict(await ask(service.port, { method, target: '/assets/index-1.js' }))).toBe('404 not_found');
  });

  it.each([
    '/index.html',
    '/bundled.json',
    '/assets',
    '/assets/',
    '/assets/none.js',
    '/secret.txt',
    '/assets/index-1.js/',
    '/assets/index-1.js?v=1',
    '/assets//index-1.js',
    '/assets/./index-1.js',
    '//assets/index-1.js',
    '/Assets/index-1.js',
    '/assets/%69ndex-1.js',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/....//....//secret.txt',
    '/__proto__',
    '/constructor',
    `/assets/${'a'.repeat(8_000)}`,
  ])('%.40s answers 404 [WEB-TRAVERSAL]', async (target) => {
    expect(verdict(await ask(service.port, { target }))).toBe('404 not_found');
  });

  it.each(['/assets/..%c0%afsecret.txt', '/assets/%', '/assets/%00%ff'])(
    '%s answers 400 [WEB-TRAVERSAL]',
    async (target) => {
      expect(verdict(await ask(service.port, { target }))).toBe('400 validation_failed');
    },
  );

  it('is refused to a page of another site [WEB-FILES]', async () => {
    const headers = [['Sec-Fetch-Site', 'cross-site']] as const;
    expect(verdict(await ask(service.port, { target: '/assets/index-1.js', headers }))).toBe('403 forbidden');
  });

  it('that is missing answers 500, and the service continues [WEB-FILES]', async () => {
    rmSync(join(webFolder, 'assets/odd-1.bin'));
    expect(verdict(await ask(service.port, { target: '/assets/odd-1.bin' }))).toBe('500 internal_error');
    expect((await fetchFile('/')).status).toBe(200);
  });
});
