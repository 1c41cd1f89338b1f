import { type ArtifactClass, type ArtifactPage, type Carrier, CarrierError } from '../../carrier/carrier.js';
import type { MemoryCarrier } from '../memory-carrier.js';
import type { CrashPoints } from './crash-points.js';
import type { Happening } from './happenings.js';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';

/** Probabilities, each of one call. */
export interface CarrierFaults {
  /** A call does nothing, and says so. */
  readonly drop: number;
  /** A call is done, and its answer lost. */
  readonly lostAnswer: number;
  /** A put says that the carrier is full. */
  readonly full: number;
  /** An artifact is not in a listing yet, nor found. */
  readonly delay: number;
  /** A listing ends early, as one of a while ago does. */
  readonly stale: number;
  /** An artifact removed before is there again. */
  readonly duplicate: number;
  /** What is read ends early. */
  readonly partial: number;
  /** A bit of what is read is another. */
  readonly bitFlip: number;
}

export const NO_FAULTS: CarrierFaults = {
  drop: 0,
  lostAnswer: 0,
  full: 0,
  delay: 0,
  stale: 0,
  duplicate: 0,
  partial: 0,
  bitFlip: 0,
};

export interface FaultyCarrierOptions {
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** Read at each call, so that a simulation can heal a carrier, or break it. */
  readonly faults: () => CarrierFaults;
  /** The process that uses it: a put is a durable write of its. */
  readonly process: CrashPoints;
  /** Told of each fault that made a difference. */
  readonly happened: (what: Happening) => void;
  /** Told of what was put. */
  readonly stored?: (artifactClass: ArtifactClass, name: string) => void;
  /** Called before each call: how its run is doing. */
  readonly look?: () => void;
}

/** A carrier that does all a carrier may do to a replica; what it holds stays what was put. */
export class FaultyCarrier implements Carrier {
  readonly #inner: Carrier;
  readonly #options: FaultyCarrierOptions;

  constructor(carrier: MemoryCarrier, replicaId: string, options: FaultyCarrierOptions) {
    this.#inner = carrier.of(replicaId);
    this.#options = options;
  }

  identity = () => this.#call(() => this.#inner.identity());
  foreignFiles = () => 0;
  namespaces = () => this.#call(() => this.#inner.namespaces());

  list(namespace: string, artifactClass: ArtifactClass, after: string | null, limit: number): Promise<ArtifactPage> {
    return this.#call(async () => {
      const { artifacts, next } = await this.#inner.list(namespace, artifactClass, after, limit);
      const shown = artifacts.filter(() => !this.#happens('delay'));
      if (shown.length < artifacts.length) this.#options.happened('delay');
      // Of two that were put one after the other the second is seen first.
      if (shown.some(({ name }, at) => name !== artifacts[at]?.name)) this.#options.happened('reorder');
      if (!this.#happens('stale')) return { artifacts: shown, next };
      const before = shown.slice(0, this.#options.random.below(shown.length + 1));
      if (before.length < shown.length || next !== null) this.#options.happened('stale');
      return { artifacts: before, next: null };
    });
  }

  get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    range?: { readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null> {
    return this.#call(async () => {
      const bytes = await this.#inner.get(namespace, artifactClass, name, range);
      if (bytes === null) return null;
      if (this.#happens('delay')) {
        this.#options.happened('delay');
        return null;
      }
      if (bytes.length > 0 && this.#happens('partial')) {
        this.#options.happened('partial');
        return bytes.slice(0, this.#options.random.below(bytes.length));
      }
      if (bytes.length > 0 && this.#happens('bitFlip')) {
        this.#options.happened('bitFlip');
        const at = this.#options.random.below(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << this.#options.random.below(8));
      }
      return bytes;
    });
  }

  put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void> {
    return this.#call(async () => {
      if (this.#happens('full')) {
        this.#options.happened('carrierFull');
        throw new CarrierError('full', 'planted: full');
      }
      await this.#options.process.write(() => this.#inner.put(artifactClass, name, bytes));
      this.#options.stored?.(artifactClass, name);
    });
  }

  remove(artifactClass: ArtifactClass, name: string): Promise<void> {
    return this.#call(async () => {
      if (this.#happens('duplicate')) this.#options.happened('duplicate');
      else await this.#options.process.write(() => this.#inner.remove(artifactClass, name));
    });
  }

  async #call<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    await this.#options.scheduler.turn();
    this.#options.process.assertAlive();
    this.#options.look?.();
    if (this.#happens('drop')) {
      this.#options.happened('drop');
      throw new CarrierError('unreachable', 'planted: nothing happened');
    }
    const answer = await call();
    if (!this.#happens('lostAnswer')) return answer;
    this.#options.happened('lostAnswer');
    throw new CarrierError('unreachable', 'planted: the answer was lost');
  }

  #happens(fault: keyof CarrierFaults): boolean {
    return this.#options.random.chance(this.#options.faults()[fault]);
  }
}
