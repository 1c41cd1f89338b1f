/**
 * Operations for a program that searches and then ends. The search and the library are loaded at once; every other
 * operation, with the whole contract, is loaded at its first call.
 */
import { searchRows } from '@notes/contract';
import { searchDocuments } from '../notes/search/search.js';
import type { invoke as invokeAny } from './invoke.js';
import type { continueJob as continueAnyJob } from './jobs/watch.js';
import { type AnyHandler, runOperation } from './run-operation.js';

export { createFolders } from '@notes/storage/folders';
export { findNotes, findNotesInTrash } from '../notes/naming/note.js';
export { findNotebook } from '../notes/naming/notebook.js';
export { readContent } from '../notes/resources/content.js';
export { openLibrary } from './library.js';

/** Runs an operation like `invoke` of the main entry. */
export const invoke = (async (name, context, raw) => {
  if (name === 'searchDocuments')
    return await runOperation(searchRows.searchDocuments, searchDocuments as AnyHandler, context, raw);
  const { invoke } = await import('./invoke.js');
  return await invoke(name, context, raw);
}) as typeof invokeAny;

/** Continues a job like `continueJob` of the main entry. */
export const continueJob: typeof continueAnyJob = async (...given) => {
  const { continueJob } = await import('./jobs/watch.js');
  return await continueJob(...given);
};
