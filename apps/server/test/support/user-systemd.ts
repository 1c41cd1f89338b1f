import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MANAGER = ['/usr/lib/systemd/systemd', '/lib/systemd/systemd'].find((path) => existsSync(path));
const RUNTIME = '/run/user/0';

/**
 * Commands that prepare an isolated machine for a manager: `/run` says that systemd booted it, the tree of control
 * groups ends here, and masks for hidden paths are where the system manager keeps them.
 */
const PREPARE = `
mount --make-rprivate / && mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system ${RUNTIME} && chmod 700 ${RUNTIME} &&
umount -R /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec "$0" --user
`;

/** Real systemd user manager in its own name spaces, invisible to other programs of the machine. */
export class UserSystemd {
  readonly under: readonly string[];
  readonly env: Record<string, string>;
  readonly #manager: ChildProcess;

  private constructor(manager: ChildProcess, env: Record<string, string>) {
    this.#manager = manager;
    this.env = env;
    this.under = ['nsenter', '--target', String(manager.pid), '--mount', '--cgroup'];
  }

  /** Starts a manager whose units lie below a home folder, or returns the reason why it cannot run here. */
  static async start(home: string): Promise<UserSystemd | string> {
    if (MANAGER === undefined) return 'systemd is not installed';
    if (process.getuid?.() !== 0) return 'a systemd of its own needs root';
    const env = {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_RUNTIME_DIR: RUNTIME,
      DBUS_SESSION_BUS_ADDRESS: '',
    };
    const command = ['--mount', '--cgroup', 'sh', '-c', PREPARE, MANAGER];
    const manager = spawn('unshare', command, { env: { ...process.env, ...env }, stdio: 'ignore' });
    const started = new UserSystemd(manager, env);
    for (let tries = 0; tries < 600 && manager.exitCode === null; tries += 1) {
      if (started.call('systemctl', '--user', 'is-system-running', '--wait').status === 0) {
        started.call('cp', '-a', `${RUNTIME}/systemd/inaccessible`, '/run/systemd/');
        return started;
      }
      await delay(100);
    }
    await started.stop();
    return 'no systemd can be started in name spaces of its own here';
  }

  /** Runs a command beside the manager. */
  call(...command: string[]): { status: number | null; stdout: string } {
    const [program = '', ...rest] = [...this.under, ...command];
    return spawnSync(program, rest, { env: { ...process.env, ...this.env }, encoding: 'utf8' });
  }

  /** Stops every unit, then the manager. */
  async stop(): Promise<void> {
    if (this.#manager.exitCode !== null || this.#manager.signalCode !== null) return;
    const ended = once(this.#manager, 'exit');
    this.call('systemctl', '--user', 'exit');
    const timeout = setTimeout(() => this.#manager.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timeout);
  }
}
