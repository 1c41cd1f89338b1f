import type { Crypto } from '../crypto.js';
import { Past } from './ancestry.js';
import type { ControlBody } from './bodies.js';
import { CONTROL_LIMITS, RECOVERY } from './fields.js';
import { type Introduction, introductionsOf } from './introductions.js';
import { type ControlOperation, verifyControl } from './operation.js';
import { isAllowed, type Known } from './rules.js';

/** An operation with its place in a log. */
export interface Entry {
  readonly operation: ControlOperation;
  /** Counted from 0 in the order of admission, so after all it knows of. */
  readonly number: number;
  readonly past: Past;
  /** The highest number of an epoch it knows of or mints. */
  readonly epochNumber: number;
  readonly introduces: readonly Introduction[];
}

/** A key with the operation that brought it. */
export interface Introduced extends Introduction {
  readonly entry: Entry;
}

/**
 * Why an operation is none of this log, whatever comes. `foreign`: of another library or another beginning; `height`,
 * `signature`, `rule`: of no author who is known to its past, or none who could make it; `full`: there are too many.
 */
export type ControlProblem = 'foreign' | 'height' | 'author' | 'signature' | 'rule' | 'full';

export type Admission = 'added' | 'known' | 'waiting' | ControlProblem;

/**
 * The operations that follow from one beginning. Whether one is admitted depends on nothing but itself and what it names
 * as its past, so the order in which they come does not matter; what comes before its past waits.
 */
export class ControlLog {
  readonly #crypto: Crypto;
  readonly databaseId: string;
  readonly #genesis: string;
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  readonly #waiting = new Map<string, ControlOperation>();
  readonly #introduced = new Map<string, Introduced[]>();

  /** @param genesis The id of the first operation, which whoever joins is told by whoever invites. */
  constructor(crypto: Crypto, databaseId: string, genesis: string) {
    this.#crypto = crypto;
    this.databaseId = databaseId;
    this.#genesis = genesis;
  }

  /** In the order of admission. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The ids of those that no other names as its past, ascending. */
  get heads(): readonly string[] {
    const named = new Set(this.#entries.flatMap(({ operation }) => operation.body.parents));
    return this.#entries.flatMap(({ operation }) => (named.has(operation.id) ? [] : operation.id)).sort();
  }

  entry(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /** Where a key comes from; several, where it was brought more than once. */
  introductions(keyId: string): readonly Introduced[] {
    return this.#introduced.get(keyId) ?? [];
  }

  get introducedKeys(): Iterable<readonly Introduced[]> {
    return this.#introduced.values();
  }

  /** Takes an operation up, and those that waited for it. */
  add(operation: ControlOperation): Admission {
    if (this.#byId.has(operation.id)) return 'known';
    if (this.#entries.length + this.#waiting.size >= CONTROL_LIMITS.operations) return 'full';
    const admission = this.#admit(operation);
    if (admission === 'waiting') this.#waiting.set(operation.id, operation);
    if (admission === 'added') this.#admitWaiting();
    return admission;
  }

  #admitWaiting(): void {
    let added = true;
    while (added) {
      added = false;
      for (const [id, operation] of this.#waiting) {
        const admission = this.#admit(operation);
        if (admission !== 'waiting') this.#waiting.delete(id);
        if (admission === 'added') added = true;
      }
    }
  }

  #admit(operation: ControlOperation): Admission {
    const { body } = operation;
    if (!this.#belongs(operation)) return 'foreign';
    const parents = body.parents.flatMap((parent) => this.#byId.get(parent) ?? []);
    if (parents.length < body.parents.length) return 'waiting';
    if (body.height !== 1 + Math.max(0, ...parents.map((parent) => parent.operation.body.height))) return 'height';

    const past = new Past(parents);
    const introduces = introductionsOf(this.#crypto, body);
    const author = this.#authorKey(operation, past, introduces);
    if (author === null) return 'author';
    if (!verifyControl(this.#crypto, operation, author)) return 'signature';
    const before = Math.max(0, ...parents.map((parent) => parent.epochNumber));
    if (!isAllowed(this.#crypto, body, introduces, this.#known(past, before))) return 'rule';
    this.#enter({ operation, number: this.#entries.length, past, introduces, epochNumber: epochAfter(body, before) });
    return 'added';
  }

  #belongs({ id, body }: ControlOperation): boolean {
    const first = id === this.#genesis;
    const looksFirst = body.kind === 'genesis' && body.parents.length === 0;
    const looksLater = body.kind !== 'genesis' && body.parents.length > 0;
    return body.database_id === this.databaseId && (first ? looksFirst : looksLater);
  }

  /** Of a key that the past of an operation knows as its author's; the founder's is known by the first itself. */
  #authorKey({ id, body }: ControlOperation, past: Past, introduces: readonly Introduction[]): Uint8Array | null {
    const known = this.introductions(body.key_id).filter(({ entry }) => past.has(entry.number));
    const own = ({ keyId, replicaId }: Introduction) => keyId === body.key_id && replicaId === body.author_replica_id;
    return (id === this.#genesis ? introduces : known).find(own)?.keys.sign ?? null;
  }

  #known(past: Past, epochNumber: number): Known {
    const knows = ({ entry }: Introduced) => past.has(entry.number);
    return {
      epochNumber,
      key: (keyId, replicaId) =>
        replicaId !== RECOVERY &&
        this.introductions(keyId).some((introduced) => introduced.replicaId === replicaId && knows(introduced)),
      replica: (replicaId) =>
        [...this.#introduced.values()].some((all) =>
          all.some((introduced) => introduced.replicaId === replicaId && knows(introduced)),
        ),
    };
  }

  #enter(entry: Entry): void {
    this.#entries.push(entry);
    this.#byId.set(entry.operation.id, entry);
    for (const introduction of entry.introduces) {
      const all = this.#introduced.get(introduction.keyId) ?? [];
      this.#introduced.set(introduction.keyId, [...all, { ...introduction, entry }]);
    }
  }
}

/** The first operation tells the first epoch. */
function epochAfter(body: ControlBody, before: number): number {
  if (body.kind === 'genesis') return 1;
  return body.kind === 'epoch.mint' ? body.number : before;
}
