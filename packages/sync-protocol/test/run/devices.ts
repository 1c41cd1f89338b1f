import { randomBytes } from 'node:crypto';
import { toBase32 } from '../../src/base32.js';
import type { Carrier } from '../../src/carrier/index.js';
import { ControlLog, joinByRecovery, parseControl, recoverGroup } from '../../src/control/index.js';
import { buildEnrolment, foundGroup, writeControl, writeMint } from '../../src/control/write.js';
import { deriveRecoveryKeys, getPublicKeys } from '../../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import {
  type CarrierCheck,
  computeAwaited,
  computeViewDigest,
  type RunOptions,
  type RunReport,
  runSync,
  verifyCarrier,
} from '../../src/run/index.js';
import { appendOwn, type Change, type LibraryState, MemoryKeys, MemoryStore } from '../../src/testing/index.js';
import { addAwaited } from '../../src/testing/memory-state.js';
import { computeReferenceView } from '../../src/testing/sim/library-view.js';

export const DATABASE = 'db_040g2081040g2081040g208104';
const NOW = Date.UTC(2026, 0, 1);

const newKeys = () => ({ sign: crypto.signKeyPair(), box: crypto.boxKeyPair() });
const newId = (prefix: string) => `${prefix}_0${toBase32(randomBytes(16)).slice(1)}`;

/** A device with a library in memory and the primitives of the protocol. */
export class Device {
  readonly keys: MemoryKeys;
  readonly store: MemoryStore;
  now = NOW;
  /** Merge versions its program supports. */
  mergeVersions: readonly number[] = [1];
  /** Version its library is merged by. */
  rules = 1;
  /** Called when part of a checkpoint was applied and more remains. */
  onSlice = () => {};

  private constructor(replicaId: string, genesis: string, keys: ReturnType<typeof newKeys>) {
    this.keys = new MemoryKeys(crypto, { databaseId: DATABASE, replicaId, genesis, keys });
    this.store = new MemoryStore(replicaId, {
      computeDigest: (operations) =>
        computeViewDigest(computeReferenceView(operations, this.store.state.blobs, this.rules)),
      onSlice: () => this.onSlice(),
    });
  }

  static async createFounder(secret = crypto.random(32)): Promise<Device> {
    const [replicaId, keys] = [newId('rep'), newKeys()];
    const recovery = getPublicKeys(deriveRecoveryKeys(crypto, secret));
    const founding = { databaseId: DATABASE, replicaId, name: 'first', keys, recovery, mergeVersion: 1, now: NOW };
    const { operation, epoch } = foundGroup(crypto, founding);
    const device = new Device(replicaId, operation.id, keys);
    await device.keys.keepEpoch(epoch);
    await device.store.addControl(operation.bytes);
    return device;
  }

  /** Creates a device from the recovery code and the epochs and control log on a carrier. */
  static async recover(secret: Uint8Array, carrier: Carrier): Promise<Device> {
    const recovered = await recoverGroup(crypto, codec, carrier, secret);
    if (!recovered.ok) throw new Error(recovered.problem);
    const { log, genesis, epochs } = recovered.group;
    const [replicaId, keys] = [newId('rep'), newKeys()];
    const device = new Device(replicaId, genesis, keys);
    for (const epoch of epochs) await device.keys.keepEpoch(epoch);
    for (const { number, operation } of log.entries)
      await device.store.keepControl({ namespace: 'given', index: number, sha256: '', payload: operation.bytes });
    const joiner = { replicaId, name: 'recovered', keys, now: NOW };
    await device.store.addControl(joinByRecovery(crypto, recovered.group, secret, joiner).bytes);
    return device;
  }

  /** Adds a device and gives it the known control log. */
  async invite(): Promise<Device> {
    const [replicaId, keys] = [newId('rep'), newKeys()];
    const epochs = this.keys
      .epochs()
      .map(({ id }) => id)
      .sort();
    const fields = buildEnrolment(crypto, replicaId, keys);
    await this.decide({ kind: 'member.add', ...fields, name: 'another', invitation_id: null, epochs });
    const device = new Device(replicaId, this.keys.genesis, keys);
    for (const epoch of this.keys.epochs()) await device.keys.keepEpoch(epoch);
    const [checkpoints, versions] = [await this.store.checkpoints(), await this.store.versions()];
    addAwaited(device.store.state, computeAwaited(checkpoints, versions, await this.store.readAwaited()), this.now);
    for (const [index, payload] of (await this.#controlPayloads()).entries())
      await device.store.keepControl({ namespace: 'given', index, sha256: '', payload });
    return device;
  }

  /** Returns a second device with the same keys and the given library, as from a copied disk. */
  async twin(image: LibraryState): Promise<Device> {
    const twin = new Device(this.keys.replicaId, this.keys.genesis, this.keys.pair);
    for (const epoch of this.keys.epochs()) await twin.keys.keepEpoch(epoch);
    twin.store.state = image;
    return twin;
  }

  async decide(payload: Parameters<typeof writeControl>[4]): Promise<void> {
    const operation = writeControl(crypto, await this.log(), this.#author, NOW, payload);
    await this.store.addControl(operation.bytes);
  }

  async mint(): Promise<void> {
    const { operation, epoch } = writeMint(crypto, await this.log(), this.#author, NOW);
    await this.keys.keepEpoch(epoch);
    await this.store.addControl(operation.bytes);
  }

  get #author() {
    return { replicaId: this.keys.replicaId, signer: this.keys.signer };
  }

  async log(): Promise<ControlLog> {
    const log = new ControlLog(crypto, DATABASE, this.keys.genesis);
    for (const bytes of await this.#controlPayloads()) {
      const parsed = parseControl(crypto, bytes);
      if (parsed.ok) log.add(parsed.operation);
    }
    return log;
  }

  /** Writes a note with this text, and returns its id and that of its first revision. */
  note(body: string): { readonly doc: string; readonly rev: string } {
    const [doc, rev] = [newId('doc'), newId('rev')];
    this.append({ op: 'doc.create', doc, created: NOW, file_name: null });
    this.append({ op: 'doc.write', doc, rev, parents: [], title: 'A note', body });
    return { doc, rev };
  }

  append(change: Change): void {
    this.store.change((state) => appendOwn(state, change, NOW));
  }

  sync(
    carrier: Carrier,
    how: Omit<Partial<RunOptions>, 'store' | 'keys' | 'carrier' | 'crypto' | 'codec' | 'now'> = {},
  ): Promise<RunReport> {
    return runSync({ ...this.#optionsOver(carrier), ...how });
  }

  verify(carrier: Carrier): Promise<CarrierCheck> {
    return verifyCarrier(this.#optionsOver(carrier));
  }

  #optionsOver(carrier: Carrier): RunOptions {
    const { store, keys, mergeVersions } = this;
    return { store, keys, carrier, crypto, codec, now: () => this.now, mergeVersions };
  }

  get bodies(): string[] {
    const { state } = this.store;
    const { notes } = computeReferenceView([...state.log.values()].flat(), state.blobs);
    return [...notes.values()].map(({ body }) => body).sort();
  }

  async #controlPayloads(): Promise<Uint8Array[]> {
    const records = await this.store.control();
    return [...records.map(({ payload }) => payload), ...(await this.store.listPendingControl())];
  }
}
