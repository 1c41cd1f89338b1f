import type { ArtifactClass } from '../artifact-class.js';
import type { RunContext } from './context.js';

/**
 * Records a fork: a namespace with two diverging logs. No more of it is applied until its replica is retired and the
 * log that counts is named.
 */
export async function recordFork(
  { store, alerts }: RunContext,
  replica: string,
  artifactClass: ArtifactClass,
  index: number,
): Promise<void> {
  await store.keepFork({ replica, artifactClass, index });
  alerts.raise('fork', replica);
}

/**
 * Returns true and raises `fork` when a namespace has a recorded fork that no retirement with a final segment resolves.
 */
export async function isFrozen({ store, members, alerts }: RunContext, replica: string): Promise<boolean> {
  if (members.state.members.get(replica)?.retirement?.final) return false;
  const frozen = (await store.forks()).some((fork) => fork.replica === replica);
  if (frozen) alerts.raise('fork', replica);
  return frozen;
}
