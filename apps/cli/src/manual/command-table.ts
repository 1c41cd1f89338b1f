import type { NameKind } from '@notes/operations/names';
import type { Argument, Command, Option } from 'commander';

/** Values that an argument or flag accepts. */
export type Accepted =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'names'; readonly names: NameKind }
  | { readonly kind: 'files' }
  | { readonly kind: 'text' };

export interface ArgumentShape {
  /** Argument as usage shows it: `<note...>`. */
  readonly written: string;
  readonly description: string;
  readonly accepts: Accepted;
  readonly isRepeated: boolean;
}

export interface OptionShape {
  /** Flag as help shows it: `-n, --notebook <notebook>`. */
  readonly written: string;
  readonly description: string;
  /** Spellings: `-n`, `--notebook`. */
  readonly flags: readonly string[];
  /** Accepted values; undefined for a flag without a value. */
  readonly accepts?: Accepted;
}

/** Command, or a word that begins several commands. */
export interface CommandShape {
  /** Words after `notes`; empty for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly examples: readonly string[];
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly arguments: readonly ArgumentShape[];
  readonly options: readonly OptionShape[];
}

/** Lists every command of a program that help lists, the program first, for manuals and completion. */
export function commandTable(program: Command, examplesOf: ReadonlyMap<Command, readonly string[]>): CommandShape[] {
  const shapes = (command: Command, path: readonly string[]): CommandShape[] => {
    const below = listVisible(command);
    const shape = {
      path,
      summary: command.description(),
      examples: examplesOf.get(command) ?? [],
      words: below.map((each) => ({ name: each.name(), summary: each.description() })),
      arguments: command.registeredArguments.map(argumentShape),
      options: command.options.map(optionShape),
    };
    return [shape, ...below.flatMap((each) => shapes(each, [...path, each.name()]))];
  };
  return shapes(program, []);
}

const listVisible = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');

function argumentShape(argument: Argument): ArgumentShape {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return {
    written: argument.required ? `<${name}>` : `[${name}]`,
    description: argument.description,
    accepts: toAccepted(argument.name(), argument.argChoices),
    isRepeated: argument.variadic,
  };
}

function optionShape(option: Option): OptionShape {
  const value = /[<[]([\w-]+)/.exec(option.flags)?.[1];
  return {
    written: option.flags,
    description: option.description,
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    ...(value !== undefined && { accepts: toAccepted(value, option.argChoices) }),
  };
}

/** Kind of name by the placeholder of a value in usage. */
const NAME_KINDS: Readonly<Record<string, NameKind>> = {
  note: 'notes',
  template: 'notes',
  'note-in-trash': 'trashed',
  notebook: 'notebooks',
  tag: 'tags',
  job: 'jobs',
};
const FILES = new Set(['file', 'dir', 'path', 'folder']);

function toAccepted(name: string, choices: readonly string[] | undefined): Accepted {
  if (choices !== undefined) return { kind: 'words', words: choices };
  const names = NAME_KINDS[name];
  if (names !== undefined) return { kind: 'names', names };
  return { kind: FILES.has(name) ? 'files' : 'text' };
}
