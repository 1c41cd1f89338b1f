import type { Handlers, Input } from '@notes/contract';
import { createDocument } from '../notes/documents/create.js';
import { editDocument } from '../notes/documents/edit.js';
import { getDocument, getDocumentBody, getDocumentLines, getDocuments } from '../notes/documents/read.js';
import { searchInDocument } from '../notes/documents/search-in.js';
import {
  appendToDocument,
  moveDocument,
  prependToDocument,
  replaceDocument,
  trashDocument,
} from '../notes/documents/write.js';
import { findGraphPath, getGraph } from '../notes/graph/explore.js';
import { getGraphReport, writeGraphReport } from '../notes/graph/report.js';
import { checkLinks } from '../notes/links/check.js';
import { listDocumentLinks } from '../notes/links/list.js';
import { resolveLink } from '../notes/links/resolve.js';
import { suggestLinks } from '../notes/links/suggest.js';
import { getDocumentBlocks } from '../notes/markdown/blocks.js';
import { getDocumentOutline } from '../notes/markdown/outline.js';
import { getMediaPolicy } from '../notes/media/policy.js';
import { runNoteQuery } from '../notes/note-queries/run.js';
import { attachResource, detachResource, listDocumentResources } from '../notes/resources/attach.js';
import { deleteResource } from '../notes/resources/delete.js';
import { getResource, getResourceContent } from '../notes/resources/read.js';
import { uploadResource } from '../notes/resources/upload.js';
import { getRevision, listRevisions, restoreRevision } from '../notes/revisions/revisions.js';
import { createSearchNotebook, deleteSearchNotebook, listSearchNotebooks } from '../notes/search/saved.js';
import { searchDocuments, searchDocumentsByQueryString } from '../notes/search/search.js';
import { listTasks } from '../notes/tasks/list.js';
import { createFromTemplate } from '../notes/templates/create.js';
import { getTemplate, listTemplates } from '../notes/templates/read.js';
import { listTrash, purgeDocument, restoreDocument } from '../notes/trash/trash.js';
import { runBatch } from '../organise/batch/run.js';
import { deleteNotebook, previewNotebookDeletion } from '../organise/notebooks/delete.js';
import { getNotebook, getNotebookTree, listNotebookDocuments, listNotebooks } from '../organise/notebooks/read.js';
import { createNotebook, updateNotebook } from '../organise/notebooks/write.js';
import { planSelection } from '../organise/selection/plan.js';
import { renameTag } from '../organise/tags/rename.js';
import { addDocumentTag, listDocumentTags, listTags, removeDocumentTag } from '../organise/tags/tags.js';
import { setResourceIntent } from '../sync/resources/intent.js';
import { getGcReport } from '../upkeep/reports/gc.js';
import { getLintReport } from '../upkeep/reports/lint.js';
import { getReferenceReport } from '../upkeep/reports/reference.js';
import type { Context } from './context.js';
import { cancelJob, resetJob, retryJob } from './jobs/control.js';
import { getJob, listJobs } from './jobs/read.js';
import { watchJob } from './jobs/watch.js';
import { createCollection, getCollection, listCollections, updateCollection } from './service/collections.js';
import { getStatus } from './service/status.js';

/**
 * Most runs import nothing. Modules that only imports need, above all a YAML parser, are loaded at the first import.
 */
async function importFolder(context: Context, input: Input<'importFolder'>) {
  const loaded = await import('../exchange/import/import-folder.js');
  return loaded.importFolder(context, input);
}

/** Modules that only maintenance needs are loaded on first use. */
async function purgeDocuments(context: Context, input: Input<'purgeDocuments'>) {
  const loaded = await import('../upkeep/maintenance/purge.js');
  return loaded.purgeDocuments(context, input);
}

async function collectGarbage(context: Context, input: Input<'collectGarbage'>) {
  const loaded = await import('../upkeep/maintenance/gc.js');
  return loaded.collectGarbage(context, input);
}

