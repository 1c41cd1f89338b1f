import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { complete } from '../src/commands/complete.js';
import { completeQuickly } from '../src/complete-quickly.js';
import type { Call } from '../src/presentation.js';
import { inProcess, temporaryFolder, testLibrary, writeFiles } from './support.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Words that a shell offers after each command line, and its output on standard error. */
interface Offered {
  readonly words: readonly (readonly string[])[];
  readonly stderr: string;
}

/** Script that prints the results of `complete` as lines, with `--` after each command line. */
const BASH = `
  compopt() { :; }
  source "$SCRIPT"
  for line; do
    read -ra COMP_WORDS <<<"$line"
    [[ $line == *' ' ]] && COMP_WORDS+=('')
    COMP_LINE=$line COMP_POINT=\${#line}
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _notes; printf '%s\\n' "\${COMPREPLY[@]}" --
  done`;
const FISH = `
  source $SCRIPT
  for line in $argv; complete -C $line | string replace -r '\\t.*' ''; printf '%s\\n' --; end`;
/**
 * Script for an interactive zsh, which completes in a pseudo-terminal, where `compadd` prints its arguments; its groups
 * (`-J:…`) are left out. The quotes in `READY` tell the output from the echo of the command, which may be there or not.
 */
const ZSH = `
  zmodload zsh/zpty
  zpty shell zsh -f -i
  zpty -w shell 'PS1= PS2= RPS1=; stty -echo; exec 2>$ERRORS; unset zle_bracketed_paste; unsetopt prompt_sp; autoload -Uz compinit; compinit -u -D; source $SCRIPT'
  zpty -w shell 'compadd() { [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd "$@"; return }; local -a hits; builtin compadd -A hits "$@"; print -rl -- "HIT:"$^hits; builtin compadd "$@" }'
  zpty -w shell 'finish() { print -r -- "END:"; zle kill-buffer }; zle -N finish; bindkey "^X^Z" finish; bindkey "^I" complete-word; print -r -- "REA""DY:"'
  zpty -r shell seen '*READY:*'
  for line; do
    zpty -w -n shell "$line"$'\\t'$'\\x18\\x1a'
    zpty -r shell seen '*END:*'
    print -r -- "$seen" | tr -d '\\r' | grep -o 'HIT:[^ ]*' | sed 's/^HIT://' | grep -v '^-[A-Z]:' | sort -u
    print -r -- --
  done
  zpty -d shell`;

const RUNNERS: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['--norc', '-c', BASH, 'bash'],
  zsh: ['-f', '-c', ZSH, 'zsh'],
  fish: ['--no-config', '-c', FISH],
};

const isInstalled = (shell: Shell) => spawnSync(shell, ['--version']).error === undefined;

/** Collects the offers of a real shell, for a library with one name of each kind. */
async function collectOffers(shell: Shell, lines: readonly string[]): Promise<Offered> {
  const folder = temporaryFolder();
  writeFiles(folder, { notes: `#!/bin/sh\necho "$2:$3"\n`, errors: '' });
  chmodSync(join(folder, 'notes'), 0o755);
  const script = join(folder, `notes.${shell}`);
  writeFileSync(script, (await inProcess(['completion', shell])).stdout);
  const [PATH, HOME, ERRORS] = [`${folder}:${process.env.PATH}`, folder, join(folder, 'errors')];
  const env = { PATH, HOME, ERRORS, SCRIPT: script, TERM: 'dumb' };
  const { stdout, stderr } = spawnSync(shell, [...RUNNERS[shell], ...lines], { env, encoding: 'utf8' });
  const answers = stdout.split(/^--\n/m).slice(0, -1);
  const errors = execFileSync('cat', [ERRORS], { encoding: 'utf8' });
  return { words: answers.map((answer) => answer.split('\n').filter((name) => name !== '')), stderr: stderr + errors };
}

test('the zsh script starts the completion system in a shell without it [CLI-COMPLETE]', async (context) => {
  if (!isInstalled('zsh')) context.skip('zsh is not installed');
  const folder = temporaryFolder();
  const script = join(folder, 'notes.zsh');
  writeFileSync(script, (await inProcess(['completion', 'zsh'])).stdout);
  const run = (line: string) =>
    spawnSync('zsh', ['-f', '-c', line, 'zsh', script], {
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
    });
  const load = 'source $1; print -r -- $? $_comps[notes]';
  expect(run(load)).toMatchObject({ stdout: '0 _notes\n', stderr: '' });
  expect(run(`autoload -Uz compinit; compinit -D; ${load}`)).toMatchObject({ stdout: '0 _notes\n', stderr: '' });
});

