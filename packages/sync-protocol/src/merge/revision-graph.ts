import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { compareOperations } from '../log/order.js';

/** A revision in the log. */
export type LoggedWrite = LoggedOperation<OperationOf<'doc.write'>>;

/**
 * Graph of revisions and their parents. A revision is known by its position in the order of operations, so a parent's
 * position is always below its child's. When two revisions have one id, the first counts. A parent is ignored when it
 * was pruned on this replica, or when it does not precede its child, which no correct replica writes.
 */
export class RevisionGraph {
  readonly writes: readonly LoggedWrite[];
  readonly #places = new Map<string, number>();
  readonly #parents: (readonly number[])[] = [];

  constructor(writes: readonly LoggedWrite[]) {
    const distinct: LoggedWrite[] = [];
    for (const write of [...writes].sort(compareOperations)) {
      const { rev, parents, l } = write.operation;
      if (this.#places.has(rev)) continue;
      this.#places.set(rev, distinct.length);
      distinct.push(write);
      const places = parents.map((parent) => this.#places.get(parent));
      this.#parents.push(
        places.filter((at) => at !== undefined && (distinct[at]?.operation.l as number) < l) as number[],
      );
    }
    this.writes = distinct;
  }

  at(place: number): LoggedWrite {
    return this.writes[place] as LoggedWrite;
  }

  idAt(place: number): string {
    return this.at(place).operation.rev;
  }

  /** Marks the revisions named and all their ancestors. */
  markAncestors(revisions: Iterable<string>): Uint8Array {
    const marks = new Uint8Array(this.writes.length);
    for (const revision of revisions) {
      const place = this.#places.get(revision);
      if (place !== undefined) marks[place] = 1;
    }
    // Parents have lower positions than their children, so one descending pass is enough.
    for (let place = marks.length - 1; place >= 0; place -= 1) {
      if (marks[place] === 1) for (const parent of this.#getParents(place)) marks[parent] = 1;
    }
    return marks;
  }

  has(revision: string): boolean {
    return this.#places.has(revision);
  }

  /** Returns true when a revision is one of `revisions` or an ancestor of one of them. */
  isWithin(revisions: Iterable<string>, revision: string): boolean {
    const place = this.#places.get(revision);
    return place !== undefined && this.markAncestors(revisions)[place] === 1;
  }

  /** Returns the positions of the revisions that are nobody's parent, highest first. */
  heads(): number[] {
    const covered = new Uint8Array(this.writes.length);
    for (const parents of this.#parents) for (const parent of parents) covered[parent] = 1;
    const heads: number[] = [];
    for (let place = covered.length - 1; place >= 0; place -= 1) if (covered[place] === 0) heads.push(place);
    return heads;
  }

  /** Returns the lowest common ancestors of `theirs` and any of `ours`, highest position first. */
  commonAncestors(ours: readonly number[], theirs: number): number[] {
    const flags = new Uint8Array(Math.max(theirs, ...ours) + 1);
    const common: number[] = [];
    // Number of flagged positions not visited yet, without those below a common ancestor.
    let open = 0;
    const flag = (place: number, added: number) => {
      const before = flags[place] as number;
      const after = before | added;
      if (before === 0 && after < BELOW) open += 1;
      if (before !== 0 && before < BELOW && after >= BELOW) open -= 1;
      flags[place] = after;
    };
    for (const place of ours) flag(place, OURS);
    flag(theirs, THEIRS);
    for (let place = flags.length - 1; open > 0; place -= 1) {
      const reached = flags[place] as number;
      if (reached === 0) continue;
      if (reached < BELOW) open -= 1;
      const isCommon = reached === (OURS | THEIRS);
      if (isCommon) common.push(place);
      const passed = isCommon ? reached | BELOW : reached;
      for (const parent of this.#getParents(place)) flag(parent, passed);
    }
    return common;
  }

  #getParents(place: number): readonly number[] {
    return this.#parents[place] as readonly number[];
  }
}

const OURS = 1;
const THEIRS = 2;
/** Flag of positions below a common ancestor. */
const BELOW = 4;
