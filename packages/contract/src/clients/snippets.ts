import type { Platform } from './clients.js';

type Scalar = string | number | boolean;
type Fields = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** What JSON may hold as it is, but TOML or YAML may not. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

export const json = (value: object): string => escaped(JSON.stringify(value, null, 2));

/** A table of TOML. */
export const toml = (table: string, fields: Fields): string => `[${table}]\n${lines(fields, ' = ')}`;

/** Fields of YAML, indented by four. */
export const yaml = (fields: Fields): string => lines(fields, ': ', '    ');

/** Words as a shell reads them: that of PowerShell and `cmd` on Windows, of POSIX elsewhere. */
export function commandLine(words: readonly string[], platform: Platform): string {
  const [plain, quoted] =
    platform === 'win32'
      ? ([/^[\w@+=:,./\\-]+$/, (word: string) => `"${word}"`] as const)
      : ([/^[\w@%+=:,./-]+$/, (word: string) => `'${word.replaceAll("'", "'\\''")}'`] as const);
  return words.map((word) => (plain.test(word) ? word : quoted(word))).join(' ');
}

const lines = (fields: Fields, between: string, indent = '') =>
  Object.entries(fields)
    .map(([name, value]) => `${indent}${name}${between}${literal(value)}`)
    .join('\n');

/** A value that JSON, TOML and YAML write alike. */
const literal = (value: Fields[string]): string =>
  Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : escaped(JSON.stringify(value));

const escaped = (text: string) =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
