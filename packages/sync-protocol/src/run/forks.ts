import type { ArtifactClass } from '../carrier/carrier.js';
import type { RunContext } from './context.js';

/** Two stories are told of a namespace: no more of it is applied, until its replica is retired and the true one named. */
export async function freeze(
  { store, alerts }: RunContext,
  replica: string,
  artifactClass: ArtifactClass,
  index: number,
): Promise<void> {
  await store.keepFork({ replica, artifactClass, index });
  alerts.raise('fork', replica);
}

export async function isFrozen({ store, members, alerts }: RunContext, replica: string): Promise<boolean> {
  if (members.state.members.get(replica)?.retirement?.final) return false;
  const frozen = (await store.forks()).some((fork) => fork.replica === replica);
  if (frozen) alerts.raise('fork', replica);
  return frozen;
}
