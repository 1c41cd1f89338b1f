import { LOG_LIMITS } from './limits.js';
import type { LoggedOperation, Operation, OperationOf } from './operations.js';
import { coversAll } from './order.js';

type Write = OperationOf<'doc.write'>;

/** How long, by the clock of its author, revisions are squashed after the first of their run. */
export const SQUASH_MS = 60_000;

/** Revisions of a note, each written on the one before and known to nobody else. */
interface Run {
  /** What the first was written on, and those that are left out. */
  parents: readonly string[];
  readonly since: number;
  /** The last of them, and its place among the operations. */
  last: Write;
  at: number;
}

/**
 * Leaves of revisions of a note that were written shortly one after another the last alone, on what the first was written
 * on. It goes on naming the others, which are nowhere unless the library is put back to one of them and goes on from
 * there: then that text is known to be this one's past, not another's work. Numbers stay as they are: where one was, a
 * `doc.tag_remove` takes back nothing. One stays that anything but the next of its run names, and the last before the
 * author heard of others, who may have merged it.
 *
 * @param operations Of one replica, in order without a gap, of which nobody has been given or told anything
 * @returns Those that become others, as they become; a second call with these in their places returns none
 */
export function squash(operations: readonly LoggedOperation[], withinMs = SQUASH_MS): LoggedOperation[] {
  const names = namesIn(operations);
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
    if (run === undefined || !goesOn(run, operation, names, withinMs)) {
      runs.set(operation.doc, { parents: operation.parents, since: operation.w, last: operation, at });
      continue;
    }
    const parents = [...run.parents, run.last.rev];
    squashed.set(run.at, { ...(operations[run.at] as LoggedOperation), operation: nothing(run.last) });
    squashed.set(at, { ...logged, operation: { ...operation, parents } });
    Object.assign(run, { parents, last: operation, at });
  }
  return [...squashed.values()];
}

const goesOn = (run: Run, { parents, w }: Write, names: ReadonlyMap<string, number>, withinMs: number) =>
  parents.length === 1 &&
  parents[0] === run.last.rev &&
  names.get(run.last.rev) === 1 &&
  w >= run.last.w &&
  w - run.since <= withinMs &&
  run.parents.length < LOG_LIMITS.parents;

const nothing = ({ doc, s, l, w }: Write): Operation => ({ op: 'doc.tag_remove', doc, dots: [], s, l, w });

/** How often revisions are named by operations beside their own. */
function namesIn(operations: readonly LoggedOperation[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const { operation } of operations)
    for (const name of namedBy(operation)) names.set(name, (names.get(name) ?? 0) + 1);
  return names;
}

function namedBy(operation: Operation): readonly string[] {
  if (operation.op === 'doc.write') return operation.parents;
  return operation.op === 'doc.trash' || operation.op === 'doc.purge' ? operation.seen : [];
}
