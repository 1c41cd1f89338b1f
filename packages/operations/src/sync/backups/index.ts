export { inspectBackup } from './inspect.js';
export { createBackup, listBackups, manageBackups, removeBackup, requestBackup } from './manage.js';
export { restoreBackup } from './restore.js';
export { createPeerBackup, readPeerBackup } from './serve.js';
