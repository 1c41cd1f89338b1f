export { configureSync } from './configure.js';
export { getConflict, listConflicts, listSyncConflicts, resolveConflict } from './conflicts.js';
export { discoverCarrier } from './discover.js';
export { initializeSync } from './initialize.js';
export { manageInvitations } from './invitations.js';
export { pairDevice } from './join.js';
export { getSyncOverview, getSyncStatus } from './overview.js';
export { runSync } from './run-sync.js';
