import { LibrarySyncStore } from '@notes/storage/sync';
import { deriveRecoveryKeys, getPublicKeys } from '@notes/sync-protocol';
import { buildEnrolment, ControlLog, foundGroup, parseControl, writeControl } from '@notes/sync-protocol/control';
import { zlibCodec as codec, sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { type RunReport, runSync } from '@notes/sync-protocol/run';
import { type MemoryCarrier, MemoryKeys } from '@notes/sync-protocol/testing';
import type { OpenedLibrary } from '../support.js';

export const DATABASE = 'db_040g2081040g2081040g208104';
const NOW = Date.UTC(2026, 0, 1);
const newKeys = () => ({ sign: crypto.signKeyPair(), box: crypto.boxKeyPair() });

/** A real library that is a member of a group, with its keys in memory. */
export class Device {
  readonly opened: OpenedLibrary;
  readonly store: LibrarySyncStore;
  readonly keys: MemoryKeys;

  private constructor(opened: OpenedLibrary, genesis: string, keys: ReturnType<typeof newKeys>) {
    this.opened = opened;
    this.store = new LibrarySyncStore(opened.library);
    this.keys = new MemoryKeys(crypto, { databaseId: DATABASE, replicaId: opened.library.replicaId, genesis, keys });
  }

  static async foundGroup(opened: OpenedLibrary): Promise<Device> {
    const keys = newKeys();
    const { replicaId } = opened.library;
    const recovery = getPublicKeys(deriveRecoveryKeys(crypto, crypto.random(32)));
    const founding = { databaseId: DATABASE, replicaId, name: 'first', keys, recovery, mergeVersion: 1, now: NOW };
    const { operation, epoch } = foundGroup(crypto, founding);
    const device = new Device(opened, operation.id, keys);
    await device.keys.keepEpoch(epoch);
    await device.store.addControl(operation.bytes);
    return device;
  }

  /** Admits another library, with all that this one has of the control log. */
  async invite(opened: OpenedLibrary): Promise<Device> {
    const keys = newKeys();
    const epochs = this.keys.epochs().map(({ id }) => id);
    const fields = buildEnrolment(crypto, opened.library.replicaId, keys);
    const log = new ControlLog(crypto, DATABASE, this.keys.genesis);
    for (const bytes of await this.#control()) {
      const parsed = parseControl(crypto, bytes);
      if (parsed.ok) log.add(parsed.operation);
    }
    const author = { replicaId: this.keys.replicaId, signer: this.keys.signer };
    const add = { kind: 'member.add', ...fields, name: 'another', invitation_id: null, epochs } as const;
    await this.store.addControl(writeControl(crypto, log, author, NOW, add).bytes);
    const device = new Device(opened, this.keys.genesis, keys);
    for (const epoch of this.keys.epochs()) await device.keys.keepEpoch(epoch);
    for (const [index, payload] of (await this.#control()).entries())
      await device.store.keepControl({ namespace: 'given', index, sha256: '', payload });
    return device;
  }

  run(carrier: MemoryCarrier): Promise<RunReport> {
    const { store, keys } = this;
    return runSync({ store, keys, carrier: carrier.carrierFor(keys.replicaId), crypto, codec, now: () => NOW });
  }

  async #control(): Promise<Uint8Array[]> {
    const kept = (await this.store.control()).map(({ payload }) => payload);
    return [...kept, ...(await this.store.listPendingControl())];
  }
}
