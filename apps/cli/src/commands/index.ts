import type { OperationName } from '@notes/contract';
import type { AnyPresentation } from '../presentation.js';
import { cat } from './cat.js';
import { importFolder } from './import.js';
import { newNote } from './new.js';
import { notebookTree } from './notebook-tree.js';
import { search } from './search.js';
import { status } from './status.js';

/** Commands that show themselves otherwise than their row alone says. */
export const presentations: { readonly [Name in OperationName]?: AnyPresentation } = {
  getStatus: status,
  importFolder,
  searchDocuments: search,
  getDocument: cat,
  createDocument: newNote,
  getNotebookTree: notebookTree,
};
