export { inspect, verify } from './look.js';
export { pruneArchive } from './prune-archive.js';
export { restoreArchive } from './restore/restore-archive.js';
