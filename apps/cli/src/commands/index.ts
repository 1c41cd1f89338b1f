import type { OperationName } from '@notes/contract';
import type { AnyOwnCommand, AnyPresentation } from '../presentation.js';
import { archiveDrill, archiveExport, archiveInspect, archivePrune, archiveVerify } from './archive.js';
import { archiveRestore } from './archive-restore.js';
import { batch } from './batch.js';
import { cat } from './cat.js';
import { complete } from './complete.js';
import { configGet, configList, configPath, configSet, configUnset } from './config.js';
import { doctor } from './doctor.js';
import { edit } from './edit.js';
import { exportNotes } from './export.js';
import { fix } from './fix.js';
import { graphPath, graphShow } from './graph.js';
import { graphReport } from './graph-report.js';
import { importFolder } from './import.js';
import { jobCancel, jobList, jobReset, jobRetry, jobStatus, jobWatch } from './job.js';
import { linkCheck, linkResolve, linkSuggest } from './link.js';
import { lint } from './lint.js';
import { gcApply, purge, retentionApply, retentionReport } from './maintenance.js';
import { completion, man } from './manual.js';
import { mcpConfig } from './mcp-config.js';
import { mcpStdio } from './mcp-stdio.js';
import { mcpTools } from './mcp-tools.js';
import { mediaCheck, mediaLocalize, mediaPolicy, mediaScan } from './media.js';
import { newNote } from './new.js';
import { notebookCreate, notebookList, notebookMove, notebookRename, notebookRm } from './notebook.js';
import { notebookTree } from './notebook-tree.js';
import { open } from './open.js';
import { publicationBuild, publicationPlan } from './publication.js';
import { queryRun } from './query-run.js';
import { reindex } from './reindex.js';
import { resourceAdd, resourceAttach, resourceDetach, resourceInfo, resourceRm } from './resource.js';
import { resourceGet } from './resource-get.js';
import { gcReport, resourceReport } from './resource-reports.js';
import { diff, history, revert } from './revisions.js';
import { savedCreate, savedList, savedRm } from './saved.js';
import { search } from './search.js';
import { selectPlan } from './select-plan.js';
import { copy, move, remove, restore } from './several-notes.js';
import { status } from './status.js';
import { syncInit, syncInvite, syncPair, syncPlan, syncRun, syncStatus } from './sync.js';
import { backupCreate, backupInspect, backupList, backupRemove, backupRequest, backupRestore } from './sync-backups.js';
import { syncConflict, syncConflicts, syncResolve } from './sync-conflicts.js';
import { syncPermit, syncRecover, syncRetire, syncRevoke } from './sync-group.js';
import { syncIntent } from './sync-resources.js';
import { syncRetention, syncRetentionApply } from './sync-retention.js';
import { tagAdd, tagList, tagRemove } from './tag.js';
import { tagRename } from './tag-rename.js';
import { tasks } from './tasks.js';
import { templateList, templateShow, templateUse } from './template.js';
import { trashList } from './trash-list.js';
import { append, prepend, replace } from './write-text.js';

/** Presentations of commands whose operation row alone is not enough. */
export const presentations: { readonly [Name in OperationName]?: AnyPresentation } = {
  getStatus: status,
  importFolder,
  getSyncOverview: syncStatus,
  initializeSync: syncInit,
  manageInvitations: syncInvite,
  pairDevice: syncPair,
  retirePeer: syncRetire,
  setSnapshotPermission: syncPermit,
  revokeKey: syncRevoke,
  recoverSync: syncRecover,
  planSyncJob: syncPlan,
  runSync: syncRun,
  getSyncRetention: syncRetention,
  applySyncRetention: syncRetentionApply,
  listConflicts: syncConflicts,
  getConflict: syncConflict,
  resolveConflict: syncResolve,
  setResourceIntent: syncIntent,
  listBackups: backupList,
  createBackup: backupCreate,
  requestBackup: backupRequest,
  inspectBackup: backupInspect,
  restoreBackup: backupRestore,
  removeBackup: backupRemove,
  searchDocuments: search,
  getDocument: cat,
  createDocument: newNote,
  getNotebookTree: notebookTree,
  listTasks: tasks,
  suggestLinks: linkSuggest,
  checkLinks: linkCheck,
  resolveLink: linkResolve,
  getMediaPolicy: mediaPolicy,
  checkMediaUrl: mediaCheck,
  scanRemoteMedia: mediaScan,
  localizeRemoteMedia: mediaLocalize,
  uploadResource: resourceAdd,
  getResource: resourceInfo,
  getResourceContent: resourceGet,
  deleteResource: resourceRm,
  attachResource: resourceAttach,
  detachResource: resourceDetach,
  getGraph: graphShow,
  findGraphPath: graphPath,
  getGraphReport: graphReport,
  getLintReport: lint,
  getGcReport: gcReport,
  getReferenceReport: resourceReport,
  planSelection: selectPlan,
  listTemplates: templateList,
  getTemplate: templateShow,
  createFromTemplate: templateUse,
  runNoteQuery: queryRun,
  listJobs: jobList,
  getJob: jobStatus,
  watchJob: jobWatch,
  cancelJob: jobCancel,
  retryJob: jobRetry,
  resetJob: jobReset,
  checkLibrary: doctor,
  fixLibrary: fix,
  requestReindex: reindex,
  purgeDocuments: purge,
  collectGarbage: gcApply,
  getRetentionReport: retentionReport,
  applyRetention: retentionApply,
  exportArchive: archiveExport,
  exportNotes,
  planPublication: publicationPlan,
  buildPublication: publicationBuild,
  verifyArchive: archiveVerify,
  drillArchive: archiveDrill,
  inspectArchive: archiveInspect,
  restoreArchive: archiveRestore,
  pruneArchive: archivePrune,
  runBatch: batch,
  renameTag: tagRename,
  replaceDocument: edit,
  editDocument: replace,
  appendToDocument: append,
  prependToDocument: prepend,
  moveDocument: move,
  trashDocument: remove,
  listTrash: trashList,
  restoreDocument: restore,
  listRevisions: history,
  restoreRevision: revert,
  listNotebooks: notebookList,
  createNotebook: notebookCreate,
  updateNotebook: notebookRename,
  deleteNotebook: notebookRm,
  listSearchNotebooks: savedList,
  createSearchNotebook: savedCreate,
  deleteSearchNotebook: savedRm,
  listTags: tagList,
  addDocumentTag: tagAdd,
  removeDocumentTag: tagRemove,
};

/** Commands without an operation. */
export const ownCommands: Readonly<Record<string, AnyOwnCommand>> = {
  mcpConfig,
  mcpStdio,
  mcpTools,
  open,
  copy,
  diff,
  notebookMove,
  configList,
  configGet,
  configSet,
  configUnset,
  configPath,
  completion,
  complete,
  man,
};
