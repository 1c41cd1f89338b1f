import { computeDigest } from '../hash.js';
import { checkManifest } from '../manifest/check.js';
import { serializeManifest } from '../manifest/commit.js';
import { areBytesEqual } from '../manifest/pack.js';
import { validateManifest } from '../manifest/parse.js';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER, formerManifestPath, MANIFEST_PATH } from '../paths.js';
import { ArchiveError } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import { nodeSha256 } from './hash.js';
import type { Target } from './target.js';

/** Path of a manifest that is durable but not committed yet. */
export const STAGED_MANIFEST_PATH = `${EXPORT_FOLDER}/manifest.json`;
const FORMER_COPY_PATH = `${EXPORT_FOLDER}/former.json`;

/**
 * Writes a manifest to the staging path.
 * @throws ArchiveError for a manifest that readers reject
 */
export function stageManifest(target: Target, manifest: Manifest): void {
  const shape = validateManifest(manifest);
  const [wrong] = shape.ok ? checkManifest(manifest) : shape.problems;
  if (wrong !== undefined) throw new ArchiveError(wrong.code, `${wrong.path.join('.')}: ${wrong.detail}`);
  writeFile(target, STAGED_MANIFEST_PATH, encodeUtf8(serializeManifest(manifest)));
}

/**
 * Replaces the manifest of the archive by the staged one, after a copy of the old one was made. A valid manifest exists
 * at every instant.
 *
 * @throws ArchiveError `archive_target_not_empty` where another program put an invalid manifest, or one of another
 * library, there since the export began
 */
export function commitStaged(target: Target): void {
  if (target.exists(MANIFEST_PATH)) keepFormer(target);
  target.publish(STAGED_MANIFEST_PATH, MANIFEST_PATH);
}

/** Copies the manifest that is about to be replaced, unless the staged one equals it. */
function keepFormer(target: Target): void {
  const former = target.readManifest(MANIFEST_PATH);
  const staged = target.readManifest(STAGED_MANIFEST_PATH);
  if (!former.ok || !staged.ok || former.value.snapshot.database_id !== staged.value.snapshot.database_id)
    throw new ArchiveError('archive_target_not_empty', 'Another program replaced manifest.json during the export');
  const bytes = target.read(MANIFEST_PATH);
  if (areBytesEqual(bytes, target.read(STAGED_MANIFEST_PATH))) return;
  const path = formerManifestPath(former.value.commit_sha256);
  if (target.getSize(path) === bytes.length && areBytesEqual(bytes, target.read(path))) return;
  writeFile(target, FORMER_COPY_PATH, bytes);
  target.publish(FORMER_COPY_PATH, path);
}

function writeFile(target: Target, path: string, bytes: Uint8Array): void {
  const draft = target.createDraft(path);
  draft.write(bytes);
  draft.finish(computeDigest(bytes, nodeSha256));
  draft.waitUntilVerified();
}
