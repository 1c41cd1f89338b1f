import { z } from 'zod';
import { operation } from '../operation.js';
import { exportFormats, notesExport, publication, publicationPlan, siteThemes } from '../schemas/exports.js';
import { line } from '../schemas/primitives.js';
import { selectionPolicy, selectors } from './selection.js';

/** Absolute address with an origin and a path, restricted to the characters of URLs on the wire. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~!$&'()*+,;=:@%/-]*)?$/i;

const policy = selectionPolicy.pick({ include_descendant_notebooks: true }).prefault({});

const site = {
  selection: selectors.optional(),
  policy,
  title: line(255).min(1).optional().describe('Of the site; else the name of the one notebook that is published.'),
  theme: z.enum(siteThemes).default('auto').describe('auto: as the reader’s system has it.'),
  base_url: z
    .url({ protocol: /^https?$/ })
    .regex(PLAIN_ADDRESS, 'must be an origin and a path alone, such as https://example.org/notes')
    .optional()
    .describe('Where the site will be: pages say their whole address, and a list of them is written.'),
};

/** Operations that export notes for other programs and people, available only on the command line. */
export const exportRows = {
  exportNotes: operation({
    summary: 'Write notes and their attachments into a folder that other programs read.',
    input: z.strictObject({
      format: z.enum(exportFormats).describe('What the folder is for.'),
      directory: z.string().min(1).describe('The folder: new, empty, or of an earlier export that nobody changed.'),
      selection: selectors.optional(),
      policy,
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
  planPublication: operation({
    summary: 'Say what a site of a selection would hold, and what becomes of its links; writes nothing.',
    input: z.strictObject({
      directory: z.string().min(1).optional().describe('The folder it would go to.'),
      ...site,
    }),
    output: publicationPlan,
    errors: [],
    http: null,
    mcp: null,
    cli: {
      command: 'publication plan',
      positional: ['directory'],
      examples: ['notes publication plan --notebook Essays', 'notes publication plan ./site --tag public --json'],
    },
  }),
  buildPublication: operation({
    summary: 'Write a site of a selection: pages without scripts, which hold nothing of any other note.',
    input: z.strictObject({
      directory: z.string().min(1).describe('The folder: new, empty, or of an earlier site that nobody changed.'),
      ...site,
      plan: z
        .string()
        .regex(/^[0-9a-f]{12,64}$/, 'must be the first 12 hexadecimal digits of a digest, or more')
        .optional()
        .describe('Write nothing unless this is still the plan: its digest, or the first 12 digits of it.'),
      replace: z.boolean().default(false).describe('Replace an earlier site that is in the folder.'),
    }),
    output: publication,
    errors: ['conflict', 'precondition_required'],
    http: null,
    mcp: null,
    cli: {
      command: 'publication build',
      positional: ['directory'],
      examples: [
        'notes publication build ./site --notebook Essays --title "Essays on tea"',
        'notes publication build ./site --tag public --plan 3fa9c01b77d2 --base-url https://example.org/notes',
      ],
    },
  }),
};
