import { type Embedding, toEmbedKey } from '@notes/markdown-view';

/** Returns the embedding of a note that nothing embeds. */
export const outermost = (id: string | undefined): Embedding => ({
  chain: id === undefined ? [] : [toEmbedKey(id, '')],
  total: { count: 0 },
});
