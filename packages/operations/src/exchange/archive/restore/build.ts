import type { ArchiveContents, Manifest } from '@notes/archive-manifest';
import type { BuiltEntity, LibraryBuilder, RowRefusal } from '@notes/storage';
import type { ArchivedBlobs } from './archived-blobs.js';
import type { Findings } from './findings.js';
import { toRow } from './to-row.js';

/** A library under construction, and its sources. */
export interface Build {
  readonly contents: ArchiveContents;
  readonly manifest: Manifest;
  readonly blobs: ArchivedBlobs;
  readonly builder: LibraryBuilder;
  readonly findings: Findings;
  /** Called after each record; throws to stop. */
  readonly onRecord: () => void;
}

/** Records inserted in one transaction. */
export const BATCH = 1_000;

const REFUSALS = {
  id: ['archive_id_duplicate', 'another record has the same id'],
  name: ['archive_record_invalid', 'another record has the same value in a field that must be unique'],
} as const satisfies Record<Exclude<RowRefusal, 'reference'>, readonly [string, string]>;

/**
 * Inserts the row of a record. Adds a finding when the library refuses it.
 *
 * @returns true when the row was inserted
 */
export function insert(
  { builder, findings }: Pick<Build, 'builder' | 'findings'>,
  entity: BuiltEntity,
  record: object,
): boolean {
  const refusal = builder.insert(entity, toRow(record));
  if (refusal !== null) addRefusal(findings, refusal, getRecordPath(entity, record), record);
  return refusal === null;
}

/** Adds the finding for a refused row. */
export function addRefusal(findings: Findings, refusal: RowRefusal, path: string[], record: object): void {
  if (refusal === 'reference') findings.addBrokenReference(path, record);
  else {
    const [code, detail] = REFUSALS[refusal];
    findings.add(code, path, detail);
  }
}

/** Returns the entity and the ids of a record. Problems contain no content of notes. */
export function getRecordPath(entity: string, record: object): string[] {
  const { id, document_id, resource_id, tag_id } = record as Readonly<Record<string, string | undefined>>;
  return [entity, ...[id ?? document_id, tag_id, resource_id].filter((part) => part !== undefined)];
}
