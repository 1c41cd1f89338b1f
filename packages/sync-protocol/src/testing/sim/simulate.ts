import { createHash } from 'node:crypto';
import { CarrierError } from '../../carrier/carrier.js';
import type { RunReport } from '../../run/run.js';
import type { MemoryCarrier } from '../memory-carrier.js';
import { getVersions, getWait, type LibraryState, listOperations } from '../memory-state.js';
import { findTokens } from './author.js';
import { Crash, WriteError, type WriteFault } from './crash-points.js';
import type { SimulationEvent } from './events.js';
import { checkHistory, describe } from './invariants.js';
import { RULES, readText } from './library-view.js';
import { expandSeed, type HistoryLength, type SimulationOptions } from './options.js';
import type { Replica } from './replica.js';
import { findSilentDeletions, observeLibrary, Revisions } from './silent-deletion.js';
import { Tokens } from './tokens.js';
import { type Primitives, World } from './world.js';

/** Result of {@link simulate}. No invariant was violated when `failures` is empty. */
export interface SimulationResult {
  readonly options: SimulationOptions;
  /** Violated invariants, one line each. */
  readonly failures: readonly string[];
  readonly operations: number;
  /** Counts of events. */
  readonly events: Readonly<Record<SimulationEvent, number>>;
  /** SHA-256 of all bytes on all carriers at the end, in hexadecimal. Equal histories have equal digests. */
  readonly carriersSha256: string;
  /** Final state of each replica, if the history failed. */
  readonly finalState: string;
}

/** Plays the history of a seed: first with all its faults, then without faults until all replicas have everything. */
export async function simulate(
  seed: number,
  primitives: Primitives,
  length: HistoryLength = 'long',
): Promise<SimulationResult> {
  const options = expandSeed(seed, length);
  const world = await World.begin(options, primitives);
  const tokens = new Tokens();
  const failures: string[] = [];
  await play({ world, tokens, failures, revisions: new Revisions() }).catch((error: unknown) => {
    failures.push(error instanceof Error ? String(error.stack) : String(error));
  });
  const [first] = world.replicas;
  const operations = [...(first?.store.state.log.values() ?? [])].reduce((sum, own) => sum + own.length, 0);
  const finalState = failures.length === 0 ? '' : describe(world);
  primitives.inspect?.(world);
  const happened = world.events.counts;
  return {
    options,
    failures,
    operations,
    events: happened,
    carriersSha256: carriersSha256(world),
    finalState,
  };
}

async function play(history: History): Promise<void> {
  const { world, tokens, failures } = history;
  const { steps, weights } = world.options;
  for (let step = 0; step < steps && failures.length === 0; step += 1) {
    world.clock.advance(world.random.below(600_000));
    await STEPS[world.random.pickWeighted(weights)](history);
  }
  world.heal();
  for (const replica of world.replicas) replica.mergeVersions = RULES;
  if (failures.length === 0) await runToRest(history);
  if (failures.length === 0) failures.push(...checkHistory(world, tokens));
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
  readonly revisions: Revisions;
}

const MAX_REPLICAS = 8;
const DECADE_MS = 10 * 365 * 24 * 3_600_000;

