import { getAttestedSeq } from '../control/attestation.js';
import type { VersionVector } from '../log/operations.js';
import { covers } from '../log/order.js';
import { knownAcks } from './acks.js';
import type { RunContext } from './context.js';
import { getAttestations } from './counted-segments.js';
import { supportsMergeVersion } from './merge-versions.js';
import type { Wait } from './store.js';

/** Milliseconds after which a replica publishes its operations although it still lacks others. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** Stands for the wait of a replica that continues another one and knows of no operations to wait for. */
const NO_OPERATIONS: Wait = { versions: {}, since: 0 };

/**
 * Returns true while this replica holds its operations back, because it lacks operations that others may have pruned.
 * Ends the wait once it has them. After a day, and without support for the merge version of the group, it publishes
 * nevertheless: the store then rebases edits so that they depend on none of the lacking operations. The edits of a
 * replica that continues another one are rebased in any case, before its first segment: it may have published or
 * squashed them under its former id, and the carrier on which it noticed that may not show what others have.
 */
export async function isHoldingBack(run: RunContext): Promise<boolean> {
  const { store, now, maxWaitMs = MAX_WAIT_MS } = run;
  const wait = (await store.readWait()) ?? ((await store.isSuccessor()) ? NO_OPERATIONS : null);
  if (wait === null) return false;
  if (await hasAll(run, wait.versions)) {
    await store.concludeWait();
    return false;
  }
  const waited = now() - wait.since;
  return waited >= 0 && waited < maxWaitMs && supportsMergeVersion(run);
}

async function hasAll(run: RunContext, awaited: VersionVector): Promise<boolean> {
  const versions = await run.store.versions();
  const lacking = Object.entries(awaited).filter(([replica, seq]) => !covers(versions, replica, seq));
  for (const [replica] of lacking) if (!(await hasAllThatCounts(run, replica, versions))) return false;
  return true;
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
