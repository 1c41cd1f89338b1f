import type { RawRequest } from './ask.js';

type Headers = NonNullable<RawRequest['headers']>;

/** Foreign hosts: names that a DNS rebinding page would use, and spellings that resemble a local host. */
export const foreignHosts: Record<string, { host: string | null; headers?: Headers }> = {
  'another name': { host: 'evil.test' },
  'a name that starts like ours': { host: '127.0.0.1.evil.test' },
  'a name that starts with localhost': { host: 'localhost.evil.test' },
  'every address': { host: '0.0.0.0' },
  'every address, IPv6': { host: '[::]' },
  'another address': { host: '10.0.0.1' },
  'an address that embeds ours': { host: '[::ffff:127.0.0.1]' },
  empty: { host: '' },
  'a port alone': { host: ':80' },
  missing: { host: null },
  'sent twice': { host: 'localhost', headers: [['Host', 'localhost']] },
  'sent twice, the second foreign': { host: 'localhost', headers: [['hOST', 'evil.test']] },
  'behind thousands of headers': {
    host: 'localhost',
    headers: [...Array.from({ length: 2_100 }, () => ['a', ''] as const), ['Host', 'evil.test']],
  },
  'a trailing dot': { host: 'localhost.' },
  'a trailing dot, address': { host: '127.0.0.1.' },
  userinfo: { host: 'evil.test@localhost' },
  'userinfo that looks ours': { host: 'localhost@evil.test' },
  'userinfo and port': { host: 'localhost:80@evil.test' },
  'a list': { host: 'localhost, evil.test' },
  'a path': { host: 'localhost/evil.test' },
  'an invalid port': { host: 'localhost:http' },
  'two ports': { host: 'localhost:80:80' },
  'a short address': { host: '127.1' },
  'a decimal address': { host: '2130706433' },
  'a hexadecimal address': { host: '0x7f.0.0.1' },
  'an octal address': { host: '127.0.0.010' },
  'an open bracket': { host: '[::1' },
  percent: { host: 'localhos%74' },
  'a no-break space': { host: 'localhost\u00a0' },
};

export const ownHosts = [
  'localhost',
  'LocalHost',
  'localhost:1',
  '127.0.0.1',
  '127.255.3.4:65535',
  '[::1]',
  '[::1]:8080',
];

const HOST = 'localhost:4321';
const origin = (value: string) => ['Origin', value] as const;
const site = (value: string) => ['Sec-Fetch-Site', value] as const;

/** Request metadata of browsers and programs, and true for requests that pass. */
export const senders: Record<string, { headers: Headers; passes: boolean | 'page only' }> = {
  'a program': { headers: [], passes: true },
  'our own page': { headers: [origin(`http://${HOST}`)], passes: true },
  'our own page, with metadata': { headers: [origin(`http://${HOST}`), site('same-origin')], passes: true },
  'our own page, no origin': { headers: [site('same-origin')], passes: true },
  'our own sandboxed frame': { headers: [origin('null'), site('same-origin')], passes: true },
  'the address bar': { headers: [site('none')], passes: true },
  'another host': { headers: [origin('http://evil.test')], passes: false },
  'another port': { headers: [origin('http://localhost:3000')], passes: false },
  'no port': { headers: [origin('http://localhost')], passes: false },
  'another scheme': { headers: [origin(`https://${HOST}`)], passes: false },
  'a name that starts like ours': { headers: [origin(`http://${HOST}.evil.test`)], passes: false },
  'a sandboxed page': { headers: [origin('null')], passes: false },
  'a sandboxed page in the address bar': { headers: [origin('null'), site('none')], passes: false },
  'an empty origin': { headers: [origin('')], passes: false },
  'an extension': { headers: [origin('chrome-extension://abcdefgh')], passes: false },
  'two origins': { headers: [origin(`http://${HOST}`), origin('http://evil.test')], passes: false },
  'our origin twice': { headers: [origin(`http://${HOST}`), origin(`http://${HOST}`)], passes: false },
  'same site': { headers: [site('same-site')], passes: false },
  'same site, our origin': { headers: [origin(`http://${HOST}`), site('same-site')], passes: false },
  'cross site': { headers: [site('cross-site')], passes: false },
  'cross site, our origin': { headers: [origin(`http://${HOST}`), site('cross-site')], passes: false },
  'metadata that contradicts the origin': {
    headers: [origin('http://evil.test'), site('same-origin')],
    passes: false,
  },
  'metadata sent twice': { headers: [site('same-origin'), site('cross-site')], passes: false },
  'metadata in capitals': { headers: [site('SAME-ORIGIN')], passes: false },
  'empty metadata': { headers: [site('')], passes: false },
  'a link that is followed': { headers: navigation('cross-site'), passes: 'page only' },
  'a link on another port': { headers: navigation('same-site'), passes: 'page only' },
  'an origin behind thousands of headers': {
    headers: [...Array.from({ length: 2_100 }, () => ['a', ''] as const), origin('http://evil.test')],
    passes: false,
  },
};
export const sendersHost = HOST;

