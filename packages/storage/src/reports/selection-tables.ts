import { integer, type SQLiteColumn, type SQLiteTable, sqliteTable } from 'drizzle-orm/sqlite-core';
import { documents, notebooks, resources, revisions, searchNotebooks, sourceBundles, tags } from '../schema.js';

/** Table of the library whose rows have keys and ids. */
type KeyedTable = SQLiteTable & { readonly pk: SQLiteColumn; readonly id: SQLiteColumn };

const defineSelected = <Name extends string>(name: Name) =>
  sqliteTable(`selected_${name}`, { pk: integer('pk').primaryKey() });

/** Temporary tables with the keys of selected rows. */
export const selectedDocuments = defineSelected('documents');
export const selectedNotebooks = defineSelected('notebooks');
export const selectedResources = defineSelected('resources');
export const selectedRevisions = defineSelected('revisions');
export const selectedSearchNotebooks = defineSelected('search_notebooks');
export const selectedSourceBundles = defineSelected('source_bundles');
export const selectedTags = defineSelected('tags');

export type SelectedTable = ReturnType<typeof defineSelected>;

/** Tables of a selection whose rows have their own ids, with the temporary tables of their keys. */
export const SELECTED_TABLES = {
  documents: { table: documents, selected: selectedDocuments },
  notebooks: { table: notebooks, selected: selectedNotebooks },
  resources: { table: resources, selected: selectedResources },
  revisions: { table: revisions, selected: selectedRevisions },
  search_notebooks: { table: searchNotebooks, selected: selectedSearchNotebooks },
  source_bundles: { table: sourceBundles, selected: selectedSourceBundles },
  tags: { table: tags, selected: selectedTags },
} as const satisfies Record<string, { table: KeyedTable; selected: SelectedTable }>;
export type SelectedName = keyof typeof SELECTED_TABLES;
