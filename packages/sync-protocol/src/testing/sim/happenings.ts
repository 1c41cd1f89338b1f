/** Events of a history besides changes and runs. */
export const HAPPENINGS = [
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
  'upgrade',
  'agree',
  'disagree',
  'rulesUnknown',
  'hostileArtifact',
] as const;
export type Happening = (typeof HAPPENINGS)[number];

/** Counts of events. Events without effect are not counted. */
export class Happenings {
  readonly counts = Object.fromEntries(HAPPENINGS.map((each) => [each, 0])) as Record<Happening, number>;

  note(happening: Happening): void {
    this.counts[happening] += 1;
  }
}
