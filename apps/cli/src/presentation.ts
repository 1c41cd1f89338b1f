import type { ByteRange, Input, Operation, OperationName, Output as Result } from '@notes/contract';
import type { NamedNote } from '@notes/operations';
import type { LoadedConfig } from '@notes/operations/config';
import type { GlobalFlags } from './globals.js';
import type { CommandShape } from './manual/command-table.js';
import type { Output } from './output.js';

export const formats = ['table', 'json', 'jsonl', 'csv', 'md', 'ids'] as const;
export type Format = (typeof formats)[number];

/** Values of inputs and flags by name, as commander read them. */
export type Values = Readonly<Record<string, unknown>>;

/** What a command may use while it runs. */
export interface Call {
  readonly out: Output;
  readonly stdin: NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: LoadedConfig;
  /** How the answer will be printed. */
  readonly format: Format;
  /** False with `--no-input`, and where nobody sits at a terminal. */
  readonly mayAsk: boolean;
  /** Of a long command: fires at the first Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Runs an operation in process; `raw` is validated as at every door. `bytes`: where its row takes some. */
  invoke<Name extends OperationName>(name: Name, raw: Values, bytes?: AsyncIterable<Uint8Array>): Promise<Result<Name>>;
  /** The bytes of an attachment, all of them or a range. */
  readContent(content: Result<'getResourceContent'>, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** The notes a person may mean by an id, an address or a title. */
  findNotes(text: string): NamedNote[];
  /** The notes in Trash a person may mean. */
  findNotesInTrash(text: string): NamedNote[];
  /** The id of the notebook a person means by an id, a name or a path. */
  findNotebook(text: string): string;
  /** Goes on with a job that stopped, in this process unless another one is quicker; answers it at its end. */
  continueJob(id: string, from: { readonly fromStart: boolean }): Promise<Result<'getJob'>>;
}

/** What a command that opens no library may use. */
export interface Surroundings extends Pick<Call, 'out' | 'stdin' | 'mayAsk' | 'signal'> {
  readonly config: LoadedConfig;
  readonly globals: GlobalFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Every command there is. */
  readonly commands: () => readonly CommandShape[];
  /** Of a long command: shows how far it is. */
  readonly progress?: (done: number, total: number) => void;
}

export interface Flag {
  /** As commander writes it: `-n, --notebook <notebook>`. */
  readonly flags: string;
  readonly description: string;
  /** Makes the value of what was written, and of the value before when the flag is repeated. */
  readonly parse?: (written: string, before: unknown) => unknown;
}

/**
 * What a command answers. Doing is apart from showing: `run` answers what `--json` prints, and `render` shows it in
 * each other format there is, the first being the default.
 */
export interface Answer<Shown> {
  readonly run?: (call: Call, values: Values) => Promise<Shown>;
  /** Answers again and again, each shown as it comes, until Ctrl-C. */
  readonly follow?: (call: Call, values: Values) => AsyncIterable<Shown>;
  readonly render: Partial<Record<Format, (shown: Shown, out: Output) => void>>;
  readonly exitCode?: (shown: Shown) => number;
}

/** Another answer of a command, asked for by a flag; in what it leaves out it is like the command's own. */
export interface Mode<Shown> extends Answer<Shown> {
  readonly flag: Flag;
}

/** How a command differs from what its row alone says. */
export interface Presentation<Name extends OperationName, Shown = Result<Name>> extends Answer<Shown> {
  /** What it does, where the row's words are not those of a command line. */
  readonly summary?: string;
  /** Positional inputs under other names; one in brackets may be left out. */
  readonly positional?: { readonly [Key in keyof Input<Name>]?: `<${string}>` | `[${string}]` };
  /** Flags of inputs that are not derived, null for inputs the command does not take. */
  readonly inputs?: { readonly [Key in keyof Input<Name>]?: Flag | null };
  /** Flags beside the inputs, by the name their value is found under. */
  readonly extra?: Readonly<Record<string, Flag>>;
  /** Other answers, by the name the value of their flag is found under; they exclude each other. */
  readonly modes?: Readonly<Record<string, AnyMode>>;
  /** What a command does that needs no library, instead of `run`. */
  readonly withoutLibrary?: (surroundings: Surroundings, values: Values) => Promise<Shown>;
  /** What happens where there is no library: an error (default), a new one, or one that is thrown away. */
  readonly missingLibrary?: (values: Values) => 'refuse' | 'make' | 'pretend';
  /** The name its progress goes by; such a command ends at the next checkpoint on Ctrl-C. */
  readonly long?: string;
  /** What its progress counts; notes unless said. */
  readonly unit?: string;
  /** What the first Ctrl-C of such a command does, where it is something else. */
  readonly onInterrupt?: string;
}

/** What a command line is derived from. */
export type CommandRow = Pick<Operation, 'summary' | 'input' | 'cli'>;

/** A command that is no operation's face: it is its own row. It uses a library, or says what it does without one. */
export type OwnCommand<Shown> = CommandRow &
  Pick<Answer<Shown>, 'render' | 'exitCode'> & {
    readonly positional?: Readonly<Record<string, `<${string}>` | `[${string}]`>>;
    readonly inputs?: Readonly<Record<string, Flag | null>>;
  } & (Required<Pick<Presentation<OperationName, Shown>, 'withoutLibrary'>> | Required<Pick<Answer<Shown>, 'run'>>);

/** A presentation of some row, as the program handles it. */
// biome-ignore lint/suspicious/noExplicitAny: the rows' types meet only inside one command
export type AnyPresentation = Presentation<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyMode = Mode<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyOwnCommand = OwnCommand<any>;