describe.each(SHELLS)('completion in %s', (shell) => {
  test('offers the commands, flags, choices and names that are valid at the cursor [CLI-COMPLETE]', async (context) => {
    if (!isInstalled(shell)) context.skip(`${shell} is not installed`);
    const lines: readonly (readonly [line: string, offers: string])[] = [
      ['notes noteb', 'notebook'],
      ['notes notebook re', 'rename'],
      ['notes notebook rm --pre', '--preview'],
      ['notes new --body-f', '--body-file'],
      ['notes job start sync-', 'sync-retention'],
      ['notes mcp st', 'stdio'],
      ['notes --data-dir /tmp tag ren', 'rename'],
      ['notes -o json import o', 'obsidian'],
      ['notes job start import ob', 'obsidian'],
      ['notes tasks --state o', 'open'],
      ['notes search x -o cs', 'csv'],
    ];
    const { words, stderr } = await collectOffers(
      shell,
      lines.map(([line]) => line),
    );
    expect(stderr).toBe('');
    expect(words).toEqual(lines.map(([, word]) => [word]));
  });

  test('offers every subcommand after a group of commands, and prints no error [CLI-COMPLETE]', async (context) => {
    if (!isInstalled(shell)) context.skip(`${shell} is not installed`);
    const { words, stderr } = await collectOffers(shell, ['notes ', 'notes tag ', 'notes mcp ', 'notes job start ']);
    expect(stderr).toBe('');
    expect(words[0]).toEqual(expect.arrayContaining(['append', 'archive', 'job', 'trash']));
    const sorted = words.slice(1).map((offers) => offers.filter((word) => word !== 'help').sort());
    expect(sorted).toEqual([
      ['add', 'list', 'remove', 'rename'],
      ['config', 'stdio', 'tools'],
      ['backup', 'fix', 'gc', 'import', 'purge', 'retention', 'sync', 'sync-retention'],
    ]);
  });
});

const NAMES = {
  Plain: 'Plain title',
  Marks: `Marks 'a' "b" $HOME \`id\` \\ !c; [d] {e} #f ~`,
  Colon: 'Colon: a=b@c 🌱',
  Über: 'Über ein Fünftel',
  '-dash': '-dash first',
  Quoted: 'Quoted "word"',
  Single: "Single 'word'",
} as const;

/** Command that offers one of `NAMES` by its first letters, and otherwise prints its last argument. */
const NAMING = String.raw`#!/bin/sh
if [ "$1" != __complete ]; then
  for last; do :; done
  printf 'LAST:%s:END\n' "$last"
  exit
fi
case $(printf %s "$4" | tr -d "\\\\\"'") in
${Object.entries(NAMES)
  .map(([start, name]) => `${start.slice(0, 3)}*) printf '%s\n' '${name.replaceAll("'", String.raw`'\''`)}' ;;`)
  .join('\n')}
