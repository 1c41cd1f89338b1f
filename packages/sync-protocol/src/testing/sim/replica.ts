import type { Carrier } from '../../carrier/carrier.js';
import type { ControlPayload } from '../../control/bodies.js';
import { ControlLog } from '../../control/log.js';
import { type ControlOperation, type ParsedControl, parseControl } from '../../control/operation.js';
import { controlState } from '../../control/state.js';
import { writeControl, writeMint } from '../../control/write.js';
import type { Codec, Crypto } from '../../crypto.js';
import type { ReplicaKeys } from '../../keys/key-id.js';
import type { AuthorState } from '../../log/succession.js';
import { decodeAck } from '../../retention/ack.js';
import { mayAgreeOn, mergeVersionInUse } from '../../run/merge-versions.js';
import { type RunReport, runSync } from '../../run/run.js';
import { MemoryKeys } from '../memory-keys.js';
import { type LibraryState, operationsOf, underNewId } from '../memory-state.js';
import { MemoryStore } from '../memory-store.js';
import { Author, type Made } from './author.js';
import { CrashPoints, type WriteFault } from './crash-points.js';
import { forgetAll } from './forget.js';
import { digestOfView, LibraryView, viewOf } from './library-view.js';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';

/** Reading an operation takes longer than all else a simulation does with it. */
const parsedBefore = new WeakMap<Uint8Array, ParsedControl>();

export interface ReplicaOptions {
  readonly id: string;
  readonly databaseId: string;
  readonly genesis: string;
  readonly keys: ReplicaKeys;
  readonly crypto: Crypto;
  readonly codec: Codec;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly now: () => number;
  /** The versions of the rules of merging its program knows. */
  readonly mergeVersions: readonly number[];
  /** As `squash` takes it. */
  readonly squashMs: number;
  /** Told of each fault of its process. */
  readonly happened: (fault: WriteFault) => void;
}

/** A device of a simulation: a library, the keys beside it, and somebody who uses it. */
export class Replica {
  readonly id: string;
  readonly crash: CrashPoints;
  readonly store: MemoryStore;
  readonly clock = { skewMs: 0 };
  mergeVersions: readonly number[];
  readonly #options: ReplicaOptions;
  readonly #author: Author;
  readonly #view = new LibraryView(() => this.#mergeVersion());
  #keys: MemoryKeys;
  #agreed = { of: '', version: 1 };
  /** What the last run said. */
  #diverged: AuthorState | null = null;

  constructor(options: ReplicaOptions) {
    const { id, crypto, scheduler } = options;
    this.id = id;
    this.#options = options;
    this.crash = new CrashPoints(options.happened);
    this.mergeVersions = options.mergeVersions;
    this.#keys = new MemoryKeys(crypto, { ...options, replicaId: id, crash: this.crash });
    this.store = new MemoryStore(id, {
      turn: () => scheduler.turn(),
      crash: this.crash,
      squashMs: options.squashMs,
      digestOf: () => this.#view.digestOf(this.store.state),
    });
    this.#author = new Author(options.random, this.#now);
  }

  get keys(): MemoryKeys {
    return this.#keys;
  }

  /** Another process goes on where the last one ended, or with an image of the disk of another of the same id. */
  restart(image?: Replica): void {
    this.crash.disarm();
    this.#keys = (image?.keys ?? this.#keys).reopened(this.crash);
    if (image !== undefined) this.restore(image.store.state);
  }

  view = () => this.#view.of(this.store.state);

