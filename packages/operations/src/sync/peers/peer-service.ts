import { type ConfigValues, ServiceError } from '@notes/contract';
import { SyncKeyStore } from '@notes/storage';
import {
  admit,
  admitOperator,
  Buckets,
  type Checked,
  type Claim,
  checkBody,
  checkHead,
  controlState,
  type Gate,
  type Principal,
  type Refusal,
  type RequestHead,
} from '@notes/sync-protocol';
import { sodiumCrypto } from '@notes/sync-protocol/node';
import type { Library } from '../../context.js';
import { BackupShelf } from '../backups/shelf.js';
import { identityStamp } from '../keys/identity-file.js';
import { LibrarySyncKeys } from '../keys/replica-keys.js';
import { enrolledKeys, type MemberStore, readGroup } from './group.js';
import { Hub, hubFolder } from './hub.js';
import { Pairing } from './pairing.js';

/** When a key was last seen is stored once in so long. */
const SEEN_EVERY_MS = 60_000;
/** How often is looked which backups are over. */
const SWEEP_EVERY_MS = 3_600_000;
/** How long a member may be known before the door knows it, at most. */
const LOOK_EVERY_MS = 5_000;

export interface PeerServiceOptions {
  readonly dataDir: string;
  /** Whose ids may change: see {@link PeerService.identity}. */
  readonly library: Pick<Library, 'databaseId' | 'replicaId'>;
  readonly config: ConfigValues;
  /** Of the certificate peers are shown, in hexadecimal; null without TLS. */
  readonly tlsCertSha256: string | null;
  readonly members: MemberStore;
  readonly now: () => number;
}

const openHub = ({ dataDir, library, config }: PeerServiceOptions): Promise<Hub> =>
  Hub.open(hubFolder(dataDir), library, config['sync.rest.namespace_quota_bytes']);

/** What a service knows while peers may connect: who they are, what they have spent, and what they have put here. */
export class PeerService {
  readonly crypto = sodiumCrypto;
  readonly store: SyncKeyStore;
  readonly pairing: Pairing;
  readonly #gate: Gate;
  readonly #ending = new AbortController();
  readonly #options: PeerServiceOptions;
  #hub: Hub;
  #identity: LibrarySyncKeys | null = null;
  /** Of the file the identity was read from. */
  #identityStamp: string | null = null;
  #membersHead: string | null = null;
  #looking: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;

  private constructor(options: PeerServiceOptions, store: SyncKeyStore, hub: Hub) {
    const { config, library, now } = options;
    this.#options = options;
    this.store = store;
    this.#hub = hub;
    this.pairing = new Pairing({
      crypto: this.crypto,
      store,
      members: options.members,
      identity: () => this.identity(),
      place: () => ({
        tlsCertSha256: options.tlsCertSha256,
        carrier: { kind: 'rest', carrierId: this.#hub.carrierId },
      }),
      now,
    });
    const failures = config['sync.rest.failures_per_minute'];
    const monotonic = () => performance.now();
    this.#gate = {
      get databaseId() {
        return library.databaseId;
      },
      now,
      nonces: store.nonces,
      failures: new Buckets({ perMinute: failures, burst: failures }, monotonic),
      requests: new Buckets(
        { perMinute: config['sync.rest.requests_per_minute'], burst: config['sync.rest.burst'] },
        monotonic,
      ),
      peerKey: (keyId) => {
        const key = store.peers.find(keyId);
        if (key === undefined) return null;
        return { replicaId: key.replicaId, publicKey: key.signKey, active: key.status === 'active' };
      },
    };
  }