esac
`;

/** Scripts that type each command line with a tab and run it; fish prints its offers without running. */
const TYPISTS: Readonly<Record<Shell, readonly string[]>> = {
  bash: [
    '--norc',
    '-c',
    String.raw`{ printf '%s\n' 'source "$SCRIPT"'; for line; do printf '%s\t\n' "$line"; done; } | bash --norc --noprofile -i 2>/dev/null`,
    'bash',
  ],
  zsh: [
    '-f',
    '-c',
    String.raw`
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'PS1= PS2= RPS1=; stty -echo; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source $SCRIPT; print -r -- "REA""DY:"'
      zpty -r shell seen '*READY:*'
      for line; do
        zpty -w -n shell "$line"$'\t\n'
        zpty -r shell seen '*:END*' && print -r -- "$seen" | tr -d '\r'
      done
      zpty -d shell`,
    'zsh',
  ],
  fish: [
    '--no-config',
    '-c',
    "source $SCRIPT; for line in $argv; complete -C $line | string replace -r '^([^\t]*).*' 'LAST:$1:END'; end",
  ],
};

describe.each(SHELLS)('completion of names in %s', (shell) => {
  test('inserts the name that begins with a quoted, escaped or plain word [CLI-COMPLETE]', async (context) => {
    if (!isInstalled(shell)) context.skip(`${shell} is not installed`);
    const lines = [
      ['notes cat Pla', NAMES.Plain],
      ['notes cat "Pla', NAMES.Plain],
      ["notes cat 'Pla", NAMES.Plain],
      ['notes cat Mar', NAMES.Marks],
      ['notes cat "Mar', NAMES.Marks],
      ["notes cat 'Mar", NAMES.Marks],
      ['notes cat Colon', NAMES.Colon],
      [String.raw`notes cat Colon:\ a=`, NAMES.Colon],
      ['notes cat "Colon: a=b', NAMES.Colon],
      ['notes cat "Quo', NAMES.Quoted],
      ["notes cat 'Sin", NAMES.Single],
      ['notes tag add x Übe', NAMES.Über],
      ['notes cat -- -da', NAMES['-dash']],
      ['notes new x --notebook Pla', NAMES.Plain],
      ['notes new x --notebook=Pla', `--notebook=${NAMES.Plain}`],
      [String.raw`notes new x --tag=Colon:\ `, `--tag=${NAMES.Colon}`],
      ['notes tasks --state=o', '--state=open'],
    ] as const;
    const folder = writeFiles(temporaryFolder(), { notes: NAMING });
    chmodSync(join(folder, 'notes'), 0o755);
    const script = join(folder, `notes.${shell}`);
    writeFileSync(script, (await inProcess(['completion', shell])).stdout);
    const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, SCRIPT: script, LC_ALL: 'C.UTF-8' };
    const typed = lines.map(([line]) => line);
    const { stdout } = spawnSync(shell, [...TYPISTS[shell], ...typed], {
      env,
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect([...stdout.matchAll(/LAST:(.*?):END/g)].map((match) => match[1])).toEqual(lines.map(([, last]) => last));
  });
});

test('fish offers one kind of value at each place, and no files where none are meant [CLI-COMPLETE]', async (context) => {
  if (!isInstalled('fish')) context.skip('fish is not installed');
  const lines = ['notes tag add ', 'notes tag add x ', 'notes tag add x y ', 'notes new --body ', 'notes --he'];
  const { words } = await collectOffers('fish', lines);
  expect(words).toEqual([['notes:--'], ['tags:--'], [], [], ['--help']]);
});

test('the zsh script completes when it is autoloaded from a folder of completions [CLI-COMPLETE]', async (context) => {
  if (!isInstalled('zsh')) context.skip('zsh is not installed');
  const folder = writeFiles(temporaryFolder(), { _notes: (await inProcess(['completion', 'zsh'])).stdout });
  const line = `
    fpath=($1 $fpath); autoload -Uz compinit; compinit -u -D
    _arguments() { print -r -- "called by $funcstack[2]" }
    autoload +X _notes; _notes`;
  const { stdout } = spawnSync('zsh', ['-f', '-c', line, 'zsh', folder], {
    env: { PATH: process.env.PATH, HOME: folder },
    encoding: 'utf8',
  });
  expect(stdout).toBe('called by _notes\n');
});

describe('completion of names', () => {
  /** Collects the offers of bash for several command lines, for a library with one name of each kind. */
  async function offeredNames(lines: readonly string[]): Promise<string[][]> {
    const script = `
      compopt() { :; }
      eval "$SCRIPT"
      for line; do
        read -ra COMP_WORDS <<<"$line"
        COMP_LINE=$line COMP_POINT=\${#line}
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _notes; printf '%s\\n' "\${COMPREPLY[@]}" --
      done`;
    const bin = writeFiles(temporaryFolder(), { notes: `#!/bin/sh\necho "$1 $2 $4's; \\$x"\n` });
    chmodSync(join(bin, 'notes'), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, SCRIPT: (await inProcess(['completion', 'bash'])).stdout };
    const text = execFileSync('bash', ['--norc', '-c', script, 'bash', ...lines], { env, encoding: 'utf8' });
    const answers = text.split('--\n').slice(0, -1);
    return answers.map((answer) => answer.split('\n').filter((name) => name !== ''));
  }

  test('quotes names for bash [CLI-COMPLETE]', async () => {
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
    expect(await offeredNames(answers.map(([line]) => line))).toEqual(answers.map(([, answer]) => [answer]));
  });

  test('lists the names of the library with the typed prefix, without control characters [CLI-COMPLETE]', async () => {
    const notebooks = ["Mum's", 'mum\nx', 'Dad'].map((name) => ({ name }));
    const call = { invoke: async () => ({ notebooks }) } as unknown as Call;
    const names = async (word: string) => (await complete.run(call, { kind: 'notebooks', word })).names;
    expect(await names('mu')).toEqual(["Mum's"]);
    expect(await names(String.raw`Mum\'`)).toEqual(["Mum's"]);
    expect(await names(`"Mum'`)).toEqual(["Mum's"]);
    expect(await names(`'Mum'"'"`)).toEqual(["Mum's"]);
    expect(await names(String.raw`"Mum\'`)).toEqual([]);
  });

  test('lists no names without a library [CLI-COMPLETE]', async () => {
    expect(await testLibrary(inProcess).run(['__complete', 'tags', 'x'])).toMatchObject({ code: 8, stdout: '' });
  });
});

