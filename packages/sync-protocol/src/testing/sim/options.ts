import { SQUASH_MS } from '../../log/squash.js';
import { type CarrierFaults, NO_FAULTS } from './faulty-carrier.js';
import { Random } from './random.js';

/** Weights of the steps of a history. */
export interface StepWeights {
  /** Someone changes their library. */
  readonly change: number;
  /** Some replicas run concurrently, each over one carrier. */
  readonly sync: number;
  /** A process ends at one of the writes of a run. */
  readonly crash: number;
  /** A disk rejects one of the writes of a run. */
  readonly writeError: number;
  /** A clock is set to another year. */
  readonly clock: number;
  /** A carrier shows one replica a separate copy until it is healed. */
  readonly carrierSplit: number;
  /** A carrier is restored to an earlier state. */
  readonly carrierRollback: number;
  /** A carrier loses some of the last artifacts it had confirmed: a rename that was not durable. */
  readonly carrierPowerCut: number;
  /** A carrier loses everything. */
  readonly carrierEmptied: number;
  /** A library is restored to an earlier state. */
  readonly libraryRollback: number;
  /** A device runs twice, from a copy of its disk. */
  readonly clone: number;
  /** A member adds a device. */
  readonly join: number;
  /** A member removes another one, with a new epoch for the rest. */
  readonly remove: number;
  /** A member mints an epoch. */
  readonly mint: number;
  /** A replica writes a checkpoint. */
  readonly checkpoint: number;
  /** A replica prunes all operations that it may. */
  readonly forget: number;
  /** A program is upgraded and supports a newer merge version. */
  readonly upgrade: number;
  /** A malicious member puts artifacts of extreme size or number on every carrier. */
  readonly hostile: number;
  /** A member sets the newest merge version it supports, if it may. */
  readonly agree: number;
}

/** Parameters of a history, derived from the seed. */
export interface SimulationOptions {
  readonly seed: number;
  /** Kind of events besides changes and runs. */
  readonly theme: Theme;
  readonly replicas: number;
  readonly carriers: number;
  readonly steps: number;
  readonly faults: CarrierFaults;
  readonly weights: StepWeights;
  /**
   * Milliseconds within which revisions are squashed after the first of their run: the protocol's value, or unlimited.
   */
  readonly squashMs: number;
}

const FAULTS = Object.keys(NO_FAULTS) as (keyof CarrierFaults)[];

/**
 * Kinds of events besides changes and runs. Only its author can replace what a carrier has lost, so where carriers lose
 * artifacts, no library is restored and no replica leaves. Checkpoints use the merge rules of this program only, so
 * where rules change, no clock makes a checkpoint due.
 */
const THEMES = {
  losses: { carrierRollback: 1, carrierPowerCut: 1, carrierEmptied: 1 },
  rollbacks: { libraryRollback: 3 },
  clones: { clone: 2 },
  groups: { join: 1, remove: 1, mint: 1 },
  forgetting: { checkpoint: 5, forget: 5, join: 1, remove: 0.3 },
  versions: { upgrade: 3, agree: 3, join: 2, remove: 0.3, clock: 0 },
  hostility: { hostile: 8, checkpoint: 1 },
} satisfies Record<string, Partial<StepWeights>>;
export type Theme = keyof typeof THEMES;

/** Weights of half of the histories in which libraries are restored: others may have pruned since. */
const PRUNING = { checkpoint: 5, forget: 5 } satisfies Partial<StepWeights>;

/** Share of long histories with a malicious member. They have few steps, because each run reads much. */
const HOSTILE = 0.03;

/**
 * Length of a history. Short ones have few devices and steps, and no malicious member: a second of them finds planted
 * faults about as often as a second of long ones, and tries several times as many combinations of faults.
 */
export type HistoryLength = 'long' | 'short';

/**
 * Derives the parameters of a history. Every kind of fault is absent at times, so that each also occurs without the
 * others.
 */
export function expandSeed(seed: number, length: HistoryLength = 'long'): SimulationOptions {
  const isShort = length === 'short';
  const random = new Random(seed);
  const some = (weight: number) => (random.chance(0.5) ? weight : 0);
  const faults = Object.fromEntries(
    FAULTS.map((fault) => [fault, random.chance(0.4) ? random.between(1, 12) / 100 : 0]),
  ) as unknown as CarrierFaults;
  const isHostile = random.chance(HOSTILE) && !isShort;
  const theme = isHostile
    ? 'hostility'
    : random.pick((Object.keys(THEMES) as Theme[]).filter((each) => each !== 'hostility'));
  const [maxReplicas, maxCarriers, minSteps, maxSteps] = isShort ? [3, 2, 6, 17] : [7, 3, 10, 45];
  return {
    seed,
    theme,
    replicas: isHostile ? 2 : Math.min(random.pick([2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]), maxReplicas),
    carriers: isHostile ? 1 : random.between(1, maxCarriers),
    steps: isHostile ? random.between(8, 14) : random.between(minSteps, maxSteps),
    // Replicas prune nothing if runs hardly ever complete.
    faults: theme === 'forgetting' && random.chance(0.7) ? NO_FAULTS : faults,
    weights: {
      change: random.between(8, 20),
      sync: random.between(6, 16),
      crash: some(4),
      writeError: some(2),
      clock: some(1),
      carrierSplit: some(1),
      carrierRollback: 0,
      carrierPowerCut: 0,
      carrierEmptied: 0,
      libraryRollback: 0,
      clone: 0,
      join: 0,
      remove: 0,
      mint: 0,
      checkpoint: 0,
      forget: 0,
      upgrade: 0,
      agree: 0,
      hostile: 0,
      ...(THEMES[theme] satisfies Partial<StepWeights>),
      ...(theme === 'rollbacks' && seed % 2 === 0 && PRUNING),
    },
    squashMs: random.pick([SQUASH_MS, Number.MAX_SAFE_INTEGER]),
  };
}
