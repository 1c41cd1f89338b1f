import { zlibCodec } from '@notes/sync-protocol/node';
import {
  type ChunkContent,
  decryptChunk,
  type EncryptedChunk,
  encryptChunk,
  type FoundChunk,
} from '@notes/sync-protocol/run';
import { Piscina } from 'piscina';
import { syncCrypto } from '../crypto.js';

export type SealTask = { readonly seal: ChunkContent } | { readonly open: FoundChunk };

type Movable = Parameters<typeof Piscina.move>[0];

/** Encrypts or decrypts a chunk in a worker. */
export default (task: SealTask): EncryptedChunk | Uint8Array | null => {
  if ('seal' in task) {
    const sealed = encryptChunk(syncCrypto, zlibCodec, task.seal);
    return handOver(sealed, sealed.bytes);
  }
  const payload = decryptChunk(syncCrypto, zlibCodec, task.open);
  return payload && handOver(payload, payload);
};

/** Returns a value whose bytes are transferred without a copy; the worker no longer needs them. */
function handOver<Value extends object>(value: Value, { buffer }: Uint8Array): Value {
  const moved = { [Piscina.transferableSymbol]: [buffer], [Piscina.valueSymbol]: value };
  return Piscina.move(moved as unknown as Movable) as unknown as Value;
}
