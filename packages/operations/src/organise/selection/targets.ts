import type { EntityName } from '@notes/archive-manifest/entities';
import type { Input, Output } from '@notes/contract';

export type Target = Input<'planSelection'>['target'];
export type Policy = Output<'planSelection'>['policy'];

interface TargetRules {
  readonly policy: Policy;
  /** True when the caller may override the policy. */
  readonly leavesChoice: boolean;
  /** Kinds of records that are withheld, and single withheld fields of others. */
  readonly withheld: { readonly [Entity in EntityName]?: 'all' | readonly string[] };
}

export const TARGETS: Readonly<Record<Target, TargetRules>> = {
  full_archive: {
    policy: { include_trashed: true, all_revisions: true },
    leavesChoice: false,
    withheld: {},
  },
  subset_transfer: {
    policy: { include_trashed: false, all_revisions: false },
    leavesChoice: true,
    // A source bundle may contain more than the selection.
    withheld: { search_notebooks: 'all', source_bundles: 'all' },
  },
  publication_handoff: {
    policy: { include_trashed: false, all_revisions: false },
    leavesChoice: false,
    withheld: {
      search_notebooks: 'all',
      provenance: 'all',
      source_bundles: 'all',
      documents: ['file_name', 'former_titles'],
      revisions: ['parent_ids', 'author_replica_id'],
      resources: ['sources'],
    },
  },
};

/** Returns true when a target excludes all records of a kind. */
export const isWithheld = (target: Target, entity: EntityName) => TARGETS[target].withheld[entity] === 'all';

/** Returns true when a target excludes a field of the records of a kind, or all these records. */
export function isFieldWithheld(target: Target, entity: EntityName, field: string): boolean {
  const withheld = TARGETS[target].withheld[entity] ?? [];
  return withheld === 'all' || withheld.includes(field);
}
