import { type ConfigKeyName, configKeys, environmentName } from '@notes/contract';
import { ConfigError, checkKey, removeSetting, writeSetting } from '@notes/operations/config';
import { z } from 'zod';
import type { Output } from '../output.js';
import type { OwnCommand, Surroundings } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';

const keyNames = Object.keys(configKeys) as ConfigKeyName[];
const key = z.string().describe('Name of a setting. notes config list shows all of them.');

interface Setting {
  readonly key: ConfigKeyName;
  readonly value: unknown;
  /** File, variable or flag that sets it; null for a default. */
  readonly source: string | null;
  readonly summary: string;
}

/** Stands for the value of a secret setting. */
const HIDDEN = '(hidden)';

/** Returns a value as it may be shown. */
function hideSecret(name: ConfigKeyName, value: unknown): unknown {
  const { isSecret }: { readonly isSecret?: boolean } = configKeys[name];
  return isSecret === true && value !== '' ? HIDDEN : value;
}

const readSetting = ({ config }: Surroundings, name: ConfigKeyName): Setting => ({
  key: name,
  value: hideSecret(name, config.values[name]),
  source: config.sources.get(name) ?? null,
  summary: configKeys[name].summary,
});

function printFaults({ config, out }: Surroundings): void {
  for (const message of config.faults.values()) out.warning(message);
}

/** Formats a value as `config set` accepts it. */
const formatValue = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));

/** Widest value that the sources of all settings are aligned behind: with it a line has at most 80 columns. */
const MAX_VALUE_WIDTH = 32;

/** `notes config list` */
export const configList: OwnCommand<{ readonly path: string; readonly settings: readonly Setting[] }> = {
  summary: 'List all settings with their values and where they are set.',
  input: z.strictObject({}),
  cli: { command: 'config list', examples: ['notes config list', 'notes config list --json | jq .settings'] },
  tolerate: 'settings',
  withoutLibrary: async (surroundings) => {
    const { config } = surroundings;
    printFaults(surroundings);
    return { path: config.configPath, settings: keyNames.map((name) => readSetting(surroundings, name)) };
  },
  render: {
    table: ({ settings }, out) => {
      const rows = settings.map(({ key, value, source }) => [key, formatValue(value), source ?? 'default']);
      for (const line of alignColumns(rows, MAX_VALUE_WIDTH)) out.line(line);
    },
    ...rowFormats(({ settings }: { settings: readonly Setting[] }) => settings, ['key', 'value', 'source']),
  },
};

const getInput = z.strictObject({ key });

/** `notes config get` */
export const configGet: OwnCommand<Setting> = {
  summary: 'Print the value of a setting.',
  input: getInput,
  cli: { command: 'config get', positional: ['key'], examples: ['notes config get server.listen_addr'] },
  tolerate: 'settings',
  withoutLibrary: async (surroundings, values) => {
    const { key } = getInput.parse(values);
    checkKey(key, 'config get');
    const { faults, sources } = surroundings.config;
    const fault = faults.get(key);
    if (fault !== undefined && !sources.has(key)) throw new ConfigError(fault);
    printFaults(surroundings);
    return readSetting(surroundings, key);
  },
  render: {
    table: ({ value, source, summary }, out) => {
      out.line(formatValue(value));
      out.notice(`${summary} From: ${source ?? 'the default'}.`);
    },
  },
};

const setInput = z.strictObject({
  key,
  value: z.string().describe('New value. Commas separate the members of a list.'),
});

interface WrittenSetting extends Setting {
  readonly path: string;
}

/** `notes config set` */
export const configSet: OwnCommand<WrittenSetting> = {
  summary: 'Save a setting in config.toml. The rest of the file stays unchanged.',
  input: setInput,
  cli: {
    command: 'config set',
    positional: ['key', 'value'],
    examples: ['notes config set mcp.default_scope editor', 'notes config set server.allowed_hosts notes.lan,box.lan'],
  },
  tolerate: 'settings',
  withoutLibrary: async (surroundings, values) => {
    const { key, value } = setInput.parse(values);
    checkKey(key, 'config set');
    const { configPath: path } = surroundings.config;
    const written = hideSecret(key, writeSetting(path, key, value));
    return { ...readSetting(surroundings, key), value: written, source: path, path };
  },
  render: { table: showWritten },
};

function showWritten({ key, value, path }: WrittenSetting, out: Output): void {
  out.line(`${key} = ${formatValue(value)}`);
  out.notice(`Saved in ${path}. Restart a running service to apply it.`);
  if (process.env[environmentName(key)] !== undefined)
    out.notice(`${environmentName(key)} is set and overrides this value.`);
}

interface RemovedSetting extends Omit<Setting, 'key'> {
  /** Name of the setting, or of an entry of the file that is no setting. */
  readonly key: string;
  readonly path: string;
  /** False when the file did not set it. */
  readonly removed: boolean;
}

const NO_SETTING = 'Not a setting of this version.';
const isSetting = (key: string): boolean => Object.hasOwn(configKeys, key);

/** `notes config unset` */
export const configUnset: OwnCommand<RemovedSetting> = {
  summary: 'Remove a setting from config.toml, so that its default applies. The rest of the file stays unchanged.',
  input: getInput,
  cli: { command: 'config unset', positional: ['key'], examples: ['notes config unset log.level'] },
  tolerate: 'settings',
  withoutLibrary: async (surroundings, values) => {
    const { key } = getInput.parse(values);
    const { configPath: path } = surroundings.config;
    const removed = removeSetting(path, key);
    if (removed && !isSetting(key)) return { key, value: null, source: null, summary: NO_SETTING, path, removed };
    checkKey(key, 'config unset');
    const { source, ...setting } = readSetting(surroundings, key);
    const stays = source !== null && source !== path;
    const value = stays ? setting.value : hideSecret(key, configKeys[key].default);
    return { ...setting, value, source: stays ? source : null, path, removed };
  },
  render: {
    table: ({ key, value, source, path, removed }, out) => {
      if (isSetting(key)) out.line(`${key} = ${formatValue(value)}`);
      out.notice(removed ? `Removed from ${path}. Restart a running service to apply it.` : `${path} does not set it.`);
      if (source !== null) out.notice(`${source} sets it.`);
    },
  },
};

/** `notes config path` */
export const configPath: OwnCommand<{ readonly path: string }> = {
  summary: 'Print the path of the settings file, whether it exists or not.',
  input: z.strictObject({}),
  cli: { command: 'config path', examples: ['$EDITOR "$(notes config path)"'] },
  tolerate: 'file',
  withoutLibrary: async ({ config }) => ({ path: config.configPath }),
  render: { table: ({ path }, out) => out.line(path) },
};
