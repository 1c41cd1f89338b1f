import type { ArgumentShape, CommandShape, OptionShape } from './command-table.js';

const EXITS: readonly (readonly [string, string])[] = [
  ['0', 'success; the job succeeded'],
  ['1', 'failure, or not found'],
  ['2', 'invalid usage, value or settings'],
  ['3', 'the job is queued or running'],
  ['4', 'the job was cancelled'],
  ['5', 'the job does not exist'],
  ['6', 'the job was interrupted and can be resumed'],
  ['7', 'a confirmation is missing'],
  ['8', 'the library is missing, locked or busy, or the file is not a library'],
  ['9', 'conflict: the data changed since it was read'],
  ['10', 'success, but some results need attention'],
  ['130', 'stopped by Ctrl-C, without a job'],
];

/** Returns the name of the manual page of a command: `notes-tag-add`. */
export const pageName = (path: readonly string[]): string => ['notes', ...path].join('-');

/** Returns the manual page of a command, in the man macros of roff. */
export function manPage(shape: CommandShape, table: readonly CommandShape[], version: string): string {
  const { path, summary, words, options } = shape;
  const globals = path.length === 0 ? [] : (table[0]?.options ?? []);
  const related = words.map(({ name }) => pageName([...path, name]));
  return [
    `.TH ${quoted(pageName(path).toUpperCase())} 1 "" ${quoted(`notes ${version}`)}`,
    ...section('NAME', [`${literal(pageName(path))} \\- ${literal(summary)}`]),
    ...section('SYNOPSIS', [synopsis(shape)]),
    ...section(
      'COMMANDS',
      words.flatMap(({ name, summary: about }) => entry(name, about)),
    ),
    ...section('ARGUMENTS', shape.arguments.flatMap(described)),
    ...section('OPTIONS', options.flatMap(described)),
    ...section('GLOBAL OPTIONS', globals.flatMap(described)),
    ...section(
      'EXAMPLES',
      shape.examples.flatMap((line) => ['.PP', '.nf', literal(line), '.fi']),
    ),
    ...section(
      'EXIT STATUS',
      EXITS.flatMap(([code, meaning]) => entry(code, meaning)),
    ),
    ...section(
      'SEE ALSO',
      related.length === 0 ? ['.BR notes (1)'] : related.map((name) => `.BR ${literal(name)} (1)`),
    ),
    '',
  ].join('\n');
}

function synopsis({ path, words, examples, arguments: places }: CommandShape): string {
  // A command with examples runs without a further word. The program itself has the examples of all commands and is
  // excluded.
  const below = path.length > 0 && examples.length > 0 ? '[command]' : '<command>';
  const follow = words.length > 0 ? [below] : places.map(({ written }) => written);
  return `.B ${literal(['notes', ...path].join(' '))}\n${literal(['[options]', ...follow].join(' '))}`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`.SH ${title}`, ...lines];

/** Lists choices as help does. */
const described = ({ written, description, accepts }: ArgumentShape | OptionShape) => {
  const listed = accepts?.kind === 'words' ? `(choices: ${accepts.words.map((word) => `"${word}"`).join(', ')})` : '';
  return entry(written, [description, listed].filter(Boolean).join(' '));
};

const entry = (term: string, text: string) => ['.TP', `.B ${literal(term)}`, literal(text) || String.raw`\&`];

/** Escapes text for roff. */
const literal = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`)
    .replaceAll('"', String.raw`\(dq`);
const quoted = (text: string) => `"${literal(text)}"`;
