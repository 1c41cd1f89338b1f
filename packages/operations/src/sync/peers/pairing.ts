import { ServiceError } from '@notes/contract';
import type { SyncKeyStore } from '@notes/storage';
import type { Crypto } from '@notes/sync-protocol';
import {
  type Grant,
  INVITATION_LIMITS,
  type Invitation,
  type JoinRequest,
  newInvitation,
  receiveRequest,
  refreshInvitation,
  writeControl,
} from '@notes/sync-protocol/control';
import { computeAwaited, type SyncStore } from '@notes/sync-protocol/run';
import type { LibrarySyncKeys } from '../keys/replica-keys.js';
import { type MemberStore, readControlLog } from './group.js';

export interface PairingOptions {
  readonly crypto: Crypto;
  readonly store: SyncKeyStore;
  readonly members: MemberStore & Pick<SyncStore, 'checkpoints' | 'readAwaited' | 'versions'>;
  /** Null while this replica is not a member of a group and cannot admit anybody. */
  readonly identity: () => LibrarySyncKeys | null;
  /** Returns the connection data that a joining replica receives. */
  readonly place: () => Pick<Grant, 'tlsCertSha256' | 'carrier'>;
  readonly now: () => number;
}

/** Admits the holders of pairing codes to the group, one for each code. */
export class Pairing {
  readonly #options: PairingOptions;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: PairingOptions) {
    this.#options = options;
  }

  /** Returns the current invitations, and stores the expiry of expired ones. */
  invitations(): Invitation[] {
    const { store, now } = this.#options;
    return store.invitations.all().map((former) => {
      const invitation = refreshInvitation(former, now());
      if (invitation !== former) store.invitations.keep(invitation);
      return invitation;
    });
  }

  get openCount(): number {
    return this.invitations().filter(({ state }) => state === 'open').length;
  }

  /**
   * Creates a pairing code, which is returned here and nowhere else. @throws ServiceError `conflict` at the maximum of
   * open invitations
   */
  invite(lifetimeMs?: number): { readonly code: string; readonly invitation: Invitation } {
    const { crypto, store, now } = this.#options;
    if (this.openCount >= INVITATION_LIMITS.open)
      throw new ServiceError('conflict', `${INVITATION_LIMITS.open} invitations are open already. Cancel one first`);
    const invited = newInvitation(crypto, now(), lifetimeMs);
    store.invitations.keep(invited.invitation);
    return invited;
  }

  /**
   * Answers a box received for an invitation; null when the request is refused for any reason. Requests run one after
   * another.
   */
  receive(invitationId: string, box: Uint8Array): Promise<Uint8Array | null> {
    const turn = this.#turn.then(() => this.#receive(invitationId, box));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #receive(invitationId: string, box: Uint8Array): Promise<Uint8Array | null> {
    const { crypto, store, now } = this.#options;
    const former = store.invitations.find(invitationId);
    const identity = this.#options.identity();
    if (former === undefined || identity === null) return null;
    const reception = receiveRequest(crypto, former, box, now());
    if (reception.kind === 'again') return reception.box;
    if (reception.kind === 'refused') {
      store.invitations.keep(reception.invitation);
      return null;
    }
    const grant = await this.#letIn(identity, reception.request, invitationId);
    if (grant === null) return null;
    const granted = reception.grant(grant);
    store.invitations.keep(granted.invitation);
    return granted.box;
  }

  /** Admits the requester, unless that was done before a crash; null when another requester was admitted then. */
  async #letIn(identity: LibrarySyncKeys, request: JoinRequest, invitationId: string): Promise<Grant | null> {
    const { crypto, members, now, place } = this.#options;
    const log = await readControlLog(crypto, identity, members);
    const epochs = identity.epochs();
    const { replicaId } = identity;
    const before = log.entries.flatMap(({ operation: { body } }) =>
      body.kind === 'member.add' && body.invitation_id === invitationId ? [body] : [],
    );
    if (before.some(({ replica_id }) => replica_id !== request.replicaId)) return null;
    if (before.length === 0) {
      const given = epochs.map(({ id }) => id).sort();
      const added = { ...request.enrolled, name: request.name, invitation_id: invitationId, epochs: given };
      const author = { replicaId, signer: identity.signer };
      const operation = writeControl(crypto, log, author, now(), { kind: 'member.add', ...added });
      await members.addControl(operation.bytes);
    }
    return {
      databaseId: identity.databaseId,
      inviterReplicaId: replicaId,
      genesis: identity.genesis,
      epochs,
      members: log.entries.map(({ operation }) => operation),
      ...place(),
      bootstrap: 'operations',
      awaited: computeAwaited(await members.checkpoints(), await members.versions(), await members.readAwaited()),
    };
  }
}
