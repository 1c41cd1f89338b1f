/** Events of a history besides changes and runs. */
export const SIMULATION_EVENTS = [
  'drop',
  'lostAnswer',
  'carrierFull',
  'delay',
  'reorder',
  'stale',
  'duplicate',
  'partial',
  'bitFlip',
  'crashBefore',
  'crashAfter',
  'libraryFull',
  'libraryUnreadable',
  'clock',
  'carrierSplit',
  'carrierRollback',
  'carrierEmptied',
  'carrierPowerCut',
  'libraryRollback',
  'clone',
  'cloneFound',
  'fork',
  'join',
  'renew',
  'revoke',
  'retire',
  'mint',
  'checkpoint',
  'beginningBroken',
  'forget',
  'waiting',
  'upgrade',
  'agree',
  'disagree',
  'rulesUnknown',
  'hostileArtifact',
] as const;
export type SimulationEvent = (typeof SIMULATION_EVENTS)[number];

/** Counts of events. Events without effect are not counted. */
export class EventCounts {
  readonly counts = Object.fromEntries(SIMULATION_EVENTS.map((each) => [each, 0])) as Record<SimulationEvent, number>;

  count(happening: SimulationEvent): void {
    this.counts[happening] += 1;
  }
}
