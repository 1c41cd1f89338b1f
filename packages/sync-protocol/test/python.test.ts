import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeState, formatOperation } from '../generate/control.mjs';
import type { GroupDevice } from '../src/testing/index.js';
import { learnAll, play, steps } from './history.js';

const script = fileURLToPath(new URL('../vectors/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the independent reader in Python. */
const python = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('python3', [script, ...args], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

describe('[SYNC-GROUP] the reader in Python', () => {
  it('accepts all vectors', (context) => {
    if (!hasPython) context.skip('there is no python3');
    expect(python()).toEqual({ status: 0, said: '' });
  });

  it('computes the same state for any control log', (context) => {
    if (!hasPython) context.skip('there is no python3');
    const scenarios = fc.sample(steps, { seed: 8, numRuns: 30 }).map((taken, at) => {
      const history = play(taken);
      learnAll(history);
      const { log, state } = history.devices[0] as GroupDevice;
      const operations = log.entries.map(({ operation }) => formatOperation(operation));
      return { name: `history ${at}`, operations, state: describeState(state) };
    });
    const folder = mkdtempSync(join(tmpdir(), 'control-'));
    writeFileSync(join(folder, 'control.json'), JSON.stringify({ scenarios }));
    const { status, said } = python(join(folder, 'control.json'));
    rmSync(folder, { recursive: true });
    expect({ status, said: said.slice(0, 2_000) }).toEqual({ status: 0, said: '' });
  });
});
