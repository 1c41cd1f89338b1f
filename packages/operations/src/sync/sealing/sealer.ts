import {
  type ChunkSealer,
  type Codec,
  type Crypto,
  openChunk,
  type SealedChunk,
  sealChunk,
} from '@notes/sync-protocol';
import { sealing } from '../../platform/workers.js';
import type { SealTask } from './seal-task.js';

const TASK = new URL('../../../dist/sync/sealing/seal-task.js', import.meta.url);
/** Bytes encrypted on this thread before a worker thread starts. */
const HERE_FIRST_BYTES = 8 * 1024 * 1024;
/**
 * Bytes below which this thread is faster than a transfer to a worker. Node keeps such small buffers in a shared pool.
 */
const HERE_BYTES = 32 * 1024;

/**
 * Returns a sealer that encrypts and decrypts large amounts of data on a worker thread, while this thread reads and
 * writes files.
 */
export function sealerBeside(crypto: Crypto, codec: Codec): ChunkSealer {
  let doneHere = 0;
  const done = async <Done>({ buffer, length }: Uint8Array, task: SealTask, here: () => Done): Promise<Done> => {
    if (length >= HERE_BYTES && doneHere >= HERE_FIRST_BYTES) {
      const run = { module: TASK, task, transfer: [buffer as ArrayBuffer] };
      const answer = await sealing.run<Done, undefined>(run, undefined);
      // The worker's queue was full, so the bytes were not transferred.
      if (answer !== undefined) return answer;
    }
    doneHere += length;
    return here();
  };
  return {
    seal: (content) => done<SealedChunk>(content.payload, { seal: content }, () => sealChunk(crypto, codec, content)),
    open: (found) => done<Uint8Array | null>(found.bytes, { open: found }, () => openChunk(crypto, codec, found)),
  };
}
