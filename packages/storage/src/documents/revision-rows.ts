import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { build, defineQuery, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { revisions } from '../schema.js';
import type { OldRevision } from './content.js';

const selectNextRevision = defineQuery(() =>
  build.select({ pk: sql<number>`coalesce(max(${revisions.pk}), 0) + 1` }).from(revisions),
);
const selectRevisionPk = defineQuery(({ id, documentPk }: Parameters<{ id: string; documentPk: number }>) =>
  build
    .select({ pk: revisions.pk })
    .from(revisions)
    .where(and(eq(revisions.id, id), eq(revisions.documentPk, documentPk))),
);
const insertRevision = defineQuery((revision: Parameters<typeof revisions.$inferSelect>) => {
  const { pk, id, documentPk, createdAt, origin, title, sizeBytes, bodySha256, body } = revision;
  return build.insert(revisions).values({ pk, id, documentPk, createdAt, origin, title, sizeBytes, bodySha256, body });
});
const deleteRevisions = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(revisions).where(eq(revisions.documentPk, pk)),
);

/** Rows of revisions. Keys are given in advance, since a note and its current revision refer to each other. */
export class RevisionRows {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Key of the next new revision. */
  nextPk(): number {
    return this.#sql.count(selectNextRevision);
  }

  /** Returns the key of a revision of a note. */
  findPk(documentPk: number, id: string): number | undefined {
    return this.#sql.value(selectRevisionPk, { id, documentPk });
  }

  insert(pk: number, documentPk: number, revision: OldRevision): void {
    const { revisionId: id, at: createdAt, origin, title, sizeBytes, body } = revision;
    const bodySha256 = hash('sha256', body, 'buffer');
    this.#sql.run(insertRevision, { pk, id, documentPk, createdAt, origin, title, sizeBytes, bodySha256, body });
  }

  /** Deletes all revisions of a note. */
  removeAll(documentPk: number): void {
    this.#sql.run(deleteRevisions, { pk: documentPk });
  }
}
