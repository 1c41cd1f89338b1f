import type { Reader } from '@notes/storage';
import type { Library } from '../../platform/context.js';

/** Last restore drill that succeeded, and the newest archive that any drill restored. */
export interface LastDrill {
  /** Time of the drill, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** Time at which the newest restored archive had the whole library, in milliseconds since the Unix epoch. */
  readonly archivedAt: number;
  /** Digest of the manifest of that archive. */
  readonly commitSha256: string;
}

/**
 * Returns the last successful drill; undefined when there was none. Drills of earlier versions have no `archivedAt` and
 * do not count, because they compared no numbers of records.
 */
export function readDrill(meta: Reader['meta']): LastDrill | undefined {
  const stored = JSON.parse(meta.get('archive_drill') ?? '{}') as Partial<LastDrill>;
  return stored.archivedAt === undefined ? undefined : (stored as LastDrill);
}

/** Stores a successful drill. A newer archive that an earlier drill restored stays recorded. */
export async function recordDrill({ store }: Library, drill: LastDrill): Promise<void> {
  await store.write(({ meta }) => {
    const before = readDrill(meta);
    const newest = before !== undefined && before.archivedAt > drill.archivedAt ? before : drill;
    meta.set('archive_drill', JSON.stringify({ ...newest, at: drill.at }));
  });
}
