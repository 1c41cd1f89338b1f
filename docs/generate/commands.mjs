// @ts-check
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownCommands, presentations } from '@notes/cli/dist/commands/index.js';
import { jobStarts } from '@notes/cli/dist/commands/job-start.js';
import { buildProgram } from '@notes/cli/dist/program.js';
import { operations } from '@notes/contract';
import { code, plain, table } from './markdown.mjs';

const notes = fileURLToPath(new URL('../../apps/cli/dist/bundle/notes.js', import.meta.url));

/** @typedef {import('@notes/cli/dist/manual/command-table.js').CommandShape} CommandShape */

/** Returns a section for every command, in alphabetical order: usage, arguments, options and examples. */
export async function renderCommands() {
  const [, ...shapes] = await readCommandTable();
  const runnable = shapes.filter(({ words, examples }) => words.length === 0 || examples.length > 0);
  const sorted = runnable.toSorted((one, other) => (one.path.join(' ') < other.path.join(' ') ? -1 : 1));
  return sorted.map(renderCommand).join('\n\n');
}

/** Returns the table of options that every command takes. */
export async function renderGlobalOptions() {
  const [program] = await readCommandTable();
  return renderOptions(program?.options ?? []);
}

/** Returns the table of exit codes, as the manual page of the command lists them. */
export function renderExitCodes() {
  const page = execFileSync(process.execPath, [notes, 'man'], { encoding: 'utf8' });
  const [, section = ''] = /^\.SH "?EXIT STATUS"?\n([\s\S]*?)^\.SH/m.exec(page) ?? [];
  const rows = [...section.matchAll(/^\.TP\n\.B (\d+)\n(.+)$/gm)].map(([, exit = '', meaning = '']) => [exit, meaning]);
  if (rows.length === 0) throw new Error('The manual page of notes lists no exit codes.');
  return table(
    ['Exit code', 'Meaning'],
    rows.map(([exit = '', meaning = '']) => [code(exit), toSentence(meaning.replaceAll('\\', ''))]),
  );
}

/** Reads the command table of the program: the program itself first, then every command and command group. */
async function readCommandTable() {
  /** @type {readonly CommandShape[]} */
  let shapes = [];
  const program = buildProgram({
    rows: { ...operations, ...ownCommands },
    aliases: jobStarts,
    presentations: { ...presentations, ...ownCommands },
    execute: async ({ commands }) => {
      shapes = commands();
    },
    writeOut: () => {},
    writeErr: () => {},
  });
  await program.parseAsync(['man'], { from: 'user' });
  return shapes;
}

function renderCommand(/** @type {CommandShape} */ { path, summary, examples, arguments: places, options }) {
  const name = ['notes', ...path].join(' ');
  const usage = [name, ...(options.length > 0 ? ['[options]'] : []), ...places.map(({ written }) => written)].join(' ');
  return [
    `## ${name} {#${path.join('-')}}`,
    plain(summary),
    `\`\`\`text\n${usage}\n\`\`\``,
    places.length === 0
      ? ''
      : table(
          ['Argument', 'Meaning'],
          places.map(({ written, description, accepts }) => [code(written), describe(description, accepts)]),
        ),
    options.length === 0 ? '' : renderOptions(options),
    examples.length === 0 ? '' : `Examples:\n\n\`\`\`text\n${examples.join('\n')}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const renderOptions = (/** @type {CommandShape['options']} */ options) =>
  table(
    ['Option', 'Meaning'],
    options.map(({ written, description, accepts }) => [code(written), describe(description, accepts)]),
  );

/**
 * @param {string} description
 * @param {import('@notes/cli/dist/manual/command-table.js').Accepted | undefined} accepts
 */
function describe(description, accepts) {
  const choices = accepts?.kind === 'words' ? `One of ${accepts.words.map(code).join(', ')}.` : '';
  return [plain(description), choices].filter((part) => part !== '').join(' ');
}

/** Returns the meaning of an exit code, which begins small and has no full stop, as a sentence in Markdown. */
const toSentence = (/** @type {string} */ text) =>
  plain(`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`);
