import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provePlants } from '../prove/prove-plants.mjs';
import { runClaim } from '../prove/run-claim.mjs';
import { root } from '../run/workspace.mjs';

const REPORT = pathToFileURL(join(root, 'tooling/prove/report.mjs')).href;
const HEAD = `import { reportCounts } from '${REPORT}';\n`;

/** Checkout with one script, which is the proof of the claim `a`. */
let checkout = '';
let folder = '';
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'notes-prove-checkout-'));
  folder = mkdtempSync(join(tmpdir(), 'notes-prove-outputs-'));
  for (const name of ['node_modules', 'tooling', 'packages']) mkdirSync(join(checkout, name));
});
afterEach(() => {
  for (const path of [checkout, folder]) rmSync(path, { recursive: true, force: true });
});

const claim = {
  promise: 'Nothing is lost.',
  script: 'tooling/script.mjs',
  amounts: { quick: [], full: [] },
  takesSeed: false,
};
const writeScript = (text: string) => writeFileSync(join(checkout, claim.script), `${HEAD}${text}`);
const makeOptions = (signal = new AbortController().signal) => ({
  checkout,
  folder,
  seed: 1,
  limitSeconds: 60,
  signal,
});

describe('the verdict on a script', () => {
  const run = async (text: string, limitSeconds = 60) => {
    writeScript(text);
    return await runClaim('a', claim, { ...makeOptions(), amount: 'quick', limitSeconds });
  };

  it('is held when something was tried, and has a digest of the script', async () => {
    const outcome = await run('reportCounts({ kills: 3 });');
    expect(outcome).toMatchObject({ verdict: 'held', counts: { kills: 3 }, notes: [] });
    expect(outcome.files).not.toBe((await run('reportCounts({ kills: 4 });')).files);
  });

  it('is held in part when something could not be tried, as reported or as printed', async () => {
    const partly = { verdict: 'held in part', notes: ['no mount'] };
    expect(await run("reportCounts({ kills: 3 }, ['no mount']);")).toMatchObject(partly);
    expect(await run("console.log('skipped: no mount'); reportCounts({ kills: 3 });")).toMatchObject(partly);
    const named = "console.log('export on a full disk: skipped: no mount'); reportCounts({ kills: 3 });";
    expect(await run(named)).toMatchObject({ ...partly, notes: ['export on a full disk: no mount'] });
    expect(await run("console.log('skipped: no mount'); reportCounts({ kills: 3 }, []);")).toMatchObject({
      verdict: 'held',
    });
  });

  it('is skipped when nothing could be tried, and broken when nothing was', async () => {
    expect(await run("console.log('skipped: no strace');")).toMatchObject({ verdict: 'skipped', notes: ['no strace'] });
    expect(await run("reportCounts({ tests: 0 }, ['one: needs root']);")).toMatchObject({ verdict: 'skipped' });
    expect(await run('reportCounts({ kills: 0 });')).toMatchObject({ verdict: 'broken', faults: [] });
  });

  it('is broken with a fault when the script states it', async () => {
    const fault = { verdict: 'broken', faults: ['a note is lost'] };
    expect(await run("console.error('a note is lost'); console.log('FAILED'); process.exitCode = 1;")).toMatchObject(
      fault,
    );
    expect(await run("reportCounts({ kills: 3 }); console.log('a note is lost'); process.exitCode = 1;")).toMatchObject(
      fault,
    );
    const stated = "reportCounts({ tests: 3 }, [], ['a note is lost']); process.exitCode = 1;";
    expect(await run(stated)).toMatchObject(fault);
  });

  it('is broken without a fault after a crash, a timeout, a failed start, and failures that are no assertions', async () => {
    const other = { verdict: 'broken', faults: [] };
    expect(await run("reportCounts({ kills: 3 }); throw new Error('no such file');")).toMatchObject(other);
    expect(await run('reportCounts({ kills: 3 }); process.exitCode = 2;')).toMatchObject(other);
    expect(await run('process.exitCode = 1;')).toMatchObject(other);
    expect(await run('reportCounts({ tests: 3 }, [], []); process.exitCode = 1;')).toMatchObject(other);
    expect(await run('reportCounts({ kills: 3 }); setInterval(() => {}, 1000);', 1)).toMatchObject(other);
  });

  it('ends with all processes of the script when the run is interrupted', async () => {
    const stop = new AbortController();
    const pids = join(folder, 'pids');
    writeScript(
      [
        "import { spawn } from 'node:child_process';",
        "import { renameSync, writeFileSync } from 'node:fs';",
        // Both ignore SIGTERM, and the child is ready when it has written.
        "const child = spawn(process.execPath, ['-e', 'process.on(\"SIGTERM\", () => {}); console.log(1); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'inherit'] });",
        "process.on('SIGTERM', () => {});",
        `child.stdout.once('data', () => { writeFileSync('${pids}.new', process.pid + ' ' + child.pid); renameSync('${pids}.new', '${pids}'); });`,
      ].join('\n'),
    );
    const running = runClaim('a', claim, { ...makeOptions(stop.signal), amount: 'quick' });
    await expect.poll(() => existsSync(pids)).toBe(true);
    stop.abort('SIGINT');
    await running;
    expect(readFileSync(pids, 'utf8').split(' ').filter(isRunning)).toEqual([]);
  });
});

