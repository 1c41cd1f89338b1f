import type { Accepted, CommandShape } from './command-table.js';

/** A completion script for fish: one declaration for each word, flag and place. */
export const fishCompletion = (table: readonly CommandShape[]): string =>
  `# Completion of notes for fish: notes completion fish | source
function __notes_at
    set -l words (commandline -opc | string match -v -- '-*')[2..-1]
    test (count $words) -ge (count $argv); or return 1
    test (count $argv) -eq 0; or test "$words[1..(count $argv)]" = "$argv"
end
function __notes_exactly
    set -l words (commandline -opc | string match -v -- '-*')[2..-1]
    test "$words" = "$argv"
end
function __notes_words
    set -l words (commandline -opc | string match -v -- '-*')[2..-1]
    test (count $words) -ge $argv[1]
end
complete -c notes -f
${table.flatMap(declarations).join('\n')}
`;

function declarations({ path, words, arguments: places, options }: CommandShape): string[] {
  const at = quoted(['__notes_at', ...path].join(' '));
  const exactly = quoted(['__notes_exactly', ...path].join(' '));
  return [
    ...words.map(({ name, summary }) => `complete -c notes -n ${exactly} -a ${name} -d ${quoted(summary)}`),
    ...places.map(({ accepts }, place) => {
      // What a flag is given counts as a word as well: a later place may be offered early, and never too late.
      const here = place === 0 ? at : `${at} -n '__notes_words ${path.length + place}'`;
      return `complete -c notes -n ${here}${offered(accepts)}`;
    }),
    ...options.map(
      ({ flags, description, accepts }) =>
        `complete -c notes -n ${at}${flags.map(spelt).join('')}${accepts === undefined ? '' : ` -r${offered(accepts)}`} -d ${quoted(description)}`,
    ),
  ];
}

const spelt = (flag: string) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`);

function offered(accepts: Accepted): string {
  if (accepts.kind === 'words') return ` -a ${quoted(accepts.words.join(' '))}`;
  if (accepts.kind === 'names')
    return ` -a ${quoted(`(notes __complete ${accepts.names} (commandline -ct) 2>/dev/null)`)}`;
  return accepts.kind === 'files' ? ' -F' : '';
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
