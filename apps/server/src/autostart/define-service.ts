import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import {
  ConfigError,
  type ConfigFlags,
  isWithin,
  type LoadedConfig,
  locateHome,
  readListenAddress,
  readPeerListener,
} from '@notes/operations/config';
import { refuseControlCharacters, type ServiceDefinition } from './definition.js';

/** Variables that decide on Linux the locations of the library and its settings. */
const LOCATION_VARIABLES = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME'] as const;
/** Folders that `ProtectHome` covers: see systemd.exec(5). */
const HOME_FOLDERS = ['/home', '/root', '/run/user'];
/** Folders that `PrivateTmp` replaces. */
const TEMPORARY_FOLDERS = ['/tmp', '/var/tmp'];

export interface DefineOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Account that runs a system service. */
  readonly account?: string;
  /** Absolute path of Node. */
  readonly node?: string;
  /** Path of the program. */
  readonly program?: string;
}

/**
 * Describes the service that would run with these flags.
 *
 * @throws ConfigError when the service could not start with these settings, or a path is not usable
 */
export function defineService(config: LoadedConfig, flags: ConfigFlags, options: DefineOptions): ServiceDefinition {
  const { environment, account, node = process.execPath, program = process.argv[1] ?? '' } = options;
  const { profile, dataDir, configPath, values } = config;
  readListenAddress(config);
  readPeerListener(values);
  const hasOwnPlace = (flags.dataDir ?? environment.NOTES_DATA_DIR) !== undefined;
  const hasOwnConfig = (flags.config ?? environment.NOTES_CONFIG) !== undefined;
  const command = [
    checkProgram(node, 'Node'),
    checkProgram(program, 'The program'),
    'serve',
    '--profile',
    profile,
    ...(hasOwnPlace ? ['--data-dir', dataDir] : []),
    ...(hasOwnConfig ? ['--config', configPath] : []),
    ...(flags.listen === undefined ? [] : ['--listen', flags.listen]),
    ...(flags.set ?? []).flatMap((pair) => ['--set', pair]),
  ];
  const places = account === undefined && process.platform === 'linux' ? LOCATION_VARIABLES : [];
  const variables = places.flatMap((name) => {
    const value = environment[name];
    return value && isAbsolute(value) ? [[name, value] as const] : [];
  });
  const writableFolders = [
    dataDir,
    // Sync writes its remote location into the settings; a file named by the user stays unchanged.
    ...(hasOwnConfig || dirname(configPath) === dataDir ? [] : [dirname(configPath)]),
    ...(values['sync.target'] === 'directory' && values['sync.directory.path'] !== ''
      ? [values['sync.directory.path']]
      : []),
  ];
  const readPaths = [values['sync.rest.tls_cert_file'], values['sync.rest.tls_key_file']].filter((path) => path !== '');
  const paths = [...writableFolders, ...command.slice(0, 2), configPath, ...readPaths].map((path) => resolve(path));
  const definition = {
    profile,
    dataDir,
    command,
    environment: Object.fromEntries(variables),
    writableFolders,
    ...(account === undefined ? {} : { account }),
    // Retried imports of a user's own service may read from the home folder.
    canHideHome: account !== undefined && !paths.some((path) => isWithinAny(path, [...HOME_FOLDERS, locateHome()])),
    canHideTemporary: !paths.some((path) => isWithinAny(path, TEMPORARY_FOLDERS)),
  };
  refuseControlCharacters([...command, ...writableFolders, ...Object.values(definition.environment)]);
  return definition;
}

/**
 * Checks the path of a program.
 * @throws ConfigError for a path that a service manager could not start, or not permanently
 */
function checkProgram(path: string, subject: string): string {
  if (!existsSync(path)) throw new ConfigError(`${subject} does not exist at ${path}. Install @notes/server again`);
  const real = realpathSync(path);
  if (!statSync(real).isFile())
    throw new ConfigError(`${subject} at ${real} is not a file. Install @notes/server again`);
  if (real.split(sep).includes('_npx'))
    throw new ConfigError(
      `${real} is in the cache of npx, which npm empties. Run npm install -g @notes/server, then try again`,
    );
  return real;
}

const isWithinAny = (path: string, folders: readonly string[]) => folders.some((folder) => isWithin(path, folder));
