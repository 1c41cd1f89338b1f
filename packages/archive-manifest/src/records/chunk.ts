import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type EntityName, getEntityOrdinal } from '../entities.js';
import { computeDigest, type HashFactory } from '../hash.js';
import { LIMITS } from '../limits.js';
import { encodeUtf8 } from '../utf8.js';
import { deflateBytes } from './deflate.js';

/** `RCK2` */
const MAGIC = 0x52434b32;
/** Numbers of the encodings of payloads. */
const IDENTITY = 0;
const DEFLATE = 1;
/** Bytes of the size of a compressed payload, which precedes it. */
export const STORED_SIZE_BYTES = 4;
export const CHUNK_HEADER_BYTES = 48;
const DIGEST_AT = 16;

export interface ChunkHeader {
  readonly ordinal: number;
  readonly records: number;
  readonly payloadBytes: number;
  readonly payloadSha256: string;
  readonly isCompressed: boolean;
}

/**
 * Encodes a chunk of lines, given without their LF.
 *
 * @throws RangeError for no lines, or for more lines or bytes than a chunk holds
 */
export function encodeChunk(entity: EntityName, lines: readonly string[], hash?: HashFactory): Uint8Array {
  const payload = encodeUtf8(lines.map((line) => `${line}\n`).join(''));
  const chunk = new Uint8Array(CHUNK_HEADER_BYTES + payload.length);
  chunk.set(payload, CHUNK_HEADER_BYTES);
  writeHeader(chunk, entity, lines.length, hash);
  return chunk;
}

/** Writes the header of a chunk whose payload is in place: so many lines, each with its LF. */
export function writeHeader(chunk: Uint8Array, entity: EntityName, records: number, hash?: HashFactory): void {
  const payload = chunk.subarray(CHUNK_HEADER_BYTES);
  if (!isWithin(records, LIMITS.recordsPerChunk) || !isWithin(payload.length, LIMITS.chunkBytes))
    throw new RangeError(`A chunk cannot hold ${records} records of ${payload.length} bytes in total`);
  const header = createView(chunk);
  header.setUint32(0, MAGIC);
  header.setUint8(4, getEntityOrdinal(entity));
  header.setUint8(5, IDENTITY);
  header.setUint16(6, 0);
  header.setUint32(8, records);
  header.setUint32(12, payload.length);
  chunk.set(hexToBytes(computeDigest(payload, hash)), DIGEST_AT);
}

/**
 * Compresses the payload of a chunk in place, when that makes the chunk smaller.
 *
 * @returns the size of the chunk
 */
export function compressChunk(chunk: Uint8Array): number {
  const stored = deflateBytes(chunk.subarray(CHUNK_HEADER_BYTES));
  const size = CHUNK_HEADER_BYTES + STORED_SIZE_BYTES + stored.length;
  if (size >= chunk.length) return chunk.length;
  const header = createView(chunk);
  header.setUint8(5, DEFLATE);
  header.setUint32(CHUNK_HEADER_BYTES, stored.length);
  chunk.set(stored, CHUNK_HEADER_BYTES + STORED_SIZE_BYTES);
  return size;
}

/** Decodes the size of a compressed payload; null for one that is not smaller than the payload. */
export function decodeStoredSize(bytes: Uint8Array, { payloadBytes }: ChunkHeader): number | null {
  const size = createView(bytes).getUint32(0);
  return size >= 1 && size + STORED_SIZE_BYTES < payloadBytes ? size : null;
}

/** Decodes the header of a chunk; null for an invalid header. */
export function decodeChunkHeader(bytes: Uint8Array): ChunkHeader | null {
  const header = createView(bytes);
  const [codec, records, payloadBytes] = [header.getUint8(5), header.getUint32(8), header.getUint32(12)];
  const isChunk =
    header.getUint32(0) === MAGIC &&
    (codec === IDENTITY || codec === DEFLATE) &&
    header.getUint16(6) === 0 &&
    isWithin(records, LIMITS.recordsPerChunk) &&
    isWithin(payloadBytes, LIMITS.chunkBytes);
  if (!isChunk) return null;
  const payloadSha256 = bytesToHex(bytes.subarray(DIGEST_AT, CHUNK_HEADER_BYTES));
  return { ordinal: header.getUint8(4), records, payloadBytes, payloadSha256, isCompressed: codec === DEFLATE };
}

const isWithin = (value: number, most: number) => value >= 1 && value <= most;
const createView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
