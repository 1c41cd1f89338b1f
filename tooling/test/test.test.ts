import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** `npm test` over a workspace of two packages whose results a stand-in for turbo writes. */
describe('npm test', () => {
  const command = new URL('../run/test.mjs', import.meta.url).href;
  const passed = { fullName: 'works', status: 'passed' };
  const skipped = { fullName: 'is slow', status: 'skipped', meta: { skipReason: 'needs a quiet machine' } };
  const report = (...assertionResults: object[]) => ({
    success: true,
    testResults: [{ name: 'f', status: 'passed', assertionResults }],
  });
  let root = '';
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'notes-test-'));
    for (const name of ['packages/a', 'tooling']) {
      const more = name === 'tooling' ? { check: 'vitest' } : { 'test:slow': 'vitest' };
      const scripts = { test: 'vitest', ...more };
      write(`${name}/package.json`, JSON.stringify({ name, scripts }));
    }
    // Left from an earlier run: must not be counted again.
    write('packages/a/.test-results/vitest.json', JSON.stringify(report(passed, passed, passed)));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Runs the command; `results` are the result files of the tasks, `codes` the exit codes of turbo without and with the checks. */
  const run = (results: Record<string, object>, codes = [0, 0], ...args: string[]) =>
    runBy('runTests', results, codes, ...args);

  function runBy(
    name: 'runTests' | 'runSlowTests',
    results: Record<string, object>,
    codes: number[],
    ...args: string[]
  ) {
    const turbo = `#!${process.execPath}
      const fs = require('node:fs'), path = require('node:path');
      for (const [file, report] of Object.entries(${JSON.stringify(results)})) {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, JSON.stringify(report));
      }
      process.exit(process.argv.includes('check') ? ${codes[1]} : ${codes[0]});`;
    write('node_modules/.bin/turbo', turbo);
    chmodSync(join(root, 'node_modules/.bin/turbo'), 0o755);
    const script = `import { ${name} } from ${JSON.stringify(command)};
      process.exitCode = ${name}(process.argv[1], process.argv.slice(2));`;
    const options = ['--input-type=module', '--eval', script, '--', root, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
    return { status, closing: stdout.trimEnd().split('\n').at(-1), stderr };
  }
  const all = {
    'packages/a/.test-results/vitest.json': report(passed, skipped),
    'tooling/.test-results/vitest.json': report(passed),
    'tooling/.test-results/check.json': report(passed),
  };

  it('adds up the results of this run and gives the reasons of skipped tests', () => {
    expect(run(all)).toEqual({
      status: 0,
      closing: '3 passed, 0 failed, 1 skipped',
      stderr: 'skipped: packages/a: is slow: needs a quiet machine\n',
    });
  });

  it('fails when a package leaves no results', () => {
    const { 'packages/a/.test-results/vitest.json': _, ...rest } = all;
    expect(run(rest)).toEqual({
      status: 1,
      closing: '2 passed, 1 failed, 0 skipped',
      stderr: 'packages/a: its script "test" left no results\n',
    });
  });

  it('fails when a task fails although no test failed', () => {
    expect(run(all, [0, 1])).toMatchObject({ status: 1, closing: '3 passed, 1 failed, 1 skipped' });
  });

  it.each([
    ['lint', 'its script "lint" failed'],
    ['test', 'its script "test" failed'],
  ])('counts a failed %s script without a failing test as a failure', (task, complaint) => {
    const tasks = [{ directory: 'packages/a', task, execution: { exitCode: 1 } }];
    const stale = [{ directory: 'packages/a', task: 'build', execution: { exitCode: 1 } }];
    write('.turbo/runs/stale.json', JSON.stringify({ tasks: stale }));
    const { status, closing, stderr } = run({ ...all, '.turbo/runs/1.json': { tasks } }, [0, 1]);
    expect({ status, closing }).toEqual({ status: 1, closing: '3 passed, 1 failed, 1 skipped' });
    expect(stderr.split('\n')).toContain(`packages/a: ${complaint}`);
  });

  it('counts a failing test once and not again for its script', () => {
    const failing = report({ fullName: 'works', status: 'failed' });
    const tasks = [{ directory: 'packages/a', task: 'test', execution: { exitCode: 1 } }];
    const results = { ...all, 'packages/a/.test-results/vitest.json': failing, '.turbo/runs/1.json': { tasks } };
    expect(run(results, [0, 1]).closing).toBe('2 passed, 1 failed, 0 skipped');
  });

  it('does not expect results of other packages when the run is narrowed', () => {
    const part = { 'packages/a/.test-results/vitest.json': report(passed) };
    expect(run(part, [0, 1], '--filter=a')).toEqual({
      status: 0,
      closing: '1 passed, 0 failed, 0 skipped',
      stderr: '',
    });
  });

  it('counts the slow tests with --slow, and fails when a package leaves no results of them', () => {
    const slow = { 'packages/a/.test-results/slow.json': report(passed, passed) };
    expect(run({ ...all, ...slow }, [0, 0], '--slow').closing).toBe('5 passed, 0 failed, 1 skipped');
    expect(run(all, [0, 0], '--slow')).toMatchObject({ status: 1, closing: '3 passed, 1 failed, 1 skipped' });
  });

  it('counts only the slow tests when they run alone', () => {
    const slow = { 'packages/a/.test-results/slow.json': report(passed, passed) };
    expect(runBy('runSlowTests', slow, [0])).toMatchObject({ status: 0, closing: '2 passed, 0 failed, 0 skipped' });
  });
});
