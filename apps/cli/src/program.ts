import { ServiceError } from '@notes/contract';
import { type Argument, Command, CommanderError } from 'commander';
import { type DerivedArguments, derive } from './derive.js';
import { explainUnknownCommand } from './explain-unknown-command.js';
import { declareGlobals, type GlobalFlags } from './globals.js';
import { groups } from './groups.js';
import { addHelpCommand } from './help-command.js';
import { type CommandShape, commandTable } from './manual/command-table.js';
import type { AnyPresentation, CommandRow, Values } from './presentation.js';
import { version } from './version.js';

/** Parsed command line. */
export interface Request {
  readonly operation: string;
  readonly presentation: AnyPresentation;
  readonly values: Values;
  readonly globals: GlobalFlags;
  readonly commands: () => readonly CommandShape[];
}

/** Alias of the command of an operation. */
export interface CommandAlias {
  readonly operation: string;
  readonly command: string;
}

export interface ProgramOptions {
  readonly rows: Readonly<Record<string, CommandRow>>;
  readonly aliases?: readonly CommandAlias[];
  readonly presentations: Readonly<Record<string, AnyPresentation | undefined>>;
  readonly execute: (request: Request) => Promise<void>;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

const EXAMPLES = ['notes import markdown ~/notes', "notes search 'tag:home updated:7d'", 'notes cat "Shopping"'];

/** Presentation of a command without one: it prints the answer of REST. */
const PLAIN_PRESENTATION: AnyPresentation = { render: {} };

/**
 * Builds the whole command line from the rows with a command: one command each, with arguments and flags from the row's
 * input. The program throws commander's errors instead of ending the process.
 */
export function buildProgram(options: ProgramOptions): Command {
  const { writeOut, writeErr } = options;
  const program = new Command('notes')
    .description('Imports, searches, reads, writes, archives and syncs a library of Markdown notes on this machine.')
    .configureOutput({ writeOut, writeErr, outputError: () => {} })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true })
    .helpOption('-h, --help', 'Show the help of the command.')
    .version(version, '--version', 'Print the version.');
  explainUnknownCommands(program);
  declareGlobals(program);
  addHelpCommand(program);
  const examplesByCommand = new Map<Command, readonly string[]>([[program, EXAMPLES]]);
  const declare = new Map<Command, () => void>();
  const commands = () => {
    for (const declareEach of declare.values()) declareEach();
    return commandTable(program, examplesByCommand);
  };
  const declaring: DeclarationHooks = {
    ofWord: (_, word) => declare.get(word)?.(),
    forHelp: ({ command }) => {
      for (const each of [command, ...command.commands]) declare.get(each)?.();
      return formatExamples(examplesByCommand.get(command) ?? []);
    },
  };
  deferDeclarations(program, declaring);
  for (const [operation, row] of allCommands(options)) {
    const added = addCommand(program, operation, row, { ...options, commands, declaring });
    declare.set(added.command, added.declare);
    examplesByCommand.set(added.command, row.cli.examples);
  }
  return program;
}

type RowWithCommand = CommandRow & { readonly cli: NonNullable<CommandRow['cli']> };

/** Yields each operation with a command, and again under each alias. */
function* allCommands({
  rows,
  aliases = [],
}: ProgramOptions): Generator<readonly [operation: string, row: RowWithCommand]> {
  for (const [operation, row] of Object.entries(rows)) if (hasCommand(row)) yield [operation, row];
  for (const { operation, command } of aliases) {
    const row = rows[operation];
    if (row === undefined || !hasCommand(row))
      throw new TypeError(`${operation} has no command to be called ${command}`);
    const examples = row.cli.examples.map((line) => line.replaceAll(`notes ${row.cli.command}`, `notes ${command}`));
    yield [operation, { ...row, cli: { ...row.cli, command, examples } }];
  }
}

const hasCommand = (row: CommandRow): row is RowWithCommand => row.cli !== null;

/** Declares the arguments and flags of commands on first use. */
interface DeclarationHooks {
  readonly ofWord: (parent: Command, word: Command) => void;
  /** Declares all commands that the help of a command lists; returns the text in front of them. */
  readonly forHelp: (context: { readonly command: Command }) => string;
}

