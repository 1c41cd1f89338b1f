// @ts-check
import { join } from 'node:path';
import { openSidecarEngine } from '../../search/sidecar.mjs';
import { importFrom } from '../packages.mjs';

const NEAREST = 100;
/** Number of queries that are compared with an exact search, which reads all vectors. */
const QUERIES = 50;

/**
 * Returns the mean share of the hundred nearest notes that the channel `meaning` proposes; the nearest ones are found by
 * comparing a query with the vectors of all parts of notes in the files of the index.
 * @param {import('../../search/sidecar.mjs').Sidecar} sidecar
 * @param {{ indexDir: string, model: string, library: string, queries: readonly string[] }} job
 */
export async function measureRecall(sidecar, { indexDir, model, library, queries }) {
  const { openEmbedder } = await importFrom('apps/search-sidecar', '@notes/embeddings');
  const engine = await openSidecarEngine(sidecar, library);
  const embedder = await openEmbedder({ kind: 'static', path: model });
  const step = Math.max(1, Math.floor(queries.length / QUERIES));
  const chosen = queries.filter((_, index) => index % step === 0);
  const vectors = await embedder.embed(chosen, 'query');
  const exact = await findNearest(join(indexDir, 'index', library), vectors);
  let sum = 0;
  let count = 0;
  for (const [index, text] of chosen.entries()) {
    const nearest = /** @type {string[]} */ (exact[index]);
    if (nearest.length === 0) continue;
    const { meaning } = await engine.candidates({ text, words: [], channels: ['meaning'], limit: NEAREST });
    const found = new Set(meaning.candidates.map((/** @type {{ id: string }} */ { id }) => id));
    sum += nearest.filter((id) => found.has(id)).length / nearest.length;
    count += 1;
  }
  await embedder.close();
  return sum / count;
}

/** Finds the notes whose best part is nearest to each vector. */
async function findNearest(/** @type {string} */ folder, /** @type {readonly Float32Array[]} */ vectors) {
  const { connect } = await importFrom('apps/search-sidecar', '@lancedb/lancedb');
  const database = await connect(folder);
  const name = (await database.tableNames()).find((/** @type {string} */ each) => each.startsWith('meaning_'));
  const table = await database.openTable(name);
  const best = vectors.map(() => /** @type {Map<string, number>} */ (new Map()));
  for await (const batch of table.query().select(['id', 'vector']))
    for (const { id, vector } of batch) {
      if (vector === null) continue;
      const values = vector.toArray();
      for (const [index, query] of vectors.entries()) {
        const similarity = query.reduce((sum, value, at) => sum + value * values[at], 0);
        const of = /** @type {Map<string, number>} */ (best[index]);
        if (similarity > (of.get(id) ?? -2)) of.set(id, similarity);
      }
    }
  database.close();
  return best.map((found, index) =>
    vectors[index]?.some((value) => value !== 0)
      ? [...found]
          .sort((a, b) => b[1] - a[1])
          .slice(0, NEAREST)
          .map(([id]) => id)
      : [],
  );
}
