import type { IncomingMessage } from 'node:http';
import { listRoutes, ServiceError } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { createGuard, type GuardOptions, type Refusal } from '../src/http/guard.js';
import { powerless } from './support/tables.js';

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly from?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[];
}

/** Returns the guard's answer to a request with only the members that it reads. */
function runGuard(options: Partial<GuardOptions>, asked: Asked): Refusal | undefined {
  const { method = 'GET', url = '/healthz', headers = [['Host', 'localhost']] } = asked;
  const request = {
    method,
    url,
    httpVersion: '1.1',
    socket: { remoteAddress: 'from' in asked ? asked.from : '127.0.0.1' },
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
  };
  return createGuard({ allowedHosts: [], listenHost: '127.0.0.1', ...options })(request as unknown as IncomingMessage);
}

const code = (refusal: Refusal | undefined) => (refusal?.error instanceof ServiceError ? refusal.error.code : 'passes');

describe('the guard, by remote address', () => {
  const far = [
    '10.9.8.7',
    '192.168.1.2',
    '0.0.0.0',
    '::',
    'fe80::1',
    '::ffff:10.0.0.1',
    '2001:db8::7f00:1',
    '1127.0.0.1',
    '',
    undefined,
  ];

  it.each(far)('rejects %s on every route with the same answer, whatever its headers', (from) => {
    const routes = [
      ...listRoutes().map(({ method, path }) => ({ method, url: path })),
      { url: '/nothing' },
      { url: 'http://x/' },
    ];
    for (const route of routes) {
      for (const headers of [[], ...Object.values(powerless), [['X-Forwarded-For', '127.0.0.1'] as const]]) {
        const refusal = runGuard({}, { ...route, from, headers: [['Host', 'localhost'], ...headers] });
        expect(refusal?.error.envelope()).toEqual({
          error: { code: 'not_found', message: 'There is nothing at this address.' },
        });
      }
    }
  });

  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'])('accepts %s as this machine', (from) => {
    expect(code(runGuard({}, { from }))).toBe('passes');
  });
});

describe('the guard, by host name', () => {
  const withHost = (host: string): Asked => ({ headers: [['Host', host]] });

  it.each(['notes.home', 'NOTES.home', 'notes.home:8080'])('accepts %s once it is allowed', (host) => {
    expect(code(runGuard({}, withHost(host)))).toBe('forbidden');
    expect(code(runGuard({ allowedHosts: ['Notes.Home'] }, withHost(host)))).toBe('passes');
  });

  it.each(['x.notes.home', 'notes.home.evil.test', 'notes.home.', 'evil.test@notes.home'])(
    'rejects %s when only notes.home is allowed',
    (host) => {
      expect(code(runGuard({ allowedHosts: ['notes.home'] }, withHost(host)))).toBe('forbidden');
    },
  );

  it('caches a bounded number of valid names and no invalid one', () => {
    const guard = createGuard({ allowedHosts: [], listenHost: '127.0.0.1' });
    const ask = (host: string) =>
      guard({
        method: 'GET',
        url: '/',
        httpVersion: '1.1',
        socket: { remoteAddress: '::1' },
        headers: { host },
        rawHeaders: ['Host', host],
      } as unknown as IncomingMessage);
    for (let port = 1; port < 200; port += 1) {
      expect(ask(`localhost:${port}`)).toBeUndefined();
      expect(code(ask(`evil.test:${port}`))).toBe('forbidden');
    }
  });
});

describe('the order of the checks of the guard', () => {
  it('is connection, target, host, origin', () => {
    const bad = {
      url: 'http://x/',
      headers: [
        ['Host', 'evil.test'],
        ['Origin', 'http://evil.test'],
      ] as const,
    };
    expect(code(runGuard({}, { ...bad, from: '10.0.0.1' }))).toBe('not_found');
    expect(runGuard({}, bad)).toMatchObject({ error: { code: 'validation_failed' }, close: true });
    expect(runGuard({}, { ...bad, url: '/' })?.error.message).toMatch(/host/);
    expect(
      runGuard(
        {},
        {
          url: '/',
          headers: [
            ['Host', 'localhost'],
            ['Origin', 'http://evil.test'],
          ],
        },
      )?.error.message,
    ).toMatch(/sites/);
  });
});