const STEPS: Record<keyof SimulationOptions['weights'], (history: History) => Promise<void>> = {
  async change({ world, tokens }) {
    const replica = world.random.pick(world.replicas);
    tokens.note(replica.id, replica.change());
    if (replica === world.replicas.at(-1) && world.random.chance(0.5)) world.keepImage(replica);
  },
  async sync(history) {
    const { world } = history;
    const some = world.random.shuffle(world.replicas).slice(0, world.random.between(1, world.replicas.length));
    await world.scheduler.run(some.map((replica) => () => syncOnce(history, replica)));
    await renewBehind(history);
  },
  async crash(history) {
    const { world } = history;
    await syncWithFault(history, world.random.pick(['before', 'after']));
  },
  async writeError(history) {
    await syncWithFault(history, history.world.random.pick(['ENOSPC', 'EIO']));
  },
  async clock({ world }) {
    world.events.count('clock');
    world.random.pick(world.replicas).clock.skewMs = world.random.between(-DECADE_MS, DECADE_MS);
  },
  async carrierSplit({ world }) {
    world.events.count('carrierSplit');
    world.split(world.random.pick(world.replicas), world.random.pick(world.carriers));
  },
  async carrierRollback({ world }) {
    let lost = 0;
    for (const artifacts of world.random.pick(world.carriers).folders.values())
      for (const name of [...artifacts.keys()].sort().slice(world.random.below(artifacts.size + 1)))
        lost += Number(artifacts.delete(name));
    if (lost > 0) world.events.count('carrierRollback');
  },
  async carrierPowerCut({ world }) {
    if (world.cutPower(world.random.pick(world.carriers)) > 0) world.events.count('carrierPowerCut');
  },
  async carrierEmptied({ world }) {
    const { folders } = world.random.pick(world.carriers);
    if (folders.size > 0) world.events.count('carrierEmptied');
    folders.clear();
  },
  async libraryRollback({ world, tokens }) {
    const back = world.restoreNewest();
    if (back === null) return;
    world.events.count('libraryRollback');
    const { replica, before } = back;
    const kept = new Set(listWrites(replica.store.state, replica.id).map(({ rev }) => rev));
    const gone = listWrites(before, replica.id).filter(({ rev }) => !kept.has(rev));
    tokens.giveUp(gone.flatMap((write) => findTokens(readText(write, before))));
  },
  /** Clones one device at a time, because a cloned device needs another one to be added again. */
  async clone({ world }) {
    const ids = new Set(world.replicas.map(({ id }) => id));
    const replica = world.random.pick(world.replicas);
    const another = world.replicas.some(({ id }) => id !== replica.id && !world.cloned.has(id));
    if (ids.size < world.replicas.length || !another) return;
    world.events.count('clone');
    world.clone(replica);
  },
  async join({ world }) {
    const inviter = world.random.pick(world.replicas);
    if (world.replicas.length >= MAX_REPLICAS || !inviter.knowsAsMember(inviter)) return;
    world.events.count('join');
    await world.join(inviter);
  },
  async remove({ world }) {
    const [decider, other] = world.random.shuffle(world.replicas);
    if (decider === undefined || other === undefined || !decider.knowsAsMember(other)) return;
    decider.mint(other);
    const retires = world.random.chance(0.5);
    world.events.count(retires ? 'retire' : 'revoke');
    if (retires) decider.retire(other);
    else decider.revoke(other);
  },
  async mint({ world }) {
    const replica = world.random.pick(world.replicas);
    if (!replica.knowsAsMember(replica)) return;
    world.events.count('mint');
    replica.mint(null);
  },
  /** Writes a checkpoint and lets most replicas run afterwards, so that it is used. */
  async checkpoint(history) {
    const { world } = history;
    const carrier = world.random.pick(world.carriers);
    world.events.count('checkpoint');
    await syncOnce(history, world.random.pick(world.replicas), { carrier, snapshot: true });
    for (let round = 0; round < 3; round += 1) await runMost(history, carrier);
  },
  async forget({ world, failures }) {
    const replica = world.random.pick(world.replicas);
    const [before, kept] = [replica.digest(), listOperations(replica.store.state).length];
    replica.prune();
    if (listOperations(replica.store.state).length < kept) world.events.count('forget');
    if (replica.digest() !== before) failures.push(`I1: ${replica.id} pruned operations that its library needs`);
  },
  async upgrade({ world }) {
    const old = world.replicas.filter(({ mergeVersions }) => mergeVersions.length < RULES.length);
    if (old.length === 0) return;
    world.events.count('upgrade');
    world.random.pick(old).mergeVersions = RULES;
  },
  async hostile({ world }) {
    world.events.count('hostileArtifact');
    world.hostile?.put(world.carriers);
  },
  async agree(history) {
    const { world, failures } = history;
    const carrier = world.random.pick(world.carriers);
    for (let round = 0; round < 2; round += 1) await runMost(history, carrier);
    const replica = world.random.pick(world.replicas);
    if (replica.mergeVersions.length < RULES.length || !replica.knowsAsMember(replica)) return;
    const knowing = replica.agree();
    world.events.count(knowing === null ? 'disagree' : 'agree');
    for (const { id, mergeVersions } of world.replicas)
      if (knowing?.includes(id) && mergeVersions.length < RULES.length)
        failures.push(`P12: ${replica.id} set a merge version that ${id} does not support`);
  },
};

const listWrites = ({ log }: LibraryState, author: string) =>
  (log.get(author) ?? []).flatMap(({ operation }) => (operation.op === 'doc.write' ? [operation] : []));

/** Runs most of the replicas one after the other over one carrier. */
async function runMost(history: History, carrier: MemoryCarrier): Promise<void> {
  const { world } = history;
  for (const replica of world.replicas) if (world.random.chance(0.9)) await syncOnce(history, replica, { carrier });
  await renewBehind(history);
}

/** Runs a replica with a fault in one of its first writes. */
async function syncWithFault(history: History, fault: WriteFault): Promise<void> {
  const { world } = history;
  const replica = world.random.pick(world.replicas);
  replica.crash.arm(world.random.between(1, 16), fault);
  await syncOnce(history, replica);
  if (fault === 'before' || fault === 'after') replica.restart();
  else replica.crash.disarm();
  await renewBehind(history);
}

