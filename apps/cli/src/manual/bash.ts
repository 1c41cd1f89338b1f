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

/**
 * Functions that walk the words before the cursor and offer completions; they ask the library for names.
 *
 * Bash splits words at `:` and `=` as well, and Readline replaces only what follows such a mark, or an opening quote.
 */
const ENGINE = String.raw`_notes_line() {
  local rest=${'$'}{COMP_LINE:0:COMP_POINT} part at
  for ((at = 0; at <= COMP_CWORD; at++)); do
    part=${'$'}{COMP_WORDS[at]}
    if ((at == 0)) || [[ $rest == [[:space:]]* ]]; then
      line+=('')
      rest=${'$'}{rest#"${'$'}{rest%%[![:space:]]*}"}
    fi
    ((at < COMP_CWORD)) || part=$rest
    line[${'$'}{#line[@]} - 1]+=$part
    rest=${'$'}{rest:${'$'}{#part}}
  done
}
_notes_quote() {
  local name=$1 quote=\" marks= mark at seen=0 kept=0
  case $current in
  \"*)
    for mark in \\ \" \$ '${'`'}'; do name=${'$'}{name//"$mark"/\\$mark}; done
    name=${'$'}{name//'!'/$quote"'!'"$quote}
    # Readline adds the closing quote unless the text ends with one.
    [[ $name == *\" ]] && name+=\"
    ;;
  \'*)
    name=${'$'}{name//\'/\'\\\'\'}
    [[ $name == *\' ]] && name+=\'
    ;;
  *)
    printf -v name %q "$name"
    for mark in : = @; do [[ $COMP_WORDBREAKS == *$mark* ]] && marks+=$mark; done
    for ((at = 0; at < ${'$'}{#current}; at++)); do
      [[ -n $marks && ${'$'}{current:at:1} == [$marks] ]] || continue
      seen=$((seen + 1))
      ((at > 0)) && [[ ${'$'}{current:at - 1:1} == \\ ]] || kept=$seen
    done
    for ((; kept > 0; kept--)); do name=${'$'}{name#*[$marks]}; done
    ;;
  esac
  COMPREPLY+=("$name")
}
_notes_offer() {
  local name
  case "$1" in
  =*) COMPREPLY=($(compgen -W "$(tr ',' ' ' <<<"${'$'}{1#=}")" -- "$current")) ;;
  files)
    compopt -o default 2>/dev/null || while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
    ;;
  text | '') ;;
  *)
    while IFS= read -r name; do _notes_quote "$name"; done \
      < <("${'$'}{COMP_WORDS[0]}" __complete "$1" -- "$current" 2>/dev/null)
    ;;
  esac
}
_notes_value() {
  local pair
  wants=
  for pair in $values; do [[ ${'$'}{pair%%:*} == "$1" ]] && wants=${'$'}{pair#*:}; done
}
_notes() {
  local words flags values places word path= count=0 wants= ended= current at line=()
  COMPREPLY=()
  _notes_line
  current=${'$'}{line[${'$'}{#line[@]} - 1]}
  _notes_command ''
  for ((at = 1; at < ${'$'}{#line[@]} - 1; at++)); do
    word=${'$'}{line[at]}
    if [[ -n $wants ]]; then wants=
    elif [[ -z $ended && $word == -- ]]; then ended=1
    elif [[ -z $ended && $word == -* ]]; then _notes_value "$word"
    elif [[ -n $words ]]; then
      path=${'$'}{path:+$path }$word
      _notes_command "$path" || return
    else
      count=$((count + 1))
    fi
  done
  if [[ -z $wants$ended && $current == --*=* ]]; then
    _notes_value "${'$'}{current%%=*}"
    current=${'$'}{current#*=}
    _notes_offer "$wants"
  elif [[ -n $wants ]]; then _notes_offer "$wants"
  elif [[ -z $ended && $current == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    local all
    read -ra all <<<"$places"
    if ((count < ${'$'}{#all[@]})); then _notes_offer "${'$'}{all[count]%\*}"
    elif [[ $places == *\* ]]; then _notes_offer "$(sed 's/.* //; s/\*$//' <<<"$places")"; fi
  fi
}
complete -F _notes notes
`;
