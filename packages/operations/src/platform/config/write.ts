import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConfigKeyName } from '@notes/contract';
import { createFolders } from '@notes/storage/folders';
import { parse as parseToml, stringify } from 'smol-toml';
import { parseListenAddress } from './listen.js';
import { ConfigError, flatten, parseSetting } from './load.js';
import { checkMcpScope } from './mcp-scope.js';
import { explainUnreadable } from './unreadable.js';

/**
 * Sets a key in a settings file, which is created when missing. Comments and all other settings stay unchanged. A
 * running service applies the value when it is restarted.
 *
 * @param text the value in the form that `--set` takes
 * @returns the parsed value
 * @throws ConfigError when the key does not exist, the service would not start with the value, the file cannot be
 * written, or it has a form that only a person can change
 */
export function writeSetting(path: string, key: string, text: string): unknown {
  const { key: known, value } = parseSetting(key, text, 'config set');
  if (known === 'server.listen_addr') parseListenAddress(text);
  if (known === 'mcp.default_scope') checkMcpScope(text);
  const before = readSettings(path);
  const wanted = { ...parseSettings(before), [known]: value };
  const after = waysToSet(before, known, value).find((way) => isDeepStrictEqual(parseSettings(way), wanted));
  if (after === undefined) throw new ConfigError(`${path}: cannot be changed automatically. Set ${known} by hand`);
  replaceFile(path, after);
  return value;
}

/**
 * Removes a key from a settings file. Everything else in it stays unchanged. A running service applies the default when
 * it is restarted. The key may be one that is no setting.
 *
 * @returns false when the file does not set the key
 * @throws ConfigError when the file cannot be written, or has a form that only a person can change
 */
export function removeSetting(path: string, key: string): boolean {
  const before = readSettings(path);
  const { [key]: value, ...wanted } = parseSettings(before) ?? {};
  if (value === undefined) return false;
  const lines = splitLines(before);
  const after = findSettingLines(lines, key)
    .map((index) => joinLines(lines.toSpliced(index, 1)))
    .find((way) => isDeepStrictEqual(parseSettings(way), wanted));
  if (after === undefined) throw new ConfigError(`${path}: cannot be changed automatically. Remove ${key} by hand`);
  replaceFile(path, after);
  return true;
}

function readSettings(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new ConfigError(`${path}: ${explainUnreadable(error)}`, { cause: error });
  }
}

/** Parses the settings of a TOML text; undefined when the text is not valid TOML. */
function parseSettings(toml: string): Record<string, unknown> | undefined {
  try {
    return Object.fromEntries(flatten(parseToml(toml)));
  } catch {
    return undefined;
  }
}

/** Returns candidate texts with the key set, the candidate closest to the file's own form first. */
function waysToSet(toml: string, key: ConfigKeyName, value: unknown): string[] {
  const [table, name] = splitKey(key);
  const written = stringify({ value })
    .trim()
    .replace(/^value = /, '');
  const lines = splitLines(toml);
  const replaced = findSettingLines(lines, key).map((index) =>
    joinLines(lines.with(index, withValue(lines[index] as string, written))),
  );
  const last = findTableLines(lines, table).at(-1);
  const added = last === undefined ? [] : [joinLines(lines.toSpliced(last + 1, 0, `${name} = ${written}`))];
  const ownTable = joinLines([...lines, ...(lines.length === 0 ? [] : ['']), `[${table}]`, `${name} = ${written}`]);
  return [...replaced, ...added, ownTable, joinLines([`${key} = ${written}`, ...lines])];
}

/** Returns the table and the name of a key. */
function splitKey(key: string): [table: string, name: string] {
  const at = key.lastIndexOf('.');
  return [key.slice(0, at), key.slice(at + 1)];
}

/** Returns the line numbers that set a key, if they are no part of a longer text. */
function findSettingLines(lines: readonly string[], key: string): number[] {
  const [table, name] = splitKey(key);
  const within = new Set(findTableLines(lines, table));
  return [...lines.keys()].filter((index) => {
    const line = lines[index] as string;
    return setsName(line, key) || (within.has(index) && setsName(line, name));
  });
}

const splitLines = (toml: string) => (toml === '' ? [] : toml.replace(/\r?\n$/, '').split(/\r?\n/));
const joinLines = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** Returns the line numbers of a table's header and of the non-empty lines below the header. */
function findTableLines(lines: readonly string[], table: string): number[] {
  let current = '';
  return lines.flatMap((line, index) => {
    current = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1] ?? current;
    return current === table && line.trim() !== '' ? [index] : [];
  });
}

const setsName = (line: string, name: string) => line.split('=', 1)[0]?.replaceAll(/[\s"']/g, '') === name;

/** Returns the line with another value. A trailing comment stays. */
function withValue(line: string, value: string): string {
  const before = line.slice(0, line.indexOf('=') + 1);
  return `${before} ${value}${/\s+#[^"']*$/.exec(line)?.[0] ?? ''}`;
}

/** Replaces a file atomically. A symbolic link to the file stays a link. */
function replaceFile(path: string, text: string): void {
  createFolders(dirname(path), 0o700);
  const file = existsSync(path) ? realpathSync(path) : path;
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flush: true });
    renameSync(beside, file);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const message = `${path}: you have no permission to write the file, or to its folder. Change the permissions, or name another file with --config`;
    throw new ConfigError(message, { cause: error });
  } finally {
    rmSync(beside, { force: true });
  }
}
