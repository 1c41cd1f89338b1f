import { type ConfigKeyName, configKeys, environmentName } from '@notes/contract';
import { checkKey, writeSetting } from '@notes/operations/config';
import { z } from 'zod';
import type { Output } from '../output.js';
import type { OwnCommand, Surroundings } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { aligned } from '../table.js';

const keyNames = Object.keys(configKeys) as ConfigKeyName[];
const key = z.string().describe('The name of a setting; notes config list has them all.');

interface Setting {
  readonly key: ConfigKeyName;
  readonly value: unknown;
  /** File, variable or flag that sets it; null for a default. */
  readonly source: string | null;
  readonly summary: string;
}

const settingOf = ({ config }: Surroundings, name: ConfigKeyName): Setting => ({
  key: name,
  value: config.values[name],
  source: config.sources.get(name) ?? null,
  summary: configKeys[name].summary,
});

/** Formats a value as `config set` accepts it. */
const written = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));

/** `notes config list` */
export const configList: OwnCommand<{ readonly path: string; readonly settings: readonly Setting[] }> = {
  summary: 'List every setting with the value in force, and where that was given.',
  input: z.strictObject({}),
  cli: { command: 'config list', examples: ['notes config list', 'notes config list --json | jq .settings'] },
  withoutLibrary: async (surroundings) => ({
    path: surroundings.config.configPath,
    settings: keyNames.map((name) => settingOf(surroundings, name)),
  }),
  render: {
    table: ({ settings }, out) => {
      const rows = settings.map(({ key, value, source }) => [key, written(value), source ?? 'default']);
      for (const line of aligned(rows)) out.line(line);
    },
    ...rowFormats(({ settings }: { settings: readonly Setting[] }) => settings, ['key', 'value', 'source']),
  },
};

const getInput = z.strictObject({ key });

/** `notes config get` */
export const configGet: OwnCommand<Setting> = {
  summary: 'Print the value of a setting that is in force.',
  input: getInput,
  cli: { command: 'config get', positional: ['key'], examples: ['notes config get server.listen_addr'] },
  withoutLibrary: async (surroundings, values) => {
    const { key } = getInput.parse(values);
    checkKey(key, 'config get');
    return settingOf(surroundings, key);
  },
  render: {
    table: ({ value, source, summary }, out) => {
      out.line(written(value));
      out.notice(`${summary} From: ${source ?? 'the default'}.`);
    },
  },
};

const setInput = z.strictObject({ key, value: z.string().describe('Its value; of a list its members, with commas.') });

interface Written extends Setting {
  readonly path: string;
}

/** `notes config set` */
export const configSet: OwnCommand<Written> = {
  summary: 'Write a setting into config.toml; all else in the file stays as it is.',
  input: setInput,
  cli: {
    command: 'config set',
    positional: ['key', 'value'],
    examples: ['notes config set mcp.default_scope editor', 'notes config set server.allowed_hosts notes.lan,box.lan'],
  },
  withoutLibrary: async (surroundings, values) => {
    const { key, value } = setInput.parse(values);
    checkKey(key, 'config set');
    const { configPath: path } = surroundings.config;
    return { ...settingOf(surroundings, key), value: writeSetting(path, key, value), source: path, path };
  },
  render: { table: showWritten },
};

function showWritten({ key, value, path }: Written, out: Output): void {
  out.line(`${key} = ${written(value)}`);
  out.notice(`Written to ${path}. A running service takes it up when it is started again.`);
  if (process.env[environmentName(key)] !== undefined) out.notice(`${environmentName(key)} is set, and wins over it.`);
}

/** `notes config path` */
export const configPath: OwnCommand<{ readonly path: string }> = {
  summary: 'Print where the file of settings lies, or would lie.',
  input: z.strictObject({}),
  cli: { command: 'config path', examples: ['$EDITOR "$(notes config path)"'] },
  withoutLibrary: async ({ config }) => ({ path: config.configPath }),
  render: { table: ({ path }, out) => out.line(path) },
};
