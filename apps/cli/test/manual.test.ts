import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@notes/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownCommands, presentations } from '../src/commands/index.js';
import { jobStarts } from '../src/commands/job-start.js';
import { buildProgram } from '../src/program.js';
import { checkArguments, helpChoices } from './check-arguments.js';
import { inProcess, temporaryFolder } from './support.js';

/** Words of every command that help lists. */
const commands = [...Object.values({ ...operations, ...ownCommands }).map(({ cli }) => cli), ...jobStarts]
  .flatMap((face) => face?.command ?? [])
  .filter((command) => !command.startsWith('__'));
const groups = commands.flatMap((command) => command.split(' ').slice(0, -1).join(' ')).filter((words) => words !== '');

const readStdout = async (...args: string[]) => (await inProcess(args)).stdout;
/** Returns the distinct long flags in a text; roff writes a dash as `\-`. */
const flagsIn = (text: string) =>
  [...new Set(text.replaceAll('\\-', '-').match(/(?<![\w-])--[a-z][a-z0-9-]*/g) ?? [])].sort();
/** Returns the flags at the beginning of lines below `Options:` in help. */
const listedFlags = (help: string) => flagsIn((help.match(/^ {2}(?:-\w, )?--[\w-]+/gm) ?? []).join(' '));

/** Returns the help of every command, by its words. */
function helpTexts(): Map<string, string> {
  const nothing = () => {};
  const program = buildProgram({
    rows: { ...operations, ...ownCommands },
    aliases: jobStarts,
    presentations: { ...presentations, ...ownCommands },
    execute: async () => {},
    writeOut: nothing,
    writeErr: nothing,
  });
  const texts = new Map<string, string>();
  const add = (command: typeof program, words: readonly string[]) => {
    let text = '';
    const writeOut = (piece: string) => {
      text += piece;
    };
    command.configureOutput({ getOutHelpWidth: () => 10_000, writeOut }).outputHelp();
    texts.set(words.join(' '), text);
    for (const below of command.commands) add(below, [...words, below.name()]);
  };
  add(program, []);
  return texts;
}

test('help, manual pages, completion and the command table have the same commands, flags and choices [CLI-TREE]', async () => {
  const folder = join(temporaryFolder(), 'man1');
  expect((await inProcess(['man', '--write', folder])).code).toBe(0);
  const every = ['', ...new Set([...groups, ...commands])];
  const getPageFile = (command: string) => `${['notes', ...command.split(' ').filter(Boolean)].join('-')}.1`;
  expect(readdirSync(folder).sort()).toEqual(every.map(getPageFile).sort());
  const help = helpTexts();
  const [bash, zsh, fish] = [
    await readStdout('completion', 'bash'),
    await readStdout('completion', 'zsh'),
    await readStdout('completion', 'fish'),
  ];
  for (const command of every) {
    const page = readFileSync(join(folder, getPageFile(command)), 'utf8');
    const [, entry = ''] = bash.split(`\n  '${command}')\n`);
    const flags = entry.split('flags=')[1]?.split('\n')[0] ?? '';
    const terms = [...page.matchAll(/^\.TP\n\.B (.*)$/gm)].map(([, term]) => term).join(' ');
    const listed = listedFlags(help.get(command) ?? '').filter((flag) => flag !== '--help');
    expect(listed.length, command).toBeGreaterThan(0);
    expect(flagsIn(terms), `${command} --help and its manual`).toEqual(listed);
    expect(
      flagsIn(flags).filter((flag) => flag !== '--help'),
      `${command} --help and completion`,
    ).toEqual(listed);
    for (const flag of listed) expect(zsh).toMatch(new RegExp(String.raw`'\*${flag}[=+]?\[`));
    if (command === '' || groups.includes(command))
      expect(page).toContain(`[options] ${commands.includes(command) ? '[command]' : '<command>'}\n`);
    const words = command.split(' ');
    checkArguments(command, { help: help.get(command) ?? '', page, entry, zsh, fish });
    if (command !== '') expect(zsh).toContain(`\n${['_notes', ...words].join('_').replaceAll('-', '_')}() {`);
    const before = ['__notes_exactly', ...words.slice(0, -1)].join(' ');
    if (command !== '') expect(fish).toContain(`-n '${before}' -a ${words.at(-1)} `);
  }
});

test('every description in the manual pages is a sentence, and no placeholder is the name of a field', async () => {
  const folder = join(temporaryFolder(), 'man1');
  await inProcess(['man', '--write', folder]);
  for (const file of readdirSync(folder)) {
    const page = readFileSync(join(folder, file), 'utf8').replaceAll('\\-', '-').replaceAll('\\(dq', '"');
    const [described = ''] = page.split('.SH EXIT STATUS');
    for (const [, term = '', text = ''] of described.matchAll(/^\.TP\n\.B (.*)\n(.*)$/gm)) {
      expect(term, file).not.toMatch(/[<[][^>\]]*_/);
      expect(text.replace(/ ?\(choices: .*\)$/, ''), `${file}: ${term}`).toMatch(/^(?:.*\.|\\&|)$/);
    }
  }
});

/** Enumerations that rows accept, single or listed. */
test('every enumeration of a row is offered as choices of its command [CLI-TREE]', () => {
  const help = helpTexts();
  for (const [name, row] of Object.entries(operations)) {
    if (row.cli === null || row.cli === undefined) continue;
    const { properties = {} } = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' });
    const offered = Object.values(helpChoices(help.get(row.cli.command) ?? '')).map((words) => words.join());
    const shown = presentations[name as keyof typeof presentations]?.inputs as Record<string, unknown> | undefined;
    for (const [input, property] of Object.entries(properties)) {
      const { enum: words, items } = property as { enum?: string[]; items?: { enum?: string[] } };
      const listed = words ?? items?.enum;
      if (listed !== undefined && shown?.[input] !== null)
        expect(offered, `${row.cli.command}: ${input}`).toContain(listed.join());
    }
  }
});

test('groff formats every manual page without a warning, hostile characters included', async () => {
  const page = await readStdout('man', 'tag', 'rename');
  expect(page).toContain('.SH NAME\nnotes\\-tag\\-rename \\- Rename a tag. By default, only shows what would change.');
  expect(page).toContain('notes tag rename draft drafts');
  expect(await inProcess(['man', 'tag', 'nonsense'])).toMatchObject({ code: 2 });
  for (const line of page.split('\n')) expect(line).toMatch(/^(?:\.[A-Z]{1,2}\b|\.nf|\.fi|[^.'])|^$/);
});
