import { ServiceError } from '@notes/contract';
import { nameKey } from '@notes/query-language';
import type { NotebookRow, Reader } from '@notes/storage';
import { getNotebookPath } from '../../organise/notebooks/tree.js';
import type { Library } from '../../platform/context.js';

const MAX_LISTED = 5;

/**
 * Resolves a notebook by id, by name, or by a path of names separated by `/`, which may omit its start. A path from the
 * top wins over a longer path with the same end.
 *
 * @throws ServiceError `not_found`; `validation_failed` when several notebooks match
 */
export function resolveNotebook(reader: Reader, text: string): NotebookRow {
  const byId = reader.notebooks.get(text);
  if (byId !== undefined) return byId;
  const keys = text.split('/').map((name) => nameKey(name.trim()));
  const rows = reader.notebooks.all();
  const paths = rows
    .map((row) => getNotebookPath(rows, row))
    .filter((path) => keys.every((key, index) => path.at(index - keys.length)?.nameKey === key));
  const [found] = paths.filter((path) => path.length === keys.length);
  const target = (found ?? (paths.length === 1 ? paths[0] : undefined))?.at(-1);
  if (target !== undefined) return target;
  if (paths.length === 0)
    throw new ServiceError(
      'not_found',
      `There is no notebook ${JSON.stringify(text)}. Give the id, the name or the path of one`,
    );
  const listed = paths.slice(0, MAX_LISTED).map((path) => path.map(({ name }) => name).join('/'));
  throw new ServiceError(
    'validation_failed',
    `notebook: ${text} matches several notebooks: ${listed.join(', ')}. Give the path or id`,
  );
}

/** Resolves a notebook as {@link resolveNotebook} does, on an open library. Returns its id. */
export function findNotebook({ store }: Pick<Library, 'store'>, text: string): string {
  return store.read((reader) => resolveNotebook(reader, text).id);
}
