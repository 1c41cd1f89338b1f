import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { ServiceError, textLimits } from '@notes/contract';
import { UsageError } from './failures.js';
import type { Call } from './presentation.js';

/** The path that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Reads a text of at most 16 MiB from a file, or from standard input.
 *
 * @param label what messages call it
 * @throws UsageError when it is not UTF-8, or nobody is there to type it; ServiceError `not_found`, `body_too_large`
 */
export async function readText(call: Call, path: string, label = path): Promise<string> {
  const isTyped = path === STANDARD_INPUT && 'isTTY' in call.stdin && call.stdin.isTTY === true;
  if (isTyped && !call.mayAsk) throw new UsageError(`${label}: nobody is there to type`);
  const bytes = await readAll(path === STANDARD_INPUT ? call.stdin : createReadStream(path), label);
  if (!isUtf8(bytes)) throw new UsageError(`${label}: is not UTF-8 text`);
  return bytes.toString('utf8');
}

/** Reads to the end, or until it is clear that no note can hold it. */
async function readAll(stream: NodeJS.ReadableStream, label: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > textLimits.body) throw new ServiceError('body_too_large', 'a note holds at most 16 MiB of text');
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('not_found', `${label}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return Buffer.concat(chunks);
}
