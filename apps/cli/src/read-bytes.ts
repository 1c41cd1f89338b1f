import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { ServiceError } from '@notes/contract';
import { UsageError } from './failures.js';
import type { Call } from './presentation.js';

/** Path that denotes standard input. */
export const STANDARD_INPUT = '-';

/**
 * Reads a file, or standard input, in pieces; Ctrl-C ends it in long commands.
 *
 * @param label name of the source in messages
 * @throws UsageError for standard input from a terminal with prompts disabled; ServiceError `not_found`
 */
export async function* readBytes(call: Call, path: string, label = path): AsyncGenerator<Buffer> {
  const isTyped = path === STANDARD_INPUT && 'isTTY' in call.stdin && call.stdin.isTTY === true;
  if (isTyped && !call.mayAsk)
    throw new UsageError(
      `${label}: standard input is a terminal, and --no-input forbids prompts. Pipe the input into the command, or leave out --no-input`,
    );
  try {
    const source = path === STANDARD_INPUT ? (call.stdin as Readable) : createReadStream(path);
    yield* (call.signal === undefined ? source : addAbortSignal(call.signal, source)) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ServiceError(
      'not_found',
      `${label}: ${READ_ERROR_REASONS[code] ?? `the file cannot be read (${code})`}`,
      {
        cause: error,
      },
    );
  }
}

/** Reasons why a file cannot be read, by system error code. */
const READ_ERROR_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'the file does not exist',
  EACCES: 'you have no permission to read the file',
  EPERM: 'you have no permission to read the file',
  EISDIR: 'this is a folder, not a file',
  ELOOP: 'its symbolic links form a circle',
};
