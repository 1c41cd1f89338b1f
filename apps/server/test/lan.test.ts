import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRoutes } from '@notes/contract';
import { expect, it } from 'vitest';

const ADDRESS = '10.9.8.7';
const SCRIPT = fileURLToPath(new URL('./support/lan.mjs', import.meta.url));

/** Runs a shell command in a network that has loopback and one address more, and reaches nothing else. */
function inOwnNetwork(command: string): string {
  const setUp = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo`;
  return execFileSync('unshare', ['-n', 'sh', '-c', `${setUp} && ${command}`], { encoding: 'utf8', stdio: 'pipe' });
}

it('a client on another address finds nothing at all, whatever it claims', (context) => {
  try {
    inOwnNetwork('true');
  } catch {
    context.skip('needs root, unshare and ip');
  }
  const folder = mkdtempSync(join(tmpdir(), 'notes-lan-'));
  const printed = inOwnNetwork(`"${process.execPath}" "${SCRIPT}" "${folder}" ${ADDRESS}`);
  rmSync(folder, { recursive: true, force: true });
  const { far, near } = JSON.parse(printed) as { far: Answer[]; near: Answer };
  expect(near).toEqual({ status: 200, body: 'ok' });
  expect(far).toHaveLength((listRoutes().length + 2) * 2);
  const nothing = { status: 404, body: '{"error":{"code":"not_found","message":"there is nothing here"}}' };
  expect(far.filter(({ status, body }) => status !== nothing.status || body !== nothing.body)).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly body: string;
}
