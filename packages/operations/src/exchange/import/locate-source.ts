import { basename, dirname, relative, sep } from 'node:path';
import type { Library } from '../../platform/context.js';
import { idForSource } from '../../platform/ids.js';
import { type Format, getDefaultSourceName, type SourcePath } from './source.js';

interface LocatedSource {
  readonly found: SourcePath;
  /** Name by which the source is recorded. */
  readonly source: string;
}

/**
 * Finds the name by which a source is recorded. A single Markdown file belongs to the nearest parent folder from which
 * it was imported before, else to its own folder, so that importing the file or the folder produces the same note.
 *
 * @param source name given by the user
 */
export function locateSource(
  { store }: Pick<Library, 'store'>,
  format: Format,
  found: SourcePath,
  source: string | undefined,
): LocatedSource {
  if (found.isFolder || format !== 'markdown') return { found, source: source ?? getDefaultSourceName(found) };
  const places = listFoldersAbove(found.path).map((folder) => {
    const name = basename(folder) || 'Imported';
    const path = relative(folder, found.path).split(sep).join('/');
    return { folder, path, name, source: source ?? getDefaultSourceName({ name, path: folder }) };
  });
  return store.read(({ provenance, sourceBundles }) => {
    const known = places.find((place) => provenance.find({ kind: format, id: `${place.source}:${place.path}` }));
    const place = known ?? (places[0] as (typeof places)[number]);
    const bundle = idForSource('source_bundle', { kind: format, id: place.source });
    const isFolderImported = sourceBundles.get(bundle) !== undefined;
    const { folder, path, name } = place;
    return { found: { ...found, name, within: { folder, path, isFolderImported } }, source: place.source };
  });
}

/** Returns the parent folders of a file, the nearest first. */
function listFoldersAbove(path: string): string[] {
  const folders = [dirname(path)];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) folders.push(dirname(at));
  return folders;
}
