import type { z } from 'zod';
import { archiveRows } from './rows/archives.js';
import { batchRows } from './rows/batch.js';
import { contentRows } from './rows/content.js';
import { documentRows } from './rows/documents.js';
import { exportRows } from './rows/exports.js';
import { graphRows } from './rows/graph.js';
import { jobRows } from './rows/jobs.js';
import { linkRows } from './rows/links.js';
import { maintenanceRows } from './rows/maintenance.js';
import { mediaRows } from './rows/media.js';
import { notebookRows } from './rows/notebooks.js';
import { peerRows } from './rows/peers.js';
import { reportRows } from './rows/reports.js';
import { resourceRows } from './rows/resources.js';
import { revisionRows } from './rows/revisions.js';
import { searchRows } from './rows/search.js';
import { selectionRows } from './rows/selection.js';
import { serviceRows } from './rows/service.js';
import { syncRows } from './rows/sync.js';
import { syncBackupRows } from './rows/sync-backups.js';
import { syncConflictRows } from './rows/sync-conflicts.js';
import { syncGroupRows } from './rows/sync-group.js';
import { syncJobRows } from './rows/sync-jobs.js';
import { syncResourceRows } from './rows/sync-resources.js';
import { syncRetentionRows } from './rows/sync-retention.js';
import { syncSetupRows } from './rows/sync-setup.js';
import { tagRows } from './rows/tags.js';
import { templateRows } from './rows/templates.js';
import { trashRows } from './rows/trash.js';

/** The table of all operations of the service. Routes, OpenAPI, tools and commands are derived from it. */
export const operations = {
  ...documentRows,
  ...contentRows,
  ...revisionRows,
  ...tagRows,
  ...resourceRows,
  ...mediaRows,
  ...notebookRows,
  ...searchRows,
  ...linkRows,
  ...graphRows,
  ...reportRows,
  ...selectionRows,
  ...templateRows,
  ...trashRows,
  ...batchRows,
  ...jobRows,
  ...maintenanceRows,
  ...archiveRows,
  ...exportRows,
  ...syncRows,
  ...syncSetupRows,
  ...syncGroupRows,
  ...syncConflictRows,
  ...syncJobRows,
  ...syncResourceRows,
  ...syncRetentionRows,
  ...peerRows,
  ...syncBackupRows,
  ...serviceRows,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** Input as a caller gives it: fields with a default are optional. */
export type RawInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
/** Input as a handler receives it: validated, with defaults filled in. */
export type Input<Name extends OperationName> = z.output<Operations[Name]['input']>;
/** Output of a handler, in wire form. */
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;

/** One handler for each row of a table. A missing or surplus handler does not compile. */
export type HandlersFor<Table extends Record<string, { input: z.ZodType; output: z.ZodType }>, Context> = {
  [Name in keyof Table]: (
    context: Context,
    input: z.output<Table[Name]['input']>,
  ) => z.output<Table[Name]['output']> | Promise<z.output<Table[Name]['output']>>;
};
export type Handlers<Context> = HandlersFor<Operations, Context>;
