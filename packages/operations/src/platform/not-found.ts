import { createUnknownIdError, type ServiceError } from '@notes/contract';

/** Objects that an error calls by other words than their kind. */
const names = {
  'active-note': (id: string) => `note "${id}" outside Trash`,
  'trashed-note': (id: string) => `note "${id}" in Trash`,
  'saved-search': (id: string) => `saved search "${id}"`,
  'sync-job': (id: string) => `sync job "${id}"`,
} as const;

type Kind =
  | keyof typeof names
  | 'note'
  | 'notebook'
  | 'attachment'
  | 'job'
  | 'backup'
  | 'key'
  | 'conflict'
  | 'invitation';

/** Returns the error of an unknown id. */
export function createNotFoundError(kind: Kind, id: string): ServiceError {
  return createUnknownIdError(kind in names ? names[kind as keyof typeof names](id) : `${kind} "${id}"`);
}
