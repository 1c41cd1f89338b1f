import { type Embedder, EmbeddingError } from '@notes/embeddings';
import type { EngineEntry } from '@notes/search-engine';
import type { Log } from '../log.js';
import type { VectorRow } from './vector-table.js';

/** Text that shows whether the model works. */
export const PROBE = 'note';

/** Note with the texts of its parts. */
export interface NoteParts extends EngineEntry {
  readonly texts: readonly string[];
}

/**
 * Returns the rows of notes: one for each vector, or one without a vector. A note that the model refuses while it works
 * for others has none.
 *
 * @throws EmbeddingError when the model does not work
 */
export async function embedNotes(
  notes: readonly NoteParts[],
  embedder: Embedder,
  log: Log,
  signal: AbortSignal,
): Promise<VectorRow[]> {
  try {
    return await embedTogether(notes, embedder, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const rows: VectorRow[] = [];
    for (const note of notes) rows.push(...(await embedAlone(note, embedder, log, signal)));
    return rows;
  }
}

async function embedAlone(note: NoteParts, embedder: Embedder, log: Log, signal: AbortSignal): Promise<VectorRow[]> {
  try {
    return await embedTogether([note], embedder, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await embedder.embed([PROBE], 'document', signal);
    log(`The model refuses the note ${note.id}, which is not found by meaning`, error);
    return [{ id: note.id, version: note.version, vector: null }];
  }
}

/** Returns true for an error that may be due to the texts. */
const isRefusal = (error: unknown) => error instanceof EmbeddingError && error.code === 'failed';

async function embedTogether(
  notes: readonly NoteParts[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<VectorRow[]> {
  const texts = notes.flatMap((note) => note.texts);
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts, 'document', signal);
  let from = 0;
  return notes.flatMap(({ id, version, texts: own }): VectorRow[] => {
    const found = vectors.slice(from, from + own.length).filter(isNotZero);
    from += own.length;
    return found.length === 0 ? [{ id, version, vector: null }] : found.map((vector) => ({ id, version, vector }));
  });
}

/** Returns true for a vector other than that of a text in which the model knows no word. */
export const isNotZero = (vector: Float32Array): boolean => vector.some((number) => number !== 0);
