import type { Crypto } from '../crypto.js';
import { AncestorSet } from './ancestor-set.js';
import type { ControlBody } from './bodies.js';
import { CONTROL_LIMITS, RECOVERY } from './fields.js';
import { getIntroductions, type Introduction } from './introductions.js';
import { type ControlOperation, verifyControl } from './operation.js';
import { isAllowed, type PastView } from './rules.js';

/** An operation admitted to a log. */
export interface Entry {
  readonly operation: ControlOperation;
  /** Position in the order of admission, from 0. It is higher than the positions of all operations it knows of. */
  readonly number: number;
  readonly ancestors: AncestorSet;
  /** Highest epoch number that it knows of or mints. */
  readonly epochNumber: number;
  readonly introduces: readonly Introduction[];
}

/** A key with the operation that introduced it. */
export interface IntroducedKey extends Introduction {
  readonly entry: Entry;
}

/**
 * Permanent reason for rejecting an operation. `foreign`: it belongs to another library or another genesis. `height`:
 * its height does not follow from its parents. `author`: its past does not know the author's key. `signature`: the
 * signature is invalid. `rule`: its author may not make it. `full`: the log has reached its limit.
 */
export type ControlProblem = 'foreign' | 'height' | 'author' | 'signature' | 'rule' | 'full';

/**
 * Result of adding an operation to a {@link ControlLog}: `waiting` until operations it names arrive; a problem when it
 * is rejected for good.
 */
export type Admission = 'added' | 'known' | 'waiting' | ControlProblem;

/**
 * The control operations that descend from one genesis. Admission depends only on an operation and its past, so the
 * order of arrival does not matter. An operation that arrives before its past waits for it.
 */
export class ControlLog {
  readonly #crypto: Crypto;
  readonly databaseId: string;
  readonly #genesis: string;
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  readonly #waiting = new Map<string, ControlOperation>();
  readonly #introduced = new Map<string, IntroducedKey[]>();

  /**
   * Creates an empty log.
   *
   * @param genesis id of the first operation; a joining device learns it from the inviting one
   */
  constructor(crypto: Crypto, databaseId: string, genesis: string) {
    this.#crypto = crypto;
    this.databaseId = databaseId;
    this.#genesis = genesis;
  }

  /** Admitted operations in the order of admission. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Ids of the operations that no other operation names as its parent, ascending. */
  get heads(): readonly string[] {
    const named = new Set(this.#entries.flatMap(({ operation }) => operation.body.parents));
    return this.#entries.flatMap(({ operation }) => (named.has(operation.id) ? [] : operation.id)).sort();
  }

  entry(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /** Returns the introductions of a key; several when more than one operation introduced it. */
  introductions(keyId: string): readonly IntroducedKey[] {
    return this.#introduced.get(keyId) ?? [];
  }

  get introducedKeys(): Iterable<readonly IntroducedKey[]> {
    return this.#introduced.values();
  }

  /** Adds an operation, and admits the operations that waited for it. */
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
    if (!this.#isOfThisLog(operation)) return 'foreign';
    const parents = body.parents.flatMap((parent) => this.#byId.get(parent) ?? []);
    if (parents.length < body.parents.length) return 'waiting';
    if (body.height !== 1 + Math.max(0, ...parents.map((parent) => parent.operation.body.height))) return 'height';

    const past = new AncestorSet(parents);
    const introduces = getIntroductions(this.#crypto, body);
    const author = this.#authorKey(operation, past, introduces);
    if (author === null) return 'author';
    if (!verifyControl(this.#crypto, operation, author)) return 'signature';
    const before = Math.max(0, ...parents.map((parent) => parent.epochNumber));
    if (!isAllowed(this.#crypto, body, introduces, this.#viewPast(past, before))) return 'rule';
    this.#append({
      operation,
      number: this.#entries.length,
      ancestors: past,
      introduces,
      epochNumber: epochAfter(body, before),
    });
    return 'added';
  }

  #isOfThisLog({ id, body }: ControlOperation): boolean {
    const first = id === this.#genesis;
    const looksFirst = body.kind === 'genesis' && body.parents.length === 0;
    const looksLater = body.kind !== 'genesis' && body.parents.length > 0;
    return body.database_id === this.databaseId && (first ? looksFirst : looksLater);
  }

  /**
   * Returns the author's signing key as its past knows it; null when it does not. The genesis introduces the key of its
   * own author.
   */
  #authorKey(
    { id, body }: ControlOperation,
    past: AncestorSet,
    introduces: readonly Introduction[],
  ): Uint8Array | null {
    const known = this.introductions(body.key_id).filter(({ entry }) => past.has(entry.number));
    const own = ({ keyId, replicaId }: Introduction) => keyId === body.key_id && replicaId === body.author_replica_id;
    return (id === this.#genesis ? introduces : known).find(own)?.keys.sign ?? null;
  }

  #viewPast(past: AncestorSet, epochNumber: number): PastView {
    const knows = ({ entry }: IntroducedKey) => past.has(entry.number);
    return {
      epochNumber,
      hasKey: (keyId, replicaId) =>
        replicaId !== RECOVERY &&
        this.introductions(keyId).some((introduced) => introduced.replicaId === replicaId && knows(introduced)),
      hasReplica: (replicaId) =>
        [...this.#introduced.values()].some((all) =>
          all.some((introduced) => introduced.replicaId === replicaId && knows(introduced)),
        ),
    };
  }

  #append(entry: Entry): void {
    this.#entries.push(entry);
    this.#byId.set(entry.operation.id, entry);
    for (const introduction of entry.introduces) {
      const all = this.#introduced.get(introduction.keyId) ?? [];
      this.#introduced.set(introduction.keyId, [...all, { ...introduction, entry }]);
    }
  }
}

/** Highest epoch number after an operation. The genesis records the first epoch. */
function epochAfter(body: ControlBody, before: number): number {
  if (body.kind === 'genesis') return 1;
  return body.kind === 'epoch.mint' ? body.number : before;
}
