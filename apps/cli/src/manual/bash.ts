import type { Accepted, CommandShape } from './command-table.js';

/** Returns a completion script for bash: a table of the commands, and the function that reads it. */
export const bashCompletion = (table: readonly CommandShape[]): string =>
  `# Completion of notes for bash: eval "$(notes completion bash)"
_notes_command() {
  words= flags= values= places=
  case "$1" in
${table.map((shape) => formatEntry(shape, table[0]?.options ?? [])).join('\n')}
  *) return 1 ;;
  esac
}
${ENGINE}`;

function formatEntry(
  { path, words, arguments: places, options }: CommandShape,
  globals: CommandShape['options'],
): string {
  const all = path.length === 0 ? options : [...options, ...globals];
  const values = all.flatMap(({ flags, accepts }) =>
    accepts === undefined ? [] : flags.map((flag) => `${flag}:${formatToken(accepts)}`),
  );
  const written = places.map(({ accepts, isRepeated }) => `${formatToken(accepts)}${isRepeated ? '*' : ''}`);
  return `  ${quoteWord(path.join(' '))})
    words=${quoteWord(words.map(({ name }) => name).join(' '))}
    flags=${quoteWord([...all.flatMap(({ flags }) => flags), '--help'].join(' '))}
    values=${quoteWord(values.join(' '))}
    places=${quoteWord(written.join(' '))} ;;`;
}

function formatToken(accepts: Accepted): string {
  if (accepts.kind === 'words') return `=${accepts.words.join(',')}`;
  return accepts.kind === 'names' ? accepts.names : accepts.kind;
}

const quoteWord = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Function that walks the words before the cursor and offers completions; it asks the library for names. */
const ENGINE = String.raw`_notes_offer() {
  local name
  case "$1" in
  =*) COMPREPLY=($(compgen -W "$(tr ',' ' ' <<<"${'$'}{1#=}")" -- "$current")) ;;
  files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
  text | '') ;;
  *)
    while IFS= read -r name; do COMPREPLY+=("$(printf %q "$name")"); done \
      < <("${'$'}{COMP_WORDS[0]}" __complete "$1" "$current" 2>/dev/null)
    ;;
  esac
}
_notes() {
  local words flags values places word pair path= count=0 wants= current=${'$'}{COMP_WORDS[COMP_CWORD]} at
  COMPREPLY=()
  _notes_command ''
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=${'$'}{COMP_WORDS[at]}
    if [[ -n $wants ]]; then wants=; continue; fi
    if [[ $word == -* ]]; then
      for pair in $values; do [[ ${'$'}{pair%%:*} == "$word" ]] && wants=${'$'}{pair#*:}; done
    elif [[ -n $words ]]; then
      path=${'$'}{path:+$path }$word
      _notes_command "$path" || return
    else
      count=$((count + 1))
    fi
  done
  if [[ -n $wants ]]; then _notes_offer "$wants"
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    local all=($places)
    if ((count < ${'$'}{#all[@]})); then _notes_offer "${'$'}{all[count]%\*}"
    elif [[ $places == *\* ]]; then _notes_offer "$(sed 's/.* //; s/\*$//' <<<"$places")"; fi
  fi
}
complete -F _notes notes
`;
