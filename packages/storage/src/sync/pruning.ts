import { parseDot, type VersionVector } from '@notes/sync-protocol';
import { findPrunable } from '@notes/sync-protocol/run';
import { and, eq, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { syncBodies, syncLineages, syncLongTexts, syncOps, syncReplicas, syncSealed, syncSegments } from '../schema.js';
import { LogReader } from './log-reader.js';
import { buildOperationKey, deleteBody, findReplicaPk, logByEntity, type OperationContent, OWN } from './op-log.js';

/** Prunable operations of a note and of the notes recovered from it. */
export interface PrunableNote {
  /** Id of the original note. */
  readonly documentId: string;
  readonly dots: readonly string[];
  /** Number of operations that are not revisions: removals, and the operations they cancel. */
  readonly tombstones: number;
  /** Size in bytes of the operations, and of the short texts that only the log keeps. */
  readonly bytes: number;
  /** Number of long texts that only the log keeps. */
  readonly texts: number;
  readonly textBytes: number;
}

/** Encrypted own operations that can be removed, up to a segment. */
export interface PrunableSegments {
  readonly through: number;
  readonly segments: number;
  readonly bytes: number;
}

const o = alias(syncOps, 'o');
const b = alias(syncBodies, 'b');
const t = alias(syncLongTexts, 't');
const l = alias(syncLineages, 'l');
const s = alias(syncSealed, 's');
const g = alias(syncSegments, 'g');

const count = (name: OperationContent['op']) => sql`sum(${o.operation} ->> 'op' = ${name})`;
/** Selects notes with more operations than their current state needs. */
const selectCandidates = defineQuery(() =>
  rows(
    { root: sql<string>`coalesce(${l.root}, c.entity)` },
    (list) => sql`SELECT DISTINCT ${list} FROM (
        SELECT ${o.entity} FROM ${logByEntity} ${o} WHERE ${o.entity} >= 'doc_' AND ${o.entity} < 'doc\`'
        GROUP BY ${o.entity}
        HAVING ${count('doc.write')} > 1 OR ${count('doc.home')} > 1 OR ${count('doc.purge')} > 0
          OR ${count('doc.restore')} > 0 OR ${count('doc.tag_remove')} > 0 OR ${count('doc.detach')} > 0) c
      LEFT JOIN ${syncLineages} ${l} ON ${l.id} = c.entity ORDER BY 1`,
  ),
);
const weightFields = {
  op: sql<string>`o.operation ->> 'op'`,
  operation: sql<number>`length(o.operation)`,
  body: sql<number | null>`octet_length(${b.body})`,
  text: sql<number | null>`${t.sizeBytes}`,
};
/** Measures an operation, the text that only the log keeps, and the long text to which it refers. */
const measureOperation = defineQuery(({ replica, seq }: Parameters<{ replica: string; seq: number }>) =>
  rows(
    weightFields,
    (list) => sql`SELECT ${list} FROM (SELECT ${syncOps.operation} FROM ${syncOps}
        WHERE ${syncOps.pk} = ${buildOperationKey(findReplicaPk(replica), seq)}) o
      LEFT JOIN ${syncBodies} ${b} ON ${b.revisionId} = o.operation ->> 'rev'
      LEFT JOIN ${syncLongTexts} ${t} ON ${t.revisionId} = o.operation ->> 'rev'`,
  ),
);
/** Counts the segments within the floor, except the newest segment, which shows the end of the log. */
const selectPrunableSegments = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  rows(
    {
      through: sql<number>`coalesce(max(${s.n}), 0)`,
      segments: sql<number>`count(*)`,
      bytes: sql<number>`coalesce(sum(octet_length(${s.bytes})), 0)`,
    },
    (list) => sql`SELECT ${list} FROM ${syncSealed} ${s} JOIN ${syncSegments} ${g} ON ${g.n} = ${s.n}
        AND ${g.replica} = (SELECT ${syncReplicas.id} FROM ${syncReplicas} WHERE ${syncReplicas.pk} = ${OWN})
      WHERE ${s.artifactClass} = 'ops' AND ${g.seq} BETWEEN 1 AND ${seq}
        AND ${s.n} < (SELECT max(${syncSealed.n}) FROM ${syncSealed} WHERE ${syncSealed.artifactClass} = 'ops')`,
  ),
);
const selectSegmentEnd = defineQuery(({ replica, index }: Parameters<{ replica: string; index: number }>) =>
  rows(
    {
      sha256: syncSegments.sha256,
      seq: sql<number | null>`(SELECT min(${g.seq}) FROM ${syncSegments} ${g}
        WHERE ${g.replica} = ${replica} AND ${g.n} >= ${index} AND ${g.seq} > 0)`,
    },
    (list) => sql`SELECT ${list} FROM ${syncSegments}
      WHERE ${syncSegments.replica} = ${replica} AND ${syncSegments.n} = ${index}`,
  ),
);

