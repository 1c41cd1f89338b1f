import { ENTITIES } from '@notes/archive-manifest/entities';
import type { Output } from '@notes/contract';
import {
  readOnSeparateConnection,
  type SelectedLinks,
  type SelectionContents,
  type SelectionCounts,
} from '@notes/storage';
import { describePrivacy, listWarnings, sumLinks } from './decisions.js';
import { computeSelectionDigest, type Exclusion, gather } from './gather.js';
import { listMetadata } from './metadata.js';
import type { SelectionTask } from './selection-task.js';
import { isWithheld, type Target } from './targets.js';

export type Plan = Output<'planSelection'>;

/** Plans a selection in a worker. */
export default function plan(task: SelectionTask): Plan {
  const { target, policy, detailLimit } = task;
  const cut = <Row>(rows: readonly Row[]) => rows.slice(0, detailLimit);
  return readOnSeparateConnection(task.dataDir, (reader) => {
    const { contents, exclusions } = gather(reader, task);
    const stored = contents.counts();
    const counts = toRecordCounts(stored, target);
    const links = sumLinks(contents.links(), detailLimit);
    const { provenance } = stored;
    const partsAsWords = task.selectors?.partsAsWords ?? 0;
    const facts = { ...contents.facts(), counts, links: links.sum, exclusions, provenance, partsAsWords };
    const [privacy, metadata, warnings] = [describePrivacy(task, facts), listMetadata(target), listWarnings(facts)];
    const isShown = ({ document_id }: { document_id: string }) =>
      !task.hidesTrash || reader.documents.get(document_id)?.deletedAt === null;
    const totals = {
      documents: counts.documents,
      links: links.notes,
      privacy: privacy.length,
      metadata: metadata.length,
      exclusions: exclusions.length,
      warnings: warnings.length,
    };
    return {
      target,
      policy,
      counts,
      documents: listDocuments(contents, detailLimit).filter(isShown),
      links: links.rows.map(wireLinks).filter(isShown),
      privacy: cut(privacy),
      metadata: cut(metadata),
      exclusions: cut(task.hidesTrash ? omitTrash(exclusions, task) : exclusions),
      warnings: cut(warnings),
      totals,
      manifest_sha256: computeSelectionDigest(task, contents),
      truncated: Object.values(totals).some((total) => total > detailLimit),
    };
  });
}

/** Returns the record counts of an archive of a selection. */
export function toRecordCounts(stored: SelectionCounts, target: Target): Plan['counts'] {
  const all = { ...stored, collections: 1 };
  const rows = ENTITIES.map((entity) => [entity, isWithheld(target, entity) ? 0 : all[entity]]);
  return Object.fromEntries(rows) as Plan['counts'];
}

/** A note in Trash requested by its id counts as missing. Other references to one are not reported. */
function omitTrash(exclusions: readonly Exclusion[], { selectors }: SelectionTask): Exclusion[] {
  const asked = new Set<string | null>(selectors?.documentIds);
  return exclusions.flatMap((exclusion) => {
    if (exclusion.reason !== 'trashed') return [exclusion];
    return asked.has(exclusion.id) ? [{ ...exclusion, reason: 'not_found' }] : [];
  });
}

function listDocuments(contents: SelectionContents, limit: number): Plan['documents'] {
  return contents.notes(limit).map(({ id, revisionId, notebookId, sizeBytes, bodySha256, trashed }) => ({
    document_id: id,
    revision_id: revisionId,
    notebook_id: notebookId,
    size_bytes: sizeBytes,
    body_sha256: bodySha256,
    trashed,
  }));
}

const wireLinks = ({ documentId, ...counts }: SelectedLinks) => ({ document_id: documentId, ...counts });
