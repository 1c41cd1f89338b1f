export { inspectBackup } from './inspect.js';
export { createBackup, listBackups, manageBackups, removeBackup } from './manage.js';
export { restoreBackup } from './restore.js';
export { createPeerBackup, readPeerBackup } from './serve.js';
