import { isUtf8 } from 'node:buffer';
import { createNoteTooLargeError, textLimits } from '@notes/contract';
import { UsageError } from './failures.js';
import type { Call } from './presentation.js';
import { readBytes } from './read-bytes.js';

/**
 * Reads a text of at most 16 MiB from a file, or from standard input.
 *
 * @param label name of the source in messages
 * @throws UsageError for text that is not UTF-8, and for standard input from a terminal with prompts disabled;
 * ServiceError `not_found`, `body_too_large`
 */
export async function readText(call: Call, path: string, label = path): Promise<string> {
  const bytes = await readAll(readBytes(call, path, label));
  if (!isUtf8(bytes)) throw new UsageError(`${label}: this is not valid UTF-8 text`);
  return bytes.toString('utf8');
}

/** Reads to the end, or until the size exceeds that of any note. */
async function readAll(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > textLimits.body) throw createNoteTooLargeError();
  }
  return Buffer.concat(chunks);
}
