import { SQUASH_MS } from '../../log/squash.js';
import { type CarrierFaults, NO_FAULTS } from './faulty-carrier.js';
import { Random } from './random.js';

/** What a step of a history can be, by its weight. */
export interface StepWeights {
  /** Somebody changes their library. */
  readonly change: number;
  /** Some replicas run at once, over a carrier each. */
  readonly sync: number;
  /** A process ends in a run, at one of its writes. */
  readonly crash: number;
  /** A disk does not take one of the writes of a run. */
  readonly writeError: number;
  /** A clock is set to another year. */
  readonly clock: number;
  /** A carrier shows a replica a world of its own, from now until it is healed. */
  readonly carrierSplit: number;
  /** A carrier is put back to what it held before. */
  readonly carrierRollback: number;
  /** A carrier loses some of what was put last, which it had said to hold: a rename that was not durable. */
  readonly carrierPowerCut: number;
  /** A carrier loses all it held. */
  readonly carrierEmptied: number;
  /** A library is put back to an earlier state of it. */
  readonly libraryRollback: number;
  /** A device comes up a second time, from a copy of its disk. */
  readonly clone: number;
  /** A member lets a device in. */
  readonly join: number;
  /** A member puts another out, with a new epoch for those who stay. */
  readonly remove: number;
  /** A member mints an epoch. */
  readonly mint: number;
  /** Somebody writes a checkpoint. */
  readonly checkpoint: number;
  /** Somebody forgets for good what they may. */
  readonly forget: number;
  /** A program is brought up to date, and knows newer rules of merging. */
  readonly upgrade: number;
  /** A member that takes part in nothing puts what is as large as it can be on every carrier. */
  readonly hostile: number;
  /** Somebody has the group merge by the newest rules they know, where they may. */
  readonly agree: number;
}

/** All that a history is made of; it follows from the seed. */
export interface SimulationOptions {
  readonly seed: number;
  /** What goes on beside changes and runs. */
  readonly theme: Theme;
  readonly replicas: number;
  readonly carriers: number;
  readonly steps: number;
  readonly faults: CarrierFaults;
  readonly weights: StepWeights;
  /** How long revisions are squashed after the first of their run: as the protocol has it, or however late. */
  readonly squashMs: number;
}

const FAULTS = Object.keys(NO_FAULTS) as (keyof CarrierFaults)[];

/**
 * What goes on beside changes and runs. What a carrier has lost only its author can put again; so where carriers lose
 * things, nobody loses theirs, or goes. Checkpoints are made by the rules of this program alone; so where rules change, no
 * clock makes one due.
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

/** How many histories have somebody who means harm; they are short, since much is read in each. */
const HOSTILE = 0.03;

/** A history in which every kind of fault is left out at times, so that each is met without the others as well. */
export function expand(seed: number): SimulationOptions {
  const random = new Random(seed);
  const some = (weight: number) => (random.chance(0.5) ? weight : 0);
  const faults = Object.fromEntries(
    FAULTS.map((fault) => [fault, random.chance(0.4) ? random.between(1, 12) / 100 : 0]),
  ) as unknown as CarrierFaults;
  const isHostile = random.chance(HOSTILE);
  const theme = isHostile
    ? 'hostility'
    : random.pick((Object.keys(THEMES) as Theme[]).filter((each) => each !== 'hostility'));
  return {
    seed,
    theme,
    replicas: isHostile ? 2 : random.pick([2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]),
    carriers: isHostile ? 1 : random.between(1, 3),
    steps: isHostile ? random.between(8, 14) : random.between(10, 45),
    // Nothing is forgotten where runs hardly ever come to their end.
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
    },
    squashMs: random.pick([SQUASH_MS, Number.MAX_SAFE_INTEGER]),
  };
}
