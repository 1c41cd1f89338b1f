import type { Accepted, CommandShape } from './command-table.js';

/** Makes a completion script for fish: one declaration for each word, flag and argument. */
export const fishCompletion = (table: readonly CommandShape[]): string =>
  `# Completion of notes for fish: notes completion fish | source
set -g __notes_valued ${flagsWithValue(table).join(' ')}
# Words before the cursor that are neither flags nor their values.
function __notes_given
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if string match -q -- '-*' $word
            contains -- $word $__notes_valued; and set skip 1
        else
            printf '%s\\n' $word
        end
    end
end
function __notes_at
    set -l given (__notes_given)
    set -l count (count $argv)
    test $count -eq 0; and return 0
    test (count $given) -ge $count; and test "$given[1..$count]" = "$argv"
end
function __notes_exactly
    set -l given (__notes_given)
    test "$given" = "$argv"
end
function __notes_words
    test (count (__notes_given)) -ge $argv[1]
end
complete -c notes -f
${table.flatMap(declarations).join('\n')}
`;

/** Returns the flags that take a value in every command that has them. */
function flagsWithValue(table: readonly CommandShape[]): string[] {
  const options = table.flatMap((shape) => shape.options);
  const switches = new Set(options.filter(({ accepts }) => accepts === undefined).flatMap(({ flags }) => flags));
  const valued = new Set(options.filter(({ accepts }) => accepts !== undefined).flatMap(({ flags }) => flags));
  return [...valued].filter((flag) => !switches.has(flag)).sort();
}

function declarations({ path, words, arguments: places, options }: CommandShape): string[] {
  const at = ['__notes_at', ...path].join(' ');
  const exactly = quoted(['__notes_exactly', ...path].join(' '));
  return [
    ...words.map(({ name, summary }) => `complete -c notes -n ${exactly} -a ${name} -d ${quoted(summary)}`),
    ...places.map(({ accepts }, place) => {
      const here = place === 0 ? quoted(at) : `${quoted(at)} -n '__notes_words ${path.length + place}'`;
      return `complete -c notes -n ${here}${offered(accepts)}`;
    }),
    ...options.map(
      ({ flags, description, accepts }) =>
        `complete -c notes -n ${quoted(at)}${flags.map(spelt).join('')}${accepts === undefined ? '' : ` -r${offered(accepts)}`} -d ${quoted(description)}`,
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
