import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError, locateHome, locateUserFolders } from '@notes/operations/config';
import type { ServiceDefinition } from './definition.js';
import { getAgentLabel, renderLaunchAgent } from './launch-agent.js';
import { getUnitName, renderSystemdUnit } from './systemd-unit.js';
import { getTaskName, renderWindowsTask } from './windows-task.js';

export type CommandLine = readonly [string, ...string[]];

/** Command of a service manager that may fail where there is nothing to do. */
export interface ManagerStep {
  readonly command: CommandLine;
  /** Continues after a failure: the service may be unknown to the manager already. */
  readonly mayFail?: boolean;
}

/** State of a service as its manager reports it. */
export interface ReportedState {
  readonly isRunning: boolean;
  /** Description in the manager's terms. */
  readonly description: string;
}

/** Service manager of a platform. */
export interface ServiceManager {
  /** Name of the service in the manager. */
  readonly serviceName: string;
  readonly filePath: string;
  readonly fileMode: number;
  render(definition: ServiceDefinition): string;
  encode(text: string): Buffer;
  /** Command that succeeds only where the manager runs and accepts this user. */
  readonly probe: CommandLine;
  /** Message for a failed probe: the reason and the remedy. */
  readonly unreachable: string;
  readonly activate: readonly ManagerStep[];
  /** Ends a running service and starts it again. */
  readonly restart: readonly ManagerStep[];
  readonly deactivate: readonly ManagerStep[];
  /** Commands to run after the file is removed. */
  readonly afterRemoval: readonly ManagerStep[];
  readonly query: CommandLine;
  readState(output: string): ReportedState;
  /** Advice after an installation. */
  readonly hints: readonly string[];
}

const encodeUtf8 = (text: string) => Buffer.from(text, 'utf8');

function createSystemd(profile: string, isSystem: boolean): ServiceManager {
  const unit = getUnitName(profile);
  const systemctl = (...words: string[]): CommandLine => ['systemctl', ...(isSystem ? [] : ['--user']), ...words];
  const userUnits = () => join(dirname(locateUserFolders(process.env).config), 'systemd/user');
  return {
    serviceName: unit,
    filePath: join(isSystem ? '/etc/systemd/system' : userUnits(), unit),
    fileMode: isSystem ? 0o644 : 0o600,
    render: renderSystemdUnit,
    encode: encodeUtf8,
    probe: systemctl('show', '--property=Version', '--value'),
    unreachable: isSystem
      ? 'systemd does not run on this machine. Configure your own service manager to run `notes-server serve`; --print shows a unit as an example'
      : 'systemd --user does not respond. Log in to a session that has it, or install a system service as root with --system',
    activate: [
      { command: systemctl('daemon-reload') },
      { command: systemctl('enable', '--quiet', unit) },
      { command: systemctl('restart', unit) },
    ],
    restart: [
      // A service that failed too often is not started again otherwise.
      { command: systemctl('reset-failed', unit), mayFail: true },
      { command: systemctl('restart', unit) },
    ],
    deactivate: [{ command: systemctl('disable', '--quiet', '--now', unit) }],
    afterRemoval: [
      { command: systemctl('daemon-reload') },
      { command: systemctl('reset-failed', unit), mayFail: true },
    ],
    query: systemctl('show', unit, '--property=ActiveState,SubState,UnitFileState,Result,MainPID'),
    readState: readSystemdState,
    hints: isSystem
      ? []
      : ['The service starts when you log in. To start it with the machine, run loginctl enable-linger'],
  };
}

