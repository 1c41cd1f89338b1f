import type { Carrier } from '../../carrier/carrier.js';
import type { ControlPayload } from '../../control/bodies.js';
import type { ControlOperation } from '../../control/operation.js';
import type { ControlState } from '../../control/state.js';
import { writeControl, writeMint } from '../../control/write.js';
import type { Codec, Crypto } from '../../crypto.js';
import type { ReplicaKeys } from '../../keys/key-id.js';
import type { VersionVector } from '../../log/operations.js';
import type { AuthorState } from '../../log/succession.js';
import { canAgreeOn, getMergeVersionInUse } from '../../run/merge-versions.js';
import { decodeAck } from '../../run/retention/ack.js';
import { computeAwaited } from '../../run/retention/knowledge.js';
import { type RunReport, runSync } from '../../run/run.js';
import { MemoryKeys } from '../memory-keys.js';
import { addAwaited, copyState, getVersions, type LibraryState, listOperations, moveToNewId } from '../memory-state.js';
import { MemoryStore } from '../memory-store.js';
import { Author, type ChangedWords } from './author.js';
import { CrashPoints, type WriteFault } from './crash-points.js';
import { GroupReader } from './group-reader.js';
import { computeReferenceView, hashView, LibraryView } from './library-view.js';
import { pruneAll } from './prune.js';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';
import type { SimulationCache } from './simulation-cache.js';

export interface ReplicaOptions {
  readonly id: string;
  readonly databaseId: string;
  readonly genesis: string;
  readonly keys: ReplicaKeys;
  readonly crypto: Crypto;
  readonly codec: Codec;
  readonly memo: SimulationCache;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly now: () => number;
  /** Merge versions its program supports. */
  readonly mergeVersions: readonly number[];
  /** Time limit of `squash` in milliseconds. */
  readonly squashMs: number;
  /** Returns the fault to inject between two slices of a checkpoint, if any. */
  readonly pickFault: () => WriteFault | null;
  /** Called with each fault of its process. */
  readonly onFault: (fault: WriteFault) => void;
}

/** Longest wait for operations of others, which is shorter than most histories. */
const MAX_WAIT_MS = 3_600_000;

/** A simulated device: a library, its keys, and its user. */
export class Replica {
  readonly id: string;
  readonly crash: CrashPoints;
  readonly store: MemoryStore;
  readonly clock = { skewMs: 0 };
  mergeVersions: readonly number[];
  /** True while faults may be injected between two slices of a checkpoint. */
  mayFail = false;
  readonly #options: ReplicaOptions;
  readonly #author: Author;
  readonly #view: LibraryView;
  #keys: MemoryKeys;
  readonly #groupReader: GroupReader;
  /** `diverged` of the last run. */
  #diverged: AuthorState | null = null;
  /** `awaited` of the last run. */
  #awaited: VersionVector = {};

