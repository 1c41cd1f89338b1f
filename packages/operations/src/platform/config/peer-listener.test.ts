import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError, loadConfig, readPeerListener } from './index.js';

let folder = '';
let files: Record<'cert' | 'key' | 'other' | 'junk' | 'missing', string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-peer-listener-'));
  const at = (name: string) => join(folder, name);
  files = {
    cert: at('cert.pem'),
    key: at('key.pem'),
    other: at('other.pem'),
    junk: at('junk'),
    missing: at('missing'),
  };
  const ec = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=notes',
  ];
  execFileSync('openssl', ['req', '-x509', ...ec, '-keyout', files.key, '-out', files.cert], { stdio: 'pipe' });
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', files.other], { stdio: 'pipe' });
  writeFileSync(files.junk, 'not a key');
});
afterAll(() => rmSync(folder, { recursive: true }));

const listener = (settings: Record<string, string | boolean>) => {
  const set = Object.entries(settings).map(([key, value]) => `sync.rest.${key}=${value}`);
  return readPeerListener(loadConfig({ dataDir: folder, set }, {}).values);
};
const tls = (cert: string, key: string) => ({ enabled: true, tls_cert_file: cert, tls_key_file: key });

it('peerListener returns null when sync.rest.enabled is false, whatever else is set', () => {
  expect(listener({ host: 'nonsense', tls_cert_file: files.missing })).toBeNull();
});

it('peerListener allows plain HTTP on loopback, and TLS on any address [SYNC-START]', () => {
  expect(listener({ enabled: true })).toEqual({ host: '127.0.0.1', port: 8081, tls: null });
  expect(listener({ enabled: true, host: '::1', port: '0' })).toEqual({ host: '::1', port: 0, tls: null });
  const met = listener({ ...tls(files.cert, files.key), host: '0.0.0.0' });
  const pem = readFileSync(files.cert);
  const fingerprint = execFileSync('openssl', ['x509', '-in', files.cert, '-noout', '-fingerprint', '-sha256'])
    .toString()
    .replace(/^.*=|:|\n/g, '')
    .toLowerCase();
  expect(met).toMatchObject({ host: '0.0.0.0', tls: { cert: pem, sha256: fingerprint } });
});

it.each([
  ['every address', () => ({ enabled: true, host: '0.0.0.0' }), 'sync.rest.tls_cert_file'],
  [
    'an address beyond loopback without require_tls',
    () => ({ enabled: true, host: '10.0.0.1', require_tls: false }),
    'sync.rest.tls_cert_file',
  ],
  ['an invalid address', () => ({ enabled: true, host: 'notes.lan' }), 'sync.rest.host'],
  ['a certificate without its key', () => tls(files.cert, ''), 'sync.rest.tls_key_file'],
  ['a key without its certificate', () => tls('', files.key), 'sync.rest.tls_cert_file'],
  ['a missing certificate file', () => tls(files.missing, files.key), 'sync.rest.tls_cert_file'],
  ['a missing key file', () => tls(files.cert, files.missing), 'sync.rest.tls_key_file'],
  ['an invalid certificate', () => tls(files.junk, files.key), 'sync.rest.tls_cert_file'],
  ['an invalid key', () => tls(files.cert, files.junk), 'sync.rest.tls_key_file'],
  ['a key of another certificate', () => tls(files.cert, files.other), 'sync.rest.tls_key_file'],
])('peerListener refuses %s and names the setting [SYNC-START]', (_, settings, setting) => {
  expect(() => listener(settings())).toThrow(ConfigError);
  expect(() => listener(settings())).toThrow(`${setting}: `);
});
