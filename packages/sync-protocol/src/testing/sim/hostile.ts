import { deflateRawSync } from 'node:zlib';
import type { ArtifactClass } from '../../artifact-class.js';
import type { Codec, Crypto } from '../../crypto.js';
import { encryptArtifact } from '../../frames/artifact.js';
import { MAX_ARTIFACT_BYTES } from '../../frames/header.js';
import { computeArtifactName } from '../../frames/name.js';
import type { Epoch } from '../../keys/epoch.js';
import { computeKeyId, getPublicKeys, type ReplicaKeys } from '../../keys/key-id.js';
import { LOG_LIMITS } from '../../log/limits.js';
import type { LoggedOperation, Operation } from '../../log/operations.js';
import { encodeSegment } from '../../log/segments.js';
import { encodeCheckpointHead, encodeCheckpointParts } from '../../run/retention/checkpoint.js';
import type { MemoryCarrier } from '../memory-carrier.js';
import type { Random } from './random.js';

export interface HostileOptions {
  readonly id: string;
  readonly databaseId: string;
  readonly keys: ReplicaKeys;
  readonly epoch: Epoch;
  readonly crypto: Crypto;
  readonly codec: Codec;
  readonly random: Random;
}

type IndexedClass = Exclude<ArtifactClass, 'blobs' | 'recovery'>;
const CLASSES: readonly ArtifactClass[] = ['members', 'ops', 'acks', 'snapshots', 'recovery'];

/** Inflated bytes of a compression bomb. */
const BOMB_BYTES = 64 * 1024 * 1024;
const PARTS = 2000;
const bomb = { deflated: null as Uint8Array | null };

/** A malicious member that only puts artifacts of extreme size or number. */
export class Hostile {
  readonly id: string;
  readonly #options: HostileOptions;
  readonly #last = new Map<ArtifactClass, number>();

  constructor(options: HostileOptions) {
    this.id = options.id;
    this.#options = options;
  }

  put(carriers: readonly MemoryCarrier[]): void {
    const { random } = this.#options;
    const kind = random.pick(['bomb', 'garbage', 'operations', 'contexts', 'parts'] as const);
    for (const [artifactClass, name, bytes] of this[kind]())
      for (const carrier of carriers) carrier.folder(this.id, artifactClass).set(name, bytes);
  }

  /** Returns a compression bomb. */
  bomb(): Put[] {
    bomb.deflated ??= deflateRawSync(new Uint8Array(BOMB_BYTES));
    const deflated = bomb.deflated;
    const artifactClass = this.#options.random.pick(['ops', 'snapshots'] as const);
    const codec = { ...this.#options.codec, deflate: () => deflated };
    return [this.#encrypt(artifactClass, new Uint8Array(deflated.length + 1), codec)];
  }

  /** Returns random bytes under valid names of its namespace. */
  garbage(): Put[] {
    const { crypto, random } = this.#options;
    const artifactClass = random.pick(CLASSES);
    return Array.from({ length: random.between(1, 12) }, () => {
      const bytes = new Uint8Array(MAX_ARTIFACT_BYTES).fill(random.below(256));
      bytes.set(random.bytes(64), 0);
      return [artifactClass, computeArtifactName(crypto, this.#next(artifactClass), bytes), bytes];
    });
  }

  /** Returns a valid segment with the highest allowed number of operations. */
  operations(): Put[] {
    return [this.#segment(() => ({}))];
  }

  /**
   * Returns a segment that depends on the highest allowed number of replicas and repeats the context in each operation.
   */
  contexts(): Put[] {
    const others = Array.from({ length: LOG_LIMITS.replicas - 2 }, (_, at) => `rep_${String(at).padStart(26, '0')}`);
    return [
      this.#segment((at) =>
        Object.fromEntries(others.map((other, place) => [other, 1 + Math.floor(at / (1 + place))])),
      ),
    ];
  }

  /** Returns a checkpoint that names the same part many times. */
  parts(): Put[] {
    const versions = { [this.id]: 1 };
    const last = { [this.id]: { index: 1, sha256: '0'.repeat(64), lamport: 1 } };
    const [payload] = [...encodeCheckpointParts(this.#tags(1))];
    const part = this.#encrypt('snapshots', payload as Uint8Array);
    const parts = new Array<string>(PARTS).fill(part[1]);
    const head = { replicaId: this.id, versions, last, parts, viewDigest: '0'.repeat(64) };
    return [part, this.#encrypt('snapshots', encodeCheckpointHead(head))];
  }

  #segment(contextAt: (at: number) => Record<string, number>): Put {
    const operations = this.#tags(1).map((logged, at) => ({ ...logged, context: contextAt(at) }));
    const index = this.#next('ops');
    const prev = index === 1 ? null : '0'.repeat(64);
    const payload = encodeSegment({ replicaId: this.id, index, prev, deps: contextAt(0) }, operations);
    return this.#encryptAt('ops', index, payload);
  }

  #tags(first: number): LoggedOperation[] {
    const name = 'a'.repeat(LOG_LIMITS.name);
    return Array.from({ length: LOG_LIMITS.operations }, (_, at) => {
      const tag = `tag_0${String(at).padStart(25, '0')}`;
      const operation: Operation = { created: 0, l: first + at, name, op: 'tag.create', s: first + at, tag, w: 0 };
      return { replica: this.id, operation };
    });
  }

  #encrypt(artifactClass: IndexedClass, payload: Uint8Array, codec?: Codec): Put {
    return this.#encryptAt(artifactClass, this.#next(artifactClass), payload, codec);
  }

  #encryptAt(artifactClass: IndexedClass, index: number, payload: Uint8Array, codec = this.#options.codec): Put {
    const { crypto, databaseId, epoch, id: namespace, keys } = this.#options;
    const signer = { keyId: computeKeyId(crypto, getPublicKeys(keys)), secretKey: keys.sign.secretKey };
    const content = { artifactClass, index, databaseId, namespace, epoch, signer, payload };
    const bytes = encryptArtifact(crypto, codec, content);
    return [artifactClass, computeArtifactName(crypto, index, bytes), bytes];
  }

  #next(artifactClass: ArtifactClass): number {
    const next = (this.#last.get(artifactClass) ?? 0) + 1;
    this.#last.set(artifactClass, next);
    return next;
  }
}

type Put = [ArtifactClass, string, Uint8Array];
