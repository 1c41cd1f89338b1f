/** Operations for a program that exports an archive and then ends: see {@link createInvoke}. */
import { archiveRows } from '@notes/contract';
import { exportArchive } from '../exchange/archive/export-archive.js';
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
  name: 'exportArchive',
  row: archiveRows.exportArchive,
  handler: exportArchive as AnyHandler,
});
