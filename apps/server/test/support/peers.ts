import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '@notes/operations';
import {
  type ArtifactClass,
  computeArtifactName,
  computeKeyId,
  createRecoveryArtifact,
  type Epoch,
  encryptArtifact,
  getPublicKeys,
  mintEpoch,
  type ReplicaKeys,
} from '@notes/sync-protocol';
import { signRequest } from '@notes/sync-protocol/auth';
import { sodiumCrypto as crypto, zlibCodec } from '@notes/sync-protocol/node';
import type { RawRequest } from './ask.js';

export const SETTINGS = ['sync.rest.enabled=true', 'sync.rest.port=0', 'sync.rest.failures_per_minute=10000'];
export const ENROLLED_AT = Date.UTC(2026, 0, 1);

/** Device of the group, or of no group. */
export class Peer {
  readonly keys: ReplicaKeys;
  readonly keyId: string;

  constructor(
    readonly databaseId: string,
    readonly replicaId: string,
    seed: number,
  ) {
    this.keys = {
      sign: crypto.signKeyPair(Buffer.alloc(32, seed)),
      box: crypto.boxKeyPair(Buffer.alloc(32, seed + 1)),
    };
    this.keyId = computeKeyId(crypto, getPublicKeys(this.keys));
  }

  get signer() {
    return { keyId: this.keyId, secretKey: this.keys.sign.secretKey };
  }

  /** Signs a request as a member, at the current or a given time. */
  sign(request: { method?: string; target: string; body?: Uint8Array; now?: number; replicaId?: string }) {
    const { method = 'GET', target, body, now = Date.now(), replicaId = this.replicaId } = request;
    const { databaseId, signer } = this;
    const signed = { method, target, databaseId, replicaId, signer, now, ...(body && { body }) };
    return signRequest(crypto, signed);
  }

  /** Builds the signed request. */
  request(request: Parameters<Peer['sign']>[0]): RawRequest & { readonly nonce: string } {
    const { method = 'GET', target, body } = request;
    const { authorization, nonce } = this.sign(request);
    const type = body === undefined ? [] : [['Content-Type', 'application/octet-stream'] as const];
    const headers = [['Authorization', authorization] as const, ...type];
    return { method, target, headers, nonce, ...(body && { body }) };
  }

  /** Makes an artifact of this peer, and its name. */
  artifact(artifactClass: ArtifactClass, index: number, epoch: Epoch, payload: Uint8Array = Buffer.from('{}\n')) {
    const content = { databaseId: this.databaseId, namespace: this.replicaId, index, epoch, signer: this.signer };
    const bytes =
      artifactClass === 'recovery'
        ? createRecoveryArtifact(crypto, { ...content, recoveryKey: this.keys.box.publicKey })
        : encryptArtifact(crypto, zlibCodec, { ...content, artifactClass, payload });
    const place = artifactClass === 'blobs' ? index.toString(16).padStart(32, '0') : index;
    return { name: computeArtifactName(crypto, place, bytes), bytes };
  }
}

export const epochOfTest = (databaseId: string): Epoch => mintEpoch(crypto, databaseId, 1);

/** Enrols a library in a group, with other peers. */
export function enrol(library: Library, peers: readonly Peer[], dead: readonly Peer[] = []): void {
  const entry = (peer: Peer, status: 'active' | 'revoked') => ({
    keyId: peer.keyId,
    replicaId: peer.replicaId,
    signKey: peer.keys.sign.publicKey,
    boxKey: peer.keys.box.publicKey,
    status,
    snapshotPermitted: false,
    enrolledAt: ENROLLED_AT,
    revokedAt: status === 'revoked' ? ENROLLED_AT + 1 : null,
  });
  library.peers?.store.peers.set([
    ...peers.map((peer) => entry(peer, 'active')),
    ...dead.map((peer) => entry(peer, 'revoked')),
  ]);
}

/** Writes the data of an initialised group: the identity of the replica, with the keys of a peer. */
export function writeIdentity(
  dataDir: string,
  databaseId: string,
  replicaId: string,
  seed: number,
  genesis = '0'.repeat(64),
): Peer {
  const hex = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);
  const stored = { version: 1, database_id: databaseId, replica_id: replicaId, genesis };
  const seeds = { sign_seed: hex(seed), box_seed: hex(seed + 1), high_water: {} };
  mkdirSync(join(dataDir, 'keys'), { recursive: true });
  writeFileSync(join(dataDir, 'keys', 'sync-identity.json'), JSON.stringify({ ...stored, ...seeds }));
  return new Peer(databaseId, replicaId, seed);
}

/** Returns a distinct replica id for each number. */
export const toReplicaId = (number: number): string => `rep_01j0000000000000000000${String(number).padStart(4, '0')}`;
