import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support.js';
import { PNG, sha256 } from './origin.js';

const SCRIPT = fileURLToPath(new URL('./ssrf.mjs', import.meta.url));
/** Address that looks public, but belongs to the machine in the network of the test. */
const PUBLIC = '93.184.215.14';
const OWN = ['169.254.169.254', '10.0.0.1', PUBLIC];

/** Runs a shell command in an isolated network with its own names and resolver. */
function inOwnNetwork(folder: string, command: string, env: Record<string, string> = {}): string {
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
  writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost named.test\n::1 localhost\n');
  const setUp = [
    'ip link set lo up',
    ...OWN.map((address) => `ip addr add ${address}/32 dev lo`),
    ...['resolv.conf', 'hosts'].map((name) => `mount --bind "${folder}/${name}" /etc/${name}`),
  ];
  const line = [...setUp, command].join(' && ');
  const options = { encoding: 'utf8', stdio: 'pipe', env: { PATH: process.env.PATH, ...env } } as const;
  // In a user namespace of its own, any account may set up a network.
  return execFileSync('unshare', [process.getuid?.() === 0 ? '-nm' : '-rnm', 'sh', '-c', line], options);
}

function makeCertificate(folder: string): [key: string, certificate: string] {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = ['-subj', '/CN=public.test', '-addext', 'subjectAltName=DNS:public.test'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...request, ...names], { stdio: 'pipe' });
  return [key, certificate];
}

interface Printed {
  readonly outcomes: Record<string, string>;
  readonly stored: string[];
  readonly reached: string[];
  readonly served: string[];
  readonly questions: Record<string, number>;
}

test('No image of a note makes the service connect to this machine or its network, through any name or redirect [MEDIA-PINNED]', (context) => {
  const folder = temporaryFolder();
  try {
    inOwnNetwork(folder, 'openssl version');
  } catch {
    context.skip('needs root or user namespaces, and unshare, ip, mount and openssl');
  }
  const png = join(folder, 'a.png');
  writeFileSync(png, PNG);
  const [key, certificate] = makeCertificate(folder);
  const command = [process.execPath, SCRIPT, PUBLIC, png, key, certificate].map((word) => `"${word}"`).join(' ');
  // Proxies must not be used for addresses that were checked here.
  const proxy = { HTTP_PROXY: 'http://127.0.0.1:80', HTTPS_PROXY: 'http://127.0.0.1:80', NODE_USE_ENV_PROXY: '1' };
  const start = performance.now();
  const printed = JSON.parse(inOwnNetwork(folder, command, { ...proxy, NODE_EXTRA_CA_CERTS: certificate })) as Printed;
  // Far less than the total time limit of one image: ten seconds of silence end the fetch.
  expect(performance.now() - start).toBeLessThan(40_000);
  expect(printed.reached).toEqual([]);
  const isPrivate = 'refused private_address';
  const to = (location: string) => `http://public.test/?to=${encodeURIComponent(location)}`;
  expect(printed.outcomes).toEqual({
    'http://public.test/a.png': 'localized',
    'https://public.test/a.png': 'localized',
    [`http://${PUBLIC}/a.png`]: 'localized',
    'https://other.test/a.png': 'failed connection_failed',
    'https://public.test/?to=http://public.test/a.png': 'refused insecure_redirect',
    'http://rebind.test/a.png': 'localized',
    'http://again.test/?to=/b.png': isPrivate,
    'http://loopback.test/': isPrivate,
    'http://loopback6.test/': isPrivate,
    'http://mixed.test/': isPrivate,
    'http://mixed6.test/': isPrivate,
    'http://mapped.test/': isPrivate,
    'http://compatible.test/': isPrivate,
    'http://translated.test/': isPrivate,
    'http://this.test/': isPrivate,
    'http://metadata.test/': isPrivate,
    'http://private.test/': isPrivate,
    'https://loopback.test/': isPrivate,
    'https://loopback6.test/': isPrivate,
    'https://mixed.test/': isPrivate,
    [to('http://loopback.test/')]: isPrivate,
    [to('http://mixed.test/')]: isPrivate,
    [to('http://named.test/')]: isPrivate,
    [to('http://127.1/')]: isPrivate,
    [to('file:///etc/passwd')]: 'refused scheme_not_allowed',
    'http://named.test/': isPrivate,
    'http://none.test/': 'failed name_not_resolved',
    'http://silent.test/': 'failed timeout',
    'http://public.test/silent': 'failed timeout',
    'http://public.test/stalled': 'failed timeout',
    'http://2130706433/': isPrivate,
    'http://[::7f00:1]/': isPrivate,
    'http://localhost/': isPrivate,
  });
  expect(printed.stored).toEqual([sha256(PNG)]);
  expect(printed.served.filter((each) => !each.startsWith('public.test'))).toEqual([
    `${PUBLIC}/a.png`,
    'again.test/?to=/b.png',
    'rebind.test/a.png',
  ]);
  // The name with a different second answer was resolved once.
  expect([printed.questions['rebind.test'], printed.questions['again.test']]).toEqual([1, 2]);
});
