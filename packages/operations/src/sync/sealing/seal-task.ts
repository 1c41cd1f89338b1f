import { type ChunkContent, type FoundChunk, openChunk, type SealedChunk, sealChunk } from '@notes/sync-protocol';
import { sodiumCrypto, zlibCodec } from '@notes/sync-protocol/node';
import { Piscina } from 'piscina';

export type SealTask = { readonly seal: ChunkContent } | { readonly open: FoundChunk };

type Movable = Parameters<typeof Piscina.move>[0];

/** Seals a chunk, or opens one, in a worker. */
export default (task: SealTask): SealedChunk | Uint8Array | null => {
  if ('seal' in task) {
    const sealed = sealChunk(sodiumCrypto, zlibCodec, task.seal);
    return handOver(sealed, sealed.bytes);
  }
  const payload = openChunk(sodiumCrypto, zlibCodec, task.open);
  return payload && handOver(payload, payload);
};

/** Answers without a copy of the bytes, which nobody here needs any more. */
function handOver<Value extends object>(value: Value, { buffer }: Uint8Array): Value {
  const moved = { [Piscina.transferableSymbol]: [buffer], [Piscina.valueSymbol]: value };
  return Piscina.move(moved as unknown as Movable) as unknown as Value;
}