  /** The reference, on the operations in another order. */
  referenceDigest(random: Random): string {
    const { state } = this.store;
    return digestOfView(viewOf(random.shuffled(operationsOf(state)), state.blobs, this.#mergeVersion()));
  }

  /** Of all that is to be seen of the library. */
  digest = () => digestOfView(this.view());

  change(): Made {
    const shown = this.view();
    return this.store.change((state) => this.#author.change(state, shown));
  }

  async sync(carrier: Carrier, snapshot = false): Promise<RunReport> {
    const { crypto, codec } = this.#options;
    const { store, keys, mergeVersions } = this;
    const options = { store, keys, carrier, crypto, codec, now: this.#now, mergeVersions, snapshot };
    const report = await runSync(options);
    this.#diverged = report.diverged;
    return report;
  }

  /** Whether its program knows the rules its group merges by, as far as it has heard. */
  knowsRules(): boolean {
    return this.mergeVersions.includes(controlState(this.log()).mergeVersion);
  }

  /** Has the group merge by the newest rules it knows, where it may. @returns whom it takes to know them; null where not */
  agree(): readonly string[] | null {
    const version = this.mergeVersions.at(-1) as number;
    const state = controlState(this.log());
    const acks = [...this.store.state.acks.values()].flatMap(({ payload }) => decodeAck(payload) ?? []);
    if (!mayAgreeOn(version, state, acks, { replicaId: this.id, mergeVersions: this.mergeVersions })) return null;
    this.decide({ kind: 'policy.set', merge_version: version });
    return [...state.members.values()].flatMap(({ status, replicaId }) => (status === 'retired' ? [] : replicaId));
  }

  #now = () => this.#options.now() + this.clock.skewMs;

  /** The control log is looked at again when there is more of it. */
  #mergeVersion(): number {
    const { control, unsealedControl } = this.store.state;
    const of = `${control.size} ${unsealedControl.length} ${this.mergeVersions}`;
    if (of !== this.#agreed.of) {
      const version =
        control.size + unsealedControl.length === 0
          ? 1
          : mergeVersionInUse(controlState(this.log()), this.mergeVersions);
      this.#agreed = { of, version };
    }
    return this.#agreed.version;
  }

  /** Forgets for good what the rules let it; the next runs take it off carriers. */
  forget(): void {
    this.store.change((state) => forgetAll(state, controlState(this.log())));
    this.#view.forget();
  }

  /** Puts the library back to an image of it; what is beside it stays. */
  restore(image: LibraryState): void {
    this.store.state = structuredClone(image);
    this.#view.forget();
  }

  /** What is known here of the control log. */
  controlPayloads(): Uint8Array[] {
    const { control, unsealedControl } = this.store.state;
    return [...[...control.values()].map(({ payload }) => payload), ...unsealedControl];
  }

  log(payloads = this.controlPayloads()): ControlLog {
    const { crypto, databaseId, genesis } = this.#options;
    const log = new ControlLog(crypto, databaseId, genesis);
    for (const payload of payloads) {
      const parsed = parsedBefore.get(payload) ?? parseControl(crypto, payload);
      parsedBefore.set(payload, parsed);
      if (parsed.ok) log.add(parsed.operation);
    }
    return log;
  }

  /** Goes on with the library of another id of this device. */
  takeOver(old: Replica): void {
    const { control } = this.store.state;
    this.restore(old.store.state);
    for (const [key, record] of control) this.store.state.control.set(key, record);
    this.store.state.unsealedControl = [];
    underNewId(this.store.state, this.id, old.#diverged);
  }

  /** Decides on something of the group, to be published by the next run. */
  decide(payload: ControlPayload): void {
    const { crypto } = this.#options;
    this.queue(writeControl(crypto, this.log(), this.#signer, this.#now(), payload));
  }

  /** A new epoch, for all but the keys of one. */
  mint(excluded: Replica | null): void {
    const { crypto } = this.#options;
    const out = excluded === null ? [] : [excluded.keys.signer.keyId];
    const { operation, epoch } = writeMint(crypto, this.log(), this.#signer, this.#now(), out);
    void this.keys.keepEpoch(epoch);
    this.queue(operation);
  }

  knowsAsMember(other: Replica): boolean {
    return controlState(this.log()).members.get(other.id)?.status === 'active';
  }

  retire(other: Replica): void {
    const author = this.store.state.authors.get(other.id);
    const final = author?.digest ? { index: author.index, sha256: author.digest } : null;
    this.decide({ kind: 'member.retire', replica_id: other.id, final });
  }

  revoke(other: Replica): void {
    const { keyId } = other.keys.signer;
    this.decide({ kind: 'member.revoke_key', replica_id: other.id, revoked_key_id: keyId, mint: true });
  }

  queue({ bytes }: ControlOperation): void {
    this.store.change((state) => {
      state.unsealedControl = [...state.unsealedControl, bytes];
    });
  }

  get #signer() {
    return { replicaId: this.id, signer: this.keys.signer };
  }
}
