import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { archiveReport, drillOutcome, exportOutcome, pruneOutcome, restoreOutcome } from '../schemas/archives.js';
import { selectionTargets } from '../schemas/selection.js';
import { selectionPolicy, selectors } from './selection.js';

const directory = defer(() => z.string().min(1).describe('The folder of the archive.'));
const MAX_LEVEL = 4;
const MAX_KEPT_ARCHIVES = 100_000;
const MAX_DRILL_SAMPLE = 10_000;

/** Operations on archives, available only on the command line. */
export const archiveRows = {
  exportArchive: operation({
    summary:
      'Write the library, or part of it, to a folder that can be read without this program. It is not encrypted.',
    input: () =>
      z.strictObject({
        directory: directory().describe('The folder: new, empty, or with an earlier archive, whose files are reused.'),
        target: z.enum(selectionTargets).default('full_archive'),
        selection: selectors().optional(),
        policy: selectionPolicy().prefault({}),
        layout: z
          .enum(['auto', 'fanout'])
          .default('auto')
          .describe('auto: small objects are packed. fanout: every object is a file of its own.'),
        compress: z
          .enum(['none', 'deflate'])
          .default('none')
          .describe(
            'deflate: records take about a quarter of the space, and the export takes longer. Attachments stay as they are.',
          ),
        created_at: z.iso
          .datetime({ precision: 3 })
          .optional()
          .describe(
            'Time to record in the archive, such as 2026-11-21T10:00:00.000Z. Default: the time of its newest change.',
          ),
        paranoid: z
          .boolean()
          .default(false)
          .describe(
            'Read all files of an earlier archive, and the whole library, and write altered files again. By default, files that no program has written to since the last export are not read.',
          ),
        new_archive: z
          .boolean()
          .default(false)
          .describe(
            'Begin a new archive in a folder whose archive is gone. By default this is refused, because the disk may not be mounted.',
          ),
        dry_run: z.boolean().default(false).describe('Show what the archive would contain, and write nothing.'),
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
    summary: 'Check that an archive is complete and unaltered. Changes nothing.',
    input: () =>
      z.strictObject({
        directory: directory(),
        level: z
          .int()
          .min(0)
          .max(MAX_LEVEL)
          .default(2)
          .describe(
            'What to check: 0 the manifest, 1 the index, 2 the sizes of all files, 3 every byte, 4 whether it restores to a library.',
          ),
        sample: z
          .int()
          .min(1)
          .max(100)
          .optional()
          .describe(
            'At level 3: percentage of objects to read, chosen at random, at least one object. The others stay unchecked.',
          ),
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
    summary: 'Restore the library of an archive, with its history, ids and times, in a new data directory.',
    input: () =>
      z.strictObject({
        directory: directory(),
        into_dir: z
          .string()
          .min(1)
          .describe(
            'The data directory to create: new or empty. A library that was never changed is moved aside after confirmation.',
          ),
        commit: z
          .string()
          .regex(/^[0-9a-f]{8,64}$/)
          .optional()
          .describe(
            'Restore an earlier export in the folder: the name of a file in its folder manifests, or the first 8 or more characters.',
          ),
        dry_run: z
          .boolean()
          .default(false)
          .describe('Check whether the archive can be restored there, and write nothing.'),
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
  drillArchive: operation({
    summary:
      'Restore an archive of the whole library for a test: into a temporary folder, compared with the library and removed again.',
    input: () =>
      z.strictObject({
        directory: directory().optional().describe('The folder of the archive. Default: that of the last export.'),
        sample: z
          .int()
          .min(1)
          .max(MAX_DRILL_SAMPLE)
          .default(100)
          .describe('Number of notes whose texts are compared with the library. All other records are counted.'),
      }),
    output: drillOutcome,
    errors: ['not_found', 'conflict'],
    http: null,
    mcp: null,
    cli: {
      command: 'archive drill',
      positional: ['directory'],
      examples: ['notes archive drill', 'notes archive drill ./backup --sample 1000'],
    },
  }),
  pruneArchive: operation({
    summary: 'Remove files that neither the archive nor an earlier archive in its folder uses.',
    input: () =>
      z.strictObject({
        directory: directory(),
        keep: z
          .int()
          .min(0)
          .max(MAX_KEPT_ARCHIVES)
          .optional()
          .describe('Number of earlier archives to keep, newest first. The others are removed.'),
        repack: z
          .boolean()
          .default(false)
          .describe('First rewrite the packs of which less than half is in use. Packs of kept earlier archives stay.'),
        dry_run: z.boolean().default(false).describe('Show what would be removed, and remove nothing.'),
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
      examples: [
        'notes archive prune ./backup --dry-run',
        'notes archive prune ./backup --keep 30',
        'notes archive prune ./backup --keep 0 --repack',
      ],
    },
  }),
  inspectArchive: operation({
    summary: 'Show what an archive contains, according to its manifest.',
    input: () => z.strictObject({ directory: directory() }),
    output: archiveReport,
    errors: ['not_found'],
    http: null,
    mcp: null,
    cli: { command: 'archive inspect', positional: ['directory'], examples: ['notes archive inspect ./backup'] },
  }),
};
