import type { ArgumentShape, CommandShape, OptionShape } from './command-table.js';

const EXIT_MEANINGS: readonly (readonly [string, string])[] = [
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
export const getPageName = (path: readonly string[]): string => ['notes', ...path].join('-');

/** Returns the manual page of a command, in the man macros of roff. */
export function renderManPage(shape: CommandShape, table: readonly CommandShape[], version: string): string {
  const { path, summary, words, options } = shape;
  const globals = path.length === 0 ? [] : (table[0]?.options ?? []);
  const related = words.map(({ name }) => getPageName([...path, name]));
  return [
    `.TH ${quoteArgument(getPageName(path).toUpperCase())} 1 "" ${quoteArgument(`notes ${version}`)}`,
    ...section('NAME', [`${escapeRoff(getPageName(path))} \\- ${escapeRoff(summary)}`]),
    ...section('SYNOPSIS', [formatSynopsis(shape)]),
    ...section(
      'COMMANDS',
      words.flatMap(({ name, summary: about }) => entry(name, about)),
    ),
    ...section('ARGUMENTS', shape.arguments.flatMap(formatDescription)),
    ...section('OPTIONS', options.flatMap(formatDescription)),
    ...section('GLOBAL OPTIONS', globals.flatMap(formatDescription)),
    ...section(
      'EXAMPLES',
      shape.examples.flatMap((line) => ['.PP', '.nf', escapeRoff(line), '.fi']),
    ),
    ...section(
      'EXIT STATUS',
      EXIT_MEANINGS.flatMap(([code, meaning]) => entry(code, meaning)),
    ),
    ...section(
      'SEE ALSO',
      related.length === 0 ? ['.BR notes (1)'] : related.map((name) => `.BR ${escapeRoff(name)} (1)`),
    ),
    '',
  ].join('\n');
}

function formatSynopsis({ path, words, examples, arguments: places }: CommandShape): string {
  // A command with examples runs without a further word. The program itself has the examples of all commands and is
  // excluded.
  const below = path.length > 0 && examples.length > 0 ? '[command]' : '<command>';
  const follow = words.length > 0 ? [below] : places.map(({ written }) => written);
  return `.B ${escapeRoff(['notes', ...path].join(' '))}\n${escapeRoff(['[options]', ...follow].join(' '))}`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`.SH ${title}`, ...lines];

/** Lists choices as help does. */
const formatDescription = ({ written, description, accepts }: ArgumentShape | OptionShape) => {
  const listed = accepts?.kind === 'words' ? `(choices: ${accepts.words.map((word) => `"${word}"`).join(', ')})` : '';
  return entry(written, [description, listed].filter(Boolean).join(' '));
};

const entry = (term: string, text: string) => ['.TP', `.B ${escapeRoff(term)}`, escapeRoff(text) || String.raw`\&`];

/** Escapes text for roff. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`)
    .replaceAll('"', String.raw`\(dq`);
const quoteArgument = (text: string) => `"${escapeRoff(text)}"`;