/** Returns the headers that a browser sends when the user follows a link to the service. */
export function navigation(from: string): [string, string][] {
  return [
    ['Sec-Fetch-Site', from],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ];
}

const type = (value: string) => ['Content-Type', value] as const;

/** Content types of forms and careless clients, none of which is JSON in plain UTF-8. */
export const foreignTypes: Record<string, Headers> = {
  'plain text': [type('text/plain')],
  'plain text, UTF-8': [type('text/plain;charset=UTF-8')],
  'a form': [type('application/x-www-form-urlencoded')],
  'a multipart form': [type('multipart/form-data; boundary=x')],
  'UTF-7': [type('application/json; charset=utf-7')],
  'UTF-16': [type('application/json; charset=utf-16')],
  'UTF-16, quoted': [type('application/json;charset="UTF-16LE"')],
  'Latin 1': [type('application/json; charset=iso-8859-1')],
  'two charsets': [type('application/json; charset=utf-7; charset=utf-8')],
  gzip: [type('application/json'), ['Content-Encoding', 'gzip']],
  'two encodings': [type('application/json'), ['Content-Encoding', 'identity'], ['Content-Encoding', 'gzip']],
  brotli: [type('application/json'), ['Content-Encoding', 'br']],
  'an empty encoding': [type('application/json'), ['Content-Encoding', '']],
  'nothing said': [type('')],
  'a longer name': [type('application/jsonx')],
  'a relative': [type('application/ld+json')],
  'a list': [type('text/plain, application/json')],
  'a list, ours first': [type('application/json, text/plain')],
  'two types': [type('application/json'), type('text/plain')],
  'our type twice': [type('application/json'), type('application/json')],
};

export const ownTypes = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf-8; profile=x',
];

/** Headers that claim an identity or origin: they change no answer. */
export const powerless: Record<string, Headers> = {
  'a forwarded address': [['X-Forwarded-For', '10.0.0.1']],
  'a forwarded loopback address': [['X-Forwarded-For', '127.0.0.1, 10.0.0.1']],
  'a forwarded host': [['X-Forwarded-Host', 'evil.test']],
  'forwarded as https': [
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Port', '443'],
  ],
  'the standard header': [['Forwarded', 'for=10.0.0.1;host=evil.test;proto=https']],
  'a real address': [
    ['X-Real-IP', '10.0.0.1'],
    ['True-Client-IP', '10.0.0.1'],
    ['CF-Connecting-IP', '10.0.0.1'],
  ],
  'another target': [
    ['X-Original-URL', '/healthz'],
    ['X-Rewrite-URL', '/healthz'],
  ],
  'another method': [
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Method-Override', 'DELETE'],
  ],
  'a proxy': [['Via', '1.1 proxy']],
  'a cookie and a referrer': [
    ['Cookie', 'session=1'],
    ['Referer', 'http://evil.test/'],
  ],
  'a password': [['Authorization', `Basic ${Buffer.from('root:root').toString('base64')}`]],
  'a bearer': [['Authorization', 'Bearer abc']],
  'a peer': [
    [
      'Authorization',
      `Service-Sync-v1 replica="rep_x", key="key_x", ts="2026-11-20T12:00:00.000Z", nonce="${'0'.repeat(32)}", sig="${Buffer.alloc(64).toString('base64')}"`,
    ],
  ],
  'a garbled credential': [['Authorization', '~\u00ff=,";']],
  'a long credential': [['Authorization', 'x'.repeat(8 * 1024)]],
  'an upgrade': [
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ],
};

/** Invalid values for an identifier. */
export const strayIds = [
  '..%2f..',
  '..%5c..',
  '%2e%2e',
  '..',
  '.',
  '%00',
  'doc_%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'doc_..%2f..%2f',
  '%20',
  "'%20OR%201=1--",
  '%F0%9F%98%80',
  '%7Bdocument_id%7D',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'DOC_01M7Y3HZCGJGQEFWTYXKSPAXE6',
  'doc_',
  'x'.repeat(4_000),
  `doc_${'0'.repeat(65)}`,
];
