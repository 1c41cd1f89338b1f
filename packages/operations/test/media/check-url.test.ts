import { describe, expect, test } from 'vitest';
import { checkUrl } from '../../src/notes/media/check-url.js';
import { resolveRedirect } from '../../src/notes/media/fetch-media.js';
import { mediaPolicy } from '../../src/notes/media/policy.js';
import { loadConfig } from '../../src/platform/config/index.js';

const policy = (...set: string[]) => mediaPolicy(loadConfig({ dataDir: '/nowhere', set }, {}).values);
const reasons = (url: string, ...set: string[]) => checkUrl(url, policy(...set)).reasons;

describe('checkUrl allows', () => {
  test.each([
    'https://example.org/a.png',
    'http://example.org',
    'HTTPS://EXAMPLE.ORG:443/a b?c#d',
    'http://example.org:80/',
    '//example.org/a.png',
    ' https://example.org/ ',
    'https:example.org',
    'https://例え.テスト/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://example.org./',
    `https://example.org/${'a'.repeat(2_028)}`,
  ])('%s', (url) => expect(reasons(url)).toEqual([]));
});

describe('checkUrl detects a private host in every spelling [MEDIA-SPELLING]', () => {
  test.each([
    ['dotted', 'http://127.0.0.1/', 'http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://0.0.0.0/'],
    ['short', 'http://127.1/', 'http://127.0.1/', 'http://0/', 'http://10.1/'],
    ['decimal', 'http://2130706433/', 'http://3232235521/'],
    ['octal', 'http://0177.0.0.1/', 'http://017700000001/', 'http://0300.0250.0.1/'],
    ['hexadecimal', 'http://0x7f.0.0.1/', 'http://0x7f000001/', 'http://0X7F.1/', 'http://0xa9fea9fe/'],
    ['full width', 'http://１２７.０.０.１/', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://127．0．0．1/'],
    ['percent', 'http://%31%32%37.0.0.1/', 'http://127%2e0%2e0%2e1/', 'http://%6c%6f%63alhost/'],
    ['IPv6', 'http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::]/', 'http://[fe80::1]/', 'http://[fd00::1]/'],
    ['mapped', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[0:0:0:0:0:ffff:127.0.0.1]/'],
    ['compatible', 'http://[::127.0.0.1]/', 'http://[::7f00:1]/'],
    ['translated', 'http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/', 'http://[2001:0:7f00:1::]/'],
    ['with a dot', 'http://127.0.0.1./', 'http://0x7f.1./', 'http://localhost./', 'http://localhost../'],
    ['a name of this machine', 'http://localhost/', 'http://LOCALHOST/', 'http://a.localhost/', 'http://ｌocalhost/'],
    [
      'with odd slashes',
      'http:/127.0.0.1/',
      'http:127.0.0.1',
      'http:\\\\127.0.0.1\\',
      '//127.0.0.1/',
      'http:///127.0.0.1',
    ],
    ['in pieces', 'ht\ntp://127.0.0.1/', 'http://127.0\t.0.1/'],
  ])('%s', (_spelling, ...urls) => {
    expect(urls.map((url) => [url, reasons(url)])).toEqual(urls.map((url) => [url, ['private_address']]));
  });
});

describe('checkUrl refuses an address [MEDIA-CHECK]', () => {
  test.each([
    ['a path', 'a.png', 'invalid_url'],
    ['nothing', '', 'invalid_url'],
    ['no host', 'https://', 'invalid_url'],
    ['an invalid host', 'http://1.2.3.999/', 'invalid_url'],
    ['a zone', 'http://[fe80::1%25lo]/', 'invalid_url'],
    ['an invalid port', 'http://example.org:99999/', 'invalid_url'],
    ['a NUL in the host', 'http://exa\0mple.org/', 'invalid_url'],
    ['a file', 'file:///etc/passwd', 'scheme_not_allowed'],
    ['FTP', 'ftp://example.org/a.png', 'scheme_not_allowed'],
    ['data', 'data:image/png;base64,AA', 'scheme_not_allowed'],
    ['an own address', 'document://default/documents/doc_1', 'scheme_not_allowed'],
    ['a script', 'javascript:alert(1)', 'scheme_not_allowed'],
    ['a port', 'https://example.org:8443/', 'port_not_allowed'],
    ['the port of SMTP', 'http://example.org:25/', 'port_not_allowed'],
    ['a user', 'https://me@example.org/', 'credentials_in_url'],
    ['a password', 'https://:secret@example.org/', 'credentials_in_url'],
    ['a user that looks like a host', 'https://example.org@8.8.8.8/', 'credentials_in_url'],
    ['length', `https://example.org/${'a'.repeat(2_029)}`, 'url_too_long'],
    ['length in bytes', `https://example.org/${'é'.repeat(1_015)}`, 'url_too_long'],
  ])('because of: %s', (_why, url, reason) => expect(reasons(url)).toEqual([reason]));

  test('with all reasons at once', () => {
    expect(reasons('http://a:b@127.0.0.1:22/', 'media.enabled=false', 'media.allowed_domains=example.org')).toEqual([
      'disabled',
      'credentials_in_url',
      'domain_not_allowed',
      'port_not_allowed',
      'private_address',
    ]);
  });
});

describe('The media settings', () => {
  test('can exclude a scheme', () => {
    expect(reasons('http://example.org/', 'media.allowed_schemes=https')).toEqual(['scheme_not_allowed']);
    expect(reasons('https://example.org/', 'media.allowed_schemes=https')).toEqual([]);
  });

  test.each([
    ['https://example.org/', []],
    ['https://img.example.org/', []],
    ['https://EXAMPLE.org./', []],
    ['https://notexample.org/', ['domain_not_allowed']],
    ['https://example.org.evil.test/', ['domain_not_allowed']],
    ['https://ads.example.org/', ['domain_blocked']],
    ['https://x.ads.example.org../', ['domain_blocked']],
    ['https://xn--r8jz45g.xn--zckzah/', []],
  ])('apply a domain to its subdomains: %s', (url, expected) => {
    const domains = ['media.allowed_domains=Example.org,例え.テスト', 'media.blocked_domains=ads.example.org'];
    expect(reasons(url, ...domains)).toEqual(expected);
  });

  test('allow private addresses for exactly one host and port', () => {
    const allow = 'media.allow_private_addresses=127.0.0.1:9000,[::1]:80,nas.lan:8443';
    for (const url of ['http://127.0.0.1:9000/', 'http://0x7f.1:9000', 'http://[0::1]/', 'https://NAS.lan:8443/'])
      expect(reasons(url, allow)).toEqual([]);
    expect(reasons('http://127.0.0.1:9001/', allow)).toEqual(['port_not_allowed', 'private_address']);
    expect(reasons('http://127.0.0.1/', allow)).toEqual(['private_address']);
    expect(reasons('https://[::1]/', allow)).toEqual(['private_address']);
    expect(reasons('http://127.0.0.2:9000/', allow)).toEqual(['port_not_allowed', 'private_address']);
    expect(reasons('http://a@127.0.0.1:9000/', allow)).toEqual(['credentials_in_url']);
  });

  test.each([
    'media.enabled=yes',
    'media.allowed_schemes=ftp',
    'media.allowed_domains=https://example.org',
    'media.blocked_domains=a/b',
    'media.allow_private_addresses=127.0.0.1',
    'media.allow_private_addresses=10.0.0.0/8:80',
    'media.max_bytes=104857601',
    'media.max_redirects=11',
    'media.timeout_seconds=101',
    'media.allowed_mime_types=png',
    'media.blocked_sha256=abc',
  ])('refuse invalid values: %s', (set) => {
    expect(() => policy(set)).toThrow(set.split('=')[0] as string);
  });

  test('with an invalid host name match no host', () => {
    expect(reasons('https://example.org/', 'media.allowed_domains=1.2.3.999')).toEqual(['domain_not_allowed']);
    expect(reasons('https://example.org/', 'media.allow_private_addresses=example.org:99999')).toEqual([]);
  });
});

describe('redirectTarget [MEDIA-REDIRECT]', () => {
  const from = new URL('https://example.org/a/b.png');
  const leads = (location: string, start = from) => resolveRedirect(location, start, policy()).href;

  test('resolves a location as a browser does', () => {
    expect(leads('c.png')).toBe('https://example.org/a/c.png');
    expect(leads('//img.example.org/')).toBe('https://img.example.org/');
    expect(leads('https://example.net/', new URL('http://example.org/'))).toBe('https://example.net/');
  });

  test.each([
    ['http://example.org/', 'insecure_redirect'],
    ['https://127.0.0.1/', 'private_address'],
    ['https://0x7f000001/', 'private_address'],
    ['//[::ffff:127.0.0.1]/', 'private_address'],
    ['https://localhost/', 'private_address'],
    ['https://169.254.169.254/latest/meta-data', 'private_address'],
    ['https://example.org:22/', 'port_not_allowed'],
    ['https://me:secret@example.org/', 'credentials_in_url'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['ftp://example.org/', 'scheme_not_allowed'],
    ['data:image/png;base64,AA', 'scheme_not_allowed'],
    ['https://exa mple.org/', 'invalid_url'],
    [`https://example.org/${'a'.repeat(3_000)}`, 'url_too_long'],
  ])('refuses a redirect to %s', (location, reason) => expect(() => leads(location)).toThrow(reason));
});
