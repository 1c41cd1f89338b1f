import { join } from 'node:path';
import { ArchiveContents, type ByteReader, type Manifest } from '@notes/archive-manifest';
import { nodeSha256 } from '@notes/archive-manifest/node';
import { isId } from '@notes/contract';
import { type DataPaths, LibraryBuilder, readOnSeparateConnection } from '@notes/storage';
import { computeSelectionDigest } from '../../../organise/selection/gather.js';
import { type Policy, TARGETS } from '../../../organise/selection/targets.js';
import { initialise } from '../../../platform/initialise.js';
import { ArchivedBlobs } from './archived-blobs.js';
import { buildLibrary } from './build-library.js';
import { Findings } from './findings.js';

export interface MakeLibraryOptions {
  readonly archive: ByteReader;
  /** Manifest to which the archive is verified at level 3 before the result is used. */
  readonly manifest: Manifest;
  /** Paths of an existing data directory without a library. */
  readonly paths: DataPaths;
  readonly now: number;
  /** Called after each record; throws to stop. */
  readonly onRecord: () => void;
}

/**
 * Builds the library of an archive, without the bytes of attachments. Builds none when there are problems; warnings do
 * not prevent it. Memory use does not grow with the archive.
 *
 * @throws ArchiveError when the archive does not match its manifest; StorageError `full`, `failed`
 */
export async function makeLibrary(making: MakeLibraryOptions): Promise<Findings> {
  const { archive, manifest, paths, now, onRecord } = making;
  const findings = new Findings();
  const contents = new ArchiveContents(archive, manifest, { hash: nodeSha256 });
  const blobs = new ArchivedBlobs(join(paths.tmp, 'blobs.db'));
  const builder = new LibraryBuilder(paths);
  try {
    await blobs.addBlobs(contents);
    checkOwner(manifest, findings);
    await buildLibrary({ contents, manifest, blobs, builder, findings, onRecord });
    builder.commit();
    if (findings.count === 0) checkSelection(making, findings);
    if (findings.count > 0) return findings;
    builder.completeRows();
    builder.batch(() => initialise(builder.unit, manifest.snapshot.database_id, now));
    builder.finish();
    return findings;
  } finally {
    builder.close();
    blobs.remove();
  }
}

function checkOwner({ snapshot }: Manifest, findings: Findings): void {
  if (!isId('database', snapshot.database_id))
    findings.add('archive_record_invalid', ['snapshot', 'database_id'], 'it is not a valid library id');
}

/**
 * Checks the digest of the selection. The archive does not contain the policy of the selection, so every possible
 * policy is tried.
 */
function checkSelection({ manifest, paths }: MakeLibraryOptions, findings: Findings): void {
  const { database_id: databaseId, target, selection_manifest_sha256: expected } = manifest.snapshot;
  const isSelected = readOnSeparateConnection(paths.dataDir, ({ selection }) => {
    selection.begin();
    selection.takeAll();
    const contents = selection.complete({ everything: true, allRevisions: true });
    return listPolicies(target).some(
      (policy) => computeSelectionDigest({ databaseId, target, policy }, contents) === expected,
    );
  });
  if (isSelected) return;
  const path = ['snapshot', 'selection_manifest_sha256'];
  findings.add('archive_selection_mismatch', path, 'it does not match the records of the archive');
}

function listPolicies(target: Manifest['snapshot']['target']): Policy[] {
  const { policy, leavesChoice } = TARGETS[target];
  if (!leavesChoice) return [policy];
  return [true, false].flatMap((include_trashed) =>
    [true, false].map((all_revisions) => ({ ...policy, include_trashed, all_revisions })),
  );
}
