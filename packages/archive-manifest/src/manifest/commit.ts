import { digestOf, type HashFactory } from '../hash.js';
import { canonicalJson } from '../json/canonical-json.js';
import { type Compatibility, type Counts, FORMAT, type Manifest, type Snapshot, VERSION } from './schema.js';

/** Begins what is hashed, so that a digest for one purpose is none for another. */
const COMMIT_DOMAIN = 'service-archive/commit/2\n';
const SNAPSHOT_DOMAIN = 'service-archive/snapshot/2\n';

export type UncommittedManifest = Omit<Manifest, 'commit_sha256'>;

/** The manifest as its file holds it. */
export const serializeManifest = (manifest: Manifest) => `${canonicalJson(manifest)}\n`;

/** The digest that pins a manifest, and by way of its index every byte of the archive. */
export function computeCommit(manifest: UncommittedManifest | Manifest, hash?: HashFactory): string {
  const { commit_sha256: _, ...committed } = manifest as Manifest;
  return digestOf(COMMIT_DOMAIN + canonicalJson(committed), hash);
}

export const commitManifest = (manifest: UncommittedManifest, hash?: HashFactory): Manifest => ({
  ...manifest,
  commit_sha256: computeCommit(manifest, hash),
});

/** Whether a manifest is as it was written. White space and the order of its members do not matter. */
export const verifyCommit = (manifest: Manifest, hash?: HashFactory) =>
  computeCommit(manifest, hash) === manifest.commit_sha256;

/** What is in a snapshot, wherever its objects lie. `entriesSha256` is that of a `RunState`. */
export interface SnapshotContents {
  readonly counts: Counts;
  readonly entriesSha256: string;
}

/** The id of a snapshot: equal contents of one library have one id, whatever the layout of the archive. */
export function snapshotId(
  snapshot: Omit<Snapshot, 'id' | 'consistency'>,
  { counts, entriesSha256 }: SnapshotContents,
  hash?: HashFactory,
): string {
  const { database_id, source_replica_id, target, created_at, collection_ids, selection_manifest_sha256 } = snapshot;
  const identity = canonicalJson({
    ...{ database_id, source_replica_id, target, created_at, collection_ids, selection_manifest_sha256 },
    counts,
    entries_sha256: entriesSha256,
  });
  return `snap_${digestOf(SNAPSHOT_DOMAIN + identity, hash).slice(0, 32)}`;
}

/** What a manifest says beside what was written. */
export interface ArchiveAbout {
  readonly snapshot: Omit<Snapshot, 'id' | 'consistency'>;
  /** Schemas of a library: of the one archived, and the oldest and newest that have a place for each field. */
  readonly schemaVersions: { readonly source: number; readonly minimum: number; readonly maximum: number };
}

/** What an `ArchiveWriter` has written. */
export interface WrittenContents extends SnapshotContents {
  readonly index: Manifest['index'];
  readonly totals: Manifest['totals'];
  readonly requiredCapabilities: readonly string[];
}

/** The manifest of what was written. */
export function manifestOf(written: WrittenContents, about: ArchiveAbout, hash?: HashFactory): Manifest {
  const { index, totals, counts } = written;
  const { source, minimum, maximum } = about.schemaVersions;
  const snapshot: Snapshot = {
    ...about.snapshot,
    id: snapshotId(about.snapshot, written, hash),
    consistency: 'sqlite_read_transaction',
  };
  const compatibility: Compatibility = {
    minimum_reader_version: VERSION,
    source_schema_version: source,
    minimum_schema_version: minimum,
    maximum_schema_version: maximum,
    required_capabilities: [...written.requiredCapabilities],
    optional_capabilities: [],
  };
  return commitManifest({ format: FORMAT, version: VERSION, snapshot, compatibility, index, totals, counts }, hash);
}
