import type { Connection } from '../library/connection.js';

/** Bits of a node's flags. */
export const NODE_FLAGS = { active: 1, readOnly: 2 } as const;

/** Link graph of all notes, by key. */
export interface LinkGraph {
  /** Pairs of source and target, without duplicates and self-links; includes links of trashed notes. */
  readonly edges: Int32Array<ArrayBuffer>;
  /** Keys of all notes, trashed ones too. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** Bits of {@link NODE_FLAGS} for each of `nodes`. */
  readonly flags: Uint8Array<ArrayBuffer>;
}

/** Reads the graph in the current state of a connection. */
export function readLinkGraph(raw: Connection): LinkGraph {
  return { edges: readEdges(raw), ...readNodes(raw) };
}

const LINKS = 'FROM links INDEXED BY links_target WHERE target_pk IS NOT NULL AND source_pk <> target_pk';

function readEdges(raw: Connection): LinkGraph['edges'] {
  const count = raw.prepare(`SELECT count(*) ${LINKS}`).pluck().get() as number;
  const edges = new Int32Array(count * 2);
  let length = 0;
  const rows = raw.prepare(`SELECT DISTINCT source_pk, target_pk ${LINKS}`).raw().iterate();
  for (const [source, target] of rows as Iterable<[number, number]>) {
    edges[length++] = source;
    edges[length++] = target;
  }
  return edges.slice(0, length);
}

function readNodes(raw: Connection): Pick<LinkGraph, 'nodes' | 'flags'> {
  const count = raw.prepare('SELECT count(*) FROM documents').pluck().get() as number;
  const nodes = new Int32Array(count);
  const flags = new Uint8Array(count);
  let n = 0;
  const rows = raw
    .prepare(
      `SELECT d.pk, d.deleted_at IS NULL, n.read_only FROM documents d INDEXED BY documents_notebook
       JOIN notebooks n ON n.pk = d.notebook_pk`,
    )
    .raw()
    .iterate();
  for (const [pk, active, readOnly] of rows as Iterable<[number, number, number]>) {
    nodes[n] = pk;
    flags[n++] = active * NODE_FLAGS.active + readOnly * NODE_FLAGS.readOnly;
  }
  return { nodes, flags };
}
