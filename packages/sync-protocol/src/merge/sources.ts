import type { LoggedOperation } from '../log/operations.js';
import { OperationsByName } from './operations-by-name.js';

export interface BundleView {
  readonly id: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: string;
  readonly createdAt: number;
}

export interface ProvenanceView {
  readonly sourceKind: string;
  readonly sourceId: string;
  readonly contentSha256: string | null;
  readonly importedAt: number;
}

/** What a source was when it was last imported from. */
export function bundleView(operations: readonly LoggedOperation[]): BundleView | null {
  const bundles = new OperationsByName(operations).of('src.bundle');
  const operation = bundles.at(-1)?.operation;
  if (operation === undefined) return null;
  const { bundle: id, sha256, size: sizeBytes, kind, created: createdAt } = operation;
  return { id, sha256, sizeBytes, kind, createdAt };
}

/** Where a note or attachment came from: each source as it was last said, in order of their kinds and ids. */
export function provenanceOf(operations: readonly LoggedOperation[]): ProvenanceView[] {
  const sources = new Map<string, ProvenanceView>();
  for (const { operation } of new OperationsByName(operations).of('src.provenance')) {
    const { source_kind: sourceKind, source_id: sourceId, content_sha256: contentSha256, imported } = operation;
    sources.set(`${sourceKind}\0${sourceId}`, { sourceKind, sourceId, contentSha256, importedAt: imported });
  }
  return [...sources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
}
