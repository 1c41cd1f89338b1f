import type { Operation, OperationName } from '@notes/contract';
import type { invoke as invokeAny } from './invoke.js';
import type { continueJob as continueAnyJob } from './jobs/watch.js';
import { type AnyHandler, runOperation } from './run-operation.js';

export { createFolders } from '@notes/storage/folders';
export { findNotes, findNotesInTrash } from '../notes/naming/note.js';
export { findNotebook } from '../notes/naming/notebook.js';
export { readContent } from '../notes/resources/content.js';
export { openLibrary } from './library.js';

/**
 * Returns a function that runs operations like `invoke` of the main entry. Only one operation is loaded already; every
 * other one, with the whole contract, is loaded at its first call.
 *
 * @param loaded name, row and handler of the operation that is loaded
 */
export const createInvoke = (loaded: { name: OperationName; row: Operation; handler: AnyHandler }): typeof invokeAny =>
  (async (name, context, raw) => {
    if (name === loaded.name) return await runOperation(loaded.row, loaded.handler, context, raw);
    const { invoke } = await import('./invoke.js');
    return await invoke(name, context, raw);
  }) as typeof invokeAny;

/** Continues a job like `continueJob` of the main entry. */
export const continueJob: typeof continueAnyJob = async (...given) => {
  const { continueJob } = await import('./jobs/watch.js');
  return await continueJob(...given);
};
