import { LOG_LIMITS } from './limits.js';
import type { LoggedOperation, Operation, OperationOf } from './operations.js';
import { coversAll } from './order.js';

type Write = OperationOf<'doc.write'>;

/** Milliseconds after the first revision of a run, by its author's clock, within which revisions are squashed. */
export const SQUASH_MS = 60_000;

/** Options of {@link squash}. */
export interface SquashOptions {
  /** Maximum time span of a run, in milliseconds. */
  readonly withinMs?: number | undefined;
  /** Returns false for a revision that must stay, although the next one of its run follows at once. */
  readonly mayReplace?: ((revision: string, next: string) => boolean) | undefined;
}

/** Consecutive revisions of a note that no other replica knows. */
interface Run {
  /** Parents of the first revision, and the squashed revisions. */
  parents: readonly string[];
  readonly since: number;
  /** Last revision of the run; `at` is its index among the operations. */
  last: Write;
  at: number;
}

/**
 * Squashes runs of revisions of a note that were written shortly after one another. The last revision of a run remains,
 * with the parents of the first. It also names the squashed revisions as parents, so a library restored to one of them
 * has an ancestor and not concurrent work. Operation numbers are kept: an empty `doc.tag_remove` replaces each squashed
 * revision. A revision stays when any operation but the next of its run names it, or when the author's context grew
 * after it, because other replicas may have merged it.
 *
 * @param operations unpublished operations of one replica, in order without gaps
 * @returns the changed operations; a second call with them in place returns none
 */
export function squash(
  operations: readonly LoggedOperation[],
  { withinMs = SQUASH_MS, mayReplace = () => true }: SquashOptions = {},
): LoggedOperation[] {
  const names = countReferences(operations);
  const squashed = new Map<number, LoggedOperation>();
  const runs = new Map<string, Run>();
  let known: LoggedOperation['context'];
  for (const [at, logged] of operations.entries()) {
    const { operation, context } = logged;
    if (context !== undefined) {
      if (known !== undefined ? !coversAll(known, context) : at > 0) runs.clear();
      known = context;
    }
    if (operation.op !== 'doc.write') {
      if ('doc' in operation && operation.doc !== null) runs.delete(operation.doc);
      continue;
    }
    const run = runs.get(operation.doc);
    const continues =
      run !== undefined && continuesRun(run, operation, names, withinMs) && mayReplace(run.last.rev, operation.rev);
    if (!continues) {
      runs.set(operation.doc, { parents: operation.parents, since: operation.w, last: operation, at });
      continue;
    }
    const parents = [...run.parents, run.last.rev];
    squashed.set(run.at, { ...(operations[run.at] as LoggedOperation), operation: createPlaceholder(run.last) });
    squashed.set(at, { ...logged, operation: { ...operation, parents } });
    Object.assign(run, { parents, last: operation, at });
  }
  return [...squashed.values()];
}

const continuesRun = (run: Run, { parents, w }: Write, names: ReadonlyMap<string, number>, withinMs: number) =>
  parents.length === 1 &&
  parents[0] === run.last.rev &&
  names.get(run.last.rev) === 1 &&
  w >= run.last.w &&
  w - run.since <= withinMs &&
  run.parents.length < LOG_LIMITS.parents;

/** Returns the operation without effect that keeps the number of a revision. */
export const createPlaceholder = ({ doc, s, l, w }: Write): Operation => ({
  op: 'doc.tag_remove',
  doc,
  dots: [],
  s,
  l,
  w,
});

/** Counts how often operations name each revision. */
function countReferences(operations: readonly LoggedOperation[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const { operation } of operations)
    for (const name of getReferences(operation)) names.set(name, (names.get(name) ?? 0) + 1);
  return names;
}

function getReferences(operation: Operation): readonly string[] {
  if (operation.op === 'doc.write') return operation.parents;
  return operation.op === 'doc.trash' || operation.op === 'doc.purge' ? operation.seen : [];
}
