import type { Handlers } from '@notes/contract';
import type { Context } from '../platform/context.js';
import { deferHandlers } from '../platform/defer-handlers.js';
import { createDocument } from './documents/create.js';
import { editDocument } from './documents/edit.js';
import { getDocument, getDocumentBody, getDocumentLines, getDocuments } from './documents/read.js';
import { searchInDocument } from './documents/search-in.js';
import {
  appendToDocument,
  moveDocument,
  prependToDocument,
  replaceDocument,
  trashDocument,
} from './documents/write.js';
import { findGraphPath, getGraph } from './graph/explore.js';
import { getGraphReport, writeGraphReport } from './graph/report.js';
import { checkLinks } from './links/check.js';
import { listDocumentLinks } from './links/list.js';
import { resolveLink } from './links/resolve.js';
import { suggestLinks } from './links/suggest.js';
import { getDocumentBlocks } from './markdown/blocks.js';
import { getDocumentOutline } from './markdown/outline.js';
import { getMediaPolicy } from './media/get-media-policy.js';
import { runNoteQuery } from './note-queries/run.js';
import { attachResource, detachResource, listDocumentResources } from './resources/attach.js';
import { deleteResource } from './resources/delete.js';
import { getResource, getResourceContent } from './resources/read.js';
import { uploadResource } from './resources/upload.js';
import { getRevision, listRevisions, restoreRevision } from './revisions/revisions.js';
import { createSearchNotebook, deleteSearchNotebook, listSearchNotebooks } from './search/saved.js';
import { searchDocuments, searchDocumentsByQueryString } from './search/search.js';
import { listTasks } from './tasks/list.js';
import { createFromTemplate } from './templates/create.js';
import { getTemplate, listTemplates } from './templates/read.js';
import { listTrash, purgeDocument, restoreDocument } from './trash/trash.js';

/** Handlers for texts and everything in them. */
export const noteHandlers = {
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
  listTemplates,
  getTemplate,
  createFromTemplate,
  runNoteQuery,
  getMediaPolicy,
  // Remote images need sockets, address ranges and file types.
  ...deferHandlers(() => import('./media/check-media-url.js'), ['checkMediaUrl']),
  ...deferHandlers(() => import('./media/scan.js'), ['scanRemoteMedia']),
  ...deferHandlers(() => import('./media/localize.js'), ['localizeRemoteMedia']),
  listRevisions,
  getRevision,
  restoreRevision,
  uploadResource,
  getResource,
  getResourceContent,
  deleteResource,
  listDocumentResources,
  attachResource,
  detachResource,
  searchDocuments,
  searchDocumentsByQueryString,
  listSearchNotebooks,
  createSearchNotebook,
  deleteSearchNotebook,
  ...deferHandlers(() => import('./search/feed/request-reindex.js'), ['requestReindex']),
  listTrash,
  restoreDocument,
  purgeDocument,
} satisfies Partial<Handlers<Context>>;
