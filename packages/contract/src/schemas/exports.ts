import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, sha256, timestamp } from './primitives.js';

export const exportFormats = ['markdown', 'obsidian', 'html', 'json'] as const;

/** Codes of warnings about an export. */
const warningCodes = [
  /** Links to notes outside the export, which stay unchanged or become text. */
  'links_leave_export',
  /** Notes too long to be read in time, or with more links than are listed: the remaining links stay unchanged. */
  'notes_partly_read',
  /** Notes with remote images, which a site replaces by links. */
  'remote_media',
  /** Selectors that match nothing. */
  'selectors_not_found',
  /** Parts of the query that were searched as plain words and probably had another meaning. */
  'query_parts_as_words',
] as const;

const warnings = defer(() => z.array(z.object({ code: z.enum(warningCodes), count })));

/** Result of `notes export`, or of its dry run. */
export const notesExport = defer(() =>
  z
    .object({
      directory: z.string(),
      format: z.enum(exportFormats),
      dry_run: z.boolean(),
      interrupted: z.boolean().describe('Stopped before the end; nothing was written.'),
      selection_manifest_sha256: sha256,
      counts: z.object({ notes: count, notebooks: count, attachments: count, attachment_bytes: count }),
      warnings: warnings(),
      tree_sha256: sha256.nullable().describe('Digest of every file and its path; null unless they were written.'),
    })
    .meta({ id: 'NotesExport' }),
);

export const siteThemes = ['auto', 'light', 'dark'] as const;
const folderStates = ['free', 'replaceable', 'changed', 'foreign'] as const;

const plannedSite = defer(() =>
  z.object({
    target: z.literal('publication_handoff'),
    site: z.object({ title: z.string(), theme: z.enum(siteThemes), base_url: z.string().nullable() }),
    counts: z.object({ notes: count, notebooks: count.describe('Notebooks whose names readers see.') }),
    links: z.object({
      kept: count.describe('Links between notes of the site.'),
      turned_into_text: count.describe('Links to notes that stay private, notes in Trash among them.'),
      titles_shown: count.describe(
        'Part of `turned_into_text`: links whose text shows the title of a private note. The site shows “private note” instead.',
      ),
      external: count,
    }),
    pages: z
      .array(z.object({ document_id: id('document'), path: z.string() }))
      .describe('The first 200, in reading order.'),
    truncated: z.boolean(),
    warnings: warnings(),
    selection_manifest_sha256: sha256,
    plan_sha256: sha256.describe('Digest of everything that the pages are made of.'),
  }),
);

/** Result of `notes publication plan`. */
export const publicationPlan = defer(() =>
  plannedSite()
    .extend({
      images_with_place: z
        .object({
          count,
          examples: z.array(z.object({ resource_id: id('resource'), filename: z.string() })).describe('The first 20.'),
        })
        .describe('Images of the selection that contain a location, which the site removes.'),
      folder: z.enum(folderStates).nullable().describe('State of the target folder; null if none was given.'),
    })
    .meta({ id: 'PublicationPlan' }),
);

/** Result of `notes publication build`. */
export const publication = defer(() =>
  plannedSite()
    .extend({
      directory: z.string(),
      interrupted: z.boolean().describe('Stopped before the end; nothing was written.'),
      attachments: z
        .object({
          published: count,
          left_out: count.describe('Files of types that could run code, and images over 64 MiB.'),
          cleaned: count.describe('Images from which hidden metadata was removed.'),
        })
        .nullable()
        .describe('Null unless it was written.'),
      tree_sha256: sha256.nullable().describe('Digest of every file and its path; null unless they were written.'),
    })
    .meta({ id: 'Publication' }),
);

const exportRecord = defer(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('export'),
      format: z.literal('notes-export'),
      version: z
        .literal(1)
        .describe('Increases when a field changes its meaning or is removed; new fields may be added at any time.'),
      database_id: id('database'),
      counts: z.strictObject({ notebooks: count, attachments: count, notes: count }),
    }),
    z.strictObject({
      type: z.literal('notebook'),
      notebook_id: id('notebook'),
      parent_notebook_id: id('notebook').nullable().describe('Null at the top level.'),
      name: z.string(),
      icon_emoji: z.string().nullable(),
      created_at: timestamp,
      updated_at: timestamp,
    }),
    z.strictObject({
      type: z.literal('attachment'),
      resource_id: id('resource'),
      path: z.string().describe('Path of its bytes, relative to the folder of this file, separated by slashes.'),
      filename: z.string(),
      mime_type: z.string(),
      size_bytes: count,
      sha256,
      created_at: timestamp,
    }),
    z.strictObject({
      type: z.literal('note'),
      document_id: id('document'),
      revision_id: id('revision'),
      notebook_id: id('notebook'),
      title: z.string(),
      body: z.string().describe('Markdown as stored: links contain the ids of notes and attachments.'),
      tags: z.array(z.string()),
      attachments: z.array(z.strictObject({ resource_id: id('resource'), relation_type: z.string() })),
      created_at: timestamp,
      updated_at: timestamp,
    }),
  ]),
);
export type ExportRecord = z.infer<ReturnType<typeof exportRecord>>;

/** Describes a line of a JSON export as JSON Schema. */
export const describeExportRecord = () => ({
  title: 'A line of notes.jsonl: the export first, then notebooks, attachments and notes',
  ...z.toJSONSchema(exportRecord()),
});
