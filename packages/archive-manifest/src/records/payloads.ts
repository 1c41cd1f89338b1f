import { LIMITS } from '../limits.js';
import { LF } from '../lines.js';
import { CHUNK_HEADER_BYTES, decodeChunkHeader, decodeStoredSize, STORED_SIZE_BYTES } from './chunk.js';
import { inflateInto } from './deflate.js';

/**
 * Yields the payloads of the chunks of an object whose digest was verified. A payload is valid until the next one.
 *
 * @throws RangeError for an object that is not made of chunks
 */
export function* readPayloads(object: Uint8Array): Generator<Uint8Array> {
  let inflated: Uint8Array | null = null;
  for (let at = 0; at < object.length; ) {
    const header = decodeChunkHeader(object.subarray(at, at + CHUNK_HEADER_BYTES));
    if (header === null) throw new RangeError('The chunk header is invalid');
    at += CHUNK_HEADER_BYTES;
    if (!header.isCompressed) {
      yield object.subarray(at, at + header.payloadBytes);
      at += header.payloadBytes;
      continue;
    }
    const size = decodeStoredSize(object.subarray(at), header) ?? 0;
    at += STORED_SIZE_BYTES;
    inflated ??= new Uint8Array(LIMITS.chunkBytes);
    const payload = inflated.subarray(0, header.payloadBytes);
    if (!inflateInto(object.subarray(at, at + size), payload)) throw new RangeError('The payload is invalid');
    yield payload;
    at += size;
  }
}

/** Returns the end offset of each line of a payload, its LF included. */
export function findLineEnds(payload: Uint8Array): Uint32Array {
  const ends: number[] = [];
  for (let end = payload.indexOf(LF) + 1; end > 0; end = payload.indexOf(LF, end) + 1) ends.push(end);
  return Uint32Array.from(ends);
}
