import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listOutsideAddresses } from '../reliability/footprint/connections.mjs';

/** Lists the addresses in traces of one line each. */
function listFrom(lines: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'notes-connections-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [n, line] of lines.entries()) writeFileSync(join(folder, `trace.${n}`), `${line}\n`);
  return listOutsideAddresses(join(folder, 'trace'));
}

it.each([
  ['connect(19, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.1")}, 16) = -1 ENETUNREACH (…)'],
  ['sendto(4, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.1")}, 16) = 1'],
  ['sendmsg(22, {msg_name={sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.1")}, …}, 0) = 1'],
])('an address outside this machine is reported: %s', (line) => {
  expect(listFrom([line])).toEqual(['192.0.2.1 (443)']);
});

it('addresses of IPv6 are reported, unless they are loopback', () => {
  const format = (address: string) =>
    `connect(21, {sa_family=AF_INET6, sin6_port=htons(9), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "${address}", &sin6_addr), sin6_scope_id=0}, 28) = 0`;
  expect(listFrom(['2001:db8::1', '::1', '::ffff:127.0.0.1'].map(format))).toEqual(['2001:db8::1 (9)']);
});

it('requests for names are reported, also to a resolver on this machine', () => {
  const lines = [
    'connect(18, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
    'connect(18, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0',
  ];
  expect(listFrom(lines)).toEqual(['/run/systemd/resolve/io.systemd.Resolve (a resolver)', '127.0.0.53 (53)']);
});

it('connections within this machine are not reported', () => {
  const lines = [
    'connect(18, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    'connect(18, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)',
  ];
  expect(listFrom(lines)).toEqual([]);
});
