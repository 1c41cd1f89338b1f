import { existsSync } from 'node:fs';
import {
  type ConfigFlags,
  effectiveMcpScope,
  type LoadedConfig,
  loadConfig,
  readListenAddress,
  readPeerListener,
} from '@notes/operations/config';
import type { Command } from 'commander';
import { addServiceCommands } from './autostart/commands.js';
import { addConfigFlags, readFlags } from './flags.js';
import { printLine } from './print-line.js';
import { version } from './version.js';

/** Adds the commands that prepare a library for the service, or the service for the library. */
export function addAdministration(program: Command, environment: NodeJS.ProcessEnv): void {
  const command = (name: string, description: string) => addConfigFlags(program.command(name)).description(description);
  const load = (flags: ConfigFlags) => loadConfig(flags, environment);
  command('init', 'Create the library if it does not exist.').action((_, own: Command) => init(load(readFlags(own))));
  command('check-config', 'Check the settings, and list those that are not the defaults.').action((_, own: Command) =>
    checkConfig(load(readFlags(own))),
  );
  command('migrate', 'Migrate the library to the schema of this version, as the service does when it starts.')
    .option('--dry-run', 'Show the migration without running it.')
    .action((_, own: Command) => {
      const { dryRun = false, ...flags } = readFlags<{ dryRun?: boolean }>(own);
      return migrate(load(flags), dryRun);
    });
  addServiceCommands(program, environment);
}

async function init(config: LoadedConfig): Promise<void> {
  process.umask(0o077);
  const { openLibrary } = await import('@notes/operations');
  const library = await openLibrary({ config, serviceVersion: version, create: true });
  const { database } = library.store.paths;
  library.store.close();
  printLine(`The library is at ${database}`);
}

/**
 * Checks the settings of the service.
 * @throws ConfigError for settings with which the service would not start
 */
function checkConfig(config: LoadedConfig): void {
  const { values, sources, configPath } = config;
  const { host, port } = readListenAddress(config);
  const peerListener = readPeerListener(values);
  printLine(`${configPath}${existsSync(configPath) ? '' : ' (the file does not exist)'}: the settings are valid`);
  for (const [key, source] of sources) printLine(`  ${key} = ${JSON.stringify(values[key])}  (${source})`);
  printLine(`  listens on ${host}, ${port === 0 ? 'any free port' : `port ${port}`}`);
  if (peerListener !== null)
    printLine(
      `  peers connect to ${peerListener.host}, port ${peerListener.port}, ${peerListener.tls === null ? 'without' : 'over'} TLS`,
    );
  for (const warning of effectiveMcpScope(values).warnings) printLine(`  warning: ${warning}`);
}

/**
 * Migrates a library.
 * @throws StorageError when there is no library, or when it needs a migration while another process has it open
 */
async function migrate(config: LoadedConfig, isDry: boolean): Promise<void> {
  const { schemaState } = await import('@notes/operations/doctor');
  const { version: from, newest } = schemaState(config.dataDir);
  if (from === newest) return void printLine(`The library already has schema ${newest}, the current one`);
  // Opening a newer library refuses it, and names the version that can read it.
  if (isDry && from < newest)
    return void printLine(
      `The library has schema ${from}. A migration would copy it into the folder backups, then change it to schema ${newest}`,
    );
  const { openLibrary } = await import('@notes/operations');
  const library = await openLibrary({ config, serviceVersion: version, create: false });
  const { backups } = library.store.paths;
  library.store.close();
  printLine(`Migrated the library from schema ${from} to ${newest}. A copy with schema ${from} is in ${backups}`);
}
