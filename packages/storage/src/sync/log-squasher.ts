import { type LoggedOperation, squash } from '@notes/sync-protocol';
import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { revisions, syncConflicts, syncOps, syncReplicas } from '../schema.js';
import { LogReader } from './log-reader.js';
import {
  buildIsPurged,
  buildOwnKey,
  deleteBody,
  deleteTextReference,
  OWN,
  OWN_SEQ,
  updateOwnOperation,
} from './op-log.js';

/** Maximum number of latest own operations that are examined, for a library that records all its contents at once. */
const MAX_EXAMINED_OPERATIONS = 5_000;
const selectFresh = defineQuery(() =>
  rows(
    {
      id: syncReplicas.id,
      after: sql<number>`max(${syncReplicas.offered}, ${syncReplicas.segmentSeq}, ${OWN_SEQ} - ${MAX_EXAMINED_OPERATIONS})`,
    },
    (list) => sql`SELECT ${list} FROM ${syncReplicas} WHERE ${syncReplicas.pk} = ${OWN}`,
  ),
);
const hasOperationsAfter = defineQuery(({ after }: Parameters<{ after: number }>) =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${syncOps} WHERE ${syncOps.pk} > ${buildOwnKey(after)})`),
);
/** Checks for conflicts and purges, which may refer to revisions apart from the log. */
const isNamed = defineQuery(({ doc }: Parameters<{ doc: string }>) =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${syncConflicts} WHERE ${syncConflicts.subject} = ${doc}) OR ${buildIsPurged(doc)}`,
  ),
);
const selectRevision = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  build
    .select({ revision: sql<string>`${syncOps.operation} ->> 'rev'` })
    .from(syncOps)
    .where(eq(syncOps.pk, buildOwnKey(seq))),
);
const selectOrigin = defineQuery(({ revision }: Parameters<{ revision: string }>) =>
  build.select({ origin: revisions.origin }).from(revisions).where(eq(revisions.id, revision)),
);
const offerAll = defineQuery(() =>
  build
    .update(syncReplicas)
    .set({ offered: OWN_SEQ })
    .where(sql`${syncReplicas.pk} = ${OWN} AND ${syncReplicas.offered} < ${OWN_SEQ}`),
);

/** Shortens the own log before other replicas see it. */
export class LogSquasher {
  readonly #sql: Statements;
  readonly #log: LogReader;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /**
   * Combines revisions that were written in quick succession into one in the log; the library keeps them. See `squash`.
   * The text that an agent, a script or a person replaced stays in the log when another of them had written it.
   */
  squash(): void {
    const fresh = this.#sql.get(selectFresh);
    if (fresh === undefined || this.#sql.count(hasOperationsAfter, { after: fresh.after }) === 0) return;
    const named = new Map<string, boolean>();
    const operations = this.#log.withoutBodies(fresh.id, fresh.after);
    for (const { operation } of squash(operations, { mayReplace: this.#hasSameOrigin })) {
      const doc = (operation as { doc: string }).doc;
      if (!named.has(doc)) named.set(doc, this.#sql.count(isNamed, { doc }) === 1);
      if (named.get(doc) === false) this.#replace(operation);
    }
  }

  /** Marks the own operations as published or reported: from now on they do not change. */
  markPublished(): void {
    this.#sql.run(offerAll);
  }

  readonly #hasSameOrigin = (revision: string, next: string): boolean =>
    this.#sql.value(selectOrigin, { revision }) === this.#sql.value(selectOrigin, { revision: next });

  #replace({ s, l: _l, w: _w, ...content }: LoggedOperation['operation']): void {
    if (content.op !== 'doc.write') {
      const revision = this.#sql.value(selectRevision, { seq: s }) as string;
      this.#sql.run(deleteBody, { revision });
      this.#sql.run(deleteTextReference, { revision });
    }
    this.#sql.run(updateOwnOperation, { seq: s, operation: JSON.stringify(content) });
  }
}
