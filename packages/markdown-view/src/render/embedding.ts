/** Notes within notes, from the outermost one on. */
export interface Embedding {
  /** The embedded notes and parts around, each as `id#anchor`. */
  readonly chain: readonly string[];
  /** Number of notes embedded in the outermost note at any depth. */
  readonly total: { count: number };
}

/** Most notes embedded in each other. */
export const MAX_EMBED_DEPTH = 4;
/** Most notes embedded in one, at any depth. */
export const MAX_EMBEDS = 50;
/** Longest note that is embedded or embedded in part, in characters. */
export const MAX_EMBEDDED_BODY = 1_000_000;
/** Most characters of JSON of an embedded note, beyond its first block. */
export const MAX_EMBED_SIZE = 60_000;

/** Returns the name of a note or part of one in a chain of embedded notes. */
export const toEmbedKey = (id: string, at: string): string => `${id}#${at}`;

/** Reason for which a note is shown as a link instead. */
export type EmbedObstacle = 'cycle' | 'depth';

/** Returns the reason against embedding a note here; undefined when it can be embedded. */
export function findObstacle({ chain }: Pick<Embedding, 'chain'>, key: string): EmbedObstacle | undefined {
  if (chain.includes(key)) return 'cycle';
  return chain.length > MAX_EMBED_DEPTH ? 'depth' : undefined;
}
