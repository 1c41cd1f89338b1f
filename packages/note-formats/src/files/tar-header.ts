import { Header } from 'tar/header';

export const BLOCK_BYTES = 512;

export interface TarHeader {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  /** Type flag: one character as in POSIX.1-1988 ("ustar") and pax; `Unsupported` for other characters. */
  readonly type: string;
}

/** Returns true for blocks of NUL bytes, two of which end an archive. */
export const isEmpty = (blocks: Buffer): boolean => blocks.every((byte) => byte === 0);

/** Parses the header in a block; undefined when it is not a header or its size is not a number. */
export function readHeader(block: Buffer): TarHeader | undefined {
  const header = decodeHeader(block);
  if (header?.cksumValid !== true || header.size === undefined) return undefined;
  const { path = '', size, mtime, typeKey: type } = header;
  return { path, size, modifiedAt: mtime?.getTime() ?? 0, type };
}

function decodeHeader(block: Buffer): Header | undefined {
  try {
    return new Header(block);
  } catch {
    // A number beyond 2^53.
    return undefined;
  }
}

const PAX_RECORD = /^\d+ ([^=]+)=(.*)\n$/s;

/**
 * Parses a pax header, which describes the next entry in records of `length key=value\n`. `Pax` of `tar` splits it at
 * line feeds instead, and so misreads a path that contains one.
 */
export function readPax(bytes: Buffer): { path?: string; size?: number } {
  const description: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 20), 10);
    if (!(length > 0)) break;
    const line = bytes.toString('utf8', at, at + length);
    const [, key, value] = PAX_RECORD.exec(line) ?? [];
    if (key === 'path') description.path = value as string;
    if (key === 'size' && /^\d{1,15}$/.test(value as string)) description.size = Number(value);
    at += length;
  }
  return description;
}
