import { z } from 'zod';
import { operation } from '../operation.js';
import { exportFormats, notesExport } from '../schemas/exports.js';
import { selectionPolicy, selectors } from './selection.js';

/** Notes for other programs, from a terminal alone. */
export const exportRows = {
  exportNotes: operation({
    summary: 'Write notes and their attachments into a folder that other programs read.',
    input: z.strictObject({
      format: z.enum(exportFormats).describe('What the folder is for.'),
      directory: z.string().min(1).describe('The folder: new, empty, or of an earlier export that nobody changed.'),
      selection: selectors.optional(),
      policy: selectionPolicy.pick({ include_descendant_notebooks: true }).prefault({}),
      replace: z.boolean().default(false).describe('Replace an earlier export that is in the folder.'),
      dry_run: z.boolean().default(false).describe('Say what would be written, and write nothing.'),
    }),
    output: notesExport,
    errors: ['conflict', 'precondition_required'],
    http: null,
    mcp: null,
    cli: {
      command: 'export',
      positional: ['format', 'directory'],
      examples: [
        'notes export markdown ./notes',
        'notes export obsidian ./vault --notebook Projects',
        "notes export json ./dump --query 'tag:work -is:template'",
      ],
    },
  }),
};