/** Finds prunable operations and segments. */
export class PruningReader {
  protected readonly sql: Statements;
  readonly #log: LogReader;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /**
   * Notes with prunable operations, ascending by id.
   *
   * @param floor `retention` of `computeFloors`
   */
  notes(floor: VersionVector): PrunableNote[] {
    const roots = this.sql.all(selectCandidates);
    return roots.map(({ root }) => this.note(root, floor)).filter(({ dots }) => dots.length > 0);
  }

  note(root: string, floor: VersionVector): PrunableNote {
    const dots = [...findPrunable(root, this.#log.listByLineage(root), floor)].sort();
    let [tombstones, texts, textBytes, bytes] = [0, 0, 0, 0];
    for (const dot of dots) {
      const { op, operation, body, text } = this.sql.get(measureOperation, parseDot(dot)) as Row<typeof weightFields>;
      if (op !== 'doc.write') tombstones += 1;
      bytes += operation;
      if (text === null || body === null) bytes += body ?? 0;
      else [texts, textBytes] = [texts + 1, textBytes + body];
    }
    return { documentId: root, dots, tombstones, texts, textBytes, bytes };
  }

  /**
   * Returns the own segments that can be removed.
   *
   * @param seq number of the last own operation that they may contain
   */
  segments(seq: number): PrunableSegments {
    return this.sql.get(selectPrunableSegments, { seq }) as PrunableSegments;
  }

  /**
   * Returns the digest of an applied segment and a number at or after its last operation; undefined for any other
   * segment.
   */
  findSegmentEnd(replica: string, index: number): { readonly sha256: string; readonly seq: number | null } | undefined {
    return this.sql.get(selectSegmentEnd, { replica, index });
  }
}

type Dot = Parameters<ReturnType<typeof parseDot>>;
const selectRevision = defineQuery(({ replica, seq }: Dot) =>
  build
    .select({ revision: sql<string | null>`${syncOps.operation} ->> 'rev'` })
    .from(syncOps)
    .where(eq(syncOps.pk, buildOperationKey(findReplicaPk(replica), seq))),
);
const deleteOperation = defineQuery(({ replica, seq }: Dot) =>
  build.delete(syncOps).where(eq(syncOps.pk, buildOperationKey(findReplicaPk(replica), seq))),
);
export const markPruned = defineQuery(({ replica, seq }: Dot) =>
  build
    .update(syncReplicas)
    .set({ forgotten: sql`max(${syncReplicas.forgotten}, ${seq})` })
    .where(eq(syncReplicas.id, replica)),
);
const deleteSegments = defineQuery(({ through }: Parameters<{ through: number }>) =>
  build.delete(syncSealed).where(and(eq(syncSealed.artifactClass, 'ops'), lte(syncSealed.n, through))),
);

export class PruningWriter extends PruningReader {
  /** Deletes operations from the log, with the texts that only the log keeps. */
  prune(dots: readonly string[]): void {
    for (const dot of dots) {
      const at = parseDot(dot);
      const revision = this.sql.value(selectRevision, at) ?? null;
      this.sql.run(deleteOperation, at);
      this.sql.run(markPruned, at);
      if (revision !== null) this.sql.run(deleteBody, { revision });
    }
  }

  /** Deletes encrypted own operations up to a segment. */
  dropSegments(through: number): void {
    this.sql.run(deleteSegments, { through });
  }
}
