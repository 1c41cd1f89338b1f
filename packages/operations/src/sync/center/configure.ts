import { type ConfigValues, type Input, type Output, ServiceError } from '@notes/contract';
import { ConfigError, findFixedSource, isLoopback, rereadSetting } from '../../platform/config/index.js';
import type { Context, Library } from '../../platform/context.js';
import { storeSettings, toPeerSettings } from './settings.js';

const TARGET = 'sync.target';
const FOLDER = 'sync.directory.path';
const ADDRESS = 'sync.rest_peer.base_url';
const PIN = 'sync.rest_peer.tls_cert_sha256';
const KEYS = [TARGET, FOLDER, ADDRESS, PIN] as const;
type Key = (typeof KEYS)[number];
type Wanted = Partial<Record<Key, string>>;

/** Writes the sync target to the settings file, where the next start of the service reads it. */
export function configureSync({ library }: Context, input: Input<'configureSync'>): Output<'configureSync'> {
  const wanted = settingsFor(library, input);
  refuseFixed(library, wanted);
  storeSettings(library, wanted);
  return { target: input.target, restart_required: restartRequired(library) };
}

/** Returns the target that the service would use after a restart. */
export function configuredTarget(library: Library): ConfigValues[typeof TARGET] {
  return rereadKey(library, TARGET);
}

/** Returns the sync folder that the service would use after a restart; empty while there is none. */
export const folderSetting = (library: Library): string => rereadKey(library, FOLDER);

/** Returns true when a restart of the service would change the sync target. */
export const restartRequired = (library: Library): boolean =>
  KEYS.some((key) => rereadKey(library, key) !== library.config[key]);

/** Returns the settings to write, the target last: its prerequisites are set by then. */
function settingsFor(library: Library, { target, base_url, tls_cert_sha256 }: Input<'configureSync'>): Wanted {
  if (target !== 'rest') {
    if (base_url !== undefined || tls_cert_sha256 !== undefined)
      throw new ServiceError('validation_failed', 'base_url, tls_cert_sha256: only allowed with target rest');
    if (target === 'directory' && rereadKey(library, FOLDER) === '')
      throw new ServiceError('conflict', `${FOLDER} is empty. Run \`notes config set ${FOLDER} FOLDER\` first`);
    return { [TARGET]: target };
  }
  const baseUrl = base_url ?? rereadKey(library, ADDRESS);
  const pin = tls_cert_sha256 ?? (base_url === undefined ? rereadKey(library, PIN) : '');
  checkAddress(baseUrl, pin);
  return toPeerSettings({ baseUrl, certificateSha256: pin || null });
}

function checkAddress(address: string, pin: string): void {
  if (address === '') throw new ServiceError('validation_failed', 'base_url: required with target rest');
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' && pin === '')
    throw new ServiceError('validation_failed', 'tls_cert_sha256: required for an https address');
  if (protocol === 'http:' && !isLoopback(hostname.replace(/^\[|\]$/g, '')))
    throw new ServiceError(
      'validation_failed',
      `base_url: ${hostname} is not this machine, so the address must begin with https://`,
    );
}

/** @throws ServiceError `conflict` for settings that the file cannot change */
export function refuseFixed(library: Library, wanted: Wanted): void {
  for (const key of KEYS) {
    const by = findFixedSource(toLoadedConfig(library), key);
    if (by !== undefined && wanted[key] !== undefined && library.config[key] !== wanted[key])
      throw new ServiceError(
        'conflict',
        `${key} is set by ${by}, which overrides the settings file. Start again without it, or change it there`,
      );
  }
}

/** Applies the sync target of the settings file, which another process may have written. */
export function reloadTargetSettings(library: Library): void {
  library.applySettings(Object.fromEntries(KEYS.map((key) => [key, rereadKey(library, key)])));
}

/** Returns the current settings of the sync target. */
export const listTargetSettings = ({ config }: Library) => KEYS.map((key) => config[key]);

/** An unreadable settings file would keep the service from starting, so the current value is returned. */
function rereadKey<K extends Key>(library: Library, key: K): ConfigValues[K] {
  try {
    return rereadSetting(toLoadedConfig(library), key);
  } catch (error) {
    if (error instanceof ConfigError) return library.config[key];
    throw error;
  }
}

const toLoadedConfig = ({ config: values, configSources: sources, configPath }: Library) => ({
  values,
  sources,
  configPath,
});
