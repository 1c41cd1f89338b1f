import { digestOf } from '../hash.js';
import { checkManifest } from '../manifest/check.js';
import { serializeManifest } from '../manifest/commit.js';
import { equalBytes } from '../manifest/pack.js';
import { parseManifest, validateManifest } from '../manifest/parse.js';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER, formerManifestPath, MANIFEST_PATH } from '../paths.js';
import { ArchiveError } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import { nodeSha256 } from './hash.js';
import type { Target } from './target.js';

/** A manifest that is durable, but not that of the archive yet. */
export const STAGED_MANIFEST_PATH = `${EXPORT_FOLDER}/manifest.json`;
const COPY = `${EXPORT_FOLDER}/former.json`;

/** @throws ArchiveError for a manifest that no reader would take */
export function stageManifest(target: Target, manifest: Manifest): void {
  const shape = validateManifest(manifest);
  const [wrong] = shape.ok ? checkManifest(manifest) : shape.problems;
  if (wrong !== undefined) throw new ArchiveError(wrong.code, `${wrong.path.join('.')}: ${wrong.detail}`);
  writeFile(target, STAGED_MANIFEST_PATH, encodeUtf8(serializeManifest(manifest)));
}

/** At no instant is there no manifest: the one before is copied, then replaced. */
export function commitStaged(target: Target): void {
  if (target.sizeOf(MANIFEST_PATH) !== null) keepFormer(target);
  target.publish(STAGED_MANIFEST_PATH, MANIFEST_PATH);
}

/** What cannot be read is worth nothing, and what is the same is not former. */
function keepFormer(target: Target): void {
  const bytes = target.read(MANIFEST_PATH);
  const former = parseManifest(bytes);
  if (!former.ok || equalBytes(bytes, target.read(STAGED_MANIFEST_PATH))) return;
  const path = formerManifestPath(former.value.commit_sha256);
  if (target.sizeOf(path) === bytes.length && equalBytes(bytes, target.read(path))) return;
  writeFile(target, COPY, bytes);
  target.publish(COPY, path);
}

function writeFile(target: Target, path: string, bytes: Uint8Array): void {
  const draft = target.draft(path);
  draft.write(bytes);
  draft.finish(digestOf(bytes, nodeSha256));
  draft.settle();
}
