import { basename } from 'node:path';
import { ServiceError } from '@notes/contract';
import {
  describeAcceptedPaths,
  describeEmptySource,
  getSourceName,
  isAcceptedPath,
  type Listing,
  openSource as openFormat,
  type Source,
  SourceError,
} from '@notes/note-formats';
import { NOTE_RULES } from './note-rules.js';
import type { Format, SourcePath } from './source.js';

/**
 * Checks that a path can be a source of a format.
 *
 * @throws ServiceError `validation_failed` when it cannot
 */
export function checkFormat(format: Format, found: SourcePath): void {
  if (!isAcceptedPath(format, found))
    throw new ServiceError(
      'validation_failed',
      `path: for the format ${format}, give ${describeAcceptedPaths(format)}`,
    );
}

/**
 * Opens a source. The caller must close it.
 *
 * @param mayBeEmpty accepts a source without any note, which is otherwise refused as a likely mistake
 * @throws ServiceError `validation_failed`, also when the source is listed
 */
export async function openSource(
  format: Format,
  found: SourcePath,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): Promise<Source> {
  checkFormat(format, found);
  const source = await openFormat(format, found, NOTE_RULES);
  const list = async (signal?: AbortSignal) => {
    const listing = await source.list(signal).catch(throwAsRefusal);
    return mayBeEmpty ? listing : refuseEmpty(format, found, listing);
  };
  return { ...source, list };
}

/** Turns the error for a whole file into a refusal. Nothing has been written yet. */
function throwAsRefusal(error: unknown): never {
  if (!(error instanceof SourceError)) throw error;
  throw new ServiceError('validation_failed', `${error.message}. Nothing was imported`, { cause: error });
}

function refuseEmpty(format: Format, { path }: SourcePath, listing: Listing): Listing {
  if (listing.notes.length > 0 || !listing.complete) return listing;
  const message = `path: nothing to import in ${basename(path)}: ${describeEmptySource(format, listing)}`;
  throw new ServiceError('validation_failed', message);
}

/** Returns the name of the notebook at the top of a source. */
export const getRootName = (format: Format, { name }: SourcePath): string => getSourceName(format, name);
