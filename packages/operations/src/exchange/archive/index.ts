export { pruneArchive } from './prune-archive.js';
export { readDatabaseId } from './read-database-id.js';
export { restoreArchive } from './restore/restore-archive.js';
