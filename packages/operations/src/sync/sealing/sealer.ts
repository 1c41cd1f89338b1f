import {
  type ChunkSealer,
  type Codec,
  type Crypto,
  openChunk,
  type SealedChunk,
  sealChunk,
} from '@notes/sync-protocol';
import { sealing } from '../../workers.js';
import type { SealTask } from './seal-task.js';

const TASK = new URL('../../../dist/sync/sealing/seal-task.js', import.meta.url);
/** So many bytes are sealed before a thread that would take them over has started. */
const HERE_FIRST_BYTES = 8 * 1024 * 1024;
/** What is shorter is done before it has come to a thread and back; Node keeps such bytes in memory that others use. */
const HERE_BYTES = 32 * 1024;

/** Seals and opens chunks beside this thread where there are many, which has files to read and write meanwhile. */
export function sealerBeside(crypto: Crypto, codec: Codec): ChunkSealer {
  let doneHere = 0;
  const done = async <Done>({ buffer, length }: Uint8Array, task: SealTask, here: () => Done): Promise<Done> => {
    if (length >= HERE_BYTES && doneHere >= HERE_FIRST_BYTES) {
      const run = { module: TASK, task, transfer: [buffer as ArrayBuffer] };
      const answer = await sealing.run<Done, undefined>(run, undefined);
      // Otherwise too much waits, and the bytes are still here.
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
