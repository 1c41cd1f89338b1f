import type { ByteRange, Input, Operation, OperationName, Output as Result } from '@notes/contract';
import type { NamedNote } from '@notes/operations';
import type { LoadedConfig, LoadOptions } from '@notes/operations/config';
import type { Format } from './formats.js';
import type { GlobalFlags } from './globals.js';
import type { CommandShape } from './manual/command-table.js';
import type { Output } from './output.js';

/** Values of inputs and flags by name, as commander read them. */
export type Values = Readonly<Record<string, unknown>>;

/** Interface of a running command to its session. */
export interface Call {
  readonly out: Output;
  readonly stdin: NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: LoadedConfig;
  /** Format of the printed answer. */
  readonly format: Format;
  /** False with `--no-input`, and without a terminal. */
  readonly mayAsk: boolean;
  /** Signal of a long command that fires at the first Ctrl-C. */
  readonly signal?: AbortSignal;
  /**
   * Runs an operation in process; `raw` is validated as in every interface. `bytes` is for operations that take bytes.
   */
  invoke<Name extends OperationName>(name: Name, raw: Values, bytes?: AsyncIterable<Uint8Array>): Promise<Result<Name>>;
  /** Yields the bytes of an attachment, all of them or a range. */
  readContent(content: Result<'getResourceContent'>, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Returns the notes that match an id, an address or a title. */
  findNotes(text: string): NamedNote[];
  /** Returns the notes in Trash that match an id, an address or a title. */
  findNotesInTrash(text: string): NamedNote[];
  /** Returns the id of the notebook that an id, a name or a path refers to. */
  findNotebook(text: string): string;
  /** Resumes a stopped job, in this process unless another process takes it first; returns it at its end. */
  continueJob(id: string, from: { readonly fromStart: boolean }): Promise<Result<'getJob'>>;
  /** Keeps a library that was created for this command, also when the rest of the command fails or is killed. */
  keepLibrary(): Promise<void>;
}

/** Interface for commands that open no library. */
export interface Surroundings extends Pick<Call, 'out' | 'stdin' | 'mayAsk' | 'signal'> {
  readonly config: LoadedConfig;
  readonly globals: GlobalFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns all commands. */
  readonly commands: () => readonly CommandShape[];
  /** Reports the progress of a long command. */
  readonly progress?: (done: number, total: number) => void;
}

export interface Flag {
  /** Flag in commander's syntax: `-n, --notebook <notebook>`. */
  readonly flags: string;
  readonly description: string;
  /** Parses the written value; `before` is the previous value of a repeated flag. */
  readonly parse?: (written: string, before: unknown) => unknown;
}

/**
 * Answer of a command. Computation is separate from presentation: `run` returns the value that `--json` prints, and
 * `render` prints it in every other format, the first being the default.
 */
export interface Answer<Shown> {
  readonly run?: (call: Call, values: Values) => Promise<Shown>;
  /** Yields answers until Ctrl-C, each printed as it comes. */
  readonly follow?: (call: Call, values: Values) => AsyncIterable<Shown>;
  readonly render: Partial<Record<Format, (shown: Shown, out: Output) => void>>;
  /** Exit code of an answer, 0 by default; the codes are in `failures.ts`. */
  readonly exitCode?: (shown: Shown) => number;
  /**
   * Returns true when the default format would only report work that went well. `--quiet` omits such a report if the
   * exit code is 0: a scheduled command then sends no mail.
   */
  readonly isRoutine?: (shown: Shown) => boolean;
}

/** Alternative answer of a command, requested by a flag; omitted members are those of the command. */
export interface Mode<Shown> extends Answer<Shown> {
  readonly flag: Flag;
}

/** Differences between a command and its row. */
export interface Presentation<Name extends OperationName, Shown = Result<Name>> extends Answer<Shown> {
  /** Summary of the command, where the row's summary does not fit a command line. */
  readonly summary?: string;
  /** Positional inputs under other names; one in brackets is optional. */
  readonly positional?: { readonly [Key in keyof Input<Name>]?: `<${string}>` | `[${string}]` };
  /** Descriptions of positional inputs whose field says something else to other interfaces, or nothing. */
  readonly argumentDescriptions?: { readonly [Key in keyof Input<Name>]?: string };
  /** Flags that replace the derived ones; null for inputs that the command does not take. */
  readonly inputs?: { readonly [Key in keyof Input<Name>]?: Flag | null };
  /** Names of inputs that the command does not take itself, for messages: the flags that set them. */
  readonly inputNames?: Readonly<Record<string, string>>;
  /** Flags beside the inputs, by the name of their value. */
  readonly extra?: Readonly<Record<string, Flag>>;
  /** Alternative answers, by the name of the value of their flag; they exclude each other. */
  readonly modes?: Readonly<Record<string, AnyMode>>;
  /** Runs a command that needs no library, instead of `run`. */
  readonly withoutLibrary?: (surroundings: Surroundings, values: Values) => Promise<Shown>;
  /** Faults of the settings file that the command accepts; none by default. */
  readonly tolerate?: LoadOptions['tolerate'];
  /** Behaviour without a library: an error (default), a new one, or a temporary one. */
  readonly missingLibrary?: (values: Values) => 'refuse' | 'make' | 'make-if-done' | 'pretend';
  /** Returns true when a new library stays although the command failed. */
  readonly keepsLibrary?: (error: unknown) => boolean;
  /**
   * Values that make the command change nothing. Before it makes a library, it runs with them up to its first step, so
   * that a refusal leaves no library.
   */
  readonly rehearsal?: Values;
  /** Label of the progress of a long command; such a command ends at the next checkpoint on Ctrl-C. */
  readonly long?: string;
  /** Unit of the progress; notes by default. */
  readonly unit?: string;
  /** Effect of the first Ctrl-C, where it is a special one. */
  readonly onInterrupt?: string;
}

/** Row that a command line is derived from. */
export type CommandRow = Pick<Operation, 'summary' | 'input' | 'cli'>;

/** Command without an operation: it is its own row. It uses a library, or runs without one. */
export type OwnCommand<Shown> = CommandRow &
  Pick<Answer<Shown>, 'render' | 'exitCode' | 'isRoutine'> &
  Pick<Presentation<OperationName, Shown>, 'tolerate'> & {
    readonly positional?: Readonly<Record<string, `<${string}>` | `[${string}]`>>;
    readonly inputs?: Readonly<Record<string, Flag | null>>;
  } & (Required<Pick<Presentation<OperationName, Shown>, 'withoutLibrary'>> | Required<Pick<Answer<Shown>, 'run'>>);

/** Presentation of any row, as the program handles it. */
// biome-ignore lint/suspicious/noExplicitAny: the rows' types meet only inside one command
export type AnyPresentation = Presentation<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyMode = Mode<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyOwnCommand = OwnCommand<any>;
