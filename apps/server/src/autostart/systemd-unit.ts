import {
  formatMarker,
  getServiceName,
  MAX_RESTARTS,
  RESTART_SECONDS,
  RESTART_WINDOW_SECONDS,
  type ServiceDefinition,
  STOP_SECONDS,
} from './definition.js';

/**
 * Quotes a word for a setting of a unit: see “Quoting” in systemd.syntax(7), and systemd.unit(5) on specifiers, which
 * begin with `%`.
 */
export const quoteUnitWord = (word: string): string => `"${word.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/**
 * Sandbox that every service manager applies, also that of an unprivileged user: no setting here removes capabilities,
 * which such a manager cannot do outside a user namespace. `MemoryDenyWriteExecute` is absent because V8 compiles at
 * run time. The address families are those of HTTP, of name resolution and of sockets within the machine.
 */
const SANDBOX = [
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectControlGroups=yes',
  'ProtectProc=invisible',
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'LockPersonality=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
  'SystemCallErrorNumber=EPERM',
  'UMask=0077',
];

/** Restrictions that only the system manager can apply. */
const SYSTEM_SANDBOX = [
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'DevicePolicy=closed',
  'PrivateDevices=yes',
  'PrivateMounts=yes',
  'PrivateUsers=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'RemoveIPC=yes',
];

/**
 * Renders the unit of a service for systemd 247 or newer: a system unit when the definition names an account, otherwise
 * a user unit.
 */
export function renderSystemdUnit(definition: ServiceDefinition): string {
  const { profile, command, environment, writableFolders, account, dataDir } = definition;
  const isSystem = account !== undefined;
  const lines = [
    `# ${formatMarker(dataDir)}`,
    '[Unit]',
    `Description=Notes (${profile})`,
    ...(isSystem ? ['After=network.target'] : []),
    `StartLimitIntervalSec=${RESTART_WINDOW_SECONDS}`,
    `StartLimitBurst=${MAX_RESTARTS}`,
    '',
    '[Service]',
    'Type=exec',
    // The colon keeps systemd from replacing variables in arguments: see “Command lines” in systemd.service(5).
    `ExecStart=:${command.map(quoteUnitWord).join(' ')}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quoteUnitWord(`${name}=${value}`)}`),
    ...(isSystem ? [`User=${account}`] : []),
    'Restart=on-failure',
    `RestartSec=${RESTART_SECONDS}`,
    // A restart cannot fix wrong settings: see the exit codes of the program.
    'RestartPreventExitStatus=2',
    'KillSignal=SIGTERM',
    `TimeoutStopSec=${STOP_SECONDS}`,
    '',
    ...SANDBOX,
    ...(isSystem ? SYSTEM_SANDBOX : []),
    `ProtectHome=${definition.canHideHome ? 'yes' : 'read-only'}`,
    `PrivateTmp=${definition.canHideTemporary ? 'yes' : 'no'}`,
    // A missing folder, as on a disk that is not mounted yet, must not keep the service from starting.
    ...writableFolders.map((folder, n) => `ReadWritePaths=${quoteUnitWord(n === 0 ? folder : `-${folder}`)}`),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ];
  return `${lines.join('\n')}\n`;
}

export const getUnitName = (profile: string): string => `${getServiceName(profile)}.service`;
