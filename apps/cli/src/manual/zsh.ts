import type { Accepted, CommandShape } from './command-table.js';

/** Returns a completion script for zsh, based on `_arguments` and `_describe`. */
export const zshCompletion = (table: readonly CommandShape[]): string =>
  `#compdef notes
# Completion of notes for zsh: eval "$(notes completion zsh)"
_notes_names() {
  local -a names
  names=("\${(@f)$(notes __complete "$@[-1]" -- "$compstate[quote]$PREFIX" 2>/dev/null)}")
  [[ -n $names ]] && compadd "\${@[1,-2]}" -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -- $names
}
${table.map((shape) => commandFunction(shape, table[0]?.options ?? [])).join('\n')}
if [[ $funcstack[1] == _notes ]]; then
  _notes "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _notes notes
fi
`;

function commandFunction(shape: CommandShape, globals: CommandShape['options']): string {
  const { path, words, options } = shape;
  const specs = (path.length === 0 ? options : [...options, ...globals]).flatMap(formatOptionSpecs);
  const places = words.length > 0 ? ["'1: :->word'", "'*:: :->rest'"] : shape.arguments.map(formatArgumentSpec);
  const lines = [
    `  _arguments -C -S \\\n    ${[...specs, ...places, "'(-h --help)'{-h,--help}'[Show the help of the command.]'"].join(' \\\n    ')}`,
  ];
  if (words.length > 0) lines.push(dispatch(shape));
  return `${functionName(path)}() {\n  local state\n${lines.join('\n')}\n}`;
}

function dispatch({ path, words }: CommandShape): string {
  const described = words.map(({ name, summary }) => quoteWord(`${name}:${summary}`));
  const cases = words.map(({ name }) => `      ${name}) ${functionName([...path, name])} ;;`);
  return `  local -a commands=(\n    ${described.join('\n    ')}\n  )
  case $state in
    word) _describe command commands ;;
    rest) case $words[1] in\n${cases.join('\n')}\n      esac ;;
  esac`;
}

function formatOptionSpecs({ flags, description, accepts }: CommandShape['options'][number]): string[] {
  const value = accepts === undefined ? '' : `: :${action(accepts)}`;
  return flags.map((flag) => quoteWord(`*${flag}${markValue(flag, accepts)}[${escapeSpec(description)}]${value}`));
}

/** Returns the mark of a flag with a value in the same word as well: `--flag=value`, `-fvalue`. */
function markValue(flag: string, accepts: Accepted | undefined): string {
  if (accepts === undefined) return '';
  return flag.startsWith('--') ? '=' : '+';
}

const formatArgumentSpec = ({ accepts, isRepeated }: CommandShape['arguments'][number], index: number) =>
  quoteWord(`${isRepeated ? '*' : String(index + 1)}: :${action(accepts)}`);

function action(accepts: Accepted): string {
  if (accepts.kind === 'words') return `(${accepts.words.join(' ')})`;
  if (accepts.kind === 'names') return `_notes_names ${accepts.names}`;
  return accepts.kind === 'files' ? '_files' : ' ';
}

const functionName = (path: readonly string[]) => ['_notes', ...path].join('_').replaceAll('-', '_');
/** Escapes brackets and colons, which separate the parts of a specification. */
const escapeSpec = (text: string) => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
const quoteWord = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