/** Runs a replica once. Faults of the carrier and crashes are part of the history. */
async function syncOnce(
  { world, failures, revisions }: History,
  replica: Replica,
  how: { readonly carrier?: MemoryCarrier; readonly snapshot?: boolean } = {},
): Promise<void> {
  const carrier = world.carrier(replica, how.carrier ?? world.random.pick(world.carriers));
  const before = observeLibrary(replica);
  revisions.collect(replica);
  if (replica.store.state.bootstrapping !== null) world.events.count('beginningBroken');
  world.memory?.start();
  replica.mayFail = true;
  try {
    const report = await replica.sync(carrier, how.snapshot);
    failures.push(...checkMergeVersions(world, replica, report), ...checkReportedLosses(world, replica, report));
  } catch (error) {
    if (error instanceof Crash) replica.restart();
    if (!(error instanceof Crash) && !(error instanceof WriteError) && !(error instanceof CarrierError))
      failures.push(`${replica.id}: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    replica.mayFail = false;
  }
  if (isHoldingBack(replica)) world.events.count('waiting');
  failures.push(...findSilentDeletions(before, replica, revisions));
}

/** Returns true when a replica has operations that it does not publish before it has others. */
const isHoldingBack = ({ id, store: { state } }: Replica) =>
  getWait(state) !== null && (getVersions(state)[id] ?? 0) > (state.authors.get(id)?.seq ?? 0);

/** Checks P12: no replica applies operations by rules it does not support, or mistakes newer rules for divergence. */
function checkMergeVersions(world: World, replica: Replica, { alerts, counts, diverged }: RunReport): string[] {
  const failures: string[] = [];
  const codes = new Set(alerts.map(({ code }) => code));
  if (codes.has('divergence') && world.cloned.size === 0)
    failures.push(`I1: ${replica.id} reported a divergence without a clone`);
  if (replica.supportsMergeVersion()) return failures;
  world.events.count('rulesUnknown');
  if (counts.operationsIn > 0)
    failures.push(`P12: ${replica.id} applied operations by a merge version it does not support`);
  if (!codes.has('needs_upgrade') && diverged === null)
    failures.push(`P12: ${replica.id} does not report that it needs an upgrade`);
  return failures;
}

/** Checks I10: no replica reports a loss on carriers that lose and hide nothing. */
function checkReportedLosses({ options }: World, replica: Replica, { alerts }: RunReport): string[] {
  return isFaithful(options) && alerts.some(({ code }) => code === 'carrier_rolled_back')
    ? [`I10: ${replica.id} reported a loss on a carrier that lost nothing`]
    : [];
}

/** Returns true when carriers list all that was put, and each library has one history. */
function isFaithful({ faults, weights }: SimulationOptions): boolean {
  const { carrierSplit, carrierRollback, carrierPowerCut, carrierEmptied, libraryRollback, clone, hostile } = weights;
  const others = [carrierSplit, carrierRollback, carrierPowerCut, carrierEmptied, libraryRollback, clone, hostile];
  return faults.delay + faults.stale === 0 && others.every((weight) => weight === 0);
}

/** Gives new ids to devices that found their libraries behind. A member that found no such thing adds them. */
async function renewBehind({ world }: History): Promise<void> {
  for (const old of [...world.replicas].filter((replica) => isBehind(replica))) {
    const inviter = world.members.find((replica) => !isBehind(replica) && !world.cloned.has(replica.id));
    if (inviter === undefined) continue;
    if (world.cloned.has(old.id)) world.events.count('cloneFound');
    await world.renew(old, inviter);
  }
}

const isBehind = ({ id, store }: Replica) =>
  [...store.state.alerts.values()].some((alerts) =>
    alerts.some(({ code, replica }) => code === 'replica_rolled_back' && replica === id),
  );

/** Runs all replicas over all carriers until nothing changes. */
async function runToRest(history: History): Promise<void> {
  const { world, failures } = history;
  const most = 6 + 3 * world.replicas.length;
  for (let round = 0; round < most; round += 1) {
    let moved = false;
    const offered: (() => Promise<RunReport>)[] = [];
    for (const replica of [...world.replicas])
      for (const carrier of world.carriers) {
        world.memory?.start();
        const report = await replica.sync(world.carrier(replica, carrier));
        const { counts, alerts } = report;
        failures.push(...checkMergeVersions(world, replica, report), ...checkReportedLosses(world, replica, report));
        for (const { checkpoint, replica: author } of alerts)
          if (checkpoint !== undefined && world.replicas.some(({ id }) => id === author))
            offered.push(() => replica.sync(world.carrier(replica, carrier), false, checkpoint));
        if (counts.segmentsIn + counts.bytesOut > 0 || alerts.some(({ code }) => code === 'replica_rolled_back'))
          moved = true;
      }
    await renewBehind(history);
    // Nothing arrives by itself any more, so users accept the checkpoints that alerts name.
    for (const accept of moved ? [] : offered) moved = (await accept()).accepted || moved;
    if (!moved) return;
  }
  failures.push(`I8: replicas still exchange after ${most} rounds`);
}
