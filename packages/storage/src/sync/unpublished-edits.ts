import type { LoggedOperation, VersionVector } from '@notes/sync-protocol';
import { type MergedRevision, rebaseEdits } from '@notes/sync-protocol/merge';
import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { revisions, syncBodies, syncReplicas } from '../schema.js';
import { LogReader } from './log-reader.js';
import { deleteBody, deleteTextReference, OperationLog, OWN, updateOwnOperation } from './op-log.js';

const selectPublished = defineQuery(() =>
  build
    .select({ id: syncReplicas.id, seq: syncReplicas.segmentSeq })
    .from(syncReplicas)
    .where(eq(syncReplicas.pk, OWN)),
);
/** Keeps the text of a revision that the library does not have. */
const keepMergedBody = defineQuery(
  ({ rev, body }: Parameters<{ rev: string; body: string }>) =>
    sql`INSERT OR IGNORE INTO ${syncBodies} (${names(syncBodies.revisionId, syncBodies.body)})
      SELECT ${rev}, ${body} WHERE NOT EXISTS (SELECT 1 FROM ${revisions} WHERE ${revisions.id} = ${rev})`,
);

/** Edits of a replica that are in no segment. */
export class UnpublishedEdits {
  readonly #sql: Statements;
  readonly #log: LogReader;
  readonly #own: OperationLog;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
    this.#own = new OperationLog(raw);
  }

  /**
   * Rebases the edits, see `rebaseEdits`. Must run in a write of its own, in a library whose log is materialized.
   *
   * @param awaited operations that the library still lacks in part; null when it has them
   * @param most maximum number of operations that are examined, the oldest first; all by default
   * @returns the changed operations, which may change the library
   */
  rebase(awaited: VersionVector | null, most?: number): LoggedOperation[] {
    const own = this.#sql.get(selectPublished);
    if (own === undefined || !this.#own.open()) return [];
    const edits = { replica: own.id, published: own.seq, awaited, readBody: this.#log.readBody };
    const rebased: LoggedOperation[] = [];
    for (const root of this.#listEdited(own, most)) {
      const operations = this.#log.listByLineage(root);
      const { changed, merged } = rebaseEdits(root, operations, edits);
      for (const { operation } of changed) {
        const { s, l: _l, w: _w, ...content } = operation;
        this.#sql.run(updateOwnOperation, { seq: s, operation: JSON.stringify(content) });
      }
      this.#deleteTexts(operations, changed, own.id);
      for (const revision of merged) this.#append(revision);
      rebased.push(...changed);
    }
    this.#own.close();
    return rebased;
  }

  /** Deletes the texts that only the log keeps of revisions that were replaced and that no other operation has. */
  #deleteTexts(operations: readonly LoggedOperation[], changed: readonly LoggedOperation[], own: string): void {
    const replaced = new Set(changed.flatMap(({ operation }) => (operation.op === 'doc.write' ? [] : operation.s)));
    const [gone, kept] = [new Set<string>(), new Set<string>()];
    for (const { replica, operation } of operations)
      if (operation.op === 'doc.write') (replica === own && replaced.has(operation.s) ? gone : kept).add(operation.rev);
    for (const revision of gone) {
      if (kept.has(revision)) continue;
      this.#sql.run(deleteBody, { revision });
      this.#sql.run(deleteTextReference, { revision });
    }
  }

  /** Lists the original notes of revisions that have parents or may have been published under another id. */
  #listEdited({ id, seq }: { readonly id: string; readonly seq: number }, most?: number): Set<string> {
    const written = new Set<string>();
    const edited = new Map<string, boolean>();
    for (const { operation } of this.#log.withoutBodies(id, seq, most)) {
      if (operation.op !== 'doc.write') continue;
      const { doc, rev, parents } = operation;
      // A note may have thousands of revisions, so its operations are read once.
      const isKnown = edited.get(doc) ?? !this.#isOnlyOwn(doc, id);
      edited.set(doc, isKnown || !parents.every((parent) => written.has(parent)));
      written.add(rev);
    }
    return new Set(Array.from(edited).flatMap(([doc, isEdited]) => (isEdited ? this.#log.findRoot(doc) : [])));
  }

  #isOnlyOwn(doc: string, id: string): boolean {
    return this.#log.listByEntity(doc).every(({ replica }) => replica === id);
  }

  #append({ body, at, ...content }: MergedRevision): void {
    this.#own.append(content, at);
    this.#sql.run(keepMergedBody, { rev: content.rev, body });
  }
}
