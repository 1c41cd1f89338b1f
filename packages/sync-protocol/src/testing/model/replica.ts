import type { LoggedOperation, Operation, VersionVector } from '../../log/operations.js';
import { covers, coversAll, dotOf } from '../../log/order.js';
import type { View } from '../../merge/view.js';
import type { MemberKnowledge } from '../../retention/stability.js';
import { IncrementalLibrary } from './incremental-library.js';
import type { Policy } from './policy.js';

type Unnumbered<Of> = Of extends Operation ? Omit<Of, 's' | 'l' | 'w'> : never;
/** An operation as its author thinks of it. */
export type Intent = Unnumbered<Operation>;

/** Who is still in the group: for one that was retired, the number of its last operation. */
export type Membership = ReadonlyMap<string, number | null>;

/** A replica as far as the merge goes: operations, the library they make, and what is known of others. */
export class ModelReplica {
  readonly id: string;
  /** Everything applied, each after all its author knew. */
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

  /** Does something here. Times of day are nonsense on purpose: nothing may hang on them. */
  author(intents: readonly Intent[]): LoggedOperation[] {
    return intents.map((intent) => {
      this.#clock = (this.#clock * 7919 + 12_345) % 1_000_003;
      const envelope = { s: (this.#versions[this.id] ?? 0) + 1, l: this.#lamport + 1, w: this.#clock };
      const logged: LoggedOperation = { replica: this.id, operation: { ...intent, ...envelope } as Operation };
      this.#apply(logged);
      return logged;
    });
  }

  /** Takes over what another has, in its order, at most `most` operations. */
  pull(other: ModelReplica, most: number): void {
    let taken = 0;
    for (const logged of other.log) {
      if (taken === most) return;
      if (covers(this.#versions, logged.replica, logged.operation.s)) continue;
      this.#apply(logged);
      taken += 1;
    }
  }

  acknowledge(): void {
    this.acks.set(this.id, { ...this.#versions });
  }

  /** Hears what others have acknowledged, with or without what they have done since. */
  hear(other: ModelReplica): void {
    for (const [id, vector] of other.acks) {
      if (coversAll(vector, this.acks.get(id) ?? {})) this.acks.set(id, vector);
    }
  }

  /** Forgets what it may. */
  prune(members: Membership): void {
    const knowledge = [...members].map(([replicaId, last]): MemberKnowledge => {
      const retired = last === null ? false : { applied: covers(this.#versions, replicaId, last) };
      return { replicaId, acknowledged: this.acks.get(replicaId) ?? null, retired };
    });
    const floor = this.#policy.stableFloor(knowledge, this.#versions);
    if (floor === null) return;
    for (const [root, operations] of this.library.lineages()) {
      const dots = this.#policy.forgettable(root, operations, floor);
      if (dots.size > 0) this.library.forget(root, dots);
    }
  }

  #apply(logged: LoggedOperation): void {
    this.log.push(logged);
    this.library.apply(logged);
    this.#versions[logged.replica] = logged.operation.s;
    this.#lamport = Math.max(this.#lamport, logged.operation.l);
  }

  /** What is kept, by its dots. */
  kept(): Set<string> {
    return new Set(this.library.operations().map(dotOf));
  }
}
