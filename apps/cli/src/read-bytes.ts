import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { ServiceError } from '@notes/contract';
import { UsageError } from './failures.js';
import type { Call } from './presentation.js';

/** The path that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Reads a file, or standard input, a piece at a time; Ctrl-C ends it where the command is a long one.
 *
 * @param label what messages call it
 * @throws UsageError when nobody is there to type it; ServiceError `not_found`
 */
export async function* readBytes(call: Call, path: string, label = path): AsyncGenerator<Buffer> {
  const isTyped = path === STANDARD_INPUT && 'isTTY' in call.stdin && call.stdin.isTTY === true;
  if (isTyped && !call.mayAsk) throw new UsageError(`${label}: nobody is there to type`);
  try {
    const source = path === STANDARD_INPUT ? (call.stdin as Readable) : createReadStream(path);
    yield* (call.signal === undefined ? source : addAbortSignal(call.signal, source)) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ServiceError('not_found', `${label}: cannot be read (${code})`, { cause: error });
  }
}
