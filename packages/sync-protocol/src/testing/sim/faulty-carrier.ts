import type { ArtifactClass } from '../../artifact-class.js';
import { type ArtifactPage, type Carrier, CarrierError } from '../../carrier/carrier.js';
import type { MemoryCarrier } from '../memory-carrier.js';
import type { CrashPoints } from './crash-points.js';
import type { SimulationEvent } from './events.js';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';

/** Probabilities of faults in one call. */
export interface CarrierFaults {
  /** Call fails without effect. */
  readonly drop: number;
  /** Call takes effect, but its answer is lost. */
  readonly lostAnswer: number;
  /** Put fails because the carrier is full. */
  readonly full: number;
  /** Artifact is not listed or found yet. */
  readonly delay: number;
  /** Listing ends early, like an outdated one. */
  readonly stale: number;
  /** Removed artifact stays. */
  readonly duplicate: number;
  /** Read ends early. */
  readonly partial: number;
  /** Read has one flipped bit. */
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
  /** Returns the current probabilities; called in each call. */
  readonly getFaults: () => CarrierFaults;
  /** Process that uses the carrier. A put is one of its durable writes. */
  readonly process: CrashPoints;
  /** Called with each fault that had an effect. */
  readonly onFault: (what: SimulationEvent) => void;
  /** Called with each stored artifact. */
  readonly onStored?: (artifactClass: ArtifactClass, name: string) => void;
  /** Called before each call, for example to check memory. */
  readonly onCall?: () => void;
}

/** A carrier with the faults a carrier may have. The stored artifacts are not damaged. */
export class FaultyCarrier implements Carrier {
  readonly #inner: Carrier;
  readonly #options: FaultyCarrierOptions;

  constructor(carrier: MemoryCarrier, replicaId: string, options: FaultyCarrierOptions) {
    this.#inner = carrier.carrierFor(replicaId);
    this.#options = options;
  }

  identity = () => this.#call(() => this.#inner.identity());
  foreignFiles = () => 0;
  namespaces = () => this.#call(() => this.#inner.namespaces());

  list(namespace: string, artifactClass: ArtifactClass, after: string | null, limit: number): Promise<ArtifactPage> {
    return this.#call(async () => {
      const { artifacts, next } = await this.#inner.list(namespace, artifactClass, after, limit);
      const shown = artifacts.filter(() => !this.#happens('delay'));
      if (shown.length < artifacts.length) this.#options.onFault('delay');
      // The second of two artifacts is listed before the first.
      if (shown.some(({ name }, at) => name !== artifacts[at]?.name)) this.#options.onFault('reorder');
      if (!this.#happens('stale')) return { artifacts: shown, next };
      const before = shown.slice(0, this.#options.random.below(shown.length + 1));
      if (before.length < shown.length || next !== null) this.#options.onFault('stale');
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
        this.#options.onFault('delay');
        return null;
      }
      if (bytes.length > 0 && this.#happens('partial')) {
        this.#options.onFault('partial');
        return bytes.slice(0, this.#options.random.below(bytes.length));
      }
      if (bytes.length > 0 && this.#happens('bitFlip')) {
        this.#options.onFault('bitFlip');
        const at = this.#options.random.below(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << this.#options.random.below(8));
      }
      return bytes;
    });
  }

  put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void> {
    return this.#call(async () => {
      if (this.#happens('full')) {
        this.#options.onFault('carrierFull');
        throw new CarrierError('full', 'Injected fault: the carrier is full');
      }
      await this.#options.process.write(() => this.#inner.put(artifactClass, name, bytes));
      this.#options.onStored?.(artifactClass, name);
    });
  }

  remove(artifactClass: ArtifactClass, name: string): Promise<void> {
    return this.#call(async () => {
      if (this.#happens('duplicate')) this.#options.onFault('duplicate');
      else await this.#options.process.write(() => this.#inner.remove(artifactClass, name));
    });
  }

  async #call<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    await this.#options.scheduler.turn();
    this.#options.process.assertAlive();
    this.#options.onCall?.();
    if (this.#happens('drop')) {
      this.#options.onFault('drop');
      throw new CarrierError('unreachable', 'Injected fault: the call had no effect');
    }
    const answer = await call();
    if (!this.#happens('lostAnswer')) return answer;
    this.#options.onFault('lostAnswer');
    throw new CarrierError('unreachable', 'Injected fault: the answer was lost');
  }

  #happens(fault: keyof CarrierFaults): boolean {
    return this.#options.random.chance(this.#options.getFaults()[fault]);
  }
}
