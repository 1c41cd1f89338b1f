import { getDot, type LoggedOperation } from '@notes/sync-protocol';
import {
  computeBundle,
  computeProvenance,
  computeResource,
  findEmbeddedResources,
  findReferences,
  type NoteState,
} from '@notes/sync-protocol/merge';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, defineQuery, evaluate, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { EMBEDDED } from '../resources/resources.js';
import { documentResources, documents, resources, revisions, syncConflicts, syncStates } from '../schema.js';
import type { LogReader } from './log-reader.js';
import type { MaterializerWriters } from './materializer-writers.js';
import type { BundleState, EntityStates, ResourceState } from './states.js';

const d = alias(documents, 'd');
const r = alias(resources, 'r');
const dr = alias(documentResources, 'dr');
const v = alias(revisions, 'v');
const c = alias(syncConflicts, 'c');
/** Checks for a relation to a note other than an embed. */
const isAttached = defineQuery(({ id }: Parameters<{ id: string }>) =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${documentResources} ${dr} JOIN ${resources} ${r} ON ${r.pk} = ${dr.resourcePk}
      WHERE ${r.id} = ${id} AND ${dr.relationType} <> ${EMBEDDED})`,
  ),
);
/**
 * Selects texts of notes and losing texts of open conflicts that contain the address of the attachment, perhaps as the
 * start of a longer one.
 */
const selectTextsWithAddress = defineQuery(({ address }: Parameters<{ address: string }>) =>
  rows(
    { body: v.body },
    (list) => sql`SELECT ${list} FROM ${documents} ${d} JOIN ${revisions} ${v} ON ${v.pk} = ${d.revisionPk}
        WHERE instr(${v.body}, ${address}) > 0
      UNION ALL SELECT ${list} FROM ${syncConflicts} ${c}
        JOIN ${revisions} ${v} ON ${v.id} = ${c.record} ->> '$.other.revisionId'
        WHERE ${c.closedAt} IS NULL AND instr(${v.body}, ${address}) > 0`,
  ),
);
const selectCondemned = defineQuery(() =>
  build.select({ id: syncStates.id }).from(syncStates).where(sql`${syncStates.state} ->> 'condemned'`),
);

/** Materializes attachments from the log, with or without their bytes. */
export class ResourceMaterializer {
  readonly #sql: Statements;
  readonly #writers: MaterializerWriters;
  readonly #log: LogReader;
  readonly #states: EntityStates;

  constructor(writers: MaterializerWriters, log: LogReader, states: EntityStates) {
    this.#sql = new Statements(writers.raw);
    this.#writers = writers;
    this.#log = log;
    this.#states = states;
  }

  /** Restores the deleted attachments that a note references: their deletion does not count. */
  restoreReferenced(note: NoteState): void {
    for (const id of findReferences(note))
      if (this.#writers.resources.get(id) === undefined) this.#materialize(id, () => true);
  }

  materialize(id: string): void {
    this.#materialize(id, (operations) => this.#isReferenced(id, operations));
  }

  #materialize(id: string, isReferenced: (operations: readonly LoggedOperation[]) => boolean): void {
    const { resources } = this.#writers;
    const operations = this.#log.listByEntity(id);
    const view = computeResource(operations, isReferenced(operations));
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
    if (this.#sql.count(isAttached, { id }) === 1) return true;
    const texts = this.#sql.all(selectTextsWithAddress, { address: `resource://default/resources/${id}` });
    return texts.some(({ body }) => [...findEmbeddedResources(body)].includes(id));
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
    for (const { id } of this.#sql.all(selectCondemned)) this.materialize(id);
  }
}
