import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, serviceProgram } from '../run/workspace.mjs';
import { installCommand } from './installed.js';

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Returns the instructions of each stage of the Containerfile. */
function readStages(): Instruction[][] {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  const stages: Instruction[][] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') stages.push([]);
    stages.at(-1)?.push({ word, rest });
  }
  return stages;
}

const stages = readStages();
const final = stages.at(-1) ?? [];
const find = (word: string) => final.filter((each) => each.word === word).map(({ rest }) => rest);

/** Returns the command of the health check: the arguments after CMD. */
function readHealthCheck(): string[] {
  const [check = ''] = find('HEALTHCHECK');
  return JSON.parse(check.slice(check.indexOf('CMD ') + 4)) as string[];
}

let data = '';
const children: ChildProcess[] = [];
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'notes-container-'));
});
afterAll(() => {
  for (const child of children) child.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true });
});

describe('the Containerfile', () => {
  it('builds on pinned releases of Node, the last one slim [IMAGE-FILE]', () => {
    const bases = stages.map(([from]) => from?.rest.split(' ')[0]);
    for (const base of bases) expect(base).toMatch(/^docker\.io\/library\/node:24-trixie(?:-slim)?$/);
    expect(bases.at(-1)).toMatch(/-slim$/);
  });

  it('runs as an unprivileged user with a volume for the library [IMAGE-FILE]', () => {
    expect(find('USER')).toEqual(['node']);
    expect(find('VOLUME')).toEqual(['/data']);
    expect(find('ENV')[0]).toContain('NOTES_DATA_DIR=/data');
    const words = final.map(({ word }) => word);
    expect(words.indexOf('USER')).toBeGreaterThan(words.lastIndexOf('RUN'));
    expect(words).not.toContain('ADD');
    expect([find('ENTRYPOINT'), find('CMD'), find('STOPSIGNAL')]).toEqual([
      ['["notes-server"]'],
      ['["serve"]'],
      ['SIGTERM'],
    ]);
  });

  it('has a health check that succeeds only for a running service [IMAGE-FILE]', async () => {
    const flags = ['serve', '--data-dir', data, '--listen', '127.0.0.1:0'];
    const child = spawn(process.execPath, [serviceProgram(root), ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const [line] = (await new Promise<string[]>((resolve) => lines.once('line', (first) => resolve([first])))) as [
      string,
    ];
    const address = new URL(line.replace('listening on ', '')).host;
    const [command, ...args] = readHealthCheck();
    expect(command).toBe('node');
    const env = { PATH: installCommand(join(data, 'bin')), NOTES_DATA_DIR: data };
    const check = (more: Record<string, string> = {}) =>
      spawnSync(process.execPath, args, { env: { ...env, ...more }, stdio: 'ignore', timeout: 60_000 }).status;
    expect(check({ NOTES_SERVER_LISTEN_ADDR: address })).toBe(0);
    writeFileSync(join(data, 'config.toml'), `[server]\nlisten_addr = "${address}"\n`);
    expect(check()).toBe(0);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(check()).toBe(1);
  });
});

/** Runs a container tool; returns the exit code and its output. */
function call(tool: string, ...args: string[]) {
  return spawnSync(tool, args, { cwd: root, encoding: 'utf8', timeout: 1_500_000 });
}

const TOOL = ['podman', 'docker'].find((tool) => call(tool, 'info').status === 0);
const BASES = stages.map(([from]) => from?.rest.split(' ')[0] as string);

describe('the container', () => {
  it('builds, becomes healthy, keeps its library and stops cleanly [IMAGE-RUN]', async (context) => {
    if (TOOL === undefined) return context.skip('neither podman nor docker runs here');
    const missing = BASES.find(
      (base) => call(TOOL, 'pull', base).status !== 0 && call(TOOL, 'image', 'inspect', base).status !== 0,
    );
    if (missing !== undefined) return context.skip(`${missing} cannot be fetched here`);
    const image = 'localhost/notes-check';
    const built = call(TOOL, 'build', '--file', 'Containerfile', '--tag', image, '.');
    expect(built.status, built.stderr).toBe(0);
    const volume = `notes-check-${process.pid}`;
    const name = volume;
    try {
      expect(call(TOOL, 'run', '--detach', '--name', name, '--volume', `${volume}:/data`, image).status).toBe(0);
      const command = readHealthCheck();
      while (call(TOOL, 'exec', name, ...command).status !== 0)
        expect(call(TOOL, 'inspect', '--format', '{{.State.Running}}', name).stdout.trim()).toBe('true');
      expect(call(TOOL, 'exec', name, 'id', '-u').stdout.trim()).not.toBe('0');
      expect(call(TOOL, 'exec', name, 'notes', 'new', 'Kept', '--body', 'in the volume').status).toBe(0);
      expect(call(TOOL, 'stop', name).status).toBe(0);
      expect(call(TOOL, 'inspect', '--format', '{{.State.ExitCode}}', name).stdout.trim()).toBe('0');
      const again = call(
        TOOL,
        'run',
        '--rm',
        '--volume',
        `${volume}:/data`,
        '--entrypoint',
        'notes',
        image,
        'search',
        'Kept',
      );
      expect(again.stdout).toContain('Kept');
    } finally {
      call(TOOL, 'rm', '--force', name);
      call(TOOL, 'volume', 'rm', '--force', volume);
    }
  }, 1_800_000);
});
