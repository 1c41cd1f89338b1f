import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { ask, type RawRequest } from './ask.js';
import type { RawAnswer } from './raw.js';
import type { TestService } from './service.js';

export const RESOURCES = '/api/v1/resources';
export const CHUNKED = ['Transfer-Encoding', 'chunked'] as const;

/** Frames bytes in chunks for Transfer-Encoding. */
export function frameChunks(bytes: Uint8Array, chunkSize: number, last = true): Buffer {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) {
    const chunk = bytes.subarray(at, at + chunkSize);
    pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(last ? '0\r\n\r\n' : '')]);
}

/** Expects that `work` writes nothing: no change, no stored bytes, no temporary file. */
export async function leavesNothing(service: TestService, work: () => Promise<void>): Promise<void> {
  const { blobs, tmp } = service.library.store.paths;
  const everything = () => {
    const entries = [blobs, tmp].flatMap((at) => readdirSync(at, { recursive: true, withFileTypes: true }));
    const files = entries.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : []));
    return [service.changes(), files.sort()];
  };
  const before = everything();
  await work();
  expect(everything()).toEqual(before);
}

export interface Stored {
  readonly id: string;
  readonly bytes: Buffer;
  /** ETag of the content. */
  readonly tag: string;
}

/** Creates an attachment directly through the operation. */
export async function store({ world }: TestService, bytes: Uint8Array, filename = 'a file', mime_type = '') {
  const { id, sha256 } = await world.call('uploadResource', { filename, mime_type }, Readable.from([bytes]));
  const stored: Stored = { id, bytes: Buffer.from(bytes), tag: `"${sha256}"` };
  return stored;
}

export const getContentPath = (id: string, query = '') => `${RESOURCES}/${id}/content${query}`;

/** Requests the content of an attachment. */
export const getContent = (
  { port }: TestService,
  id: string,
  headers: Record<string, string> = {},
  more: Partial<RawRequest> = {},
): Promise<RawAnswer> => ask(port, { target: getContentPath(id), headers: Object.entries(headers), ...more });
