import { LIMITS } from '../limits.js';
import { LF } from '../lines.js';
import { CHUNK_HEADER_BYTES, decodeChunkHeader, decodeStoredSize, STORED_SIZE_BYTES } from './chunk.js';
import { inflateInto } from './deflate.js';

/** Chunk of an object of records. */
export interface StoredChunk {
  /** Header and payload as stored. */
  readonly bytes: Uint8Array;
  /** Lines of the records, decompressed. */
  readonly payload: Uint8Array;
  readonly records: number;
}

/**
 * Yields the chunks of an object whose digest was verified. A payload is valid until the next one.
 *
 * @throws RangeError for an object that is not made of chunks
 */
export function* readChunks(object: Uint8Array): Generator<StoredChunk> {
  let inflated: Uint8Array | null = null;
  for (let at = 0; at < object.length; ) {
    const header = decodeChunkHeader(object.subarray(at, at + CHUNK_HEADER_BYTES));
    if (header === null) throw new RangeError('The chunk header is invalid');
    const { records, payloadBytes } = header;
    const start = at + CHUNK_HEADER_BYTES;
    if (header.isCompressed) inflated ??= new Uint8Array(LIMITS.chunkBytes);
    const stored = object.subarray(start);
    const size = header.isCompressed ? STORED_SIZE_BYTES + (decodeStoredSize(stored, header) ?? 0) : payloadBytes;
    const payload =
      inflated !== null && header.isCompressed ? inflated.subarray(0, payloadBytes) : stored.subarray(0, size);
    if (header.isCompressed && !inflateInto(stored.subarray(STORED_SIZE_BYTES, size), payload))
      throw new RangeError('The payload is invalid');
    yield { bytes: object.subarray(at, start + size), payload, records };
    at = start + size;
  }
}

/** Returns the end offset of each line of a payload, its LF included. */
export function findLineEnds(payload: Uint8Array): Uint32Array {
  const ends: number[] = [];
  for (let end = payload.indexOf(LF) + 1; end > 0; end = payload.indexOf(LF, end) + 1) ends.push(end);
  return Uint32Array.from(ends);
}
