/** Operations for a program that searches and then ends: see {@link createInvoke}. */
import { searchRows } from '@notes/contract';
import { searchDocuments } from '../notes/search/search.js';
import { createInvoke } from './first-operations.js';
import type { AnyHandler } from './run-operation.js';

export {
  continueJob,
  createFolders,
  findNotebook,
  findNotes,
  findNotesInTrash,
  openLibrary,
  readContent,
} from './first-operations.js';

export const invoke = createInvoke({
  name: 'searchDocuments',
  row: searchRows.searchDocuments,
  handler: searchDocuments as AnyHandler,
});