  constructor(options: ReplicaOptions) {
    const { id, crypto, scheduler } = options;
    this.id = id;
    this.#options = options;
    this.crash = new CrashPoints(options.onFault);
    this.mergeVersions = options.mergeVersions;
    this.#keys = new MemoryKeys(crypto, { ...options, replicaId: id, crash: this.crash });
    this.store = new MemoryStore(id, {
      waitForTurn: () => scheduler.turn(),
      crash: this.crash,
      squashMs: options.squashMs,
      computeDigest: () => this.#view.getDigest(this.store.state),
      onSlice: () => {
        const fault = this.mayFail ? options.pickFault() : null;
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

  /** Starts a new process on the present disk, or on a copy of the disk of another device with the same id. */
  restart(image?: Replica): void {
    this.crash.disarm();
    this.#keys = (image?.keys ?? this.#keys).reopen(this.crash);
    if (image !== undefined) this.restore(image.store.state);
  }

  view = () => this.#view.getView(this.store.state);

  /** Returns the digest of the reference view, computed from shuffled operations. */
  referenceDigest(random: Random): string {
    const { state } = this.store;
    return hashView(computeReferenceView(random.shuffle(listOperations(state)), state.blobs, this.#mergeVersion()));
  }

  /** Returns the digest of the view. */
  digest = () => hashView(this.view());

  change(): ChangedWords {
    const shown = this.view();
    return this.store.change((state) => this.#author.change(state, shown));
  }

  /** @param acceptCheckpoint digest of a checkpoint verified by its author only, accepted by the user */
  async sync(carrier: Carrier, snapshot = false, acceptCheckpoint?: string): Promise<RunReport> {
    const { crypto, codec } = this.#options;
    const { store, keys, mergeVersions } = this;
    const options = {
      store,
      keys,
      carrier,
      crypto,
      codec,
      now: this.#now,
      mergeVersions,
      snapshot,
      maxWaitMs: MAX_WAIT_MS,
    };
    const report = await runSync(acceptCheckpoint === undefined ? options : { ...options, acceptCheckpoint });
    this.#diverged = report.diverged;
    this.#awaited = report.awaited;
    return report;
  }

  /** Returns true when its program supports the merge version of its group, as far as it knows. */
  supportsMergeVersion(): boolean {
    return this.mergeVersions.includes(this.group.mergeVersion);
  }

  /**
   * Sets the newest merge version it supports for the group, if it may.
   *
   * @returns the replicas it believes to support that version; null when it may not
   */
  agree(): readonly string[] | null {
    const version = this.mergeVersions.at(-1) as number;
    const state = this.group;
    const acks = [...this.store.state.acks.values()].flatMap(({ payload }) => decodeAck(payload) ?? []);
    if (!canAgreeOn(version, state, acks, { replicaId: this.id, mergeVersions: this.mergeVersions })) return null;
    this.decide({ kind: 'policy.set', merge_version: version });
    return [...state.members.values()].flatMap(({ status, replicaId }) => (status === 'retired' ? [] : replicaId));
  }

  #now = () => this.#options.now() + this.clock.skewMs;

  #mergeVersion(): number {
    const { control, unsealedControl } = this.store.state;
    return control.size + unsealedControl.length === 0 ? 1 : getMergeVersionInUse(this.group, this.mergeVersions);
  }

  /** Prunes all operations that it may delete permanently. The next runs remove them from carriers. */
  prune(): void {
    this.store.change((state) => pruneAll(state, this.group));
    this.#view.clearCache();
  }

  /** Restores the library from an image; the keys stay. */
  restore(image: LibraryState): void {
    this.store.state = copyState(image);
    this.#view.clearCache();
  }

  /** Returns the known operations of the control log. */
  controlPayloads(): Uint8Array[] {
    const { control, unsealedControl } = this.store.state;
    return [...[...control.values()].map(({ payload }) => payload), ...unsealedControl];
  }

  /** Returns the known state of the group. */
  get group(): ControlState {
    return this.#groupReader.state(this.controlPayloads());
  }

  /** Tells a device that this one has added what it must have before it publishes anything. */
  tellAwaited(other: Replica): void {
    const { state } = this.store;
    const awaited = computeAwaited([...state.checkpoints.values()], getVersions(state), state.wait?.versions ?? {});
    addAwaited(other.store.state, awaited, other.#now());
  }

  /** Continues the library of another id of this device. */
  takeOver(old: Replica): void {
    const { control } = this.store.state;
    this.restore(old.store.state);
    addAwaited(this.store.state, old.#awaited, this.#now());
    for (const [key, record] of control) this.store.state.control.set(key, record);
    this.store.state.unsealedControl = [];
    moveToNewId(this.store.state, this.id, old.#diverged);
  }

  /** Writes a control operation, to be published by the next run. */
  decide(payload: ControlPayload): void {
    const { crypto } = this.#options;
    this.queue(writeControl(crypto, this.#logToWrite(), this.#signer, this.#now(), payload));
  }

  /** Mints a new epoch, without the key of `excluded`. */
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
