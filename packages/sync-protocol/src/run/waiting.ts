import { getAttestedSeq } from '../control/attestation.js';
import type { VersionVector } from '../log/operations.js';
import { covers } from '../log/order.js';
import { knownAcks } from './acks.js';
import type { RunContext } from './context.js';
import { getAttestations } from './counted-segments.js';

/**
 * Returns true while this replica lacks operations that its inviting device had, so that it must publish none of its own
 * and acknowledge nothing. Ends the wait once it has them.
 */
export async function isWaiting(run: RunContext): Promise<boolean> {
  const { store } = run;
  const awaited = await store.readAwaited();
  if (awaited === null) return false;
  const versions = await store.versions();
  const lacking = Object.entries(awaited).filter(([replica, seq]) => !covers(versions, replica, seq));
  for (const [replica] of lacking) if (!(await hasAllThatCounts(run, replica, versions))) return true;
  await store.concludeWait();
  return false;
}

/** Returns true when no operation of a removed replica is left to be applied. */
async function hasAllThatCounts(run: RunContext, replica: string, versions: VersionVector): Promise<boolean> {
  const { state } = run.members;
  const member = state.members.get(replica);
  if (member === undefined || member.status === 'active') return false;
  const attested = getAttestedSeq(state, getAttestations(await knownAcks(run)), replica);
  const index = (await run.store.authors()).get(replica)?.index ?? 0;
  return covers(versions, replica, attested) && index >= (member.retirement?.final?.index ?? 0);
}
