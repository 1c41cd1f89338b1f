import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, links, notebooks } from '../schema.js';

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

const d = alias(documents, 'd');
const n = alias(notebooks, 'n');

const WITH_TARGET = sql`FROM ${links} INDEXED BY links_target
  WHERE ${links.targetPk} IS NOT NULL AND ${links.sourcePk} <> ${links.targetPk}`;
const countLinks = defineQuery(() => rows({ n: sql<number>`count(*)` }, (list) => sql`SELECT ${list} ${WITH_TARGET}`));
/** Selects the sources of each target as JSON: reading a row costs more than parsing a key. */
const selectSources = defineQuery(() =>
  rows(
    { target: sql<number>`${links.targetPk}`, sources: sql<string>`json_group_array(DISTINCT ${links.sourcePk})` },
    (list) => sql`SELECT ${list} ${WITH_TARGET} GROUP BY ${links.targetPk}`,
  ),
);
const countNodes = defineQuery(() => build.select({ n: sql<number>`count(*)` }).from(documents));
const selectNodes = defineQuery(() =>
  rows(
    { pk: d.pk, isActive: sql<number>`${d.deletedAt} IS NULL`, isReadOnly: sql<number>`${n.readOnly}` },
    (list) => sql`SELECT ${list} FROM ${documents} ${d} INDEXED BY documents_notebook
      JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk}`,
  ),
);

/** Reads the graph in the current state of a connection. */
export function readLinkGraph(raw: Connection): LinkGraph {
  const statements = new Statements(raw);
  return { edges: readEdges(statements), ...readNodes(statements) };
}

function readEdges(statements: Statements): LinkGraph['edges'] {
  const edges = new Int32Array(statements.count(countLinks) * 2);
  let length = 0;
  for (const { target, sources } of statements.iterate(selectSources))
    for (const source of JSON.parse(sources) as number[]) {
      edges[length++] = source;
      edges[length++] = target;
    }
  return edges.slice(0, length);
}

function readNodes(statements: Statements): Pick<LinkGraph, 'nodes' | 'flags'> {
  const count = statements.count(countNodes);
  const nodes = new Int32Array(count);
  const flags = new Uint8Array(count);
  let at = 0;
  for (const { pk, isActive, isReadOnly } of statements.iterate(selectNodes)) {
    nodes[at] = pk;
    flags[at++] = isActive * NODE_FLAGS.active + isReadOnly * NODE_FLAGS.readOnly;
  }
  return { nodes, flags };
}
