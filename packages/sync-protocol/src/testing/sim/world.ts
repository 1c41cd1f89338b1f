import { bytesToHex } from '@noble/hashes/utils.js';
import { toBase32 } from '../../base32.js';
import { type ControlState, getControlState } from '../../control/state.js';
import { buildEnrolment, foundGroup } from '../../control/write.js';
import type { Codec, Crypto } from '../../crypto.js';
import { MAX_PAYLOAD_BYTES } from '../../frames/artifact.js';
import { getPublicKeys } from '../../keys/key-id.js';
import { deriveRecoveryKeys } from '../../keys/recovery.js';
import { MemoryCarrier } from '../memory-carrier.js';
import type { LibraryState } from '../memory-state.js';
import { VirtualClock } from './clock.js';
import type { WriteFault } from './crash-points.js';
import { seededCrypto, withoutCurves } from './crypto.js';
import { EventCounts, type SimulationEvent } from './events.js';
import { FaultyCarrier, NO_FAULTS } from './faulty-carrier.js';
import { GroupReader } from './group-reader.js';
import { Hostile } from './hostile.js';
import { RULES } from './library-view.js';
import { MemoryWatch } from './memory-watch.js';
import type { SimulationOptions } from './options.js';
import { Random } from './random.js';
import { Replica } from './replica.js';
import { Scheduler } from './scheduler.js';
import { SimulationCache } from './simulation-cache.js';

/** Primitives of a simulation. `curves` selects the signatures of the protocol instead of fast ones. */
export interface Primitives {
  readonly crypto: Crypto;
  readonly codec: Codec;
  readonly curves: boolean;
  /** Collects garbage. Without it, the memory of runs is not checked. */
  readonly collect?: () => void;
  /** Called with the devices and carriers at the end of a history. */
  readonly inspect?: (world: World) => void;
}

/** Number of the last confirmed puts that a carrier may lose. */
const MAX_RECENT_PUTS = 6;

const FAULTS_BETWEEN = ['before', 'after', 'ENOSPC'] as const;
const WRITE_FAULTS: Readonly<Record<WriteFault, SimulationEvent>> = {
  before: 'crashBefore',
  after: 'crashAfter',
  ENOSPC: 'libraryFull',
  EIO: 'libraryUnreadable',
};

/** Separate copy that a carrier shows one replica. */
interface Split {
  readonly carrier: MemoryCarrier;
  readonly shown: MemoryCarrier;
}

/** The devices and carriers of a history. */
export class World {
  readonly options: SimulationOptions;
  readonly random: Random;
  readonly clock = new VirtualClock();
  readonly scheduler: Scheduler;
  readonly carriers: MemoryCarrier[] = [];
  readonly replicas: Replica[] = [];
  readonly databaseId: string;
  readonly events = new EventCounts();
  /** Ids that two devices had at the same time. */
  readonly cloned = new Set<string>();
  /** Malicious member; null when there is none. */
  hostile: Hostile | null = null;
  /** Set in histories with a malicious member only, because the checks take time. */
  readonly memory: MemoryWatch | null;
  /** False once carriers are healed. */
  faulty = true;
  /** Separate copies, by `<replica id> <carrier id>`. */
  readonly #splits = new Map<string, Split>();
  /** Folder and name of the last artifacts put, by carrier id. */
  readonly #recent = new Map<string, (readonly [string, string])[]>();
  readonly #images: { readonly replica: Replica; readonly image: LibraryState }[] = [];
  readonly #crypto: Crypto;
  readonly #codec: Codec;
  readonly #memo = new SimulationCache();
  /** Secret of the recovery code. */
  recoverySecret: Uint8Array = new Uint8Array();
  #genesis = '';
  #groupReader: GroupReader | null = null;

  private constructor(options: SimulationOptions, { crypto, codec, curves, collect }: Primitives) {
    this.options = options;
    this.random = new Random(`${options.seed}/world`);
    this.scheduler = new Scheduler(this.random.fork('scheduler'));
    const seeded = seededCrypto(crypto, this.random.fork('crypto'));
    this.#crypto = curves ? seeded : withoutCurves(seeded);
    this.#codec = watchCodec(codec, crypto, this.#memo);
    this.memory = options.weights.hostile > 0 && collect !== undefined ? new MemoryWatch(collect) : null;
    this.databaseId = this.#id('db');
    for (let carrier = 0; carrier < options.carriers; carrier += 1) this.#addCarrier();
  }

  static async begin(options: SimulationOptions, primitives: Primitives): Promise<World> {
    const world = new World(options, primitives);
    const founder = world.#foundGroup();
    while (world.replicas.length < options.replicas) await world.join(founder);
    if (options.weights.hostile > 0) await world.#addHostile(founder);
    return world;
  }