interface AddOptions extends ProgramOptions, Pick<Request, 'commands'> {
  readonly declaring: DeclarationHooks;
}

interface AddedCommand {
  readonly command: Command;
  /** Declares arguments and flags on demand: declaring those of all commands takes longer than most commands run. */
  readonly declare: () => void;
}

function addCommand(program: Command, operation: string, row: RowWithCommand, options: AddOptions): AddedCommand {
  const presentation = options.presentations[operation] ?? PLAIN_PRESENTATION;
  const words = row.cli.command.split(' ');
  const parent = words
    .slice(0, -1)
    .reduce<Command>((around, _, index) => ensureGroup(around, words.slice(0, index + 1), options), program);
  const word = words.at(-1) as string;
  const command = parent
    .command(word, { hidden: word.startsWith('__') })
    .description(presentation.summary ?? row.summary);
  let made: DerivedArguments | undefined;
  const declareOnce = (): DerivedArguments => {
    if (made !== undefined) return made;
    const derived = derive(row, presentation);
    made = derived;
    command.exitOverride((error) => {
      throw rewriteUsageError(error, derived.positional);
    });
    for (const argument of derived.positional) command.addArgument(argument);
    for (const option of derived.options) command.addOption(option);
    return derived;
  };
  deferDeclarations(command, options.declaring)
    .addHelpText('after', () => `\nOutput formats: ${listAllFormats(presentation).join(', ')}`)
    .action(async (...given: unknown[]) => {
      const derived = declareOnce();
      const values = derived.values(given.slice(0, derived.positional.length), command.opts());
      const { commands } = options;
      try {
        await options.execute({ operation, presentation, values, globals: program.opts<GlobalFlags>(), commands });
      } catch (error) {
        if (error instanceof ServiceError) error.message = derived.nameInputs(error.message);
        throw error;
      }
    });
  return { command, declare: declareOnce };
}

/** Rewrites an error of a command line, with a correct example. */
function rewriteUsageError(error: CommanderError, positional: readonly Argument[]): CommanderError {
  const say = (message: string) => new CommanderError(error.exitCode, error.code, message);
  switch (error.code) {
    case 'commander.missingArgument': {
      const choices = positional.find((argument) => error.message.includes(`'${argument.name()}'`))?.argChoices;
      return choices === undefined ? error : say(`${error.message}. Allowed choices are ${choices.join(', ')}.`);
    }
    case 'commander.invalidArgument':
      return say(
        error.message.replace(
          /command-argument value ('.*') is invalid for argument '(.*?)'\./s,
          '$1 is not a valid $2.',
        ),
      );
    case 'commander.unknownOption':
      if (positional.length === 0 || error.message.includes('(Did you mean')) return error;
      return say(`${error.message}. Write -- before a text that begins with -`);
    default:
      return error;
  }
}

/** Returns the parent command for the given words, created on first use. */
function ensureGroup(parent: Command, words: readonly string[], { declaring }: AddOptions): Command {
  const word = words.at(-1) as string;
  const found = parent.commands.find((command) => command.name() === word);
  if (found !== undefined) return found;
  const group = deferDeclarations(parent.command(word).description(groups[words.join(' ')] ?? ''), declaring);
  explainUnknownCommands(group);
  addHelpCommand(group);
  return group;
}

/** Makes a program or group throw its errors, explained by {@link explainUnknownCommand}. */
const explainUnknownCommands = (parent: Command): Command =>
  parent.exitOverride((error) => {
    throw explainUnknownCommand(error, parent);
  });

/** Declares a command and its subcommands when a command line continues with it, or help lists it. */
const deferDeclarations = (command: Command, { ofWord, forHelp }: DeclarationHooks): Command =>
  command.hook('preSubcommand', ofWord).addHelpText('before', forHelp);

/** Returns the formats of a command, its default first. */
export function listFormats(presentation: Pick<AnyPresentation, 'render'>): string[] {
  return [...new Set([...Object.keys(presentation.render), 'json'])];
}

/** Returns the formats of every answer of a command. */
function listAllFormats(presentation: AnyPresentation): string[] {
  const modes = Object.values(presentation.modes ?? {});
  return [...new Set([presentation, ...modes].flatMap(listFormats))];
}

const formatExamples = (lines: readonly string[]) =>
  lines.length === 0 ? '' : `Examples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
