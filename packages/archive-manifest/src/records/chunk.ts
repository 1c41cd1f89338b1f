import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type EntityName, getEntityOrdinal } from '../entities.js';
import { computeDigest, type HashFactory } from '../hash.js';
import { LIMITS } from '../limits.js';
import { encodeUtf8 } from '../utf8.js';

/** `RCK2` */
const MAGIC = 0x52434b32;
/**
 * Number of the identity encoding. Payloads are not compressed: the bytes would depend on the version of the
 * compressor, and a few could expand to many.
 */
const IDENTITY = 0;
export const CHUNK_HEADER_BYTES = 48;
const DIGEST_AT = 16;

export interface ChunkHeader {
  readonly ordinal: number;
  readonly records: number;
  readonly payloadBytes: number;
  readonly payloadSha256: string;
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

/** Decodes the header of a chunk; null for an invalid header. */
export function decodeChunkHeader(bytes: Uint8Array): ChunkHeader | null {
  const header = createView(bytes);
  const [records, payloadBytes] = [header.getUint32(8), header.getUint32(12)];
  const isChunk =
    header.getUint32(0) === MAGIC &&
    header.getUint8(5) === IDENTITY &&
    header.getUint16(6) === 0 &&
    isWithin(records, LIMITS.recordsPerChunk) &&
    isWithin(payloadBytes, LIMITS.chunkBytes);
  if (!isChunk) return null;
  const payloadSha256 = bytesToHex(bytes.subarray(DIGEST_AT, CHUNK_HEADER_BYTES));
  return { ordinal: header.getUint8(4), records, payloadBytes, payloadSha256 };
}

const isWithin = (value: number, most: number) => value >= 1 && value <= most;
const createView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
