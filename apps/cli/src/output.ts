import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type OutputStream = Writable & { readonly isTTY?: boolean };

export interface OutputOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** True when standard output takes colour. */
  readonly colour: boolean;
  /** Flags with which the command line chose its library; a command to paste needs them too. */
  readonly libraryFlags: readonly string[];
}

/** Output of a command: data on standard output, everything else on standard error. */
export class Output {
  readonly verbose: boolean;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #options: OutputOptions;

  constructor(stdout: OutputStream, stderr: OutputStream, options: OutputOptions) {
    this.verbose = options.verbose;
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#options = options;
  }

  /** Output with data on standard error: a preview before a question is not part of the answer. */
  get aside(): Output {
    return new Output(this.#stderr, this.#stderr, { ...this.#options, colour: false });
  }

  get libraryFlags(): readonly string[] {
    return this.#options.libraryFlags;
  }

  get isTerminal(): boolean {
    return this.#stdout.isTTY === true;
  }

  line(text: string): void {
    this.#stdout.write(`${text}\n`);
  }

  /** Writes text without changes. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value, null, 2));
  }

  /** Prints a notice on standard error, unless `--quiet`. */
  notice(text: string): void {
    if (!this.#options.quiet) this.#stderr.write(`${text}\n`);
  }

  /** Prints a finding that needs attention on standard error, also with `--quiet`. */
  warning(text: string): void {
    this.#stderr.write(`${text}\n`);
  }

  /** Prints a question, also with `--quiet`. */
  ask(question: string): void {
    this.#stderr.write(question);
  }

  /** Writes bytes as they come, with backpressure. */
  async bytes(source: AsyncIterable<Uint8Array>): Promise<void> {
    await pipeline(source, this.#stdout, { end: false });
  }

  bold(text: string): string {
    return this.#options.colour ? `\u001b[1m${text}\u001b[22m` : text;
  }

  dim(text: string): string {
    return this.#options.colour ? `\u001b[2m${text}\u001b[22m` : text;
  }
}

/** Returns true when a stream gets colour. Refusals override `FORCE_COLOR`, which overrides the type of the stream. */
export function wantsColour(
  stream: OutputStream,
  flag: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!flag || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return false;
  const forced = env.FORCE_COLOR;
  return forced === undefined ? stream.isTTY === true : forced !== '0';
}