async function getRetentionReport(context: Context) {
  const loaded = await import('../upkeep/maintenance/retention.js');
  return loaded.getRetentionReport(context);
}

async function applyRetention(context: Context, input: Input<'applyRetention'>) {
  const loaded = await import('../upkeep/maintenance/retention.js');
  return loaded.applyRetention(context, input);
}

async function checkLibrary(context: Context, input: Input<'checkLibrary'>) {
  const loaded = await import('../upkeep/doctor/check-library.js');
  return loaded.checkLibrary(context, input);
}

async function fixLibrary(context: Context, input: Input<'fixLibrary'>) {
  const loaded = await import('../upkeep/fix/fix-library.js');
  return loaded.fixLibrary(context, input);
}

/** Modules that only archives need are loaded on first use. */
async function exportArchive(context: Context, input: Input<'exportArchive'>) {
  const loaded = await import('../exchange/archive/export-archive.js');
  return loaded.exportArchive(context, input);
}

async function exportNotes(context: Context, input: Input<'exportNotes'>) {
  const loaded = await import('../exchange/export/export-notes.js');
  return loaded.exportNotes(context, input);
}

async function verifyArchive(context: Context, input: Input<'verifyArchive'>) {
  const loaded = await import('../exchange/archive/verify-archive-folder.js');
  return loaded.verifyArchiveFolder(input, context);
}

async function restoreArchive(context: Context, input: Input<'restoreArchive'>) {
  const loaded = await import('../exchange/archive/restore/restore-archive.js');
  return loaded.restoreArchive(context, input);
}

async function pruneArchive(context: Context, input: Input<'pruneArchive'>) {
  const loaded = await import('../exchange/archive/prune-archive.js');
  return loaded.pruneArchive(input, { ...context, databaseId: context.library.databaseId });
}

async function inspectArchive(_context: Context, input: Input<'inspectArchive'>) {
  const loaded = await import('../exchange/archive/verify-archive-folder.js');
  return loaded.inspectArchiveFolder(input);
}

async function planPublication(context: Context, input: Input<'planPublication'>) {
  const loaded = await import('../exchange/publication/publication.js');
  return loaded.planPublication(context, input);
}

async function buildPublication(context: Context, input: Input<'buildPublication'>) {
  const loaded = await import('../exchange/publication/publication.js');
  return loaded.buildPublication(context, input);
}

/** Modules that only sync needs are loaded on first use. */
async function getSyncOverview(context: Context) {
  const loaded = await import('../sync/center/index.js');
  return loaded.getSyncOverview(context);
}

async function getSyncStatus(context: Context) {
  const loaded = await import('../sync/center/index.js');
  return loaded.getSyncStatus(context);
}

async function listSyncConflicts(context: Context, input: Input<'listSyncConflicts'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.listSyncConflicts(context, input);
}

async function discoverCarrier(context: Context, input: Input<'discoverCarrier'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.discoverCarrier(context, input);
}

async function configureSync(context: Context, input: Input<'configureSync'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.configureSync(context, input);
}

async function initializeSync(context: Context, input: Input<'initializeSync'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.initializeSync(context, input);
}

async function manageInvitations(context: Context, input: Input<'manageInvitations'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.manageInvitations(context, input);
}

async function pairDevice(context: Context, input: Input<'pairDevice'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.pairDevice(context, input);
}

async function listConflicts(context: Context, input: Input<'listConflicts'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.listConflicts(context, input);
}

async function getConflict(context: Context, input: Input<'getConflict'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.getConflict(context, input);
}

async function resolveConflict(context: Context, input: Input<'resolveConflict'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.resolveConflict(context, input);
}

async function planSyncJob(context: Context, input: Input<'planSyncJob'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.planSyncJob(context, input);
}

async function startSyncJob(context: Context, input: Input<'startSyncJob'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.startSyncJob(context, input);
}

async function getSyncJob(context: Context, input: Input<'getSyncJob'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.getSyncJob(context, input);
}

async function planSync(context: Context, input: Input<'planSync'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.planSync(context, input);
}

