import { type ConfigKeyName, type ConfigValues, configKeys } from '@notes/contract';
import { fileSettings, type LoadedConfig } from './load.js';

type Loaded = Pick<LoadedConfig, 'values' | 'sources' | 'configPath'>;

/** Where a setting was given that no file can change: a flag or a variable; undefined where the file decides. */
export function fixedBy({ sources, configPath }: Pick<Loaded, 'sources' | 'configPath'>, key: ConfigKeyName) {
  const source = sources.get(key);
  return source === configPath ? undefined : source;
}

/**
 * What a setting will be when the program is started again in the same way.
 *
 * @throws ConfigError when the file of settings cannot be read
 */
export function rereadSetting<Key extends ConfigKeyName>(loaded: Loaded, key: Key): ConfigValues[Key] {
  if (fixedBy(loaded, key) !== undefined) return loaded.values[key];
  const written = fileSettings(loaded.configPath, false).find((setting) => setting.key === key);
  return (written?.value ?? configKeys[key].default) as ConfigValues[Key];
}
