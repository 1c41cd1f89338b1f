import type { NameReader } from '@notes/storage/names';
import { type ConfigFlags, hasNoSettings, locateLibrary } from './config/locate.js';
import { keepNames, readKeptNames, readLibraryState } from './names-cache.js';

/** Kinds of names in a library. */
export const nameKinds = ['notes', 'trashed', 'notebooks', 'tags', 'jobs'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Fewest characters of a title to look for. */
export const MIN_TITLE_CHARACTERS = 2;

export interface NamesRequest {
  readonly kind: NameKind;
  /** Beginning of a title; names of other kinds are listed whole. */
  readonly prefix: string;
  /** Maximum number of notes and jobs. */
  readonly limit: number;
}

/** Place of a library, as for `loadConfig`. */
export interface LibraryPlace {
  readonly flags: ConfigFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns names that an earlier call of {@link listNames} kept, without opening the library, which takes as long as a
 * start of Node.
 *
 * @returns undefined where none are kept, the library was written since, or settings have to be checked
 * @throws ConfigError like `loadConfig`
 */
export function findKeptNames({ flags, environment }: LibraryPlace, { kind }: NamesRequest): string[] | undefined {
  const location = locateLibrary(flags, environment);
  return hasNoSettings(location, environment) ? readKeptNames(location.dataDir, kind) : undefined;
}

/**
 * Lists names like `suggestLinks`, `listTrash`, `listNotebooks`, `listTags` and `listJobs` do, in a fraction of the time
 * that loading all operations takes.
 *
 * @returns undefined when opening the library would change it; the operations then list the names
 * @throws ConfigError or StorageError like `loadConfig` and `openLibrary`
 */
export async function listNames(
  { flags, environment }: LibraryPlace,
  request: NamesRequest,
  now: number,
): Promise<string[] | undefined> {
  const location = locateLibrary(flags, environment);
  if (!hasNoSettings(location, environment)) {
    // Invalid settings are refused, though no setting concerns names.
    const { loadConfig } = await import('./config/load.js');
    loadConfig(flags, environment);
  }
  const [{ readNames }, { isClockStored }] = await Promise.all([
    import('@notes/storage/names'),
    import('../upkeep/plans/clock.js'),
  ]);
  const before = readLibraryState(location.dataDir);
  const names = readNames(location.dataDir, (reader) =>
    isClockStored(reader, now) ? listOfKind[request.kind](reader, request, now) : undefined,
  );
  if (names !== undefined) keepNames(location.dataDir, request.kind, names, before);
  return names;
}

type ListNames = (reader: NameReader, request: NamesRequest, now: number) => string[];

const listOfKind: Readonly<Record<NameKind, ListNames>> = {
  notes: ({ links }, { prefix, limit }) =>
    [...prefix.trim()].length < MIN_TITLE_CHARACTERS ? [] : links.suggest(prefix, limit).map(({ title }) => title),
  trashed: ({ documents }, { limit }) => documents.listTrash(limit).map(({ title }) => title),
  notebooks: ({ notebooks }) => notebooks.all().map(({ name }) => name),
  tags: ({ tags }) => tags.allWithCounts().map(({ name }) => name),
  jobs: ({ jobs }, { limit }, at) =>
    jobs.list({ state: undefined, kind: undefined, without: [], before: undefined, limit, at }).map(({ id }) => id),
};
