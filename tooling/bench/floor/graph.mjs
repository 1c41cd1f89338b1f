// @ts-check
import { toPlacedReference } from './answers.mjs';

const statements = {
  /** Query for the unvisited neighbours of one level: one join for either direction. */
  next: `SELECT l.target_pk AS pk FROM json_each(@level) k CROSS JOIN links l ON l.source_pk = k.value
      WHERE l.target_pk IS NOT NULL AND l.target_pk NOT IN (SELECT value FROM json_each(@known))
    UNION SELECT l.source_pk FROM json_each(@level) k CROSS JOIN links l ON l.target_pk = k.value
      WHERE l.source_pk NOT IN (SELECT value FROM json_each(@known))
    LIMIT @most + 0`,
  names: `SELECT d.pk, d.id, d.title, n.id AS notebook_id FROM json_each(?) k CROSS JOIN documents d ON d.pk = k.value
    JOIN notebooks n ON n.pk = d.notebook_pk`,
  /** Forces the index by source: SQLite would otherwise read every link to each of them. */
  edges: `SELECT DISTINCT l.source_pk, l.target_pk FROM json_each(@known) k CROSS JOIN links l ON l.source_pk = k.value
    WHERE l.target_pk <> l.source_pk AND +l.target_pk IN (SELECT value FROM json_each(@known))`,
};

/** Graph queries without a copy of the graph in memory. */
export class FloorGraph {
  #sql;

  constructor(/** @type {any} */ database) {
    this.#sql = /** @type {Record<keyof typeof statements, any>} */ (
      Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)]))
    );
  }

  /** Returns the notes around one note, level by level, and the links among them. */
  around(/** @type {number} */ root, /** @type {number} */ depth, /** @type {number} */ maxNodes) {
    const distances = new Map([[root, 0]]);
    const serialiseKnown = () => JSON.stringify([...distances.keys()]);
    let level = [root];
    for (let distance = 1; distance <= depth && level.length > 0; distance++) {
      const most = maxNodes - distances.size;
      const rows = this.#sql.next.all({ level: JSON.stringify(level), known: serialiseKnown(), most });
      level = rows.map((/** @type {any} */ row) => row.pk);
      for (const pk of level) distances.set(pk, distance);
    }
    const names = new Map(this.#sql.names.all(serialiseKnown()).map((/** @type {any} */ row) => [row.pk, row]));
    const edges = this.#sql.edges.raw().all({ known: serialiseKnown() });
    return {
      nodes: [...distances].map(([pk, distance]) => ({ ...toPlacedReference(names.get(pk)), distance })),
      edges: edges.map((/** @type {[number, number]} */ [source, target]) => ({
        source: names.get(source).id,
        target: names.get(target).id,
      })),
      truncated: distances.size === maxNodes,
      requested_depth: depth,
    };
  }
}
