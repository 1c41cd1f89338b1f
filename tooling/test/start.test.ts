import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceDefaults } from '../run/start.mjs';

describe('the flags of a source checkout', () => {
  const all = ['--profile', 'source', '--data-dir', join('/clone', '.notes'), '--listen', '127.0.0.1:8099'];

  it('name the profile, the data directory and the address', () => {
    expect(sourceDefaults('/clone', [], {})).toEqual(all);
  });

  it.each([
    ['--listen', ['--listen', '127.0.0.1:0'], {}],
    ['--listen', ['--listen=127.0.0.1:0'], {}],
    ['--listen', ['--set', 'server.listen_addr=127.0.0.1:0'], {}],
    ['--listen', [], { NOTES_SERVER_LISTEN_ADDR: '127.0.0.1:0' }],
    ['--profile', ['--profile', 'mine'], {}],
    ['--data-dir', ['--data-dir', '/elsewhere'], {}],
  ])('leave out %s for %j %j', (flag, args, env) => {
    const expected = all.filter((_, index) => ![index, index - 1].includes(all.indexOf(flag)));
    expect(sourceDefaults('/clone', args, env)).toEqual(expected);
  });
});

/**
 * Real processes: a stand-in for the server, which records its signals, under `supervise`, under a parent like npm's
 * shell.
 */
describe('the supervised server', () => {
  const supervisor = new URL('../run/start.mjs', import.meta.url).href;
  let dir = '';
  let spawned: ChildProcess[] = [];

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'notes-start-'));
    const server = `
      import { writeSync } from 'node:fs';
      let stops = 0;
      for (const signal of ['SIGINT', 'SIGTERM']) {
        process.on(signal, () => { stops += 1; console.log(signal); setTimeout(() => process.exit(stops === 1 ? 7 : 70), 150); });
      }
      setInterval(() => {}, 1000);
      process.on('exit', (code) => writeSync(1, 'ended with ' + code));
      console.log('ready');
      if (process.argv[2] === 'leave') setTimeout(() => process.exit(3), 20);`;
    writeFileSync(join(dir, 'server.mjs'), server);
    const middle = `
      import { supervise } from ${JSON.stringify(supervisor)};
      console.log('middle', process.pid);
      process.exitCode = await supervise(${JSON.stringify(join(dir, 'server.mjs'))}, process.argv.slice(2));
      console.log('code', process.exitCode);`;
    writeFileSync(join(dir, 'middle.mjs'), middle);
    writeFileSync(
      join(dir, 'outer.mjs'),
      `import { spawn } from 'node:child_process';
      spawn(process.execPath, [${JSON.stringify(join(dir, 'middle.mjs'))}], { stdio: 'inherit' });`,
    );
    spawned = [];
  });
  afterEach(() => {
    for (const child of spawned) child.kill('SIGKILL');
    rmSync(dir, { recursive: true });
  });

  function launch(script: string, ...args: string[]) {
    const child = spawn(process.execPath, [join(dir, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    spawned.push(child);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const says = async (pattern: RegExp) => {
      for (let waited = 0; waited < 60_000; waited += 20) {
        const found = pattern.exec(output);
        if (found) return found;
        await sleep(20);
      }
      throw new Error(`no ${pattern} in ${JSON.stringify(output)}`);
    };
    return { child, says, output: () => output };
  }
  it('determines the exit code of the supervisor', async () => {
    const { child } = launch('middle.mjs', 'leave');
    expect(await once(child, 'exit')).toEqual([3, null]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('receives %s, and the supervisor waits for it', async (signal) => {
    const { child, says } = launch('middle.mjs');
    await says(/ready/);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([7, null]);
    await says(new RegExp(`${signal}\\s+ended with 7`));
  });

  it('receives a doubled signal once, because Ctrl-C under npm sends it twice', async () => {
    const { child, says, output } = launch('middle.mjs');
    await says(/ready/);
    child.kill('SIGINT');
    await says(/SIGINT/);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([7, null]);
    expect(output().match(/SIGINT/g)).toHaveLength(1);
  });

  it('is stopped when the terminal closes', async () => {
    const { child, says } = launch('middle.mjs');
    await says(/ready/);
    child.kill('SIGHUP');
    expect(await once(child, 'exit')).toEqual([7, null]);
    await says(/SIGTERM/);
  });

  it('is stopped when the parent of its supervisor is killed', async () => {
    const { child, says } = launch('outer.mjs');
    await says(/ready/);
    child.kill('SIGKILL');
    await says(/SIGTERM\s+ended with 7\s*code 7/);
  });

  it('stops by itself when its supervisor is killed', async () => {
    const { says } = launch('outer.mjs');
    await says(/ready/);
    const middle = Number((await says(/middle (\d+)/))[1]);
    process.kill(middle, 'SIGKILL');
    await says(/SIGTERM\s+ended with 7/);
  });
});
