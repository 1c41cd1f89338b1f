import { type EmbedderOptions, EmbeddingError, MAX_TEXTS, type Prefixes, type TextKind } from './embedder.js';

export const readPrefixes = ({ prefixes }: EmbedderOptions): Prefixes => ({ document: '', query: '', ...prefixes });

/**
 * Puts the prefix of their kind before texts.
 *
 * @throws EmbeddingError `failed` for more than `MAX_TEXTS`
 */
export function prefixTexts(texts: readonly string[], prefixes: Prefixes, kind: TextKind): string[] {
  if (texts.length > MAX_TEXTS) throw new EmbeddingError('failed', `At most ${MAX_TEXTS} texts are embedded at once`);
  return texts.map((text) => prefixes[kind] + text);
}
