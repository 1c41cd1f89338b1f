/** All that a history does to its replicas and carriers, beside changes and runs. */
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

/** How often each took place: what was drawn and changed nothing is not in it. */
export class Happenings {
  readonly counts = Object.fromEntries(HAPPENINGS.map((each) => [each, 0])) as Record<Happening, number>;

  note(happening: Happening): void {
    this.counts[happening] += 1;
  }
}