describe('a planted fault', () => {
  const file = 'packages/source.mjs';
  const plant = { part: 'storage: no sync', claim: 'a', file, from: 'held = true', to: 'held = false', build: [] };
  const judge = async (script: string, plants = [plant], signal?: AbortSignal) => {
    writeFileSync(join(checkout, file), 'export const held = true;\n');
    writeScript(`import { held } from '../${file}';\n${script}`);
    const lines: string[] = [];
    const options = { ...makeOptions(signal), claims: { a: claim }, say: (line: string) => lines.push(line) };
    const copies = listCopies();
    const { found, left } = await provePlants(plants, options);
    // The checkout keeps its source, and no copy is left.
    expect(readFileSync(join(checkout, file), 'utf8')).toBe('export const held = true;\n');
    expect(listCopies()).toEqual(copies);
    return { found, left: left.length, text: lines.join('\n') };
  };
  const listCopies = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`notes-prove-copy-${process.pid}-`));
  const CHECK = "reportCounts({ kills: 1 }); if (!held) { console.log('a note is lost'); process.exitCode = 1; }";

  it('is found when its claim states a fault, in a copy of the checkout', async () => {
    const { found, text } = await judge(CHECK);
    expect(found).toBe(1);
    expect(text).toMatch(
      /^a without a fault: held, 1 kill, [\d.]+ s\nstorage: no sync: found by a, [\d.]+ s\n {4}a note is lost$/,
    );
  });

  it('is tried after its claim held once without it', async () => {
    const second = { ...plant, part: 'storage: no lock' };
    const { found, text } = await judge(CHECK, [plant, second]);
    expect(found).toBe(2);
    expect(text.match(/without a fault/g)).toHaveLength(1);
  });

  it('is not found when its claim crashes or holds', async () => {
    const crashed = await judge("reportCounts({ kills: 1 }); if (!held) throw new Error('no port');");
    expect(crashed).toMatchObject({ found: 0, text: expect.stringContaining('FOUND FOR ANOTHER REASON: a broke') });
    expect(crashed.text).toContain('Error: no port');
    const missed = await judge('reportCounts({ kills: held ? 1 : 2 });');
    expect(missed).toMatchObject({ found: 0, text: expect.stringContaining('NOT FOUND by a: held, 2 kills') });
  });

  it('is not tried when its claim does not hold without it', async () => {
    const broken = await judge("reportCounts({ kills: 1 }); console.log('a note is lost'); process.exitCode = 1;");
    expect(broken).toMatchObject({
      found: 0,
      text: expect.stringContaining('NOT TRIED, since a does not hold without it'),
    });
    const skipped = await judge("console.log('skipped: no strace');");
    expect(skipped).toMatchObject({ found: 0, text: expect.stringContaining('no strace') });
  });

  it('is left when the run is interrupted', async () => {
    const stop = new AbortController();
    const running = judge('setInterval(() => {}, 1000);', [plant], stop.signal);
    await expect.poll(() => existsSync(join(folder, 'a.log'))).toBe(true);
    stop.abort('SIGINT');
    expect(await running).toMatchObject({ found: 0, left: 1, text: '' });
  });

  it('is not tried when the sources have no place for it, and the next one is', async () => {
    const { found, text } = await judge(CHECK, [{ ...plant, from: 'nothing' }, plant]);
    expect(text).toContain(`NOT TRIED: "storage: no sync": ${file} has no place for this fault`);
    expect(found).toBe(1);
  });
});

it('npm run prove ends its scripts on SIGINT, and prints how to continue', async () => {
  const prove = spawn(
    process.execPath,
    [join(root, 'tooling/prove/main.mjs'), 'clock-jumps', '--quick', '--folder', folder],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  for (const stream of [prove.stdout, prove.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  await expect.poll(() => existsSync(join(folder, 'quick/clock-jumps.log'))).toBe(true);
  prove.kill('SIGINT');
  const [code] = await once(prove, 'close');
  expect({ code, printed }).toEqual({
    code: 130,
    printed: expect.stringContaining('Interrupted. The same command continues'),
  });
  const script = join(root, 'tooling/prove/run-tests.mjs');
  expect(listProcesses(['-eo', 'args']).filter((args) => args.includes(script))).toEqual([]);
});

/** Returns false for a process that ended, also when nobody asked for its exit code yet. */
const isRunning = (pid: string) => /^[^Z]/.test(listProcesses(['-o', 'stat=', '-p', pid])[0] ?? '');

/** Returns the lines that `ps` prints, none for an unknown process. */
function listProcesses(options: string[]): string[] {
  return spawnSync('ps', options, { encoding: 'utf8' }).stdout.split('\n');
}
