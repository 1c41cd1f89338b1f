import type { KeptRecords } from '@notes/archive-manifest/node';
import type { LongBody } from './record-parts.js';

/** State of the library and of a folder after an export of the whole library. */
export interface LastExport {
  /** Absolute path of the folder. */
  readonly directory: string;
  /** Digest of the manifest, which pins all contents. */
  readonly commitSha256: string;
  /** Digest of the times and sizes of the files: see `stampFiles`. */
  readonly filesSha256: string;
  /**
   * Time of the exported state, in milliseconds since the Unix epoch; absent in exports of earlier versions. An export
   * that finds the library unchanged does not change it.
   */
  readonly stateAt?: number;
  /** Last sequence number of the change journal in the exported state. */
  readonly seq: number;
  /** Versions, identity and options on which the bytes of the archive depend, as JSON. */
  readonly conditions: string;
  /** Objects of the records of notes, in index order; null when there are too many. */
  readonly records: readonly KeptRecords[] | null;
  /**
   * Latest time in the records of the archive, in milliseconds since the Unix epoch; absent in exports of earlier
   * versions.
   */
  readonly newestMs?: number | null;
  /** Texts of notes that are blobs. */
  readonly longBodies: readonly LongBody[];
}

/** Everything besides the contents of the library on which the bytes of an archive depend. */
export interface ExportConditions {
  readonly schemaVersion: number;
  readonly serviceVersion: string;
  readonly databaseId: string;
  readonly replicaId: string;
  readonly target: string;
  readonly layout: string;
  readonly compress: string;
  /** Creation time that was asked for; null for the time of the newest change. */
  readonly createdAt: string | null;
}

/** Formats the conditions of an export as `LastExport` has them. */
export function formatConditions(conditions: ExportConditions): string {
  const { schemaVersion, serviceVersion, databaseId, replicaId, target, layout, compress, createdAt } = conditions;
  return JSON.stringify([schemaVersion, serviceVersion, databaseId, replicaId, target, layout, compress, createdAt]);
}

/** Parses the exports that a library recorded, the latest first; none where they cannot be read. */
export function parseExports(text: string | undefined): LastExport[] {
  try {
    return JSON.parse(text ?? '[]') as LastExport[];
  } catch {
    return [];
  }
}
