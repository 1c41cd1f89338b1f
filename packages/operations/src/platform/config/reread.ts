import { type ConfigKeyName, type ConfigValues, configKeys } from '@notes/contract';
import { fileSettings, type LoadedConfig } from './load.js';

type Loaded = Pick<LoadedConfig, 'values' | 'sources' | 'configPath'>;

/** Returns the flag or variable that fixes a setting; undefined where the settings file decides. */
export function findFixedSource({ sources, configPath }: Pick<Loaded, 'sources' | 'configPath'>, key: ConfigKeyName) {
  const source = sources.get(key);
  return source === configPath ? undefined : source;
}

/**
 * Returns the value that a setting will have when the program is restarted in the same way.
 *
 * @throws ConfigError when the settings file cannot be read
 */
export function rereadSetting<Key extends ConfigKeyName>(loaded: Loaded, key: Key): ConfigValues[Key] {
  if (findFixedSource(loaded, key) !== undefined) return loaded.values[key];
  const written = fileSettings(loaded.configPath, false).find((setting) => setting.key === key);
  return (written?.value ?? configKeys[key].default) as ConfigValues[Key];
}
