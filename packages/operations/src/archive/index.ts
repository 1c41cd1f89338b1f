export { inspect, verify } from './look.js';
export { restoreArchive } from './restore/restore-archive.js';
