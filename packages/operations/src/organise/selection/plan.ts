import { type Input, type Output, ServiceError } from '@notes/contract';
import { findQueryWarnings } from '@notes/query-language';
import { parseQueryOrThrow } from '../../notes/search/search.js';
import type { Context } from '../../platform/context.js';
import { runReport } from '../../upkeep/reports/run.js';
import type { SelectionTask } from './selection-task.js';
import { type Policy, TARGETS, type Target } from './targets.js';

type Plan = Output<'planSelection'>;

const TASK = new URL('../../../dist/organise/selection/plan-task.js', import.meta.url);

/** Describes the contents of an archive of a selection, and writes nothing. */
export function planSelection(context: Context, input: Input<'planSelection'>): Promise<Plan> {
  return runReport<Plan>(context, { module: TASK, task: planTask(context, input) });
}

/** @throws ServiceError `validation_failed` for a choice that the target does not allow */
export function planTask(context: Context, input: Input<'planSelection'>): SelectionTask {
  const { store, databaseId } = context.library;
  return {
    dataDir: store.paths.dataDir,
    databaseId,
    target: input.target,
    selectors: readSelectors(input),
    hidesTrash: context.hidesTrash === true,
    policy: resolvePolicy(input.target, input.policy),
    now: context.now(),
    detailLimit: input.detail_limit,
  };
}

/** @throws ServiceError `validation_failed` when a selection is missing or not allowed */
function readSelectors({ target, selection = {}, policy }: Input<'planSelection'>): SelectionTask['selectors'] {
  const isEmpty = Object.values(selection).every((selector) => selector === undefined);
  if (target === 'full_archive') {
    if (isEmpty) return null;
    throw new ServiceError('validation_failed', 'selection: not allowed for full_archive, which contains everything');
  }
  if (isEmpty)
    throw new ServiceError('validation_failed', 'selection: required. Give notebooks, tags, a query or document ids');
  return {
    documentIds: selection.document_ids ?? [],
    notebooks: selection.notebooks ?? [],
    includesDescendants: policy.include_descendant_notebooks,
    tags: selection.tags ?? [],
    query: selection.query === undefined ? null : parseQueryOrThrow(selection.query),
    partsAsWords: findQueryWarnings(selection.query ?? '').length,
  };
}

/** @throws ServiceError `validation_failed` for a choice that the target does not allow */
function resolvePolicy(target: Target, requested: Input<'planSelection'>['policy']): Policy {
  const { policy, leavesChoice } = TARGETS[target];
  const decided = { ...policy };
  for (const key of ['include_trashed', 'all_revisions'] as const) {
    const wanted = requested[key] ?? policy[key];
    if (wanted !== policy[key] && !leavesChoice)
      throw new ServiceError('validation_failed', `policy.${key}: must be ${policy[key]} for ${target}`);
    decided[key] = wanted;
  }
  return decided;
}
