import { type Output, ServiceError } from '@notes/contract';
import { readContent } from '../notes/resources/content.js';
import { getEssence } from '../notes/resources/mime-type.js';
import type { ToolCall, ToolCalls } from './call.js';

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
const CONTINUED = 3;
const CHARACTER = CONTINUED + 1;

async function readText(call: ToolCall, resource: Resource, asked: number, length: number): Promise<Slice> {
  const { context, maxTextBytes } = call;
  const type = getEssence(resource.mime_type);
  if (!TEXT_TYPE.test(type))
    throw new ServiceError('validation_failed', `Only text can be read, but this attachment has the type ${type}`);
  const { size_bytes: size } = resource;
  if (asked > size)
    throw new ServiceError('validation_failed', `offset: beyond the end of the attachment, which has ${size} bytes`);
  const end = Math.min(size, asked + Math.min(length, maxTextBytes));
  const bytes = await readBytes(context.library, resource, asked, Math.min(size, end + CONTINUED));
  const from = asked === 0 ? 0 : nextStart(bytes, 0);
  const most = end === size ? bytes.length : Math.max(from, lastStart(bytes, end - asked));
  // The call asked for less than one character. The whole character is returned where the limit allows, for otherwise
  // the caller could not continue.
  if (most === from && from < bytes.length && length < CHARACTER) return readText(call, resource, asked, CHARACTER);
  const isLonger = Buffer.byteLength(bytes.toString('utf8', from, most)) > maxTextBytes;
  const to = isLonger ? asReplaced(bytes, from, maxTextBytes) : most;
  const text = bytes.toString('utf8', from, to);
  const next = asked + to;
  const truncated = next < size;
  return {
    text,
    offset: asked + from,
    length: to - from,
    truncated,
    ...(truncated && { next_offset: next }),
  };
}

/**
 * Returns the end of a range of invalid UTF-8: each invalid byte becomes the three bytes of a replacement character.
 */
function asReplaced(bytes: Buffer, from: number, maxTextBytes: number): number {
  const furthest = from + Math.floor(maxTextBytes / 3);
  const start = lastStart(bytes, furthest);
  return start > from ? start : furthest;
}

async function readBytes(library: ToolCall['context']['library'], resource: Resource, from: number, to: number) {
  if (from === to) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  const content = { ...resource, download: false };
  for await (const piece of readContent(library, content, { first: from, last: to - 1 })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const continues = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Returns the first byte from `at` on that starts a character; in invalid UTF-8 at most three bytes after `at`. */
function nextStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start < at + CONTINUED && continues(bytes[start])) start += 1;
  return start;
}

/** Returns the last byte up to `at` that starts a character; in invalid UTF-8 at most three bytes before `at`. */
function lastStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > at - CONTINUED && continues(bytes[start])) start -= 1;
  return start;
}
