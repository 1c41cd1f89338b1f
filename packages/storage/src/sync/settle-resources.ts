import {
  bundleView,
  dotOf,
  embeddedResources,
  type LoggedOperation,
  provenanceOf,
  resourceView,
} from '@notes/sync-protocol';
import { Statements } from '../library/statements.js';
import type { LogReader } from './log-reader.js';
import type { Settling } from './settle.js';
import type { BundleState, ResourceState, States } from './states.js';

/** Checks for a relation to a note other than an embed. */
const IS_ATTACHED = `SELECT EXISTS (SELECT 1 FROM document_resources dr JOIN resources r ON r.pk = dr.resource_pk
  WHERE r.id = @id AND dr.relation_type <> 'embedded')`;
/**
 * Selects texts of notes and losing texts of open conflicts that contain the address of the attachment, perhaps as the
 * start of a longer one.
 */
const NAMING = `SELECT r.body FROM documents d JOIN revisions r ON r.pk = d.revision_pk WHERE instr(r.body, @address) > 0
  UNION ALL SELECT v.body FROM sync_conflicts c JOIN revisions v ON v.id = c.record ->> '$.other.revisionId'
    WHERE c.closed_at IS NULL AND instr(v.body, @address) > 0`;
const CONDEMNED = `SELECT id FROM sync_states WHERE state ->> 'condemned'`;

/** Materializes attachments from the log, with or without their bytes. */
export class ResourceSettler {
  readonly #sql: Statements;
  readonly #settling: Settling;
  readonly #log: LogReader;
  readonly #states: States;

  constructor(settling: Settling, log: LogReader, states: States) {
    this.#sql = new Statements(settling.raw);
    this.#settling = settling;
    this.#log = log;
    this.#states = states;
  }

  settle(id: string): void {
    const { resources } = this.#settling;
    const operations = this.#log.of(id);
    const view = resourceView(operations, this.#isReferenced(id, operations));
    const row = resources.get(id);
    if (view === null) {
      if (row !== undefined) resources.remove(row);
      this.#states.delete(id);
      return;
    }
    const { sha256, sizeBytes, mimeType, filename, createdAt: at } = view;
    if (row === undefined) resources.announce({ id, sha256, sizeBytes, mimeType, filename, at });
    else if (row.filename !== filename) resources.rename(row, filename);
    const dots = operations
      .filter(({ operation }) => operation.op === 'res.create' || operation.op === 'res.name')
      .map(dotOf);
    const condemned = operations.some(({ operation }) => operation.op === 'res.delete');
    this.#states.set(id, { filename, dots, ...(condemned && { condemned }) } satisfies ResourceState);
    const known = resources.get(id);
    for (const { sourceKind, sourceId, importedAt } of provenanceOf(operations))
      if (known !== undefined) resources.recordSource(known, { kind: sourceKind, id: sourceId }, importedAt);
  }

  /**
   * Returns true when a note uses the attachment. Searches texts only when the attachment was deleted: otherwise the
   * answer has no effect.
   */
  #isReferenced(id: string, operations: readonly LoggedOperation[]): boolean {
    if (!operations.some(({ operation }) => operation.op === 'res.delete')) return false;
    if (this.#sql.count(IS_ATTACHED, { id }) === 1) return true;
    const bodies = this.#sql.rows<[string]>(NAMING, { address: `resource://default/resources/${id}` });
    return bodies.some(([body]) => [...embeddedResources(body)].includes(id));
  }

  settleBundle(id: string): void {
    const view = bundleView(this.#log.of(id));
    if (view === null) return;
    const { sha256, sizeBytes, kind, createdAt } = view;
    this.#settling.sourceBundles.announce({ id, sha256, sizeBytes, kind, createdAt });
    this.#states.set(id, { sha256 } satisfies BundleState);
  }

  /** Materializes again the attachments that were deleted while in use, which may be unused now. */
  settleCondemned(): void {
    for (const [id] of this.#sql.rows<[string]>(CONDEMNED)) this.settle(id);
  }
}
