import type { ArtifactClass } from '@notes/sync-protocol';
import type { Carrier } from '@notes/sync-protocol/carrier';

const PAGE_SIZE = 1_000;

/** Lists all artifacts of a class, or those from a name on. */
export async function listAllArtifacts(
  carrier: Carrier,
  namespace: string,
  artifactClass: ArtifactClass,
  from: string | null,
) {
  const found: { readonly name: string; readonly sizeBytes: number }[] = [];
  for (let after = from, more = true; more; ) {
    const { artifacts, next } = await carrier.list(namespace, artifactClass, after, PAGE_SIZE);
    found.push(...artifacts);
    more = next !== null && next > (after ?? '');
    after = next;
  }
  return found;
}
