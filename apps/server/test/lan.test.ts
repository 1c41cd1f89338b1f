import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRoutes, type Operation, operations } from '@notes/contract';
import { replyBody } from '@notes/sync-protocol/auth';
import { beforeEach, describe, expect, it } from 'vitest';
import { isPeerTarget } from '../src/peer/routes.js';

const ADDRESS = '10.9.8.7';
const SCRIPT = fileURLToPath(new URL('./support/lan.mjs', import.meta.url));

/** Runs a shell command in an isolated network with loopback and one other address. */
function inOwnNetwork(command: string): string {
  const setUp = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo`;
  return execFileSync('unshare', ['-n', 'sh', '-c', `${setUp} && ${command}`], { encoding: 'utf8', stdio: 'pipe' });
}

interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Returns the answers to a client on another address, for every route and two missing ones, with and without headers
 * that claim otherwise.
 */
function answersBeyond(settings: readonly string[]): { far: Answer[]; near: Pick<Answer, 'status' | 'body'> } {
  const folder = mkdtempSync(join(tmpdir(), 'notes-lan-'));
  const words = [process.execPath, SCRIPT, folder, ADDRESS, ...settings].map((word) => `"${word}"`);
  const printed = inOwnNetwork(words.join(' '));
  rmSync(folder, { recursive: true, force: true });
  return JSON.parse(printed);
}

const others = (answers: readonly Answer[], body: string) =>
  answers.filter(({ method, status, body: sent }) => status !== 404 || sent !== (method === 'HEAD' ? '' : body));

describe('a client on another address', () => {
  beforeEach((context) => {
    try {
      inOwnNetwork('true');
    } catch {
      context.skip('needs root, unshare and ip');
    }
  });

  it('gets 404 for every route when peers are disabled', () => {
    const { far, near } = answersBeyond([]);
    expect(near).toEqual({ status: 200, body: 'ok' });
    expect(far).toHaveLength((listRoutes().length + 2) * 2);
    const [peers, rest] = [far.filter(({ path }) => isPeerTarget(path)), far.filter(({ path }) => !isPeerTarget(path))];
    expect(others(rest, '{"error":{"code":"not_found","message":"There is nothing at this address."}}')).toEqual([]);
    expect(others(peers, replyBody('sync_disabled'))).toEqual([]);
  });

  it('reaches only peer routes when peers are enabled [SYNC-LAN]', () => {
    const { far, near } = answersBeyond(['sync.rest.enabled=true', 'sync.rest.failures_per_minute=10000']);
    expect(near).toEqual({ status: 200, body: 'ok' });
    const isServed = ({ method, path }: Answer) =>
      Object.values(operations as Record<string, Operation>).some(
        ({ http }) =>
          (http?.access === 'peer' || http?.access === 'code') &&
          http.path === path &&
          http.method.toUpperCase() === (method === 'HEAD' ? 'GET' : method),
      );
    expect(
      others(
        far.filter((answer) => !isServed(answer)),
        replyBody('not_found'),
      ),
    ).toEqual([]);
  });
});
