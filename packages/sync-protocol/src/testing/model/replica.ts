import type { LoggedOperation, Operation, VersionVector } from '../../log/operations.js';
import { covers, coversAll, getDot } from '../../log/order.js';
import type { View } from '../../merge/view.js';
import type { MemberKnowledge } from '../../run/retention/stability.js';
import { IncrementalLibrary } from './incremental-library.js';
import type { Policy } from './policy.js';

type Unnumbered<Of> = Of extends Operation ? Omit<Of, 's' | 'l' | 'w'> : never;
/** An operation without its envelope. */
export type Intent = Unnumbered<Operation>;

/** Members of the group; the value is null, or the number of the last operation of a retired replica. */
export type Membership = ReadonlyMap<string, number | null>;

/** Model of a replica for the merge: its operations, its library, and the known state of others. */
export class ModelReplica {
  readonly id: string;
  /** Applied operations, each after the operations its author knew. */
  readonly log: LoggedOperation[] = [];
  readonly library = new IncrementalLibrary();
  readonly acks = new Map<string, VersionVector>();
  readonly #versions: Record<string, number> = {};
  readonly #policy: Policy;
  #lamport = 0;
  #clock = 0;

  constructor(id: string, policy: Policy) {
    this.id = id;
    this.#policy = policy;
  }

  get versions(): VersionVector {
    return this.#versions;
  }

  view(): View {
    return this.library.view();
  }

  /** Writes own operations. Their times are deliberately arbitrary, because no result may depend on them. */
  author(intents: readonly Intent[]): LoggedOperation[] {
    return intents.map((intent) => {
      this.#clock = (this.#clock * 7919 + 12_345) % 1_000_003;
      const envelope = { s: (this.#versions[this.id] ?? 0) + 1, l: this.#lamport + 1, w: this.#clock };
      const logged: LoggedOperation = { replica: this.id, operation: { ...intent, ...envelope } as Operation };
      this.#apply(logged);
      return logged;
    });
  }

  /** Applies at most `limit` operations of another replica, in its order. */
  pull(other: ModelReplica, limit: number): void {
    let taken = 0;
    for (const logged of other.log) {
      if (taken === limit) return;
      if (covers(this.#versions, logged.replica, logged.operation.s)) continue;
      this.#apply(logged);
      taken += 1;
    }
  }

  acknowledge(): void {
    this.acks.set(this.id, { ...this.#versions });
  }

  /** Takes over the acknowledgements another replica knows, without its operations. */
  receiveAcks(other: ModelReplica): void {
    for (const [id, vector] of other.acks) {
      if (coversAll(vector, this.acks.get(id) ?? {})) this.acks.set(id, vector);
    }
  }

  /** Prunes all operations that the policy allows. */
  prune(members: Membership): void {
    const knowledge = [...members].map(([replicaId, last]): MemberKnowledge => {
      const retired = last === null ? false : { applied: covers(this.#versions, replicaId, last) };
      return { replicaId, acknowledged: this.acks.get(replicaId) ?? null, retired };
    });
    const floor = this.#policy.computeStableFloor(knowledge, this.#versions);
    if (floor === null) return;
    for (const [root, operations] of this.library.lineages()) {
      const dots = this.#policy.findPrunable(root, operations, floor);
      if (dots.size > 0) this.library.prune(root, dots);
    }
  }

  #apply(logged: LoggedOperation): void {
    this.log.push(logged);
    this.library.apply(logged);
    this.#versions[logged.replica] = logged.operation.s;
    this.#lamport = Math.max(this.#lamport, logged.operation.l);
  }

  /** Returns the dots of the kept operations. */
  getKeptDots(): Set<string> {
    return new Set(this.library.operations().map(getDot));
  }
}
