import type { ArtifactClass } from '../artifact-class.js';
import { CarrierError, type CarrierErrorCode } from '../carrier/carrier.js';
import type { RunContext } from './context.js';

/**
 * Reasons for which a carrier may keep an artifact for now: it knows less about other members, another program uses the
 * file, or the folder permits no removal. A carrier that cannot be reached fails at the next request of the run.
 */
const KEPT: ReadonlySet<CarrierErrorCode> = new Set(['conflict', 'unreachable', 'full']);

/**
 * Removes own artifacts that nobody needs any more, up to the first that the carrier keeps. Nothing depends on their
 * removal, so a run continues without it.
 */
export async function removeArtifacts(
  { carrier, signal }: Pick<RunContext, 'carrier' | 'signal'>,
  artifactClass: ArtifactClass,
  names: Iterable<string>,
): Promise<void> {
  try {
    for (const name of names) {
      signal?.throwIfAborted();
      await carrier.remove(artifactClass, name);
    }
  } catch (error) {
    if (!(error instanceof CarrierError) || !KEPT.has(error.code)) throw error;
  }
}