async function startSync(context: Context, input: Input<'startSync'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.startSync(context, input);
}

async function requestResourceFetch(context: Context, input: Input<'requestResourceFetch'>) {
  const loaded = await import('../sync/resources/request-fetch.js');
  return loaded.requestResourceFetch(context, input);
}

async function retrySyncJob(context: Context, input: Input<'retrySyncJob'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.retrySyncJob(context, input);
}

async function cancelSyncJob(context: Context, input: Input<'cancelSyncJob'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.cancelSyncJob(context, input);
}

async function runSync(context: Context, input: Input<'runSync'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.runSync(context, input);
}

async function getSyncRetention(context: Context) {
  const loaded = await import('../sync/center/index.js');
  return loaded.getSyncRetention(context);
}

async function applySyncRetention(context: Context, input: Input<'applySyncRetention'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.applySyncRetention(context, input);
}

async function previewRetirement(context: Context, input: Input<'previewRetirement'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.previewRetirement(context, input);
}

async function retirePeer(context: Context, input: Input<'retirePeer'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.retirePeer(context, input);
}

async function setSnapshotPermission(context: Context, input: Input<'setSnapshotPermission'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.setSnapshotPermission(context, input);
}

async function revokeKey(context: Context, input: Input<'revokeKey'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.revokeKey(context, input);
}

async function recoverSync(context: Context, input: Input<'recoverSync'>) {
  const loaded = await import('../sync/center/index.js');
  return loaded.recoverSync(context, input);
}

/** Modules that only remote images need (sockets, address ranges, file types) are loaded on first use. */
async function checkMediaUrl(context: Context, input: Input<'checkMediaUrl'>) {
  const loaded = await import('../notes/media/check-url.js');
  return loaded.checkMediaUrl(context, input);
}

async function scanRemoteMedia(context: Context, input: Input<'scanRemoteMedia'>) {
  const loaded = await import('../notes/media/scan.js');
  return loaded.scanRemoteMedia(context, input);
}

async function localizeRemoteMedia(context: Context, input: Input<'localizeRemoteMedia'>) {
  const loaded = await import('../notes/media/localize.js');
  return loaded.localizeRemoteMedia(context, input);
}

/** Modules that only peers need (signatures and the service's carrier) are loaded on first use. */
const loadPeerHandlers = () => import('../sync/peers/index.js');
const shakeHands = async (context: Context) => (await loadPeerHandlers()).shakeHands(context);
const getPeerStatus = async (context: Context) => (await loadPeerHandlers()).getPeerStatus(context);
const pairPeer = async (context: Context, input: Input<'pairPeer'>) =>
  (await loadPeerHandlers()).pairPeer(context, input);
const listNamespaces = async (context: Context, input: Input<'listNamespaces'>) =>
  (await loadPeerHandlers()).listNamespaces(context, input);
const listArtifacts = async (context: Context, input: Input<'listArtifacts'>) =>
  (await loadPeerHandlers()).listArtifacts(context, input);
const getArtifact = async (context: Context, input: Input<'getArtifact'>) =>
  (await loadPeerHandlers()).getArtifact(context, input);
const putArtifact = async (context: Context, input: Input<'putArtifact'>) =>
  (await loadPeerHandlers()).putArtifact(context, input);
const deleteArtifact = async (context: Context, input: Input<'deleteArtifact'>) =>
  (await loadPeerHandlers()).deleteArtifact(context, input);

/** Modules that only backups on group members need are loaded on first use. */
const loadBackupHandlers = () => import('../sync/backups/index.js');
const createPeerBackup = async (context: Context, input: Input<'createPeerBackup'>) =>
  (await loadBackupHandlers()).createPeerBackup(context, input);
const readPeerBackup = async (context: Context, input: Input<'readPeerBackup'>) =>
  (await loadBackupHandlers()).readPeerBackup(context, input);
const manageBackups = async (context: Context, input: Input<'manageBackups'>) =>
  (await loadBackupHandlers()).manageBackups(context, input);
