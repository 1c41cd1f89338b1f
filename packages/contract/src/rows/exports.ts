import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { exportFormats, notesExport, publication, publicationPlan, siteThemes } from '../schemas/exports.js';
import { line } from '../schemas/primitives.js';
import { selectionPolicy, selectors } from './selection.js';

/** Absolute address with an origin and a path, restricted to the characters of URLs on the wire. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~!$&'()*+,;=:@%/-]*)?$/i;

const policy = defer(() => selectionPolicy().pick({ include_descendant_notebooks: true }).prefault({}));

const site = defer(() => ({
  selection: selectors().optional(),
  policy: policy(),
  title: line(255)
    .min(1)
    .optional()
    .describe('Title of the site. Default: the name of the published notebook, if there is only one.'),
  theme: z.enum(siteThemes).default('auto').describe('auto: follows the reader’s system.'),
  base_url: z
    .url({ protocol: /^https?$/ })
    .regex(PLAIN_ADDRESS, 'must be an origin and a path only, such as https://example.org/notes')
    .optional()
    .describe('Address of the site. With it, pages contain their full address, and a sitemap is written.'),
}));

/** Operations that export notes for other programs and people, available only on the command line. */
export const exportRows = {
  exportNotes: operation({
    summary: 'Write notes and their attachments to a folder for other programs.',
    input: () =>
      z.strictObject({
        format: z.enum(exportFormats).describe('Format of the export.'),
        directory: z
          .string()
          .min(1)
          .describe('The folder: new, empty, or with an earlier export that was not changed.'),
        selection: selectors().optional(),
        policy: policy(),
        replace: z.boolean().default(false).describe('Replace an earlier export in the folder.'),
        dry_run: z.boolean().default(false).describe('Show what would be written, and write nothing.'),
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
    summary: 'Show what a site of a selection would contain, and how its links would change. Writes nothing.',
    input: () =>
      z.strictObject({
        directory: z.string().min(1).optional().describe('The folder for the site.'),
        ...site(),
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
    summary: 'Write a site of a selection: pages without scripts and without content of other notes.',
    input: () =>
      z.strictObject({
        directory: z.string().min(1).describe('The folder: new, empty, or with an earlier site that was not changed.'),
        ...site(),
        plan: z
          .string()
          .regex(/^[0-9a-f]{12,64}$/, 'must be at least the first 12 hexadecimal digits of a digest')
          .optional()
          .describe('Write only if this is still the plan: its digest, or at least the first 12 digits.'),
        replace: z.boolean().default(false).describe('Replace an earlier site in the folder.'),
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
