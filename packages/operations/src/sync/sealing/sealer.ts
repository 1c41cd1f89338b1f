import type { Codec, Crypto } from '@notes/sync-protocol';
import { type ChunkCipher, decryptChunk, type EncryptedChunk, encryptChunk } from '@notes/sync-protocol/run';
import { encryptionWorker } from '../../platform/workers.js';
import type { SealTask } from './seal-task.js';

const TASK = new URL('../../../dist/sync/sealing/seal-task.js', import.meta.url);
/** Bytes encrypted on this thread before a worker thread starts. */
const WORKER_START_BYTES = 8 * 1024 * 1024;
/**
 * Bytes below which this thread is faster than a transfer to a worker. Node keeps such small buffers in a shared pool.
 */
const MIN_TRANSFER_BYTES = 32 * 1024;

/**
 * Returns a sealer that encrypts and decrypts large amounts of data on a worker thread, while this thread reads and
 * writes files.
 */
export function createSealer(crypto: Crypto, codec: Codec): ChunkCipher {
  let doneHere = 0;
  const runTask = async <Done>({ buffer, length }: Uint8Array, task: SealTask, here: () => Done): Promise<Done> => {
    if (length >= MIN_TRANSFER_BYTES && doneHere >= WORKER_START_BYTES) {
      const run = { module: TASK, task, transfer: [buffer as ArrayBuffer] };
      const answer = await encryptionWorker.run<Done, undefined>(run, undefined);
      // The worker's queue was full, so the bytes were not transferred.
      if (answer !== undefined) return answer;
    }
    doneHere += length;
    return here();
  };
  return {
    encrypt: (content) =>
      runTask<EncryptedChunk>(content.payload, { seal: content }, () => encryptChunk(crypto, codec, content)),
    decrypt: (found) =>
      runTask<Uint8Array | null>(found.bytes, { open: found }, () => decryptChunk(crypto, codec, found)),
  };
}
