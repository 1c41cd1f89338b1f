import { computeDigest, type HashFactory } from '../hash.js';
import { canonicalJson } from '../json/canonical-json.js';
import { COMMIT_DOMAIN, SNAPSHOT_DOMAIN } from './domains.js';
import { type Compatibility, type Counts, FORMAT, type Manifest, type Snapshot, VERSION } from './schema.js';

/** A manifest without the digest that pins it; {@link commitManifest} adds the digest. */
export type UncommittedManifest = Omit<Manifest, 'commit_sha256'>;

/** Returns the text of the manifest file. */
export const serializeManifest = (manifest: Manifest) => `${canonicalJson(manifest)}\n`;

/** Computes the digest that pins a manifest and, through its index, every byte of the archive. */
export function computeCommit(manifest: UncommittedManifest | Manifest, hash?: HashFactory): string {
  const { commit_sha256: _, ...committed } = manifest as Manifest;
  return computeDigest(COMMIT_DOMAIN + canonicalJson(committed), hash);
}

/**
 * Adds the digest that pins a manifest.
 *
 * @param hash portable SHA-256 unless given
 * @returns a copy with `commit_sha256`; the argument stays as it was
 */
export const commitManifest = (manifest: UncommittedManifest, hash?: HashFactory): Manifest => ({
  ...manifest,
  commit_sha256: computeCommit(manifest, hash),
});

/** Returns true when the manifest is unaltered. White space and the order of members do not matter. */
export const verifyCommit = (manifest: Manifest, hash?: HashFactory) =>
  computeCommit(manifest, hash) === manifest.commit_sha256;

/** Contents of a snapshot, independent of the locations of its objects. `entriesSha256` is that of a `RunState`. */
export interface SnapshotContents {
  readonly counts: Counts;
  readonly entriesSha256: string;
}

/** Computes the id of a snapshot. Equal contents of one library have one id, whatever the layout of the archive. */
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
  return `snap_${computeDigest(SNAPSHOT_DOMAIN + identity, hash).slice(0, 32)}`;
}

/** Facts of a manifest that do not follow from the written contents. */
export interface ArchiveMetadata {
  readonly snapshot: Omit<Snapshot, 'id' | 'consistency'>;
  /** Schema versions: that of the archived library, and the oldest and newest that support every field. */
  readonly schemaVersions: { readonly source: number; readonly minimum: number; readonly maximum: number };
}

/** Summary of what an `ArchiveWriter` wrote. */
export interface WrittenContents extends SnapshotContents {
  readonly index: Manifest['index'];
  readonly totals: Manifest['totals'];
  readonly requiredCapabilities: readonly string[];
}

/** Builds the manifest for written contents. */
export function buildManifest(written: WrittenContents, about: ArchiveMetadata, hash?: HashFactory): Manifest {
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
