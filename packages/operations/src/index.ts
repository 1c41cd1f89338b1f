export type { CallContext, Context, Library, Origin, RunningJob } from './context.js';
export { handlers } from './handlers.js';
export { invoke } from './invoke.js';
export { JobKeeper, type JobKeeperOptions } from './jobs/keeper.js';
export { continueJob } from './jobs/watch.js';
export { type OpenLibraryOptions, openLibrary } from './library.js';
export { findNotes, type NamedNote } from './naming/note.js';
export { findNotebook } from './naming/notebook.js';
export { readContent, readStored, type StoredContent } from './resources/content.js';