  /** Adds a device by way of a member. The addition is published before the device does anything. */
  async join(inviter: Replica, mergeVersions?: readonly number[]): Promise<Replica> {
    const { id, keys } = await this.#addMember(inviter);
    return this.#enrol(id, keys, inviter, mergeVersions);
  }

  async #addHostile(founder: Replica): Promise<void> {
    const [epoch] = founder.keys.epochs();
    const { id, keys } = await this.#addMember(founder);
    if (epoch === undefined) return;
    const parts = { databaseId: this.databaseId, crypto: this.#crypto, codec: this.#codec };
    this.hostile = new Hostile({ id, keys, epoch, random: this.random.fork('hostile'), ...parts });
  }

  async #addMember(inviter: Replica) {
    const { id, keys } = this.#newDevice();
    const fields = buildEnrolment(this.#crypto, id, keys);
    const epochs = inviter.keys
      .epochs()
      .map((epoch) => epoch.id)
      .sort();
    inviter.decide({ kind: 'member.add', ...fields, name: 'device', invitation_id: null, epochs });
    await inviter.sync(this.random.pick(this.carriers).carrierFor(inviter.id));
    return { id, keys };
  }

  /**
   * Returns the group state from all published control operations. Unpublished ones of removed replicas do not count.
   */
  get group(): ControlState {
    const [first] = this.replicas as [Replica];
    const known = this.replicas.flatMap(({ store }) => [...store.state.control.values()]);
    const published = known.flatMap(({ index, payload }) => (index > 0 ? [payload] : []));
    this.#groupReader ??= new GroupReader(this.#crypto, this.databaseId, this.#genesis, this.#memo);
    const log = this.#groupReader.log(published);
    return log.entries.length > 0 ? getControlState(log) : first.group;
  }

  /** Returns the active members of the group. */
  get members(): Replica[] {
    const { members } = this.group;
    return this.replicas.filter(({ id }) => members.get(id)?.status === 'active');
  }