const inspectBackup = async (context: Context, input: Input<'inspectBackup'>) =>
  (await loadBackupHandlers()).inspectBackup(context, input);
const createBackup = async (context: Context) => (await loadBackupHandlers()).createBackup(context);
const requestBackup = async (context: Context, input: Input<'requestBackup'>) =>
  (await loadBackupHandlers()).requestBackup(context, input);
const listBackups = async (context: Context) => (await loadBackupHandlers()).listBackups(context);
const removeBackup = async (context: Context, input: Input<'removeBackup'>) =>
  (await loadBackupHandlers()).removeBackup(context, input);
const restoreBackup = async ({ library, ...context }: Context, input: Input<'restoreBackup'>) =>
  (await loadBackupHandlers()).restoreBackup({ ...context, dataDir: library.store.paths.dataDir }, input);

/** One handler for each row of the contract. A missing or surplus handler does not compile. */
export const handlers = {
  createDocument,
  getDocument,
  getDocuments,
  getDocumentBody,
  replaceDocument,
  editDocument,
  trashDocument,
  appendToDocument,
  prependToDocument,
  getDocumentLines,
  searchInDocument,
  moveDocument,
  getDocumentOutline,
  getDocumentBlocks,
  listDocumentLinks,
  listTasks,
  suggestLinks,
  checkLinks,
  resolveLink,
  getGraph,
  findGraphPath,
  getGraphReport,
  writeGraphReport,
  getLintReport,
  getGcReport,
  getReferenceReport,
  planSelection,
  listTemplates,
  getTemplate,
  createFromTemplate,
  runNoteQuery,
  getMediaPolicy,
  checkMediaUrl,
  scanRemoteMedia,
  localizeRemoteMedia,
  listRevisions,
  getRevision,
  restoreRevision,
  listTags,
  listDocumentTags,
  addDocumentTag,
  removeDocumentTag,
  renameTag,
  uploadResource,
  getResource,
  getResourceContent,
  deleteResource,
  listDocumentResources,
  attachResource,
  detachResource,
  listNotebooks,
  getNotebookTree,
  createNotebook,
  getNotebook,
  updateNotebook,
  deleteNotebook,
  previewNotebookDeletion,
  listNotebookDocuments,
  searchDocuments,
  searchDocumentsByQueryString,
  listSearchNotebooks,
  createSearchNotebook,
  deleteSearchNotebook,
  listTrash,
  restoreDocument,
  purgeDocument,
  runBatch,
  getStatus,
  listCollections,
  getCollection,
  createCollection,
  updateCollection,
  listJobs,
  getJob,
  getSyncJob,
  watchJob,
  cancelJob,
  retryJob,
  resetJob,
  getSyncStatus,
  listSyncConflicts,
  planSync,
  startSync,
  requestResourceFetch,
  setResourceIntent,
  retrySyncJob,
  cancelSyncJob,
  getSyncOverview,
  discoverCarrier,
  configureSync,
  initializeSync,
  manageInvitations,
  pairDevice,
  previewRetirement,
  retirePeer,
  setSnapshotPermission,
  revokeKey,
  recoverSync,
  planSyncJob,
  startSyncJob,
  runSync,
  getSyncRetention,
  applySyncRetention,
  listConflicts,
  getConflict,
  resolveConflict,
  shakeHands,
  getPeerStatus,
  pairPeer,
  listNamespaces,
  listArtifacts,
  getArtifact,
  putArtifact,
  deleteArtifact,
  createPeerBackup,
  readPeerBackup,
  manageBackups,
  inspectBackup,
  createBackup,
  requestBackup,
  listBackups,
  restoreBackup,
  removeBackup,
  importFolder,
  purgeDocuments,
  collectGarbage,
  getRetentionReport,
  applyRetention,
  checkLibrary,
  fixLibrary,
  exportArchive,
  exportNotes,
  planPublication,
  buildPublication,
  verifyArchive,
  inspectArchive,
  restoreArchive,
  pruneArchive,
} satisfies Handlers<Context>;
