import { archiveEntities, type Output } from '@notes/contract';
import type { Query } from '@notes/query-language';
import { readElsewhere, type SelectedLinks, type SelectionContents } from '@notes/storage';
import { linkTotals, privacyOf, warningsOf } from './decisions.js';
import { gather, manifestOf } from './gather.js';
import { isWithheld, metadataOf, type Policy, type Target } from './targets.js';

export interface PlanTask {
  readonly dataDir: string;
  readonly databaseId: string;
  readonly target: Target;
  /** Null: everything. */
  readonly selectors: {
    readonly documentIds: readonly string[];
    readonly notebooks: readonly string[];
    readonly withThoseBelow: boolean;
    readonly tags: readonly string[];
    readonly query: Query | null;
  } | null;
  readonly policy: Policy;
  readonly now: number;
  readonly detailLimit: number;
}

export type Plan = Output<'planSelection'>;
type Lists = Pick<Plan, keyof Plan['totals']>;

/** Plans a selection in a worker. */
export default function plan(task: PlanTask): Plan {
  const { target, policy, detailLimit } = task;
  return readElsewhere(task.dataDir, (reader) => {
    const { contents, exclusions } = gather(reader, task);
    const counts = countsOf(contents, target);
    const links = linkTotals(contents.links(), detailLimit);
    const facts = {
      ...contents.facts(),
      counts,
      links: links.sum,
      exclusions,
      provenance: contents.counts().provenance,
    };
    const full = {
      privacy: privacyOf(task, facts),
      metadata: metadataOf(target),
      exclusions: [...exclusions],
      warnings: warningsOf(facts),
    };
    const lists: Lists = { documents: documentsOf(contents, detailLimit), links: links.rows.map(wireLinks), ...full };
    const totals = {
      documents: counts.documents,
      links: links.notes,
      privacy: full.privacy.length,
      metadata: full.metadata.length,
      exclusions: full.exclusions.length,
      warnings: full.warnings.length,
    };
    return {
      target,
      policy,
      counts,
      ...cut(lists, detailLimit),
      totals,
      manifest_sha256: manifestOf(task, contents),
      truncated: Object.values(totals).some((total) => total > detailLimit),
    };
  });
}

function countsOf(contents: SelectionContents, target: Target): Plan['counts'] {
  const stored = { ...contents.counts(), collections: 1, source_bundles: 0 };
  const rows = archiveEntities.map((entity) => [entity, isWithheld(target, entity) ? 0 : stored[entity]]);
  return Object.fromEntries(rows) as Plan['counts'];
}

function documentsOf(contents: SelectionContents, limit: number): Plan['documents'] {
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

function cut(lists: Lists, limit: number): Lists {
  return Object.fromEntries(
    Object.entries(lists).map(([name, rows]) => [name, rows.slice(0, limit)]),
  ) as unknown as Lists;
}
