import { execFileSync } from 'node:child_process';
import { ConfigError, type ConfigFlags, loadConfig } from '@notes/operations/config';
import { type Command, Option } from 'commander';
import { addConfigFlags, addListenFlag, readFlags, requireNotEmpty } from '../flags.js';
import { printLine } from '../print-line.js';
import type { Owner } from './manage-service.js';

interface ServiceFlags {
  readonly system?: boolean;
  readonly runAs?: string;
  readonly dryRun?: boolean;
  readonly print?: boolean;
}

/** Changes of an installed service. */
type Change = 'restartService' | 'uninstallService';

const ACCOUNT = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;

/** Adds the commands by which a service manager starts the service. */
export function addServiceCommands(program: Command, environment: NodeJS.ProcessEnv): void {
  const service = program
    .command('service')
    .description('Let systemd, launchd or the Task Scheduler start the service at login.');
  const addManagedCommand = (name: string, description: string) =>
    addConfigFlags(service.command(name))
      .description(description)
      .option('--system', 'Manage a system service instead of a user service: on Linux only, as root.');
  addListenFlag(addManagedCommand('install', 'Start the service now and at each login, with these flags.'))
    .option(
      '--run-as <account>',
      'Account of the system service. Default: the account that called sudo.',
      requireNotEmpty,
    )
    .option('--print', 'Print the definition without installing it.')
    .addOption(new Option('--dry-run', 'Same as --print.'))
    .action((_, own: Command) => install(readFlags<ServiceFlags>(own), environment));
  const addChange = (name: string, description: string, change: Change) =>
    addManagedCommand(name, description).action(async (_, own: Command) => {
      const flags = readFlags<ServiceFlags>(own);
      if (change === 'restartService' && flags.set !== undefined)
        throw new ConfigError(
          '--set: a restart keeps the settings of the installation. To change them, run notes-server service install',
        );
      const { config, manager } = await find(flags, environment);
      const isPlaced = (flags.dataDir ?? environment.NOTES_DATA_DIR) !== undefined;
      const changes = await import('./manage-service.js');
      if (flags.system) requireRoot();
      for (const line of changes[change](manager, isPlaced ? config.dataDir : undefined)) printLine(line);
    });
  addChange(
    'restart',
    'Restart the service, as after an upgrade, with the flags it was installed with.',
    'restartService',
  );
  addChange('uninstall', 'Stop the service and remove its definition. The library stays.', 'uninstallService');
  addManagedCommand(
    'status',
    'Show whether the service is installed and runs. The exit code is 1 when it does not run.',
  ).action(async (_, own: Command) => {
    const { manager } = await find(readFlags<ServiceFlags>(own), environment);
    const { readServiceStatus } = await import('./manage-service.js');
    const { isRunning, lines } = readServiceStatus(manager);
    for (const line of lines) printLine(line);
    process.exitCode = isRunning ? 0 : 1;
  });
}

async function find(flags: ConfigFlags & ServiceFlags, environment: NodeJS.ProcessEnv) {
  const config = loadConfig(flags, environment);
  const { createServiceManager } = await import('./service-manager.js');
  return { config, manager: createServiceManager(config.profile, flags.system === true) };
}

async function install(flags: ConfigFlags & ServiceFlags, environment: NodeJS.ProcessEnv): Promise<void> {
  const { config, manager } = await find(flags, environment);
  const isPrinted = flags.print === true || flags.dryRun === true;
  if (flags.runAs !== undefined && !flags.system)
    throw new ConfigError(
      '--run-as: only allowed with --system, because a user service runs as you. Leave the flag out',
    );
  const account = flags.system ? findAccount(flags, environment) : undefined;
  const { defineService } = await import('./define-service.js');
  const definition = defineService(config, flags, { environment, ...(account === undefined ? {} : { account }) });
  if (isPrinted) return void process.stdout.write(manager.render(definition));
  if (account !== undefined) requireRoot();
  const { installService } = await import('./manage-service.js');
  for (const line of installService(manager, definition, account === undefined ? undefined : findOwner(account)))
    printLine(line);
  const overlooked = [...config.sources].filter(([, source]) => source.startsWith('NOTES_'));
  for (const [key, source] of overlooked)
    printLine(
      `The service does not see ${source} of this shell. Pass --set ${key}=…, or set it in ${config.configPath}`,
    );
}

/**
 * Finds the account of the service.
 * @throws ConfigError when no account is given, or no data directory for it
 */
function findAccount(
  { runAs, dataDir }: ConfigFlags & ServiceFlags,
  { SUDO_USER, NOTES_DATA_DIR }: NodeJS.ProcessEnv,
): string {
  const account = runAs ?? SUDO_USER;
  if (account === undefined || account === 'root')
    throw new ConfigError('--system: the service must not run as root. Name another account with --run-as');
  if (!ACCOUNT.test(account))
    throw new ConfigError(`--run-as: ${JSON.stringify(account)} is not the name of an account`);
  if ((dataDir ?? NOTES_DATA_DIR) === undefined)
    throw new ConfigError(
      `--system: the folder of the library is required. Name one with --data-dir that ${account} may write to`,
    );
  return account;
}

function requireRoot(): void {
  if (process.geteuid?.() !== 0)
    throw new ConfigError(
      '--system: system services can be changed only by root. Run the command as root, or leave the flag out',
    );
}

/**
 * Finds the owner of an account.
 * @throws ConfigError for an unknown account
 */
function findOwner(account: string): Owner {
  const ask = (flag: string) =>
    Number(execFileSync('id', [flag, account], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch (error) {
    throw new ConfigError(`--run-as: there is no account ${account} on this machine. Create it, or name another`, {
      cause: error,
    });
  }
}
