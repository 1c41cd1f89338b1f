import { readFileSync } from 'node:fs';
import {
  type ConfigKeyName,
  type ConfigValues,
  configKeys,
  describeIssue,
  environmentName,
  omitWiderLimits,
} from '@notes/contract';
import { distance } from 'fastest-levenshtein';
import { parse as parseToml, TomlError } from 'smol-toml';
import { ConfigError, type ConfigFlags, FLAG_VARIABLES, type Location, locateLibrary } from './locate.js';
import { explainUnreadable } from './unreadable.js';

export { ConfigError, type ConfigFlags } from './locate.js';

export interface LoadedConfig extends Omit<Location, 'isConfigNamed'> {
  readonly values: ConfigValues;
  /** Source of each setting that is not a default: a flag, a variable or a file. */
  readonly sources: ReadonlyMap<ConfigKeyName, string>;
  /** Messages about the settings of the file that were ignored, by their keys; empty unless `tolerate` allows them. */
  readonly faults: ReadonlyMap<string, string>;
}

export interface LoadOptions {
  /** Faults of the settings file to accept: `settings` ignores faulty settings, `file` does not read the file. */
  readonly tolerate?: 'settings' | 'file' | undefined;
}

const SWITCH_VALUES = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Resolves the configuration: flags, then `NOTES_*` variables, then the TOML file, then defaults.
 *
 * @throws ConfigError for an unknown key, a value of the wrong type, or a file named by flag that cannot be read, unless
 * it is a fault of the file that `tolerate` allows
 */
export function loadConfig(
  flags: ConfigFlags,
  environment: Readonly<Record<string, string | undefined>>,
  { tolerate }: LoadOptions = {},
): LoadedConfig {
  const { profile, dataDir, configPath, isConfigNamed } = locateLibrary(flags, environment);
  const entries = tolerate === 'file' ? [] : readFileEntries(configPath, isConfigNamed);
  const faults = new Map<string, string>();
  const given = [
    ...entries.flatMap((entry) => checkEntry(entry, configPath, tolerate === undefined ? undefined : faults)),
    ...environmentSettings(environment),
    ...flagSettings(flags),
  ];
  const settings = new Map(given.map(({ key, value }) => [key, value]));
  const sources = new Map(given.map(({ key, source }) => [key, source]));
  // Without the new key, the former key alone decides. With both keys, the narrower scope applies.
  const former = settings.get('mcp.default_profile') ?? '';
  if (former !== '' && !settings.has('mcp.default_scope')) settings.set('mcp.default_scope', former);
  const values = Object.fromEntries(
    Object.entries(configKeys).map(([key, { default: standard }]) => [
      key,
      settings.get(key as ConfigKeyName) ?? standard,
    ]),
  ) as ConfigValues;
  return { values, profile, dataDir, configPath, sources, faults };
}

/** A setting with its value as given. */
export interface Setting {
  readonly key: ConfigKeyName;
  readonly value: unknown;
  readonly source: string;
}

/** @throws ConfigError when the file cannot be read or holds an invalid setting */
export const fileSettings = (path: string, required: boolean): Setting[] =>
  readFileEntries(path, required).map(([key, value]) => checkSetting(key, value, path));

/** Returns the setting of an entry; none for a faulty entry, whose message is added to `faults` instead of thrown. */
function checkEntry([key, value]: Entry, path: string, faults: Map<string, string> | undefined): Setting[] {
  try {
    return [checkSetting(key, value, path)];
  } catch (error) {
    if (faults === undefined || !(error instanceof ConfigError)) throw error;
    faults.set(key, error.message);
    return [];
  }
}

/** Key and value of a settings file, not checked yet. */
type Entry = [key: string, value: unknown];