/** Parses the output of `systemctl show`: one `Name=value` per line. */
function readSystemdState(output: string): ReportedState {
  const values = new Map(
    output.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  const [active = 'unknown', sub, pid, result] = ['ActiveState', 'SubState', 'MainPID', 'Result'].map((name) =>
    values.get(name),
  );
  const isRunning = active === 'active' && sub === 'running';
  const enabled = values.get('UnitFileState') || 'not enabled';
  const cause = isRunning ? `process ${pid}` : `last result: ${result}`;
  return { isRunning, description: `${active} (${sub}), ${enabled}, ${cause}` };
}

function createLaunchd(profile: string): ServiceManager {
  const label = getAgentLabel(profile);
  const domain = `gui/${userInfo().uid}`;
  const filePath = join(locateHome(), 'Library/LaunchAgents', `${label}.plist`);
  const logPath = join(locateHome(), 'Library/Logs', `${label}.log`);
  return {
    serviceName: label,
    filePath,
    fileMode: 0o600,
    render: (definition) => renderLaunchAgent(definition, logPath),
    encode: encodeUtf8,
    probe: ['launchctl', 'print', domain],
    unreachable: 'launchd has no session of this user. Log in at the screen of this Mac and run the command there',
    activate: [
      { command: ['launchctl', 'bootout', `${domain}/${label}`], mayFail: true },
      { command: ['launchctl', 'bootstrap', domain, filePath] },
    ],
    restart: [
      // Fails for an agent that is loaded already.
      { command: ['launchctl', 'bootstrap', domain, filePath], mayFail: true },
      { command: ['launchctl', 'kickstart', '-k', `${domain}/${label}`] },
    ],
    deactivate: [{ command: ['launchctl', 'bootout', `${domain}/${label}`], mayFail: true }],
    afterRemoval: [],
    query: ['launchctl', 'print', `${domain}/${label}`],
    readState: (output) => {
      const state = /^\s*state = (.+)$/m.exec(output)?.[1] ?? 'not loaded';
      return { isRunning: state === 'running', description: state };
    },
    hints: [`The service starts when you log in. Its log is in ${logPath}`],
  };
}

function createTaskScheduler(profile: string): ServiceManager {
  const task = getTaskName(profile);
  const home = process.env.LOCALAPPDATA || join(locateHome(), 'AppData', 'Local');
  const filePath = join(home, 'notes', 'tasks', `${task}.xml`);
  const { USERDOMAIN: domain } = process.env;
  const { username } = userInfo();
  return {
    serviceName: task,
    filePath,
    fileMode: 0o600,
    render: (definition) => renderWindowsTask(definition, domain ? `${domain}\\${username}` : username),
    // Task Scheduler reads UTF-16 with a byte order mark.
    encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    probe: ['schtasks', '/Query', '/TN', '\\'],
    unreachable: 'The Task Scheduler does not respond. Start the Windows service “Task Scheduler”, then try again',
    activate: [
      { command: ['schtasks', '/Create', '/TN', task, '/XML', filePath, '/F'] },
      { command: ['schtasks', '/Run', '/TN', task] },
    ],
    restart: [
      { command: ['schtasks', '/End', '/TN', task], mayFail: true },
      { command: ['schtasks', '/Run', '/TN', task] },
    ],
    deactivate: [
      { command: ['schtasks', '/End', '/TN', task], mayFail: true },
      { command: ['schtasks', '/Delete', '/TN', task, '/F'], mayFail: true },
    ],
    afterRemoval: [],
    // The states of schtasks are localised, these are not.
    query: ['powershell', '-NoProfile', '-NonInteractive', '-Command', `(Get-ScheduledTask -TaskName '${task}').State`],
    readState: (output) => {
      const state = output.trim() || 'unknown to the Task Scheduler';
      return { isRunning: state === 'Running', description: state };
    },
    hints: ['The service starts when you log in, in its own window.'],
  };
}

/**
 * Creates the service manager of this platform.
 * @throws ConfigError on a platform without a supported service manager
 */
export function createServiceManager(profile: string, isSystem: boolean): ServiceManager {
  const { platform } = process;
  if (isSystem && platform !== 'linux')
    throw new ConfigError(`--system: system services need systemd, but this is ${platform}. Leave the flag out`);
  if (platform === 'linux') return createSystemd(profile, isSystem);
  if (platform === 'darwin') return createLaunchd(profile);
  if (platform === 'win32') return createTaskScheduler(profile);
  throw new ConfigError(
    `The platform ${platform} has no supported service manager. Configure your own service manager to run \`notes-server serve\``,
  );
}
