import { expect } from 'vitest';

/** Choices of arguments and flags, by their notation in help: `operation`, `--state <choice>`. */
type Choices = Readonly<Record<string, readonly string[]>>;

/** Manuals write an argument as usage does. */
const toArgumentName = (term: string) => (term.startsWith('-') ? term : term.replaceAll(/[<[\]>]|\.\.\./g, ''));

const choicesIn = (entries: readonly (readonly [term: string, description: string])[]): Choices =>
  Object.fromEntries(
    entries.flatMap(([term, description]) => {
      const [, list] = /\(choices: (.*?)\)/.exec(description) ?? [];
      return list === undefined
        ? []
        : [[toArgumentName(term), [...list.matchAll(/"(.*?)"/g)].map(([, word = '']) => word)] as const];
    }),
  );

/** Reads the choices from help without wrapped lines. */
export const helpChoices = (help: string): Choices =>
  choicesIn([...help.matchAll(/^ {2}(\S.*?) {2,}(.*)$/gm)].map(([, term = '', text = '']) => [term, text]));

const manualChoices = (page: string): Choices => {
  const [own = ''] = page.replaceAll('\\-', '-').replaceAll('\\(dq', '"').split('.SH GLOBAL OPTIONS');
  return choicesIn([...own.matchAll(/^\.TP\n\.B (.*)\n(.*)$/gm)].map(([, term = '', text = '']) => [term, text]));
};

/** Returns the arguments of a command, as usage writes them. */
const findArguments = (usage: string | undefined) =>
  [...(usage ?? '').matchAll(/[<[][\w-]+(?:\.\.\.)?[>\]]/g)].map(([place]) => place);

/**
 * Checks that help, manual and completion agree on the arguments of a command and on the choices of arguments and
 * flags.
 */
export function checkArguments(
  command: string,
  { help, page, entry, zsh, fish }: Record<'help' | 'page' | 'entry' | 'zsh' | 'fish', string>,
): void {
  const [, usage = ''] = /^Usage: notes(.*)$/m.exec(help) ?? [];
  const [, synopsis = ''] = /^\.SH SYNOPSIS\n.*\n(.*)$/m.exec(page) ?? [];
  const places = findArguments(usage).filter((place) => place !== '[options]' && place !== '[command]');
  expect(
    findArguments(
      synopsis
        .replaceAll('\\-', '-')
        .replace('[options]', '')
        .replace(/<command>|\[command\]/, ''),
    ),
    `${command}: usage and manual`,
  ).toEqual(places);
  const own = helpChoices(help.split('\nGlobal Options:')[0] ?? '');
  expect(manualChoices(page), `${command}: choices of help and manual`).toEqual(own);
  const kinds = /places='(.*?)'/.exec(entry)?.[1]?.split(' ').filter(Boolean) ?? [];
  expect(
    kinds.map((kind) => kind.endsWith('*')),
    `${command}: places of help and bash`,
  ).toEqual(places.map((place) => place.includes('...')));
  const values = (/values='(.*?)'/.exec(entry)?.[1] ?? '').split(' ');
  const called = ['_notes', ...command.split(' ').filter(Boolean)].join('_').replaceAll('-', '_');
  const inZsh = zsh.split(`\n${called}() {\n`)[1]?.split('\n}\n')[0] ?? '';
  const inFish = fish
    .split('\n')
    .filter((line) => line.includes(`-n '${['__notes_at', ...command.split(' ').filter(Boolean)].join(' ')}'`));
  for (const [term, words] of Object.entries(own)) {
    const [flag] = /--[\w-]+/.exec(term) ?? [];
    const at = places.map((place) => toArgumentName(place ?? '')).indexOf(term);
    expect(flag === undefined ? kinds[at] : values, `${command} ${term}: bash`).toContain(
      `${flag === undefined ? '' : `${flag}:`}=${words.join(',')}`,
    );
    expect(inZsh, `${command} ${term}: zsh`).toContain(
      `${flag === undefined ? `'${at + 1}` : ']'}: :(${words.join(' ')})'`,
    );
    expect(
      inFish.some(
        (line) =>
          line.includes(` -a '${words.join(' ')}'`) && (flag === undefined || line.includes(` -l ${flag.slice(2)} `)),
      ),
      `${command} ${term}: fish`,
    ).toBe(true);
  }
}
