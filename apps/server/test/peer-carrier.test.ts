import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeerTls } from '@notes/operations/config';
import { connectPeer } from '@notes/operations/peers';
import { CarrierError } from '@notes/sync-protocol/carrier';
import { CARRIER_CASES } from '@notes/sync-protocol/suites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from './support/certificate.js';
import { TestHub } from './support/hub.js';
import type { Peer } from './support/peers.js';

const folder = mkdtempSync(join(tmpdir(), 'notes-hub-'));
let tls: PeerTls;
beforeAll(() => {
  tls = makeCertificate(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function withHub(hub: TestHub, use: (hub: TestHub) => Promise<void>): Promise<void> {
  await hub.start();
  try {
    await use(hub);
  } finally {
    await hub.stop();
  }
}

describe('a peer as a carrier, over TLS', () => {
  it.each(CARRIER_CASES)('$name [SYNC-CARRIER]', async ({ run }) => {
    await withHub(new TestHub(tls), async (hub) => {
      const findPeer = (replicaId: string) => hub.peers.find((peer) => peer.replicaId === replicaId) as Peer;
      const carriers = new Map(hub.peers.map((peer) => [peer.replicaId, hub.createCarrier(peer)]));
      await run({
        replicas: [hub.peers[0].replicaId, hub.peers[1].replicaId],
        carrierFor: (replicaId) => carriers.get(replicaId) as NonNullable<ReturnType<typeof carriers.get>>,
        artifact: (replicaId, artifactClass, index) => findPeer(replicaId).artifact(artifactClass, index, hub.epoch),
      });
    });
  });
});

describe('a connection to a peer', () => {
  it('requires the expected certificate before a request is sent, and accepts only members [SYNC-PINNED]', async () => {
    await withHub(new TestHub(tls), async (hub) => {
      const [peer, other] = hub.peers;
      expect(await hub.createCarrier(peer).identity()).toMatchObject({ databaseId: peer.databaseId });
      const before = hub.service.library.peers?.store.peers.find(other.keyId)?.lastSeenAt;
      const another = makeCertificate(folder, 'another');
      await expect(hub.createCarrier(other, another.sha256).identity()).rejects.toMatchObject({ code: 'refused' });
      // The request was not even sent.
      expect(hub.service.library.peers?.store.peers.find(other.keyId)?.lastSeenAt).toBe(before);
      hub.own = other;
      await expect(hub.createCarrier(peer).identity()).rejects.toMatchObject({ code: 'not_a_carrier' });
    });
  });

  it('beyond this machine requires TLS', () => {
    for (const baseUrl of ['http://10.0.0.1:1', 'http://localhost.evil.test', 'ftp://127.0.0.1'])
      expect(() => connectPeer({ baseUrl, certificateSha256: null })).toThrow(CarrierError);
    expect(() => connectPeer({ baseUrl: 'https://10.0.0.1:1', certificateSha256: null })).toThrow(CarrierError);
  });

  it('retries a request after a rate limit', async () => {
    await withHub(new TestHub(null, ['sync.rest.requests_per_minute=6000', 'sync.rest.burst=2']), async (hub) => {
      const carrier = hub.createCarrier(hub.peers[0]);
      await carrier.identity();
      for (let time = 0; time < 6; time += 1) expect(await carrier.namespaces()).toEqual([]);
    });
  });
});
