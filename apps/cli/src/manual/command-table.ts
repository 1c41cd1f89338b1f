import type { Argument, Command, Option } from 'commander';

/** Names a library has, which completion asks it for. */
export const nameKinds = ['notes', 'trashed', 'notebooks', 'tags', 'jobs'] as const;
export type NameKind = (typeof nameKinds)[number];

/** What may stand in a place of a command line. */
export type Accepted =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'names'; readonly names: NameKind }
  | { readonly kind: 'files' }
  | { readonly kind: 'text' };

export interface ArgumentShape {
  /** As usage shows it: `<note...>`. */
  readonly written: string;
  readonly description: string;
  readonly accepts: Accepted;
  readonly isRepeated: boolean;
}

export interface OptionShape {
  /** As help shows it: `-n, --notebook <notebook>`. */
  readonly written: string;
  readonly description: string;
  /** Its spellings: `-n`, `--notebook`. */
  readonly flags: readonly string[];
  /** Of its value; undefined where it takes none. */
  readonly accepts?: Accepted;
}

/** A command, or a word that others follow. */
export interface CommandShape {
  /** Its words after `notes`; none of the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly examples: readonly string[];
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly arguments: readonly ArgumentShape[];
  readonly options: readonly OptionShape[];
}

/** Every command of a program that help lists, the program first: what manuals and completion are made from. */
export function commandTable(program: Command, examplesOf: ReadonlyMap<Command, readonly string[]>): CommandShape[] {
  const shapes = (command: Command, path: readonly string[]): CommandShape[] => {
    const below = visible(command);
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

const visible = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');

function argumentShape(argument: Argument): ArgumentShape {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return {
    written: argument.required ? `<${name}>` : `[${name}]`,
    description: argument.description,
    accepts: acceptedBy(argument.name(), argument.argChoices),
    isRepeated: argument.variadic,
  };
}

function optionShape(option: Option): OptionShape {
  const value = /[<[]([\w-]+)/.exec(option.flags)?.[1];
  return {
    written: option.flags,
    description: option.description,
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    ...(value !== undefined && { accepts: acceptedBy(value, option.argChoices) }),
  };
}

/** By the word a value goes by in usage. */
const NAMED: Readonly<Record<string, NameKind>> = {
  note: 'notes',
  template: 'notes',
  'note-in-trash': 'trashed',
  notebook: 'notebooks',
  tag: 'tags',
  job: 'jobs',
};
const FILES = new Set(['file', 'dir', 'path', 'folder']);

function acceptedBy(name: string, choices: readonly string[] | undefined): Accepted {
  if (choices !== undefined) return { kind: 'words', words: choices };
  const names = NAMED[name];
  if (names !== undefined) return { kind: 'names', names };
  return { kind: FILES.has(name) ? 'files' : 'text' };
}
