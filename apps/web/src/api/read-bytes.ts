import { createOfflineError } from './api-error.js';
import { contentPath } from './client.js';
import { parseAnswer } from './parse-answer.js';

interface ByteRange {
  /** First byte. */
  readonly start: number;
  /** Byte after the last one. */
  readonly end: number;
}

/**
 * Reads an attachment, or a range of it, from the service.
 *
 * @throws ApiError `offline` when no complete response arrives
 */
export async function readBytes(resourceId: string, signal: AbortSignal, range?: ByteRange): Promise<Uint8Array> {
  const headers = range === undefined ? undefined : { Range: `bytes=${range.start}-${range.end - 1}` };
  let answer: { readonly status: number; readonly bytes: ArrayBuffer };
  try {
    const response = await fetch(contentPath(resourceId), { signal, ...(headers && { headers }) });
    answer = { status: response.status, bytes: await response.arrayBuffer() };
  } catch (error) {
    if (signal.aborted) throw error;
    throw createOfflineError();
  }
  const { status, bytes } = answer;
  if (status !== (range === undefined ? 200 : 206)) parseAnswer({ status, body: new TextDecoder().decode(bytes) });
  return new Uint8Array(bytes);
}
