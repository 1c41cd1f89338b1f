import { z } from 'zod';
import { operation } from '../operation.js';
import { archiveReport, exportOutcome, pruneOutcome, restoreOutcome } from '../schemas/archives.js';
import { selectionTargets } from '../schemas/selection.js';
import { selectionPolicy, selectors } from './selection.js';

const directory = z.string().min(1).describe('The folder of the archive.');
const LAST_LEVEL = 4;
const MOST_KEPT = 100_000;

/** Operations on archives, available only on the command line. */
export const archiveRows = {
  exportArchive: operation({
    summary: 'Write the library, or part of it, into a folder that can be read without this program; not encrypted.',
    input: z.strictObject({
      directory: directory.describe(
        'The folder: new, empty, or of an earlier archive, of which what is there is used.',
      ),
      target: z.enum(selectionTargets).default('full_archive'),
      selection: selectors.optional(),
      policy: selectionPolicy.prefault({}),
      layout: z
        .enum(['auto', 'fanout'])
        .default('auto')
        .describe('fanout: every object is a file of its own; otherwise small ones are packed.'),
      created_at: z.iso
        .datetime({ precision: 3 })
        .optional()
        .describe(
          'The time the archive bears, such as 2026-11-21T10:00:00.000Z, instead of that of its newest change.',
        ),
      paranoid: z
        .boolean()
        .default(false)
        .describe(
          'Read all that is there of an earlier archive, not 1 GiB of it alone, and write again what was altered.',
        ),
      dry_run: z.boolean().default(false).describe('Say what it would hold, and write nothing.'),
    }),
    output: exportOutcome,
    errors: ['conflict'],
    http: null,
    mcp: null,
    cli: {
      command: 'archive export',
      positional: ['directory'],
      examples: [
        'notes archive export ./backup && notes archive verify ./backup',
        'notes archive export ./handoff --tag public --target publication_handoff',
      ],
    },
  }),
  verifyArchive: operation({
    summary: 'Look whether an archive is whole and as it was written; changes nothing.',
    input: z.strictObject({
      directory,
      level: z
        .int()
        .min(0)
        .max(LAST_LEVEL)
        .default(2)
        .describe(
          'How much to look at: 0 the manifest, 1 the index, 2 the sizes of all files, 3 every byte, 4 whether it makes a library.',
        ),
      sample: z
        .int()
        .min(1)
        .max(99)
        .optional()
        .describe('At level 3: read so many of a hundred objects, by chance. That tells nothing of the others.'),
    }),
    output: archiveReport,
    errors: ['not_found'],
    http: null,
    mcp: null,
    cli: {
      command: 'archive verify',
      positional: ['directory'],
      examples: [
        'notes archive verify ./backup',
        'notes archive verify ./backup --level 3 --sample 5%',
        'notes archive verify ./backup --level 4 --json',
      ],
    },
  }),
  restoreArchive: operation({
    summary: 'Make the library of an archive anew, with its history, ids and times, where there is none.',
    input: z.strictObject({
      directory,
      into_dir: z.string().min(1).describe('The data directory to make: new, empty, or with a library without notes.'),
      dry_run: z.boolean().default(false).describe('Look whether it can be done, and write nothing there.'),
      confirmation: z.string().optional(),
    }),
    output: restoreOutcome,
    errors: ['not_found', 'conflict', 'precondition_required'],
    confirmation: { word: 'archive-restore' },
    http: null,
    mcp: null,
    cli: {
      command: 'archive restore',
      positional: ['directory'],
      examples: [
        'notes archive restore ./backup --into-dir ~/notes-again',
        'notes archive restore ./backup --into work --dry-run',
      ],
    },
  }),
  pruneArchive: operation({
    summary: 'Remove from the folder of an archive the files that neither it nor an earlier one in it names.',
    input: z.strictObject({
      directory,
      keep: z
        .int()
        .min(0)
        .max(MOST_KEPT)
        .optional()
        .describe('Of the earlier archives in the folder keep so many, the newest, and give up the others.'),
      repack: z
        .boolean()
        .default(false)
        .describe('Write what is left of packs anew first, where less than half of one is in use.'),
      dry_run: z.boolean().default(false).describe('Say how much that is, and remove nothing.'),
      confirmation: z.string().optional(),
    }),
    output: pruneOutcome,
    errors: ['not_found', 'precondition_required'],
    confirmation: { word: 'archive-prune' },
    http: null,
    mcp: null,
    cli: {
      command: 'archive prune',
      positional: ['directory'],
      examples: ['notes archive prune ./backup --dry-run', 'notes archive prune ./backup --keep 30 --repack'],
    },
  }),
  inspectArchive: operation({
    summary: 'Say what an archive holds, by its manifest.',
    input: z.strictObject({ directory }),
    output: archiveReport,
    errors: ['not_found'],
    http: null,
    mcp: null,
    cli: { command: 'archive inspect', positional: ['directory'], examples: ['notes archive inspect ./backup'] },
  }),
};
