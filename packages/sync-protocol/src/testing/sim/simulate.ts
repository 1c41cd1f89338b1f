import { createHash } from 'node:crypto';
import { CarrierError } from '../../carrier/carrier.js';
import type { MemoryCarrier } from '../memory-carrier.js';
import type { LibraryState } from '../memory-state.js';
import { tokensIn } from './author.js';
import { Crash } from './crash-points.js';
import { checkHistory, describe } from './invariants.js';
import { textOf } from './library-view.js';
import { expand, type SimulationOptions } from './options.js';
import type { Replica } from './replica.js';
import { noticeOf, vanished } from './silent-deletion.js';
import { Tokens } from './tokens.js';
import { type Primitives, World } from './world.js';

export interface SimulationResult {
  readonly options: SimulationOptions;
  /** What does not hold, each in a line; none where all does. */
  readonly failures: readonly string[];
  readonly operations: number;
  /** Of every byte on every carrier at the end, in hexadecimal: the same where the same happened. */
  readonly carriersSha256: string;
  /** Of a history that failed: how everybody stands at its end. */
  readonly standing: string;
}

/** Plays the history of a seed: first with all its faults, then without, until everybody has everything. */
export async function simulate(seed: number, primitives: Primitives): Promise<SimulationResult> {
  const options = expand(seed);
  const world = await World.begin(options, primitives);
  const tokens = new Tokens();
  const failures: string[] = [];
  for (let step = 0; step < options.steps && failures.length === 0; step += 1) {
    world.clock.advance(world.random.below(600_000));
    await STEPS[world.random.weighted(options.weights)]({ world, tokens, failures });
  }
  world.heal();
  if (failures.length === 0) await settle({ world, tokens, failures });
  if (failures.length === 0) failures.push(...checkHistory(world, tokens));
  const [first] = world.replicas;
  const operations = [...(first?.store.state.log.values() ?? [])].reduce((sum, own) => sum + own.length, 0);
  const standing = failures.length === 0 ? '' : describe(world);
  return { options, failures, operations, carriersSha256: carriersSha256(world), standing };
}

function carriersSha256({ carriers }: World): string {
  const hash = createHash('sha256');
  for (const { folders } of carriers)
    for (const [place, artifacts] of folders)
      for (const [name, bytes] of artifacts) hash.update(place).update(name).update(bytes);
  return hash.digest('hex');
}

interface History {
  readonly world: World;
  readonly tokens: Tokens;
  readonly failures: string[];
}

const MOST_REPLICAS = 8;
const DECADE_MS = 10 * 365 * 24 * 3_600_000;

