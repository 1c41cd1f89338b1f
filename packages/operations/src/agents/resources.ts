import { type Output, ServiceError } from '@notes/contract';
import { readContent } from '../notes/resources/content.js';
import { getEssence } from '../notes/resources/mime-type.js';
import type { ToolCall, ToolCalls } from './run-tool.js';

type Resource = Output<'getResource'>;

export const resourceCalls = {
  read_resource: async (call, { resource_id, include_bytes, offset, length }) => {
    const resource = await call.run('getResource', { resource_id });
    const { created_at: _, ...metadata } = resource;
    if (!include_bytes && offset === undefined && length === undefined) return metadata;
    return { ...metadata, ...(await readText(call, resource, offset ?? 0, length ?? Number.POSITIVE_INFINITY)) };
  },
} satisfies Partial<ToolCalls>;

const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml)|application\/(?:x-)?(?:yaml|toml|sql|javascript|ecmascript|ndjson)|image\/svg\+xml)$/;

interface Slice {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  readonly truncated: boolean;
  readonly next_offset?: number;
}

/** Maximum continuation bytes of a UTF-8 character after its first byte. */
const MAX_CONTINUATION_BYTES = 3;
const MAX_CHARACTER_BYTES = MAX_CONTINUATION_BYTES + 1;

async function readText(call: ToolCall, resource: Resource, startByte: number, length: number): Promise<Slice> {
  const { context, maxTextBytes } = call;
  const type = getEssence(resource.mime_type);
  if (!TEXT_TYPE.test(type))
    throw new ServiceError('validation_failed', `Only text can be read, but this attachment has the type ${type}`);
  const { size_bytes: size } = resource;
  if (startByte > size)
    throw new ServiceError('validation_failed', `offset: beyond the end of the attachment, which has ${size} bytes`);
  const end = Math.min(size, startByte + Math.min(length, maxTextBytes));
  const bytes = await readBytes(context.library, resource, startByte, Math.min(size, end + MAX_CONTINUATION_BYTES));
  const from = startByte === 0 ? 0 : findNextStart(bytes, 0);
  const most = end === size ? bytes.length : Math.max(from, findLastStart(bytes, end - startByte));
  // The call asked for less than one character. The whole character is returned where the limit allows, for otherwise
  // the caller could not continue.
  if (most === from && from < bytes.length && length < MAX_CHARACTER_BYTES)
    return readText(call, resource, startByte, MAX_CHARACTER_BYTES);
  const isLonger = Buffer.byteLength(bytes.toString('utf8', from, most)) > maxTextBytes;
  const to = isLonger ? findReplacedEnd(bytes, from, maxTextBytes) : most;
  const text = bytes.toString('utf8', from, to);
  const next = startByte + to;
  const truncated = next < size;
  return {
    text,
    offset: startByte + from,
    length: to - from,
    truncated,
    ...(truncated && { next_offset: next }),
  };
}

/**
 * Returns the end of a range of invalid UTF-8: each invalid byte becomes the three bytes of a replacement character.
 */
function findReplacedEnd(bytes: Buffer, from: number, maxTextBytes: number): number {
  const furthest = from + Math.floor(maxTextBytes / 3);
  const start = findLastStart(bytes, furthest);
  return start > from ? start : furthest;
}

async function readBytes(library: ToolCall['context']['library'], resource: Resource, from: number, to: number) {
  if (from === to) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  const content = { ...resource, download: false };
  for await (const piece of readContent(library, content, { first: from, last: to - 1 })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Returns the first byte from `at` on that starts a character; in invalid UTF-8 at most three bytes after `at`. */
function findNextStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start < at + MAX_CONTINUATION_BYTES && isContinuation(bytes[start])) start += 1;
  return start;
}

/** Returns the last byte up to `at` that starts a character; in invalid UTF-8 at most three bytes before `at`. */
function findLastStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > at - MAX_CONTINUATION_BYTES && isContinuation(bytes[start])) start -= 1;
  return start;
}
