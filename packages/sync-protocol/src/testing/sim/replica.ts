import type { Carrier } from '../../carrier/carrier.js';
import type { ControlPayload } from '../../control/bodies.js';
import type { ControlOperation } from '../../control/operation.js';
import type { ControlState } from '../../control/state.js';
import { writeControl, writeMint } from '../../control/write.js';
import type { Codec, Crypto } from '../../crypto.js';
import type { ReplicaKeys } from '../../keys/key-id.js';
import type { AuthorState } from '../../log/succession.js';
import { decodeAck } from '../../retention/ack.js';
import { mayAgreeOn, mergeVersionInUse } from '../../run/merge-versions.js';
import { type RunReport, runSync } from '../../run/run.js';
import { MemoryKeys } from '../memory-keys.js';
import { copyOf, type LibraryState, operationsOf, underNewId } from '../memory-state.js';
import { MemoryStore } from '../memory-store.js';
import { Author, type Made } from './author.js';
import { CrashPoints, type WriteFault } from './crash-points.js';
import { forgetAll } from './forget.js';
import { GroupReader } from './group-reader.js';
import { digestOfView, LibraryView, viewOf } from './library-view.js';
import type { Memo } from './memo.js';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';

export interface ReplicaOptions {
  readonly id: string;
  readonly databaseId: string;
  readonly genesis: string;
  readonly keys: ReplicaKeys;
  readonly crypto: Crypto;
  readonly codec: Codec;
  readonly memo: Memo;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly now: () => number;
  /** The versions of the rules of merging its program knows. */
  readonly mergeVersions: readonly number[];
  /** As `squash` takes it. */
  readonly squashMs: number;
  /** What is to befall it between two slices of a checkpoint. */
  readonly breaksOff: () => WriteFault | null;
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
  /** Whether anything may befall a run between two slices of a checkpoint. */
  mayEnd = false;
  readonly #options: ReplicaOptions;
  readonly #author: Author;
  readonly #view: LibraryView;
  #keys: MemoryKeys;
  readonly #groupReader: GroupReader;
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
      sliced: () => {
        const fault = this.mayEnd ? options.breaksOff() : null;
        if (fault !== null) this.crash.arm(1, fault);
      },
    });
    this.#view = new LibraryView(() => this.#mergeVersion(), options.memo);
    this.#groupReader = new GroupReader(crypto, options.databaseId, options.genesis, options.memo);
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

  /** @param acceptCheckpoint Of one that its author alone vouches for, by whoever uses the device */
  async sync(carrier: Carrier, snapshot = false, acceptCheckpoint?: string): Promise<RunReport> {
    const { crypto, codec } = this.#options;
    const { store, keys, mergeVersions } = this;
    const options = { store, keys, carrier, crypto, codec, now: this.#now, mergeVersions, snapshot };
    const report = await runSync(acceptCheckpoint === undefined ? options : { ...options, acceptCheckpoint });
    this.#diverged = report.diverged;
    return report;
  }

  /** Whether its program knows the rules its group merges by, as far as it has heard. */
  knowsRules(): boolean {
    return this.mergeVersions.includes(this.group.mergeVersion);
  }

  /** Has the group merge by the newest rules it knows, where it may. @returns whom it takes to know them; null where not */
  agree(): readonly string[] | null {
    const version = this.mergeVersions.at(-1) as number;
    const state = this.group;
    const acks = [...this.store.state.acks.values()].flatMap(({ payload }) => decodeAck(payload) ?? []);
    if (!mayAgreeOn(version, state, acks, { replicaId: this.id, mergeVersions: this.mergeVersions })) return null;
    this.decide({ kind: 'policy.set', merge_version: version });
    return [...state.members.values()].flatMap(({ status, replicaId }) => (status === 'retired' ? [] : replicaId));
  }

  #now = () => this.#options.now() + this.clock.skewMs;

  #mergeVersion(): number {
    const { control, unsealedControl } = this.store.state;
    return control.size + unsealedControl.length === 0 ? 1 : mergeVersionInUse(this.group, this.mergeVersions);
  }

  /** Forgets for good what the rules let it; the next runs take it off carriers. */
  forget(): void {
    this.store.change((state) => forgetAll(state, this.group));
    this.#view.forget();
  }

  /** Puts the library back to an image of it; what is beside it stays. */
  restore(image: LibraryState): void {
    this.store.state = copyOf(image);
    this.#view.forget();
  }

  /** What is known here of the control log. */
  controlPayloads(): Uint8Array[] {
    const { control, unsealedControl } = this.store.state;
    return [...[...control.values()].map(({ payload }) => payload), ...unsealedControl];
  }

  /** The group, as far as is known here. */
  get group(): ControlState {
    return this.#groupReader.state(this.controlPayloads());
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
    this.queue(writeControl(crypto, this.#logToWrite(), this.#signer, this.#now(), payload));
  }

  /** A new epoch, for all but the keys of one. */
  mint(excluded: Replica | null): void {
    const { crypto } = this.#options;
    const out = excluded === null ? [] : [excluded.keys.signer.keyId];
    const { operation, epoch } = writeMint(crypto, this.#logToWrite(), this.#signer, this.#now(), out);
    void this.keys.keepEpoch(epoch);
    this.queue(operation);
  }

  knowsAsMember(other: Replica): boolean {
    return this.group.members.get(other.id)?.status === 'active';
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

  #logToWrite = () => this.#groupReader.copy(this.controlPayloads());

  get #signer() {
    return { replicaId: this.id, signer: this.keys.signer };
  }
}