/** @throws ConfigError when the file cannot be read */
function readFileEntries(path: string, required: boolean): Entry[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && !required) return [];
    throw new ConfigError(`${path}: ${explainUnreadable(error)}`, { cause: error });
  }
  try {
    return flatten(parseToml(text));
  } catch (error) {
    const place = error instanceof TomlError ? `line ${error.line}, column ${error.column}: ` : '';
    throw new ConfigError(`${path}: ${place}${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}

/** Flattens tables into dotted keys: `[server] listen_addr` is `server.listen_addr`. */
export function flatten(table: object, prefix = ''): Entry[] {
  return Object.entries(table).flatMap(([name, value]): Entry[] => {
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
    return isTable ? flatten(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]];
  });
}

function environmentSettings(environment: Readonly<Record<string, string | undefined>>): Setting[] {
  const byVariable = new Map(Object.keys(configKeys).map((key) => [environmentName(key), key]));
  return Object.entries(environment).flatMap(([variable, text]): Setting[] => {
    if (!variable.startsWith('NOTES_') || text === undefined || variable in FLAG_VARIABLES) return [];
    const key = byVariable.get(variable);
    if (key === undefined) {
      const hint = suggestNear(variable, [...byVariable.keys(), ...Object.keys(FLAG_VARIABLES)]);
      throw new ConfigError(`${variable} is not a setting.${hint}`);
    }
    return [parseSetting(key, text, variable)];
  });
}

function flagSettings(flags: ConfigFlags): Setting[] {
  const pairs = (flags.set ?? []).map((pair): Setting => {
    const at = pair.indexOf('=');
    if (at < 1) throw new ConfigError(`--set ${pair}: must have the form key=value`);
    return parseSetting(pair.slice(0, at), pair.slice(at + 1), '--set');
  });
  return flags.listen === undefined ? pairs : [...pairs, checkSetting('server.listen_addr', flags.listen, '--listen')];
}

/**
 * Parses a setting whose value is written as text.
 *
 * @throws ConfigError for an unknown key or an invalid value
 */
export function parseSetting(key: string, text: string, source: string): Setting {
  checkKey(key, source);
  return checkSetting(key, fromText(key, text), source);
}

/** A name is near when at most one in so many of its characters differs, and always when one does. */
const CHARACTERS_PER_EDIT = 3;

/** Returns a question for the known name that is nearest to an unknown one, or advice where none is near. */
function suggestNear(unknown: string, known: readonly string[]): string {
  const maxEdits = Math.max(1, Math.floor(unknown.length / CHARACTERS_PER_EDIT));
  const near = known
    .map((name) => ({ name, edits: countEdits(unknown, name) }))
    .filter(({ edits }) => edits <= maxEdits)
    .toSorted((one, other) => one.edits - other.edits)[0];
  return near === undefined ? ' To see all settings: notes config list' : ` Did you mean ${near.name}?`;
}

/** Counts the characters to change. A key may lack the name of its table. */
const countEdits = (unknown: string, name: string) =>
  Math.min(distance(unknown, name), distance(unknown, name.slice(name.lastIndexOf('.') + 1)));

/** @throws ConfigError for an unknown key, naming the nearest known key if one is near */
export function checkKey(key: string, source: string): asserts key is ConfigKeyName {
  if (Object.hasOwn(configKeys, key)) return;
  throw new ConfigError(`${source}: ${key} is not a setting.${suggestNear(key, Object.keys(configKeys))}`);
}

/** Converts a text to the type of its key's value. Commas separate the items of a list; switches are true or false. */
function fromText(key: ConfigKeyName, text: string): unknown {
  const standard: unknown = configKeys[key].default;
  if (typeof standard === 'number') return text.trim() === '' ? Number.NaN : Number(text);
  if (typeof standard === 'boolean') return SWITCH_VALUES.get(text) ?? text;
  if (Array.isArray(standard))
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return text;
}

/** @throws ConfigError for an unknown key or an invalid value */
function checkSetting(key: string, value: unknown, source: string): Setting {
  checkKey(key, source);
  const result = configKeys[key].getSchema().safeParse(value);
  if (!result.success) {
    const [issue] = omitWiderLimits(result.error.issues);
    throw new ConfigError(`${source}: ${key}: ${describeIssue(issue as NonNullable<typeof issue>)}`);
  }
  return { key, value: result.data, source };
}
