import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanUp, type Program, run, temporaryFolder } from './support/binary.js';
import { makeCertificate } from './support/certificate.js';

cleanUp();

const ADDRESS = '10.9.8.7';
/** Command that starts a program in an isolated network with loopback and one other address. */
const OWN_NETWORK = [
  ...['unshare', '-n', 'sh', '-c'],
  `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo && exec "$@"`,
  'sh',
];
/** State of a listening socket of TCP in `/proc/net`. */
const LISTEN = '0A';

/** Returns the IPv4 address and port that `/proc/net` writes in hexadecimal; IPv6 as it is. */
function parseAddress(text: string): string {
  const [host = '', port = ''] = text.split(':');
  const bytes = host.match(/../g) ?? [];
  const name = host.length === 8 ? bytes.map((byte) => Number.parseInt(byte, 16)).reverse() : [host];
  return `${name.join('.')}:${Number.parseInt(port, 16)}`;
}

/** Lists the sockets of an isolated network that others can send to: only the program in it has opened any. */
function listSockets({ child }: Program): string[] {
  const listed = ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((protocol) => {
    const path = `/proc/${child.pid}/net/${protocol}`;
    const rows = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(1) : [];
    return rows.flatMap((row) => {
      const [, local = '', , state] = row.trim().split(/\s+/);
      if (protocol.startsWith('tcp') && state !== LISTEN) return [];
      return [`${protocol} ${parseAddress(local)}`];
    });
  });
  return listed.sort();
}

const start = (args: readonly string[]): Program =>
  run(['--data-dir', temporaryFolder(), ...args], { under: OWN_NETWORK });

describe('the sockets of the built service', () => {
  beforeEach((context) => {
    try {
      execFileSync(OWN_NETWORK[0] as string, [...OWN_NETWORK.slice(1), 'true'], { stdio: 'pipe' });
    } catch {
      context.skip('needs root, unshare and ip');
    }
  });

  it('are one on loopback by default [LISTEN-LOOPBACK]', async () => {
    const program = start([]);
    await program.ready();
    expect(listSockets(program)).toEqual(['tcp 127.0.0.1:8080']);
  });

  it('are one more on loopback when other devices may connect [LISTEN-LOOPBACK]', async () => {
    const program = start(['--set', 'sync.rest.enabled=true']);
    await program.ready();
    expect(listSockets(program)).toEqual(['tcp 127.0.0.1:8080', 'tcp 127.0.0.1:8081']);
  });

  it('include another address only for other devices, and with TLS [LISTEN-LOOPBACK]', async () => {
    const { certFile, keyFile } = makeCertificate(temporaryFolder());
    const settings = { enabled: 'true', host: ADDRESS, tls_cert_file: certFile, tls_key_file: keyFile };
    const program = start(Object.entries(settings).flatMap(([name, value]) => ['--set', `sync.rest.${name}=${value}`]));
    await program.ready();
    expect(listSockets(program)).toEqual([`tcp ${ADDRESS}:8081`, 'tcp 127.0.0.1:8080']);
  });

  it('are none of an agent on standard input [LISTEN-LOOPBACK]', async () => {
    const program = run(['mcp', '--data-dir', temporaryFolder()], { under: OWN_NETWORK });
    program.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await expect.poll(() => program.stdout).toContain('"id":1');
    expect(listSockets(program)).toEqual([]);
    program.child.stdin.end();
    await program.ended;
  });
});
