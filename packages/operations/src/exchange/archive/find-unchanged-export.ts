import { resolve } from 'node:path';
import type { Output } from '@notes/contract';
import { hasNoSettings, locateLibrary } from '../../platform/config/locate.js';
import type { LibraryPlace } from '../../platform/list-names.js';
import { toUnchangedOutcome } from './export-outcome.js';
import { formatConditions, parseExports } from './recorded-exports.js';
import { readUnchangedManifest } from './unchanged-archive.js';

/** Options of an export of the whole library on which its bytes depend. */
export interface ExportChoice {
  /** Folder of the archive, relative to the working directory. */
  readonly directory: string;
  readonly layout: 'auto' | 'fanout';
  readonly compress: 'none' | 'deflate';
}

/** Facts of the calling program. */
export interface Caller {
  readonly serviceVersion: string;
  /** Time in milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * Returns the answer of `exportArchive` for a library and a folder that have not changed since the last export, in a
 * fraction of the time that loading the operation takes. Takes no lock and stores only the clock: the answer
 * describes the moment of the call.
 *
 * @returns undefined in every other case, which the operation then handles
 * @throws ConfigError or StorageError like `loadConfig` and `openLibrary`
 */
export async function findUnchangedExport(
  { flags, environment }: LibraryPlace,
  { directory: path, layout, compress }: ExportChoice,
  { serviceVersion, now }: Caller,
): Promise<Output<'exportArchive'> | undefined> {
  const location = locateLibrary(flags, environment);
  if (!hasNoSettings(location, environment)) {
    // Invalid settings are refused, though no setting concerns archives.
    const { loadConfig } = await import('../../platform/config/load.js');
    loadConfig(flags, environment);
  }
  const [{ readFacts, SCHEMA_VERSION }, { getClockToStore }] = await Promise.all([
    import('@notes/storage/facts'),
    import('../../upkeep/plans/clock.js'),
  ]);
  const directory = resolve(path);
  const last = readFacts(location.dataDir, ({ meta, journal }) => {
    const [databaseId, replicaId] = [meta.get('database_id'), meta.get('replica_id')];
    if (databaseId === undefined || replicaId === undefined) return undefined;
    const conditions = formatConditions({
      schemaVersion: SCHEMA_VERSION,
      serviceVersion,
      databaseId,
      replicaId,
      target: 'full_archive',
      layout,
      compress,
      createdAt: null,
    });
    const known = parseExports(meta.get('archives')).find((one) => one.directory === directory);
    if (known?.conditions !== conditions || journal.hasArchivedChange(known.seq)) return undefined;
    // Each opening of a library observes the clock.
    const clock = getClockToStore({ meta }, now);
    if (clock !== undefined) meta.set('clock', clock);
    return known;
  });
  const manifest = last === undefined ? null : readUnchangedManifest(last);
  return manifest === null ? undefined : toUnchangedOutcome(directory, manifest);
}
