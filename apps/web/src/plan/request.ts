import type { Request } from '../api/client.js';

/** State of the planner's form. */
export interface PlanForm {
  readonly target: Request<'planSelection'>['target'];
  readonly notebooks: readonly string[];
  readonly tags: readonly string[];
  readonly query: string;
  readonly includeTrashed: boolean;
  readonly allRevisions: boolean;
  readonly withDescendants: boolean;
}

/** Converts the form into a request. A full archive has no selection; only a transfer has a choice of policy. */
export function planRequest(form: PlanForm): Request<'planSelection'> {
  const { target, query } = form;
  const policy = {
    ...(target === 'subset_transfer' && { include_trashed: form.includeTrashed, all_revisions: form.allRevisions }),
    include_descendant_notebooks: form.withDescendants,
  };
  if (target === 'full_archive') return { target };
  const selection = {
    ...(form.notebooks.length > 0 && { notebooks: [...form.notebooks] }),
    ...(form.tags.length > 0 && { tags: [...form.tags] }),
    ...(query !== '' && { query }),
  };
  return { target, selection, policy };
}

/** Returns the arguments of the same plan for the command line. */
export function planWords(form: PlanForm): string[] {
  const { target, notebooks, tags, query } = form;
  const words = ['--target', target];
  if (target === 'full_archive') return words;
  for (const notebook of notebooks) words.push('--notebook', notebook);
  for (const tag of tags) words.push('--tag', tag);
  if (query !== '') words.push('--query', query);
  if (target === 'subset_transfer' && form.includeTrashed) words.push('--include-trashed');
  if (target === 'subset_transfer' && form.allRevisions) words.push('--all-revisions');
  if (!form.withDescendants) words.push('--no-descendants');
  return words;
}