  /** @throws StorageError, or an Error where the folder of artifacts is another library's */
  static async open(options: PeerServiceOptions): Promise<PeerService> {
    const { config, dataDir } = options;
    const perMinute = config['sync.rest.requests_per_minute'];
    const store = new SyncKeyStore(dataDir, 4 * (2 * perMinute + config['sync.rest.burst']));
    try {
      const service = new PeerService(options, store, await openHub(options));
      await service.lookAtMembers();
      service.#looking = setInterval(() => void service.lookAtMembers().catch(() => {}), LOOK_EVERY_MS).unref();
      service.#sweep();
      service.#sweeping = setInterval(() => service.#sweep(), SWEEP_EVERY_MS).unref();
      return service;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** What peers have put here. */
  get hub(): Hub {
    return this.#hub;
  }

  /** Fires when the service ends. */
  get closing(): AbortSignal {
    return this.#ending.signal;
  }

  /** Who this replica is; null while it is a member of no group. Whoever runs sync, elsewhere too, may have it become another. */
  identity(): LibrarySyncKeys | null {
    const { dataDir } = this.#options;
    const stamp = identityStamp(dataDir);
    if (stamp !== this.#identityStamp)
      this.#identity = LibrarySyncKeys.open({ dataDir, crypto: this.crypto, store: this.store });
    this.#identityStamp = stamp;
    return this.#identity;
  }

  /** The newest operation of the log of members; null while there is none. */
  get membersHead(): string | null {
    return this.#membersHead;
  }

  /** Opens to whom the log of members has now: sync runs, elsewhere in this process or in others, add to it. */
  async lookAtMembers(): Promise<void> {
    const identity = this.identity();
    if (identity === null) return;
    if (this.#hub.databaseId !== this.#options.library.databaseId) this.#hub = await openHub(this.#options);
    const log = await readGroup(this.crypto, identity, this.#options.members);
    const head = log.entries.at(-1)?.operation.id ?? null;
    if (head === null || head === this.#membersHead) return;
    this.store.peers.set(enrolledKeys(controlState(log)));
    this.#membersHead = head;
  }

  /** Who failed to pair: it counts as any refusal does. */
  pairingRefused(source: string): void {
    this.#gate.failures.take(source);
    this.store.audit.note({ event: 'pair', outcome: 'malformed', keyId: null }, this.#options.now());
  }

  /** What no request may have, signed or not. */
  admit(head: RequestHead): Refusal | null {
    return this.#audited(admit(this.#gate, head), 'request');
  }

  /** What who runs the service may not have either. */
  admitOperator(head: RequestHead): Refusal | null {
    return this.#audited(admitOperator(this.#gate, head), 'request');
  }

  /** All there is to be known of a signed request before its body is read. */
  checkHead(head: RequestHead): Checked<Claim> {
    const { nonces } = this.store;
    nonces.sweep(this.#options.now());
    const checked = checkHead(this.#gate, head);
    this.#audited(checked, 'request');
    return checked;
  }

  /** The rest. When it passes, the request is spent for good: what it asks for has to follow in this very turn. */
  checkBody(claim: Claim, bodySha256: string): Checked<Principal> {
    const checked = checkBody(this.crypto, this.#gate, claim, bodySha256);
    this.#audited(checked, 'request');
    if (checked.ok) this.#note(checked.value.keyId);
    return checked;
  }

  close(): void {
    clearInterval(this.#looking);
    clearInterval(this.#sweeping);
    this.#ending.abort(new ServiceError('storage_unavailable', 'the service ends'));
    this.store.close();
  }

  /** Removes what peers had time enough to fetch; what cannot be removed now is tried again. */
  #sweep(): void {
    try {
      new BackupShelf(this.#options.dataDir).sweep(this.#options.now());
    } catch {}
  }

  #audited(checked: Checked<unknown>, event: 'request' | 'pair'): Refusal | null {
    if (checked.ok) return null;
    const { audit, keyId } = checked.refusal;
    if (audit !== null) this.store.audit.note({ event, outcome: audit, keyId }, this.#options.now());
    return checked.refusal;
  }

  #note(keyId: string): void {
    const now = this.#options.now();
    const seen = this.store.peers.find(keyId)?.lastSeenAt ?? 0;
    if (Math.abs(now - seen) >= SEEN_EVERY_MS) this.store.peers.seen(keyId, now);
  }
}
