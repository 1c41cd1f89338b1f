/** Platform name as in Node.js: `win32`, `darwin`, `linux`. */
export type Platform = string;

type Scalar = string | number | boolean;
type Fields = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** Characters that JSON allows unescaped, but TOML or YAML does not. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

export const json = (value: object): string => escapeUnprintable(JSON.stringify(value, null, 2));

/** Formats a TOML table. */
export const toml = (table: string, fields: Fields): string => `[${table}]\n${lines(fields, ' = ')}`;

/** Formats YAML fields, indented by four spaces. */
export const yaml = (fields: Fields): string => lines(fields, ': ', '    ');

/** Quotes words for a shell: PowerShell and `cmd` on Windows, POSIX elsewhere. */
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

/** Formats a value in the common syntax of JSON, TOML and YAML. */
const literal = (value: Fields[string]): string =>
  Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : escapeUnprintable(JSON.stringify(value));

const escapeUnprintable = (text: string) =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