  /** Returns a carrier as a replica sees it now. */
  carrier(replica: Replica, carrier: MemoryCarrier): FaultyCarrier {
    const shown = this.#splits.get(`${replica.id} ${carrier.identity.carrierId}`)?.shown ?? carrier;
    return new FaultyCarrier(shown, replica.id, {
      random: this.random.fork('carrier'),
      scheduler: this.scheduler,
      getFaults: () => (this.faulty ? this.options.faults : NO_FAULTS),
      process: replica.crash,
      onFault: (what) => this.events.count(what),
      onStored: (artifactClass, name) => {
        const { carrierId } = carrier.identity;
        const recent = this.#recent.get(carrierId) ?? [];
        this.#recent.set(
          carrierId,
          [...recent, [`${replica.id}/${artifactClass}`, name] as const].slice(-MAX_RECENT_PUTS),
        );
      },
      onCall: () => this.memory?.check(),
    });
  }

  /**
   * Drops some of the last artifacts put.
   *
   * @returns the number of dropped artifacts
   */
  cutPower(carrier: MemoryCarrier): number {
    const recent = this.#recent.get(carrier.identity.carrierId) ?? [];
    const lost = recent.filter(
      ([folder, name]) => this.random.chance(0.5) && (carrier.folders.get(folder)?.delete(name) ?? false),
    );
    return lost.length;
  }

  split(replica: Replica, carrier: MemoryCarrier): void {
    const key = `${replica.id} ${carrier.identity.carrierId}`;
    const before = this.#splits.get(key);
    if (before !== undefined) this.#endSplit(before);
    this.#splits.set(key, { carrier, shown: carrier.copy() });
  }

  /** Stops all carrier faults. Stored artifacts stay as they are. */
  heal(): void {
    this.faulty = false;
    for (const split of this.#splits.values()) this.#endSplit(split);
    this.#splits.clear();
  }

  /**
   * Ends a separate copy. Its artifacts are lost, and their authors put them again. Where devices change their ids and
   * cannot do that, the artifacts become visible to all.
   */
  #endSplit({ carrier, shown }: Split): void {
    const { clone, libraryRollback } = this.options.weights;
    if (clone + libraryRollback > 0) carrier.addAll(shown);
  }

  /** Keeps an image of a library, as a backup does. */
  keepImage(replica: Replica): void {
    this.#images.push({ replica, image: replica.store.snapshot() });
  }

  /**
   * Restores the library of the newest device from an image. Only that device is restored, because a restored device
   * needs another one to be added again.
   *
   * @returns the device and its state before; null when there is no image
   */
  restoreNewest(): { readonly replica: Replica; readonly before: LibraryState } | null {
    const replica = this.replicas.at(-1) as Replica;
    const images = this.#images.filter((kept) => kept.replica === replica);
    if (images.length === 0) return null;
    const before = replica.store.state;
    replica.restore(this.random.pick(images).image);
    return { replica, before };
  }

  /** Starts a second device from the disk of another. Neither knows of the other. */
  clone(replica: Replica): void {
    const twin = this.#replica(replica.id, replica.keys.pair, replica.mergeVersions);
    twin.restart(replica);
    this.cloned.add(replica.id);
  }

  /** Gives a restored device a new id, which a member adds. */
  async renew(old: Replica, inviter: Replica): Promise<Replica> {
    this.events.count('renew');
    const renewed = await this.join(inviter, old.mergeVersions);
    renewed.takeOver(old);
    this.replicas.splice(this.replicas.indexOf(old), 1);
    return renewed;
  }

  #foundGroup(): Replica {
    const { id, keys } = this.#newDevice();
    this.recoverySecret = this.#crypto.random(32);
    const { operation, epoch } = foundGroup(this.#crypto, {
      databaseId: this.databaseId,
      replicaId: id,
      name: 'founder',
      keys,
      recovery: getPublicKeys(deriveRecoveryKeys(this.#crypto, this.recoverySecret)),
      mergeVersion: 1,
      now: this.clock.now(),
    });
    this.#genesis = operation.id;
    const replica = this.#replica(id, keys);
    void replica.keys.keepEpoch(epoch);
    replica.queue(operation);
    return replica;
  }

  /** Creates a device with the result of a pairing: the control log so far, and the keys of all epochs. */
  #enrol(id: string, keys: Replica['keys']['pair'], inviter: Replica, mergeVersions?: readonly number[]): Replica {
    const replica = this.#replica(id, keys, mergeVersions);
    for (const epoch of inviter.keys.epochs()) void replica.keys.keepEpoch(epoch);
    inviter.tellAwaited(replica);
    for (const [at, payload] of inviter.controlPayloads().entries())
      replica.store.state.control.set(`given:${at}`, { namespace: inviter.id, index: 0, sha256: '', payload });
    return replica;
  }

  #replica(id: string, keys: Replica['keys']['pair'], mergeVersions = this.#pickRules()): Replica {
    const breaks = new Random(`${this.options.seed}/${id}/breaks`);
    const replica = new Replica({
      id,
      databaseId: this.databaseId,
      genesis: this.#genesis,
      keys,
      crypto: this.#crypto,
      codec: this.#codec,
      memo: this.#memo,
      random: this.random.fork(id),
      scheduler: this.scheduler,
      now: () => this.clock.now(),
      mergeVersions,
      squashMs: this.options.squashMs,
      pickFault: () => (breaks.chance(0.6) ? breaks.pick(FAULTS_BETWEEN) : null),
      onFault: (fault) => this.events.count(WRITE_FAULTS[fault]),
    });
    this.replicas.push(replica);
    return replica;
  }

  /** Returns the older merge version for some devices, in histories about upgrades. */
  #pickRules(): readonly number[] {
    return this.options.weights.agree > 0 && this.random.chance(0.7) ? RULES : RULES.slice(0, 1);
  }

  #newDevice() {
    return { id: this.#id('rep'), keys: { sign: this.#crypto.signKeyPair(), box: this.#crypto.boxKeyPair() } };
  }

  #addCarrier(): void {
    this.carriers.push(new MemoryCarrier({ carrierId: this.#id('car'), databaseId: this.databaseId }));
  }

  #id = (prefix: string) => `${prefix}_${toBase32(this.random.bytes(16))}`;
}

/** Checks I9: no payload is inflated beyond the limit. Small results are cached, because every replica opens them. */
const watchCodec = (codec: Codec, { sha256 }: Crypto, { inflated }: SimulationCache): Codec => {
  const inflate: Codec['inflate'] = (input, most) => {
    const output = codec.inflate(input, most);
    if (output !== null && output.length > MAX_PAYLOAD_BYTES) throw new Error(`I9: inflated to ${output.length} bytes`);
    return output;
  };
  return {
    ...codec,
    inflate: (input, most) => {
      if (input.length > MAX_CACHED_BYTES) return inflate(input, most);
      const key = `${bytesToHex(sha256(input))} ${most}`;
      const known = inflated.get(key);
      const output = known === undefined ? inflate(input, most) : known;
      if (output === null || output.length <= MAX_CACHED_BYTES) inflated.set(key, output);
      return output;
    },
  };
};

/** Maximum bytes of cached payloads. */
const MAX_CACHED_BYTES = 4096;
