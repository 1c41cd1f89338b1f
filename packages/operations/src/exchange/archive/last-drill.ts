import type { Reader } from '@notes/storage';
import type { Library } from '../../platform/context.js';

/** Last restore drill that succeeded. */
export interface LastDrill {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Digest of the manifest of the restored archive. */
  readonly commitSha256: string;
}

/** Returns the last successful drill; undefined when there was none. */
export function readDrill(meta: Reader['meta']): LastDrill | undefined {
  const stored = meta.get('archive_drill');
  return stored === undefined ? undefined : (JSON.parse(stored) as LastDrill);
}

export async function writeDrill({ store }: Library, drill: LastDrill): Promise<void> {
  await store.write(({ meta }) => meta.set('archive_drill', JSON.stringify(drill)));
}
