import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type OutputStream = Writable & { readonly isTTY?: boolean };

export interface OutputOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Whether standard output takes colour. */
  readonly colour: boolean;
}

/** Where a command shows what it did: data on standard output, everything else on standard error. */
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

  /** The same with data on standard error: what is shown before a question is no part of the answer. */
  get aside(): Output {
    return new Output(this.#stderr, this.#stderr, { ...this.#options, colour: false });
  }

  get isTerminal(): boolean {
    return this.#stdout.isTTY === true;
  }

  line(text: string): void {
    this.#stdout.write(`${text}\n`);
  }

  /** Writes text as it is. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value, null, 2));
  }

  /** Says something about the work, unless `--quiet`. */
  notice(text: string): void {
    if (!this.#options.quiet) this.#stderr.write(`${text}\n`);
  }

  /** Asks a person something, also with `--quiet`. */
  ask(question: string): void {
    this.#stderr.write(question);
  }

  /** Writes bytes as they come, no faster than they are taken. */
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

/** Whether a stream gets colour: refusals win over `FORCE_COLOR`, and that over what the stream is. */
export function wantsColour(
  stream: OutputStream,
  flag: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!flag || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return false;
  const forced = env.FORCE_COLOR;
  return forced === undefined ? stream.isTTY === true : forced !== '0';
}