const STEPS: Record<keyof SimulationOptions['weights'], (history: History) => Promise<void>> = {
  async change({ world, tokens }) {
    const replica = world.random.pick(world.replicas);
    tokens.note(replica.id, replica.change());
    if (replica === world.replicas.at(-1) && world.random.chance(0.5)) world.keepImage(replica);
  },
  async sync(history) {
    const { world } = history;
    const some = world.random.shuffled(world.replicas).slice(0, world.random.between(1, world.replicas.length));
    await world.scheduler.run(some.map((replica) => () => syncOnce(history, replica)));
    await renewAll(history);
  },
  async crash(history) {
    const { world } = history;
    const replica = world.random.pick(world.replicas);
    replica.crash.arm(world.random.between(1, 12), world.random.chance(0.5));
    await syncOnce(history, replica);
    replica.crash.disarm();
    await renewAll(history);
  },
  async clock({ world }) {
    world.random.pick(world.replicas).clock.skewMs = world.random.between(-DECADE_MS, DECADE_MS);
  },
  async carrierSplit({ world }) {
    world.split(world.random.pick(world.replicas), world.random.pick(world.carriers));
  },
  async carrierRollback({ world }) {
    for (const artifacts of world.random.pick(world.carriers).folders.values())
      for (const name of [...artifacts.keys()].sort().slice(world.random.below(artifacts.size + 1)))
        artifacts.delete(name);
  },
  async carrierEmptied({ world }) {
    world.random.pick(world.carriers).folders.clear();
  },
  async libraryRollback({ world, tokens }) {
    const back = world.putBack();
    if (back === null) return;
    const { replica, before } = back;
    const kept = new Set(writesOf(replica.store.state, replica.id).map(({ rev }) => rev));
    const gone = writesOf(before, replica.id).filter(({ rev }) => !kept.has(rev));
    tokens.giveUp(gone.flatMap((write) => tokensIn(textOf(write, before))));
  },
  async join({ world }) {
    const inviter = world.random.pick(world.replicas);
    if (world.replicas.length < MOST_REPLICAS && inviter.knowsAsMember(inviter)) await world.join(inviter);
  },
  async remove({ world }) {
    const [decider, other] = world.random.shuffled(world.replicas);
    if (decider === undefined || other === undefined || !decider.knowsAsMember(other)) return;
    decider.mint(other);
    if (world.random.chance(0.5)) decider.retire(other);
    else decider.revoke(other);
  },
  async mint({ world }) {
    const replica = world.random.pick(world.replicas);
    if (replica.knowsAsMember(replica)) replica.mint(null);
  },
  /** Most of the others meet it, so that something can come of it. */
  async checkpoint(history) {
    const { world } = history;
    const carrier = world.random.pick(world.carriers);
    await syncOnce(history, world.random.pick(world.replicas), { carrier, snapshot: true });
    for (let round = 0; round < 3; round += 1)
      for (const replica of world.replicas) if (world.random.chance(0.9)) await syncOnce(history, replica, { carrier });
    await renewAll(history);
  },
  async forget({ world, failures }) {
    const replica = world.random.pick(world.replicas);
    const before = replica.digest();
    replica.forget();
    if (replica.digest() !== before) failures.push(`I1: ${replica.id} forgot what makes a difference`);
  },
};

const writesOf = ({ log }: LibraryState, author: string) =>
  (log.get(author) ?? []).flatMap(({ operation }) => (operation.op === 'doc.write' ? [operation] : []));

/** One run; what a carrier or a crash does to it is part of the history. */
async function syncOnce(
  { world, failures }: History,
  replica: Replica,
  how: { readonly carrier?: MemoryCarrier; readonly snapshot?: boolean } = {},
): Promise<void> {
  const carrier = world.carrier(replica, how.carrier ?? world.random.pick(world.carriers));
  const before = noticeOf(replica);
  try {
    await replica.sync(carrier, how.snapshot);
  } catch (error) {
    if (!(error instanceof Crash) && !(error instanceof CarrierError))
      failures.push(`${replica.id}: ${error instanceof Error ? error.stack : String(error)}`);
  }
  failures.push(...vanished(before, replica));
}

/** Devices that have found their libraries to be behind get new ids from a member that has found nothing of the kind. */
async function renewAll({ world }: History): Promise<void> {
  for (const old of [...world.replicas].filter((replica) => isBehind(replica))) {
    const inviter = world.members.find((replica) => !isBehind(replica));
    if (inviter !== undefined) await world.renew(old, inviter);
  }
}

const isBehind = ({ id, store }: Replica) =>
  [...store.state.alerts.values()].some((alerts) =>
    alerts.some(({ code, replica }) => code === 'replica_rolled_back' && replica === id),
  );

/** Runs of everybody over every carrier, until nothing moves. */
async function settle(history: History): Promise<void> {
  const { world, failures } = history;
  const most = 6 + 3 * world.replicas.length;
  for (let round = 0; round < most; round += 1) {
    let moved = false;
    for (const replica of [...world.replicas])
      for (const carrier of world.carriers) {
        const { counts, alerts } = await replica.sync(world.carrier(replica, carrier));
        if (counts.segmentsIn + counts.bytesOut > 0 || alerts.some(({ code }) => code === 'replica_rolled_back'))
          moved = true;
      }
    await renewAll(history);
    if (!moved) return;
  }
  failures.push(`I8: not at rest after ${most} rounds`);
}
