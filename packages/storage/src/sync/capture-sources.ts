import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { defineQuery, evaluate, type Parameters, rows } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { documents, provenance, resourceProvenance, resources, syncOps, syncStates } from '../schema.js';
import { logByEntity, type OperationLog } from './op-log.js';

const o = alias(syncOps, 'o');
const selectSources = defineQuery(({ id }: Parameters<{ id: string }>) =>
  rows(
    {
      source_kind: provenance.sourceKind,
      source_id: provenance.sourceId,
      content_sha256: sql<string | null>`${provenance.contentSha256}`,
      imported: provenance.importedAt,
    },
    (list) => sql`SELECT ${list} FROM ${provenance}
        WHERE ${provenance.documentPk} = (SELECT ${documents.pk} FROM ${documents} WHERE ${documents.id} = ${id})
      UNION ALL SELECT ${resourceProvenance.sourceKind}, ${resourceProvenance.sourceId}, NULL,
          ${resourceProvenance.importedAt} FROM ${resourceProvenance}
        WHERE ${resourceProvenance.resourcePk} = (
          SELECT ${resources.pk} FROM ${resources} WHERE ${resources.id} = ${id})`,
  ),
);
const isInLog = defineQuery(({ id }: Parameters<{ id: string }>) =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.id} = ${id} AND ${documents.synced} IS NOT NULL)
      OR EXISTS (SELECT 1 FROM ${syncStates} WHERE ${syncStates.id} = ${id})`,
  ),
);
const selectKnownSources = defineQuery(({ target }: Parameters<{ target: string }>) =>
  rows(
    { operation: o.operation },
    (list) => sql`SELECT ${list} FROM ${logByEntity} ${o}
      WHERE ${o.entity} = ${target} AND ${o.operation} ->> 'op' = 'src.provenance'`,
  ),
);

/** Records the import sources of a note or attachment that are not in the log yet. */
export function captureSources(statements: Statements, log: OperationLog, target: string): void {
  const sources = statements.all(selectSources, { id: target });
  if (sources.length === 0 || statements.count(isInLog, { id: target }) === 0) return;
  const known = new Set(statements.all(selectKnownSources, { target }).map(({ operation }) => operation));
  for (const source of sources) {
    const content = { op: 'src.provenance', target, ...source } as const;
    if (!known.has(JSON.stringify(content))) log.append(content, source.imported);
  }
}
