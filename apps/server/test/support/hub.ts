import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PeerTls } from '@notes/operations/config';
import { connectPeer, type PeerConnection } from '@notes/operations/peers';
import type { Epoch } from '@notes/sync-protocol';
import { RestCarrier } from '@notes/sync-protocol/carrier';
import { sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { pino } from 'pino';
import { acceptsPeers } from '../../src/listener.js';
import { createPeerListener } from '../../src/peer/listener.js';
import { enrol, epochOfTest, Peer, SETTINGS, toReplicaId, writeIdentity } from './peers.js';
import { TestService } from './service.js';

const UNHURRIED = ['sync.rest.requests_per_minute=100000', 'sync.rest.burst=10000'];

/** Service with two enrolled peers, on the listener for peers, with TLS or without. */
export class TestHub {
  readonly service: TestService;
  readonly #tls: PeerTls | null;
  readonly #connections: PeerConnection[] = [];
  #server!: Server;
  peers!: readonly [Peer, Peer];
  own!: Peer;
  epoch!: Epoch;

  constructor(tls: PeerTls | null = null, settings: readonly string[] = UNHURRIED) {
    this.#tls = tls;
    this.service = new TestService({ settings: [...SETTINGS, ...settings] });
  }

  async start(): Promise<this> {
    await this.service.start();
    const { library, dataDir } = this.service;
    const { databaseId, replicaId } = library;
    this.own = writeIdentity(dataDir, databaseId, replicaId, 9);
    this.peers = [new Peer(databaseId, toReplicaId(1), 10), new Peer(databaseId, toReplicaId(2), 20)];
    this.epoch = epochOfTest(databaseId);
    enrol(library, [this.own, ...this.peers]);
    if (!acceptsPeers(library)) throw new Error('peers may not connect');
    const options = { library, log: pino({ level: 'silent' }), listenHost: '127.0.0.1', validateOutput: true };
    this.#server = createPeerListener(options, this.#tls);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `${this.#tls === null ? 'http' : 'https'}://127.0.0.1:${this.port}`;
  }

  /** Returns a peer's carrier for the hub. */
  createCarrier({ replicaId, signer, databaseId }: Peer, sha256 = this.#tls?.sha256 ?? null): RestCarrier {
    const connection = connectPeer({ baseUrl: this.baseUrl, certificateSha256: sha256 });
    this.#connections.push(connection);
    const memberKey = (keyId: string) => (keyId === this.own.keyId ? this.own.keys.sign.publicKey : null);
    const { http } = connection;
    return new RestCarrier({
      crypto,
      http,
      databaseId,
      replicaId,
      signer,
      memberKey,
      now: Date.now,
      uptime: () => performance.now(),
      pause: sleep,
    });
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.service.stop();
  }
}
