import type { Handlers } from '@notes/contract';
import type { Context } from '../platform/context.js';
import { deferHandlers } from '../platform/defer-handlers.js';
import { setResourceIntent } from './resources/intent.js';

/** Handlers for groups, runs, peers and backups. */
export const syncHandlers = {
  ...deferHandlers(
    () => import('./center/index.js'),
    [
      'getSyncOverview',
      'getSyncStatus',
      'listSyncConflicts',
      'discoverCarrier',
      'configureSync',
      'initializeSync',
      'manageInvitations',
      'pairDevice',
      'listConflicts',
      'getConflict',
      'resolveConflict',
      'planSyncJob',
      'startSyncJob',
      'getSyncJob',
      'planSync',
      'startSync',
      'retrySyncJob',
      'cancelSyncJob',
      'runSync',
      'getSyncRetention',
      'applySyncRetention',
      'previewRetirement',
      'retirePeer',
      'setSnapshotPermission',
      'revokeKey',
      'recoverSync',
    ],
  ),
  setResourceIntent,
  ...deferHandlers(() => import('./resources/request-fetch.js'), ['requestResourceFetch']),
  // Peers need signatures and the carrier of the service.
  ...deferHandlers(
    () => import('./peers/index.js'),
    [
      'shakeHands',
      'getPeerStatus',
      'pairPeer',
      'listNamespaces',
      'listArtifacts',
      'getArtifact',
      'putArtifact',
      'deleteArtifact',
    ],
  ),
  ...deferHandlers(
    () => import('./backups/index.js'),
    [
      'createPeerBackup',
      'readPeerBackup',
      'manageBackups',
      'inspectBackup',
      'createBackup',
      'requestBackup',
      'listBackups',
      'removeBackup',
    ],
  ),
  ...deferHandlers(loadRestoreHandlers, ['restoreBackup']),
} satisfies Partial<Handlers<Context>>;

/** Loads a function that also works without a library, as a handler. */
async function loadRestoreHandlers(): Promise<Pick<Handlers<Context>, 'restoreBackup'>> {
  const { restoreBackup } = await import('./backups/index.js');
  return {
    restoreBackup: ({ library, ...context }, input) =>
      restoreBackup({ ...context, dataDir: library.store.paths.dataDir }, input),
  };
}
