import type { Library } from '@notes/operations';
import { deriveRecoveryKeys, getPublicKeys } from '@notes/sync-protocol';
import {
  buildEnrolment,
  ControlLog,
  type ControlPayload,
  foundGroup,
  parseControl,
  writeControl,
} from '@notes/sync-protocol/control';
import { MERGE_VERSION } from '@notes/sync-protocol/merge';
import { sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { Peer, writeIdentity } from './peers.js';

/** Library that has started its own group, as initialising does, and signs the decisions of its user. */
export class TestGroup {
  private constructor(
    readonly library: Library,
    readonly founder: Peer,
    readonly genesis: string,
  ) {}

  static async create(library: Library): Promise<TestGroup> {
    const { databaseId, replicaId, peers, store } = library;
    const founder = new Peer(databaseId, replicaId, 9);
    const { operation, epoch } = foundGroup(crypto, {
      databaseId,
      replicaId,
      name: 'desk',
      keys: founder.keys,
      recovery: getPublicKeys(deriveRecoveryKeys(crypto, Buffer.alloc(32, 5))),
      mergeVersion: MERGE_VERSION,
      now: Date.now(),
    });
    writeIdentity(store.paths.dataDir, databaseId, replicaId, 9, operation.id);
    peers?.store.epochs.keep(epoch);
    await store.write(({ sync }) => sync.becomeReplica(replicaId));
    const group = new TestGroup(library, founder, operation.id);
    await group.#add(operation.bytes);
    return group;
  }

  /** Admits a peer, with or without permission for snapshots of the library. */
  async letIn({ replicaId, keys }: Peer, permitted: boolean): Promise<void> {
    const epochs = this.library.peers?.store.epochs.all().map(({ id }) => id) ?? [];
    const fields = buildEnrolment(crypto, replicaId, keys);
    await this.say({ kind: 'member.add', ...fields, name: 'another', invitation_id: null, epochs });
    if (permitted) await this.permit(replicaId, true);
  }

  permit = (replica_id: string, granted: boolean) => this.say({ kind: 'snapshot.permit', replica_id, granted });

  async say(payload: ControlPayload): Promise<void> {
    const { databaseId, replicaId, store } = this.library;
    const log = new ControlLog(crypto, databaseId, this.genesis);
    for (const bytes of store.read(({ sync }) => sync.exchange.listPendingControl())) {
      const parsed = parseControl(crypto, bytes);
      if (parsed.ok) log.add(parsed.operation);
    }
    const author = { replicaId, signer: this.founder.signer };
    await this.#add(writeControl(crypto, log, author, Date.now(), payload).bytes);
  }

  async #add(bytes: Uint8Array): Promise<void> {
    await this.library.store.write(({ sync }) => sync.exchange.addControl(bytes));
    await this.library.peers?.refreshMembers();
  }
}
