import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp, run } from './support/binary.js';
import { UserSystemd } from './support/user-systemd.js';

cleanUp();

let home = '';
let systemd: UserSystemd | string = '';
beforeAll(async () => {
  // Not in TMPDIR: below /dev, the sandbox would leave it writable.
  home = mkdtempSync('/tmp/notes-systemd-');
  systemd = await UserSystemd.start(home);
}, 120_000);
afterAll(async () => {
  if (typeof systemd !== 'string') await systemd.stop();
  rmSync(home, { recursive: true, force: true });
}, 60_000);
beforeEach((context) => {
  if (typeof systemd === 'string') context.skip(systemd);
});

const running = () => systemd as UserSystemd;
const service = (...words: string[]) =>
  run(['service', ...words], { env: running().env, under: running().under }).ended;

async function waitFor(isThere: () => boolean): Promise<void> {
  while (!isThere()) await delay(100);
}

describe('a user service under a real systemd', () => {
  it('installs, runs in its sandbox, reports its state and uninstalls [SERVER-AUTOSTART]', async () => {
    const data = join(home, 'my "notes" 100% $HOME \\x');
    const place = ['--profile', 'work', '--data-dir', data];
    const unit = join(home, '.config/systemd/user/notes-work.service');
    const installed = await service('install', ...place, '--listen', '127.0.0.1:0');
    expect(installed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(unit) });
    await waitFor(() => existsSync(join(data, 'notes.db')));
    const status = await service('status', '--profile', 'work');
    expect(status).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/active \(running\), enabled, process \d+/),
    });
    expect(status.stdout).toContain(data);
    const pid = /process (\d+)/.exec(status.stdout)?.[1];
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^NoNewPrivs:\s1$[\s\S]*^Seccomp:\s2$/m);
    // The sandbox mounts everything but the data directory read-only.
    const inside = (path: string) => spawnSync('nsenter', ['-t', String(pid), '-m', 'touch', path]).status;
    expect([inside(join(data, 'probe')), inside(join(home, 'probe'))]).toEqual([0, 1]);

    const other = await service('install', '--profile', 'work', '--data-dir', join(home, 'other'));
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/serves .*notes.*, not .*other\. Choose another --profile/),
    });
    expect(await service('uninstall', '--profile', 'work', '--data-dir', home)).toMatchObject({ code: 1 });
    // A second installation of the same library replaces the flags.
    expect(await service('install', ...place, '--listen', '127.0.0.1:0', '--set', 'log.level=warn')).toMatchObject({
      code: 0,
    });
    expect(readFileSync(unit, 'utf8')).toContain('log.level=warn');
    const readPid = async () => /process (\d+)/.exec((await service('status', '--profile', 'work')).stdout)?.[1];
    const before = await readPid();
    expect(await service('restart', '--profile', 'work')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Restarted notes-work.service: active (running)'),
    });
    expect([before, await readPid()]).toEqual([expect.any(String), expect.not.stringMatching(`^${before}$`)]);

    expect(await service('uninstall', '--profile', 'work')).toMatchObject({ code: 0, stderr: '' });
    expect([existsSync(unit), existsSync(join(data, 'notes.db'))]).toEqual([false, true]);
    await waitFor(() => !existsSync(`/proc/${pid}`));
  }, 180_000);

  it('with invalid settings is not restarted endlessly [SERVER-AUTOSTART]', async () => {
    const data = join(home, 'broken');
    const place = ['--profile', 'broken', '--data-dir', data];
    expect(await service('install', ...place, '--listen', '127.0.0.1:0')).toMatchObject({ code: 0 });
    await waitFor(() => existsSync(join(data, 'notes.db')));
    writeFileSync(join(data, 'config.toml'), 'nonsense = 1\n');
    running().call('systemctl', '--user', 'restart', 'notes-broken');
    const show = () =>
      running().call('systemctl', '--user', 'show', 'notes-broken', '--property=ActiveState,NRestarts').stdout;
    await waitFor(() => show().includes('ActiveState=failed'));
    expect(show()).toContain('NRestarts=0');
    rmSync(join(data, 'config.toml'));
    const status = await service('status', '--profile', 'broken', '--data-dir', data);
    expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining('failed') });
    expect(await service('uninstall', ...place)).toMatchObject({ code: 0 });
  }, 120_000);

  it('leaves a unit alone that it did not install [SERVER-AUTOSTART]', async () => {
    const unit = join(home, '.config/systemd/user/notes-mine.service');
    mkdirSync(dirname(unit), { recursive: true });
    writeFileSync(unit, '[Service]\nExecStart=/bin/true\n');
    for (const word of ['install', 'restart', 'uninstall'])
      expect(await service(word, '--profile', 'mine')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('was not written by notes-server service install'),
      });
    expect(readFileSync(unit, 'utf8')).toContain('/bin/true');
  });
});

describe('a system service', () => {
  it('runs with every restriction of its unit [SERVER-AUTOSTART]', async () => {
    // A folder outside of /tmp and the home folders, which PrivateTmp and ProtectHome hide.
    const data = mkdtempSync('/srv/notes-test-');
    try {
      const words = ['service', 'install', '--print', '--system', '--run-as', 'daemon', '--data-dir', data];
      const printed = await run([...words, '--profile', 'sys', '--listen', '127.0.0.1:0']).ended;
      expect(printed.code).toBe(0);
      spawnSync('chown', ['daemon:', data]);
      chmodSync(data, 0o700);
      const unit = join(home, '.config/systemd/user/notes-sys.service');
      mkdirSync(dirname(unit), { recursive: true });
      writeFileSync(unit, printed.stdout);
      running().call('systemctl', '--user', 'daemon-reload');
      expect(running().call('systemctl', '--user', 'start', 'notes-sys').status).toBe(0);
      const state = () =>
        running().call('systemctl', '--user', 'show', 'notes-sys', '--property=Result,ExecMainStatus').stdout;
      await waitFor(() => existsSync(join(data, 'notes.db')) || !state().includes('Result=success'));
      expect(state()).toContain('Result=success');
      expect(existsSync(join(data, 'notes.db'))).toBe(true);
      expect(running().call('systemctl', '--user', 'stop', 'notes-sys').status).toBe(0);
      expect(state()).toContain('ExecMainStatus=0');
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }, 120_000);
});
