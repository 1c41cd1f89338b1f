import type { Accepted, CommandShape } from './command-table.js';

/** Makes a completion script for fish: one declaration for each word, flag and argument. */
export const fishCompletion = (table: readonly CommandShape[]): string =>
  `# Completion of notes for fish: notes completion fish | source
set -g __notes_valued ${flagsWithValue(table).join(' ')}
# Words before the cursor that are neither flags nor their values.
function __notes_given
    set -l skip 0
    set -l ended 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if test $ended -eq 0; and test "x$word" = x--
            set ended 1
        else if test $ended -eq 0; and string match -q -- '-*' $word
            contains -- $word $__notes_valued; and set skip 1
        else
            printf '%s\\n' $word
        end
    end
end
# Names that begin with the word at the cursor, which may be the value of a flag: --flag=value, -fvalue.
function __notes_names
    set -l word (commandline -ct)
    test "$argv[2]" = value; and set word (string replace -r '^(--[a-z-]+=|-[a-z])' '' -- $word)
    notes __complete $argv[1] -- $word 2>/dev/null
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
    test (count (__notes_given)) $argv
end
complete -c notes -f
complete -c notes -s h -l help -d 'Show the help of the command.'
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
    ...places.map(({ accepts, isRepeated }, place) => {
      const count = `__notes_words ${isRepeated ? '-ge' : '-eq'} ${path.length + place}`;
      return `complete -c notes -n ${quoteWord(at)} -n ${quoteWord(count)}${formatOffers(accepts, 'argument')}`;
    }),
    ...options.map(
      ({ flags, description, accepts }) =>
        `complete -c notes -n ${quoteWord(at)}${flags.map(formatFlag).join('')}${formatValue(accepts)} -d ${quoteWord(description)}`,
    ),
  ];
}

const formatFlag = (flag: string) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`);

/** Formats the value of a flag. `-x` keeps fish from offering files. */
function formatValue(accepts: Accepted | undefined): string {
  if (accepts === undefined) return '';
  return `${accepts.kind === 'files' ? ' -r' : ' -x'}${formatOffers(accepts, 'value')}`;
}

function formatOffers(accepts: Accepted, use: 'argument' | 'value'): string {
  if (accepts.kind === 'words') return ` -a ${quoteWord(accepts.words.join(' '))}`;
  if (accepts.kind === 'names') return ` -a ${quoteWord(`(__notes_names ${accepts.names} ${use})`)}`;
  return accepts.kind === 'files' ? ' -F' : '';
}

const quoteWord = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
