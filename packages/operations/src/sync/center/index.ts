export { initializeSync } from './initialize.js';
export { manageInvitations } from './invitations.js';
export { pairDevice } from './join.js';
export { getSyncOverview } from './overview.js';
export { runSync } from './run-sync.js';
