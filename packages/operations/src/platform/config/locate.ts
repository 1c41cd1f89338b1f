import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import { locateUserFolders } from './user-folders.js';

export { ConfigError } from './config-error.js';

export interface ConfigFlags {
  readonly config?: string;
  readonly profile?: string;
  readonly dataDir?: string;
  readonly listen?: string;
  /** `key=value` pairs, as given on the command line. */
  readonly set?: readonly string[];
}

/** Files of a library. */
export interface Location {
  readonly profile: string;
  readonly dataDir: string;
  readonly configPath: string;
  /** True when a flag or a variable names the file of settings. */
  readonly isConfigNamed: boolean;
}

/** Environment variables that correspond to flags rather than keys. */
export const FLAG_VARIABLES = { NOTES_CONFIG: 'config', NOTES_PROFILE: 'profile', NOTES_DATA_DIR: 'dataDir' } as const;
type FlagVariable = keyof typeof FLAG_VARIABLES;
const FLAGS: Readonly<Record<FlagVariable, string>> = {
  NOTES_CONFIG: '--config',
  NOTES_PROFILE: '--profile',
  NOTES_DATA_DIR: '--data-dir',
};

/** Returns the name of the flag or variable that gave a value. */
const sourceFor = (name: FlagVariable, flags: ConfigFlags) =>
  flags[FLAG_VARIABLES[name]] === undefined ? name : FLAGS[name];

/** @throws ConfigError where a path, or the nearest existing path above it, is not a folder */
function refuseFile(path: string, source: string): void {
  let at = path;
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at);
  const found = statSync(at, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new ConfigError(`${source}: ${at} is not a folder. Name a folder for the library`);
}

const PROFILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Locates a library and its settings: by flags, then by variables, then in the folders of the user.
 *
 * @throws ConfigError for an empty value, a malformed name of a profile, or a data directory that is not a folder
 */
export function locateLibrary(flags: ConfigFlags, environment: Readonly<Record<string, string | undefined>>): Location {
  const readLocation = (name: FlagVariable) => {
    const value = flags[FLAG_VARIABLES[name]] ?? environment[name];
    if (value !== '') return value;
    throw new ConfigError(`${sourceFor(name, flags)}: the value is empty. Give a value, or leave it out`);
  };
  const profile = readLocation('NOTES_PROFILE') ?? 'default';
  if (!PROFILE.test(profile))
    throw new ConfigError(
      `--profile: ${profile} is not a valid name. Use up to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit`,
    );
  // A location that is given needs no home folder.
  const locateHomeFolder = (kind: 'data' | 'config') => join(locateUserFolders(environment)[kind], profile);
  const placed = readLocation('NOTES_DATA_DIR');
  const dataDir = resolve(placed ?? locateHomeFolder('data'));
  if (placed !== undefined) refuseFile(dataDir, sourceFor('NOTES_DATA_DIR', flags));
  const named = readLocation('NOTES_CONFIG');
  const configPath = resolve(named ?? join(placed === undefined ? locateHomeFolder('config') : dataDir, 'config.toml'));
  return { profile, dataDir, configPath, isConfigNamed: named !== undefined };
}

/** Returns true when no file and no variable has a setting, so that every setting has its default. */
export const hasNoSettings = (
  { configPath, isConfigNamed }: Location,
  environment: Readonly<Record<string, string | undefined>>,
): boolean =>
  !isConfigNamed &&
  !existsSync(configPath) &&
  !Object.keys(environment).some((name) => name.startsWith('NOTES_') && !(name in FLAG_VARIABLES));
