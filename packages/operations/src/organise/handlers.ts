import type { Handlers } from '@notes/contract';
import type { Context } from '../platform/context.js';
import { runBatch } from './batch/run.js';
import { deleteNotebook, previewNotebookDeletion } from './notebooks/delete.js';
import { getNotebook, getNotebookTree, listNotebookDocuments, listNotebooks } from './notebooks/read.js';
import { createNotebook, updateNotebook } from './notebooks/write.js';
import { planSelection } from './selection/plan.js';
import { renameTag } from './tags/rename.js';
import { addDocumentTag, listDocumentTags, listTags, removeDocumentTag } from './tags/tags.js';

/** Handlers for notebooks, tags, selections and batches. */
export const organiseHandlers = {
  listTags,
  listDocumentTags,
  addDocumentTag,
  removeDocumentTag,
  renameTag,
  listNotebooks,
  getNotebookTree,
  createNotebook,
  getNotebook,
  updateNotebook,
  deleteNotebook,
  previewNotebookDeletion,
  listNotebookDocuments,
  planSelection,
  runBatch,
} satisfies Partial<Handlers<Context>>;
