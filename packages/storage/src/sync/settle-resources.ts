import { bundleView, dotOf, provenanceOf, resourceView } from '@notes/sync-protocol';
import { Statements } from '../statements.js';
import type { LogReader } from './log-reader.js';
import type { Settling } from './settle.js';
import type { BundleState, ResourceState, States } from './states.js';

/** A note has it, or what stands aside of one names it. */
const IS_REFERENCED = `SELECT EXISTS (SELECT 1 FROM document_resources dr JOIN resources r ON r.pk = dr.resource_pk WHERE r.id = @id)
  OR EXISTS (SELECT 1 FROM sync_conflicts c JOIN revisions v ON v.id = c.record ->> '$.other.revisionId'
    WHERE c.closed_at IS NULL AND instr(v.body, 'resource://default/resources/' || @id) > 0)`;
const CONDEMNED = `SELECT id FROM sync_states WHERE state ->> 'condemned'`;

/** Brings attachments to what the log says, whether or not their bytes are here. */
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
    const view = resourceView(operations, this.#sql.count(IS_REFERENCED, { id }) === 1);
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

  settleBundle(id: string): void {
    const view = bundleView(this.#log.of(id));
    if (view === null) return;
    const { sha256, sizeBytes, kind, createdAt } = view;
    this.#settling.sourceBundles.announce({ id, sha256, sizeBytes, kind, createdAt });
    this.#states.set(id, { sha256 } satisfies BundleState);
  }

  /** Those that were deleted while a note had them, and that none has any more. */
  settleCondemned(): void {
    for (const [id] of this.#sql.rows<[string]>(CONDEMNED)) this.settle(id);
  }
}
