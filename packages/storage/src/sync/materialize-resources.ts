import { getDot, type LoggedOperation } from '@notes/sync-protocol';
import { computeBundle, computeProvenance, computeResource, findEmbeddedResources } from '@notes/sync-protocol/merge';
import { Statements } from '../library/statements.js';
import type { LogReader } from './log-reader.js';
import type { MaterializerWriters } from './materializer.js';
import type { BundleState, EntityStates, ResourceState } from './states.js';

/** Checks for a relation to a note other than an embed. */
const IS_ATTACHED = `SELECT EXISTS (SELECT 1 FROM document_resources dr JOIN resources r ON r.pk = dr.resource_pk
  WHERE r.id = @id AND dr.relation_type <> 'embedded')`;
/**
 * Selects texts of notes and losing texts of open conflicts that contain the address of the attachment, perhaps as the
 * start of a longer one.
 */
const TEXTS_WITH_ADDRESS = `SELECT r.body FROM documents d JOIN revisions r ON r.pk = d.revision_pk WHERE instr(r.body, @address) > 0
  UNION ALL SELECT v.body FROM sync_conflicts c JOIN revisions v ON v.id = c.record ->> '$.other.revisionId'
    WHERE c.closed_at IS NULL AND instr(v.body, @address) > 0`;
const CONDEMNED = `SELECT id FROM sync_states WHERE state ->> 'condemned'`;

/** Materializes attachments from the log, with or without their bytes. */
export class ResourceMaterializer {
  readonly #sql: Statements;
  readonly #writers: MaterializerWriters;
  readonly #log: LogReader;
  readonly #states: EntityStates;

  constructor(settling: MaterializerWriters, log: LogReader, states: EntityStates) {
    this.#sql = new Statements(settling.raw);
    this.#writers = settling;
    this.#log = log;
    this.#states = states;
  }

  materialize(id: string): void {
    const { resources } = this.#writers;
    const operations = this.#log.listByEntity(id);
    const view = computeResource(operations, this.#isReferenced(id, operations));
    const row = resources.get(id);
    if (view === null) {
      if (row !== undefined) resources.remove(row);
      this.#states.delete(id);
      return;
    }
    const { sha256, sizeBytes, mimeType, filename, createdAt: at } = view;
    if (row === undefined) resources.insertWithoutBytes({ id, sha256, sizeBytes, mimeType, filename, at });
    else if (row.filename !== filename) resources.rename(row, filename);
    const dots = operations
      .filter(({ operation }) => operation.op === 'res.create' || operation.op === 'res.name')
      .map(getDot);
    const condemned = operations.some(({ operation }) => operation.op === 'res.delete');
    this.#states.set(id, { filename, dots, ...(condemned && { condemned }) } satisfies ResourceState);
    const known = resources.get(id);
    for (const { sourceKind, sourceId, importedAt } of computeProvenance(operations))
      if (known !== undefined) resources.recordSource(known, { kind: sourceKind, id: sourceId }, importedAt);
  }

  /**
   * Returns true when a note uses the attachment. Searches texts only when the attachment was deleted: otherwise the
   * answer has no effect.
   */
  #isReferenced(id: string, operations: readonly LoggedOperation[]): boolean {
    if (!operations.some(({ operation }) => operation.op === 'res.delete')) return false;
    if (this.#sql.count(IS_ATTACHED, { id }) === 1) return true;
    const bodies = this.#sql.rows<[string]>(TEXTS_WITH_ADDRESS, { address: `resource://default/resources/${id}` });
    return bodies.some(([body]) => [...findEmbeddedResources(body)].includes(id));
  }

  materializeBundle(id: string): void {
    const view = computeBundle(this.#log.listByEntity(id));
    if (view === null) return;
    const { sha256, sizeBytes, kind, createdAt } = view;
    this.#writers.sourceBundles.recordWithoutBytes({ id, sha256, sizeBytes, kind, createdAt });
    this.#states.set(id, { sha256 } satisfies BundleState);
  }

  /** Materializes again the attachments that were deleted while in use, which may be unused now. */
  materializeCondemned(): void {
    for (const [id] of this.#sql.rows<[string]>(CONDEMNED)) this.materialize(id);
  }
}
