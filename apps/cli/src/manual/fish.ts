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
${table.flatMap(formatDeclarations).join('\n')}
`;

/** Returns the flags that take a value in every command that has them. */
function flagsWithValue(table: readonly CommandShape[]): string[] {
  const options = table.flatMap((shape) => shape.options);
  const switches = new Set(options.filter(({ accepts }) => accepts === undefined).flatMap(({ flags }) => flags));
  const valued = new Set(options.filter(({ accepts }) => accepts !== undefined).flatMap(({ flags }) => flags));
  return [...valued].filter((flag) => !switches.has(flag)).sort();
}

function formatDeclarations({ path, words, arguments: places, options }: CommandShape): string[] {
  const at = ['__notes_at', ...path].join(' ');
  const exactly = quoteWord(['__notes_exactly', ...path].join(' '));
  return [
    ...words.map(({ name, summary }) => `complete -c notes -n ${exactly} -a ${name} -d ${quoteWord(summary)}`),
    ...places.map(({ accepts }, place) => {
      const here = place === 0 ? quoteWord(at) : `${quoteWord(at)} -n '__notes_words ${path.length + place}'`;
      return `complete -c notes -n ${here}${formatOffers(accepts)}`;
    }),
    ...options.map(
      ({ flags, description, accepts }) =>
        `complete -c notes -n ${quoteWord(at)}${flags.map(formatFlag).join('')}${accepts === undefined ? '' : ` -r${formatOffers(accepts)}`} -d ${quoteWord(description)}`,
    ),
  ];
}

const formatFlag = (flag: string) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`);

function formatOffers(accepts: Accepted): string {
  if (accepts.kind === 'words') return ` -a ${quoteWord(accepts.words.join(' '))}`;
  if (accepts.kind === 'names')
    return ` -a ${quoteWord(`(notes __complete ${accepts.names} (commandline -ct) 2>/dev/null)`)}`;
  return accepts.kind === 'files' ? ' -F' : '';
}

const quoteWord = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
