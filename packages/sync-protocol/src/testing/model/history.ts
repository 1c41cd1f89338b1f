import type { LoggedOperation } from '../../log/operations.js';
import { covers } from '../../log/order.js';
import type { View } from '../../merge/view.js';
import { Random } from '../sim/random.js';
import { Person, type Words, wordsIn } from './person.js';
import { type Policy, PROTOCOL } from './policy.js';
import { ModelReplica } from './replica.js';

/** Broken invariants, with their numbers in the protocol. */
export type Violation =
  | 'I1: a replica differs from the reference'
  | 'I1: replicas differ'
  | 'I2: a word is lost'
  | 'I3: a note disappeared'
  | 'the notebooks have a cycle';

const MOVES = { act: 40, pull: 8, glance: 8, acknowledge: 6, hear: 6, round: 10, prune: 12, compare: 1 } as const;

/** Options of {@link playHistory}. */
export interface HistoryOptions {
  readonly policy?: Policy;
  readonly steps?: number;
  /** Probability that a replica is retired during the history. */
  readonly retirement?: number;
}

/**
 * Plays one random history of two to four replicas, some of which prune operations. It compares the replicas with the
 * reference during the history, and at the end when all replicas have all operations.
 *
 * @returns the violations; none under the rules of the protocol
 */
export function playHistory(seed: number, options: HistoryOptions = {}): Violation[] {
  const { policy = PROTOCOL, steps = 100, retirement = 0.25 } = options;
  return new History(seed, policy).play(steps, retirement);
}

class History {
  readonly #random: Random;
  readonly #policy: Policy;
  readonly #replicas: readonly ModelReplica[];
  readonly #people: readonly Person[];
  readonly #pruning: ReadonlySet<ModelReplica>;
  readonly #members: Map<string, number | null>;
  readonly #words: Words = { count: 0, removed: new Set() };
  readonly #violations = new Set<Violation>();

  constructor(seed: number, policy: Policy) {
    this.#random = new Random(seed);
    this.#policy = policy;
    const ids = ['rep_a', 'rep_b', 'rep_c', 'rep_d'].slice(0, 2 + this.#random.below(3));
    this.#replicas = ids.map((id) => new ModelReplica(id, policy));
    this.#people = this.#replicas.map((replica) => new Person(replica, this.#random, this.#words, policy));
    // The first replica prunes nothing, so that there is always one to compare with.
    this.#pruning = new Set(this.#replicas.filter((_, i) => i > 0 && this.#random.chance(0.7)));
    this.#members = new Map(ids.map((id) => [id, null]));
  }

  play(steps: number, retirement: number): Violation[] {
    const retireAt = this.#random.chance(retirement) ? this.#random.below(steps) : steps;
    for (let step = 0; step < steps; step += 1) {
      if (step === retireAt) this.#retire();
      this.#step();
    }
    this.#converge();
    return [...this.#violations];
  }

  #step(): void {
    const at = this.#random.below(this.#replicas.length);
    const replica = this.#replicas[at] as ModelReplica;
    if (this.#members.get(replica.id) === null) this.#moves[this.#random.pickWeighted(MOVES)](replica, at);
  }

  readonly #moves: Record<keyof typeof MOVES, (replica: ModelReplica, at: number) => void> = {
    act: (_, at) => this.#people[at]?.act(),
    pull: (replica) => replica.pull(this.#random.pick(this.#replicas), Number.POSITIVE_INFINITY),
    glance: (replica) => replica.pull(this.#random.pick(this.#replicas), 1 + this.#random.below(4)),
    acknowledge: (replica) => replica.acknowledge(),
    hear: (replica) => replica.receiveAcks(this.#random.pick(this.#replicas)),
    round: () => this.#round(),
    prune: (replica) => {
      if (this.#pruning.has(replica)) replica.prune(this.#members);
    },
    compare: (replica) => this.#compare(replica),
  };

  /** Most replicas exchange with most others. Acknowledgements spread sooner than operations. */
  #round(): void {
    const present = this.#replicas.filter(({ id }) => this.#members.get(id) === null);
    for (const replica of present) {
      for (const other of present) if (this.#random.chance(0.6)) replica.pull(other, Number.POSITIVE_INFINITY);
      if (this.#random.chance(0.8)) replica.acknowledge();
    }
    for (const replica of present)
      for (const other of present) if (this.#random.chance(0.9)) replica.receiveAcks(other);
  }

  /** Retires the last replica after some operations that no other replica has. Others can still pull from it. */
  #retire(): void {
    const last = this.#replicas.at(-1) as ModelReplica;
    for (let deed = 0; deed < 6; deed += 1) this.#people.at(-1)?.act();
    this.#members.set(last.id, last.versions[last.id] ?? 0);
  }

  #converge(): void {
    const [first, ...others] = this.#replicas as readonly [ModelReplica, ...ModelReplica[]];
    for (const other of others) first.pull(other, Number.POSITIVE_INFINITY);
    for (const other of others) other.pull(first, Number.POSITIVE_INFINITY);
    for (const replica of this.#replicas) this.#compare(replica);
    const pictures = this.#replicas.map((replica) => serialiseView(replica.view()));
    if (pictures.some((picture) => picture !== pictures[0])) this.#violations.add('I1: replicas differ');
    this.#checkWords(first.view());
    this.#checkNotes(first);
  }

  #compare(replica: ModelReplica): void {
    const known = this.#all().filter(({ replica: id, operation }) => covers(replica.versions, id, operation.s));
    const reference = this.#policy.computeView(this.#random.shuffle(known));
    if (serialiseView(replica.view()) !== serialiseView(reference))
      this.#violations.add('I1: a replica differs from the reference');
    if (hasCycle(reference)) this.#violations.add('the notebooks have a cycle');
  }

  #all(): LoggedOperation[] {
    return this.#replicas.flatMap((replica) => replica.log.filter((logged) => logged.replica === replica.id));
  }

  #checkWords({ notes }: View): void {
    const seen = new Set([...notes.values()].flatMap((note) => [note, ...note.losers].flatMap(wordsIn)));
    for (let word = 1; word <= this.#words.count; word += 1)
      if (!seen.has(`w${word}`) && !this.#words.removed.has(`w${word}`)) this.#violations.add('I2: a word is lost');
  }

  #checkNotes(replica: ModelReplica): void {
    const { notes } = replica.view();
    const purged = new Set<string>();
    for (const { operation } of replica.log) if (operation.op === 'doc.purge') purged.add(operation.doc);
    for (const { operation } of replica.log)
      if (operation.op === 'doc.write' && !purged.has(operation.doc) && !notes.has(operation.doc))
        this.#violations.add('I3: a note disappeared');
  }
}

/** Serialises a whole view. */
export function serialiseView(view: View): string {
  return JSON.stringify(
    Object.values(view).map((part: ReadonlyMap<string, unknown>) => [...part].sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

function hasCycle({ notebooks }: View): boolean {
  return [...notebooks.keys()].some((id) => {
    let at: string | null = id;
    for (let depth = 0; at !== null && depth <= notebooks.size; depth += 1) at = notebooks.get(at)?.parent ?? null;
    return at !== null;
  });
}
