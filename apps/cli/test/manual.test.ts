import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@notes/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { complete } from '../src/commands/complete.js';
import { ownCommands, presentations } from '../src/commands/index.js';
import type { Call } from '../src/presentation.js';
import { buildProgram } from '../src/program.js';
import { checkPlaces, helpChoices } from './places.js';
import { inProcess, temporaryFolder, testLibrary, writeFiles } from './support.js';

/** The words of every command that help lists. */
const commands = Object.values({ ...operations, ...ownCommands })
  .flatMap(({ cli }) => cli?.command ?? [])
  .filter((command) => !command.startsWith('__'));
const groups = commands.flatMap((command) => command.split(' ').slice(0, -1).join(' ')).filter((words) => words !== '');

const stdoutOf = async (...args: string[]) => (await inProcess(args)).stdout;
/** Long flags in a text, each once; roff writes a dash as `\-`. */
const flagsIn = (text: string) =>
  [...new Set(text.replaceAll('\\-', '-').match(/(?<![\w-])--[a-z][a-z0-9-]*/g) ?? [])].sort();
/** Of help, what stands at the beginning of a line below `Options:`. */
const listedFlags = (help: string) => flagsIn((help.match(/^ {2}(?:-\w, )?--[\w-]+/gm) ?? []).join(' '));

/** The help of every command, by its words. */
function helpTexts(): Map<string, string> {
  const nothing = () => {};
  const program = buildProgram({
    rows: { ...operations, ...ownCommands },
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

test('help, manual, completion and the table have the same commands, flags and choices [CLI-TREE]', async () => {
  const folder = join(temporaryFolder(), 'man1');
  expect((await inProcess(['man', '--write', folder])).code).toBe(0);
  const every = ['', ...new Set([...groups, ...commands])];
  const pageOf = (command: string) => `${['notes', ...command.split(' ').filter(Boolean)].join('-')}.1`;
  expect(readdirSync(folder).sort()).toEqual(every.map(pageOf).sort());
  const help = helpTexts();
  const [bash, zsh, fish] = [
    await stdoutOf('completion', 'bash'),
    await stdoutOf('completion', 'zsh'),
    await stdoutOf('completion', 'fish'),
  ];
  for (const command of every) {
    const page = readFileSync(join(folder, pageOf(command)), 'utf8');
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
    for (const flag of listed) expect(zsh).toContain(`*${flag}[`);
    if (command === '' || groups.includes(command))
      expect(page).toContain(`[options] ${commands.includes(command) ? '[command]' : '<command>'}\n`);
    const words = command.split(' ');
    checkPlaces(command, { help: help.get(command) ?? '', page, entry, zsh, fish });
    if (command !== '') expect(zsh).toContain(`\n${['_notes', ...words].join('_').replaceAll('-', '_')}() {`);
    const before = ['__notes_exactly', ...words.slice(0, -1)].join(' ');
    if (command !== '') expect(fish).toContain(`-n '${before}' -a ${words.at(-1)} `);
  }
});

/** What the rows take of given words: enumerations, single or listed. */
test('every enumeration of a row is a choice of its command [CLI-TREE]', () => {
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

test('a manual page is one that groff formats without a complaint, hostile characters included', async () => {
  const page = await stdoutOf('man', 'tag', 'rename');
  expect(page).toContain('.SH NAME\nnotes\\-tag\\-rename \\- Give a tag another name');
  expect(page).toContain('notes tag rename draft drafts');
  expect(await inProcess(['man', 'tag', 'nonsense'])).toMatchObject({ code: 2 });
  for (const line of page.split('\n')) expect(line).toMatch(/^(?:\.[A-Z]{1,2}\b|\.nf|\.fi|[^.'])|^$/);
});

describe('completion in bash', () => {
  /** What bash offers for each of some command lines, where a library has one name of each kind. */
  async function offered(lines: readonly string[]): Promise<string[][]> {
    const script = `
      compopt() { :; }
      eval "$SCRIPT"
      for line; do
        read -ra COMP_WORDS <<<"$line"
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _notes; printf '%s\\n' "\${COMPREPLY[@]}" --
      done`;
    const bin = writeFiles(temporaryFolder(), { notes: `#!/bin/sh\necho "$1 $2 $3's; \\$x"\n` });
    chmodSync(join(bin, 'notes'), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, SCRIPT: await stdoutOf('completion', 'bash') };
    const text = execFileSync('bash', ['--norc', '-c', script, 'bash', ...lines], { env, encoding: 'utf8' });
    const answers = text.split('--\n').slice(0, -1);
    return answers.map((answer) => answer.split('\n').filter((name) => name !== ''));
  }

  test('offers what may stand at the cursor [CLI-COMPLETE]', async () => {
    const answers = [
      ['notes noteb', 'notebook'],
      ['notes notebook re', 'rename'],
      ['notes notebook rm --pre', '--preview'],
      ['notes -o json import o', 'obsidian'],
      ['notes tasks --state o', 'open'],
      ['notes rm x gre', String.raw`__complete\ notes\ gre\'s\;\ \$x`],
      ['notes mv x -n mum', String.raw`__complete\ notebooks\ mum\'s\;\ \$x`],
      ['notes tag add x wa', String.raw`__complete\ tags\ wa\'s\;\ \$x`],
    ] as const;
    expect(await offered(answers.map(([line]) => line))).toEqual(answers.map(([, answer]) => [answer]));
  });

  test('has names of the library that begin so, none of them with control characters [CLI-COMPLETE]', async () => {
    const notebooks = ["Mum's", 'mum\nx', 'Dad'].map((name) => ({ name }));
    const call = { invoke: async () => ({ notebooks }) } as unknown as Call;
    const names = async (word: string) => (await complete.run(call, { kind: 'notebooks', word })).names;
    expect(await names('mu')).toEqual(["Mum's"]);
    expect(await names(String.raw`Mum\'`)).toEqual(["Mum's"]);
  });

  test('has none where there is no library [CLI-COMPLETE]', async () => {
    expect(await testLibrary(inProcess).run(['__complete', 'tags', 'x'])).toMatchObject({ code: 8, stdout: '' });
  });
});