describe('notes __complete before the commands are loaded', () => {
  const WORDS = [
    ['notebooks', 'wo'],
    ['notes', 'gro'],
    ['notes', 'g'],
    ['trashed'],
    ['tags', '"ho'],
    ['jobs'],
    ['notes', '--', '-da'],
  ] as const;

  /** Runs a completion with its clock stopped: one that takes too long has no names, and this machine may be busy. */
  async function completeInTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      return await work();
    } finally {
      clock.mockRestore();
    }
  }

  test('lists the same names as the command [CLI-COMPLETE]', async () => {
    const { dataDir, run } = testLibrary(inProcess);
    const folder = writeFiles(temporaryFolder(), { 'a.md': '# A' });
    const lines = [
      ['notebook', 'create', 'Work'],
      ['new', 'Groceries', '-t', 'home'],
      ['new', 'Growth'],
      ['new', 'Gone'],
      ['new', '--', '-dash'],
      ['rm', 'Gone'],
      ['import', 'markdown', folder],
    ];
    for (const line of lines) expect(await run(line)).toMatchObject({ code: 0 });
    for (const words of WORDS) {
      const { stdout } = await completeInTime(() => run(['__complete', ...words]));
      const expected = stdout.split('\n').slice(0, -1);
      for (const line of [
        ['__complete', `--data-dir=${dataDir}`, ...words],
        ['--data-dir', dataDir, '__complete', ...words],
      ])
        expect(await completeInTime(() => completeQuickly(line, {})), line.join(' ')).toEqual(expected);
      if (words[1] !== 'g') expect(expected, words.join(' ')).not.toEqual([]);
    }
  });

  test('answers from kept names until the library is written or a note is purged [CLI-COMPLETE]', async () => {
    const { dataDir, run } = testLibrary(inProcess);
    const ask = (kind: string, word: string) =>
      completeInTime(() => completeQuickly(['__complete', kind, word, '--data-dir', dataDir], {}));
    const age = () => utimesSync(join(dataDir, 'notes.db'), new Date(0), new Date(0));
    const getNamesPath = (kind: string) => join(dataDir, 'tmp', `names-${kind}.json`);
    await run(['notebook', 'create', 'Work']);
    expect(await ask('notebooks', 'wo')).toEqual(['Work']);
    // The names of a library that was written a moment ago are not kept.
    expect(existsSync(getNamesPath('notebooks'))).toBe(false);
    age();
    expect(await ask('notebooks', 'wo')).toEqual(['Work']);
    const { mark, names } = JSON.parse(readFileSync(getNamesPath('notebooks'), 'utf8'));
    writeFileSync(getNamesPath('notebooks'), JSON.stringify({ mark, names: [...names, 'Wood'] }));
    expect(await ask('notebooks', 'wo')).toEqual(['Work', 'Wood']);
    writeFileSync(getNamesPath('notebooks'), JSON.stringify({ mark, names: [1] }));
    expect(await ask('notebooks', 'wo')).toEqual(['Work']);
    writeFileSync(getNamesPath('notebooks'), '{');
    expect(await ask('notebooks', 'wo')).toEqual(['Work']);
    await run(['new', 'Tea', '-t', 'woollen']);
    expect(await ask('notebooks', 'wo')).toEqual(['Work']);
    age();
    expect(await ask('tags', 'wo')).toEqual(['woollen']);
    expect(existsSync(getNamesPath('tags'))).toBe(true);
    await run(['rm', 'Tea']);
    const { confirmation } = JSON.parse((await run(['purge', '--all-trashed', '--dry-run', '--json'])).stdout);
    expect(await run(['purge', '--all-trashed', `--confirm=${confirmation}`])).toMatchObject({ code: 0 });
    expect(await ask('tags', 'wo')).toEqual([]);
    expect(existsSync(getNamesPath('tags'))).toBe(false);
  });

  test.each([
    ['without a library', ['tags'], {}],
    ['for an unknown kind', ['books'], {}],
    ['for a third word', ['tags', 'a', 'b'], {}],
    ['for another flag', ['tags', '--json'], {}],
    ['for a flag without its value', ['tags', '--profile'], {}],
    ['for an invalid setting', ['tags'], { NOTES_SERVER_LISTEN_ADDR: '' }],
    ['for an unknown setting', ['tags'], { NOTES_NONE: 'x' }],
  ] as const)('leaves the answer to the command %s [CLI-COMPLETE]', async (_, words, env) => {
    const { dataDir, run } = testLibrary(inProcess);
    if (!_.startsWith('without')) await run(['new', 'Groceries']);
    expect(await completeQuickly(['--data-dir', dataDir, '__complete', ...words], env)).toBeUndefined();
  });
});
