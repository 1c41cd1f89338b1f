import type { LoggedOperation } from '../log/operations.js';
import { OperationsByName } from './operations-by-name.js';

/** An imported source: id, SHA-256 in hexadecimal, size in bytes, kind, and time in ms since the Unix epoch. */
export interface BundleView {
  readonly id: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: string;
  readonly createdAt: number;
}

/** Origin of an imported note. */
export interface ProvenanceView {
  readonly sourceKind: string;
  readonly sourceId: string;
  readonly contentSha256: string | null;
  readonly importedAt: number;
}

/** Computes the state of an imported source from its last import; null when there was none. */
export function computeBundle(operations: readonly LoggedOperation[]): BundleView | null {
  const bundles = new OperationsByName(operations).get('src.bundle');
  const operation = bundles.at(-1)?.operation;
  if (operation === undefined) return null;
  const { bundle: id, sha256, size: sizeBytes, kind, created: createdAt } = operation;
  return { id, sha256, sizeBytes, kind, createdAt };
}

/**
 * Computes the origins of a note or attachment. For each source the last statement counts, in order of kinds and ids.
 */
export function computeProvenance(operations: readonly LoggedOperation[]): ProvenanceView[] {
  const sources = new Map<string, ProvenanceView>();
  for (const { operation } of new OperationsByName(operations).get('src.provenance')) {
    const { source_kind: sourceKind, source_id: sourceId, content_sha256: contentSha256, imported } = operation;
    const source = { sourceKind, sourceId, contentSha256, importedAt: imported };
    sources.set(getSourceKey(source), source);
  }
  return [...sources.values()].sort(compareSources);
}

type Source = Pick<ProvenanceView, 'sourceKind' | 'sourceId'>;

const getSourceKey = ({ sourceKind, sourceId }: Source): string => `${sourceKind}\0${sourceId}`;

/** Compares the origins of a note or attachment by kind and id, in UTF-16 code units. */
export const compareSources = (a: Source, b: Source): number => (getSourceKey(a) < getSourceKey(b) ? -1 : 1);
