import { type ConfigValues, ServiceError } from '@notes/contract';
import { SyncKeyStore } from '@notes/storage';
import {
  admit,
  admitOperator,
  Buckets,
  type CheckedHead,
  type CheckResult,
  checkBody,
  checkHead,
  type Gate,
  type Principal,
  type Refusal,
  type RequestHead,
} from '@notes/sync-protocol/auth';
import { getControlState } from '@notes/sync-protocol/control';
import type { LibraryIds } from '../../platform/library-ids.js';
import { BackupShelf } from '../backups/shelf.js';
import { syncCrypto } from '../crypto.js';
import { identityStamp } from '../keys/identity-file.js';
import { LibrarySyncKeys } from '../keys/replica-keys.js';
import { listEnrolledKeys, readControlLog } from './group.js';
import { Hub, hubFolderFor } from './hub.js';
import { Pairing, type PairingOptions } from './pairing.js';

/** Shortest interval in milliseconds between two updates of a key's last use. */
const LAST_SEEN_INTERVAL_MS = 60_000;
/** Interval in milliseconds at which expired backups are removed. */
const SWEEP_INTERVAL_MS = 3_600_000;
/** Longest delay in milliseconds until the endpoint accepts a new member. */
const MEMBERS_INTERVAL_MS = 5_000;

export interface PeerServiceOptions {
  readonly dataDir: string;
  /** Ids of the library. They may change: see {@link PeerService.identity}. */
  readonly library: LibraryIds;
  readonly config: ConfigValues;
  /** SHA-256 of the certificate shown to peers, by this service or a proxy, in hexadecimal; null without TLS. */
  readonly tlsCertSha256: string | null;
  readonly members: PairingOptions['members'];
  readonly now: () => number;
}

const openHub = ({ dataDir, library, config }: PeerServiceOptions): Promise<Hub> =>
  Hub.open(hubFolderFor(dataDir), library, config['sync.rest.namespace_quota_bytes']);

/** State of a service while peers may connect: their keys, their rate limits and their artifacts. */
export class PeerService {
  readonly crypto = syncCrypto;
  readonly store: SyncKeyStore;
  readonly pairing: Pairing;
  readonly #gate: Gate;
  readonly #ending = new AbortController();
  readonly #options: PeerServiceOptions;
  #hub: Hub;
  #identity: LibrarySyncKeys | null = null;
  /** Stamp of the file from which the identity was read. */
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

  /** @throws StorageError, or an Error when the artifact folder belongs to another library */
  static async open(options: PeerServiceOptions): Promise<PeerService> {
    const { config, dataDir } = options;
    const perMinute = config['sync.rest.requests_per_minute'];
    const store = new SyncKeyStore(dataDir, 4 * (2 * perMinute + config['sync.rest.burst']));
    try {
      const service = new PeerService(options, store, await openHub(options));
      await service.refreshMembers();
      service.#looking = setInterval(() => void service.refreshMembers().catch(() => {}), MEMBERS_INTERVAL_MS).unref();
      service.#sweep();
      service.#sweeping = setInterval(() => service.#sweep(), SWEEP_INTERVAL_MS).unref();
      return service;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** Store of the artifacts of peers. */
  get hub(): Hub {
    return this.#hub;
  }

  /** Fires when the service ends. */
  get closing(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * Returns the identity of this replica; null while it is not a member of a group. A sync run, in another process too,
   * may change the identity.
   */
  identity(): LibrarySyncKeys | null {
    const { dataDir } = this.#options;
    const stamp = identityStamp(dataDir);
    if (stamp !== this.#identityStamp)
      this.#identity = LibrarySyncKeys.open({ dataDir, crypto: this.crypto, store: this.store });
    this.#identityStamp = stamp;
    return this.#identity;
  }

  /** Id of the newest operation of the membership log; null while there is none. */
  get membersHead(): string | null {
    return this.#membersHead;
  }

  /** Updates the accepted keys from the membership log, to which sync runs in this or other processes append. */
  async refreshMembers(): Promise<void> {
    const identity = this.identity();
    if (identity === null) return;
    if (this.#hub.databaseId !== this.#options.library.databaseId) this.#hub = await openHub(this.#options);
    const log = await readControlLog(this.crypto, identity, this.#options.members);
    const head = log.entries.at(-1)?.operation.id ?? null;
    if (head === null || head === this.#membersHead) return;
    this.store.peers.set(listEnrolledKeys(getControlState(log)));
    this.#membersHead = head;
  }

  /** Counts a failed pairing of a source as a refusal. */
  recordRefusedPairing(source: string): void {
    this.#gate.failures.take(source);
    this.store.audit.record({ event: 'pair', outcome: 'malformed', keyId: null }, this.#options.now());
  }

  /** Applies the checks that hold for every request, signed or not. */
  admit(head: RequestHead): Refusal | null {
    return this.#recordRefusal(admit(this.#gate, head), 'request');
  }

  /** Applies the checks that hold even for the operator of the service. */
  admitOperator(head: RequestHead): Refusal | null {
    return this.#recordRefusal(admitOperator(this.#gate, head), 'request');
  }

  /** Checks a signed request as far as possible before its body is read. */
  checkHead(head: RequestHead): CheckResult<CheckedHead> {
    const { nonces } = this.store;
    nonces.sweep(this.#options.now());
    const checked = checkHead(this.#gate, head);
    this.#recordRefusal(checked, 'request');
    return checked;
  }

  /**
   * Checks the body of a signed request. A request that passes is used up permanently: its work has to start in the
   * same turn of the event loop.
   */
  checkBody(claim: CheckedHead, bodySha256: string): CheckResult<Principal> {
    const checked = checkBody(this.crypto, this.#gate, claim, bodySha256);
    this.#recordRefusal(checked, 'request');
    if (checked.ok) this.#note(checked.value.keyId);
    return checked;
  }

  close(): void {
    clearInterval(this.#looking);
    clearInterval(this.#sweeping);
    this.#ending.abort(new ServiceError('storage_unavailable', 'The service is stopping'));
    this.store.close();
  }

  /** Removes expired backups. A failed removal is tried again. */
  #sweep(): void {
    try {
      new BackupShelf(this.#options.dataDir).removeExpired(this.#options.now());
    } catch {}
  }

  #recordRefusal(checked: CheckResult<unknown>, event: 'request' | 'pair'): Refusal | null {
    if (checked.ok) return null;
    const { audit, keyId } = checked.refusal;
    if (audit !== null) this.store.audit.record({ event, outcome: audit, keyId }, this.#options.now());
    return checked.refusal;
  }

  #note(keyId: string): void {
    const now = this.#options.now();
    const seen = this.store.peers.find(keyId)?.lastSeenAt ?? 0;
    if (Math.abs(now - seen) >= LAST_SEEN_INTERVAL_MS) this.store.peers.recordUse(keyId, now);
  }
}
