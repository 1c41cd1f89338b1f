import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import {
  documentSchema,
  documentSet,
  editOutcome,
  editPreview,
  lineRange,
  markdownBody,
  textMatches,
} from '../schemas/documents.js';
import { baseRevisionId, body, count, id, newTagName, text, textLimits, title } from '../schemas/primitives.js';
import { anyDocumentId, limit, start } from '../tools/argument-fields.js';

const DOCUMENT = '/api/v1/documents/{document_id}';
const document_id = id('document');
const base_revision_id = defer(() => baseRevisionId.optional());

/** Replacements of one call, in order. */
const editList = (search: z.ZodString, replace: z.ZodString) =>
  z
    .array(z.strictObject({ search, replace, replace_all: z.boolean().default(false) }))
    .min(1)
    .max(100);

const notEmpty = (value: string) => value !== '';
const NOT_EMPTY = 'must not be empty';

/** Differences of the tools that add to a text. Nothing to add is a mistake of a model. */
const addedText = defer(() => ({ text: text().min(1).describe('Markdown.') }));
/** Text of a heading, in tools that read or write the section under it. */
const heading = defer(() => z.string().optional());
/** The bound is advertised. A larger number is not a line. */
const lineNumber = defer(() => z.int().min(1).max(10_000_000));

/** Operations on notes: create, read, write, trash, and reads within one note. */
export const documentRows = {
  createDocument: operation({
    summary: 'Create a note.',
    input: () =>
      z.strictObject({
        title,
        body: body.default(''),
        notebook_id: id('notebook').optional().describe('Default: the Notes notebook.'),
        tags: z.array(newTagName).max(100).default([]),
      }),
    output: documentSchema,
    errors: ['not_found'],
    http: {
      method: 'post',
      path: '/api/v1/documents',
      status: 201,
      etag: 'current_revision_id',
      location: '/api/v1/documents/{id}',
      carriesText: true,
    },
    mcp: {
      tool: 'create_note',
      scope: 'editor',
      arguments: { title: 'One line.', body: 'Markdown.', notebook_id: 'ID or path; default: Notes.' },
    },
    cli: {
      command: 'new',
      positional: ['title'],
      examples: ['notes new "Shopping" --body "Milk and bread"', 'pbpaste | notes new --body-file - -t inbox'],
    },
  }),
  getDocument: operation({
    summary: 'Read a note, including one in Trash.',
    input: () => z.strictObject({ document_id }),
    output: documentSchema,
    errors: ['not_found'],
    http: { method: 'get', path: DOCUMENT, etag: 'current_revision_id', changesWithoutRevision: true },
    mcp: {
      tool: 'get_document',
      scope: 'read-only',
      get arguments() {
        return { heading: heading().describe('Only its section.') };
      },
    },
    cli: { command: 'cat', positional: ['document_id'], examples: ['notes cat "Shopping"', 'notes cat doc_… --json'] },
  }),
  getDocuments: operation({
    summary: 'Read several notes from one snapshot.',
    input: () =>
      z.strictObject({
        document_ids: z.array(id('document')).min(1).max(50),
        max_text_bytes: count.describe('Once this many bytes of text are read, further notes come without their body.'),
      }),
    output: documentSet,
    errors: [],
    http: null,
    mcp: {
      tool: 'get_documents',
      scope: 'read-only',
      get arguments() {
        return {
          // A malformed id is reported like a missing note, beside the notes that exist.
          document_ids: z.array(anyDocumentId()).min(1).max(50),
          // The size of a response decides.
          max_text_bytes: null,
          include_body: z.boolean().default(true),
        };
      },
    },
    cli: null,
  }),
  getDocumentBody: operation({
    summary: 'Read the Markdown of a note, byte for byte.',
    input: () => z.strictObject({ document_id }),
    output: markdownBody,
    errors: ['not_found'],
    http: { method: 'get', path: `${DOCUMENT}/body`, response: 'markdown', etag: 'current_revision_id' },
    mcp: null,
    cli: null,
  }),
  replaceDocument: operation({
    summary: 'Replace title and body. Unchanged text makes no new revision.',
    input: () => z.strictObject({ document_id, title, body, base_revision_id: base_revision_id() }),
    output: documentSchema,
    errors: ['not_found', 'revision_conflict', 'precondition_required'],
    precondition: 'required',
    http: { method: 'put', path: DOCUMENT, etag: 'current_revision_id', carriesText: true },
    mcp: {
      tool: 'update_note',
      scope: 'editor',
      // A model need not repeat the part that stays.
      get arguments() {
        return {
          title: title.optional().describe('One line.'),
          body: body.optional().describe('The whole Markdown.'),
        };
      },
    },
    cli: {
      command: 'edit',
      positional: ['document_id'],
      examples: [
        'notes edit "Shopping"',
        'notes edit "Shopping" --title "To buy"',
        'notes edit "Shopping" --body-file list.md',
      ],
    },
  }),
  editDocument: operation({
    summary: 'Replace strings in the body, in order, all or none. dry_run shows the result and writes nothing.',
    input: () =>
      z.strictObject({
        document_id,
        base_revision_id: base_revision_id(),
        edits: editList(text().refine(notEmpty, NOT_EMPTY), text()),
        dry_run: z.boolean().default(false).describe('Show the result, and write nothing.'),
      }),
    output: () =>
      z.union([
        editPreview(),
        documentSchema()
          .extend({ edits: z.array(editOutcome()) })
          .meta({ id: 'EditedDocument' }),
      ]),
    errors: ['not_found', 'revision_conflict', 'conflict', 'precondition_required'],
    precondition: 'required',
    http: { method: 'patch', path: DOCUMENT, etag: 'current_revision_id', carriesText: true },
    mcp: {
      tool: 'edit_note',
      scope: 'editor',
      get arguments() {
        return {
          // `minLength` is advertised.
          edits: editList(text().min(1).describe('Current text.'), text().describe('New text; "" deletes.')),
          dry_run: 'Only return the diff.',
        };
      },
    },
    cli: {
      command: 'replace',
      positional: ['document_id'],
      examples: [
        'notes replace "Shopping" --search milk --replace tea',
        'notes replace "Shopping" --search milk --replace tea --all --dry-run',
      ],
    },
  }),
  trashDocument: operation({
    summary: 'Move a note to Trash.',
    input: () => z.strictObject({ document_id, base_revision_id: base_revision_id() }),
    output: documentSchema,
    errors: ['not_found', 'revision_conflict', 'precondition_required'],
    precondition: 'required',
    http: { method: 'delete', path: DOCUMENT, status: 204, response: 'none' },
    mcp: { tool: 'delete_note', scope: 'editor' },
    cli: { command: 'rm', positional: ['document_id'], examples: ['notes rm "Shopping"', 'notes rm doc_… doc_…'] },
  }),
  appendToDocument: operation({
    summary: 'Add text at the end of a note.',
    input: () => z.strictObject({ document_id, text: text(), base_revision_id: base_revision_id() }),
    output: documentSchema,
    errors: ['not_found', 'revision_conflict'],
    precondition: 'optional',
    http: { method: 'post', path: `${DOCUMENT}/append`, etag: 'current_revision_id', carriesText: true },
    mcp: {
      tool: 'append_to_note',
      scope: 'editor',
      get arguments() {
        return { ...addedText(), heading: heading() };
      },
    },
    cli: {
      command: 'append',
      positional: ['document_id', 'text'],
      examples: ['notes append "Shopping" "Tea, too"', 'pbpaste | notes append "Journal 2026-11-21" -'],
    },
  }),
  prependToDocument: operation({
    summary: 'Add text at the start of a note, after its front matter.',
    input: () => z.strictObject({ document_id, text: text(), base_revision_id: base_revision_id() }),
    output: documentSchema,
    errors: ['not_found', 'revision_conflict'],
    precondition: 'optional',
    http: { method: 'post', path: `${DOCUMENT}/prepend`, etag: 'current_revision_id', carriesText: true },
    mcp: {
      tool: 'prepend_to_note',
      scope: 'editor',
      get arguments() {
        return addedText();
      },
    },
    cli: {
      command: 'prepend',
      positional: ['document_id', 'text'],
      examples: ['notes prepend "Shopping" "Before Friday"', 'pbpaste | notes prepend "Inbox" -'],
    },
  }),
  getDocumentLines: operation({
    summary: 'Read a range of lines of a note.',
    input: () =>
      z.strictObject({
        document_id,
        start: z.int().min(1).default(1).describe('First line, 1-based.'),
        end: z.int().min(1).optional().describe('Last line, inclusive; clipped to the note. Default: the last line.'),
      }),
    output: lineRange,
    errors: ['not_found'],
    http: { method: 'get', path: `${DOCUMENT}/lines`, etag: 'revision_id' },
    mcp: {
      tool: 'get_note_line_range',
      scope: 'read-only',
      get arguments() {
        return {
          start: lineNumber().default(1),
          end: lineNumber().optional(),
          // A line that is too long for a response is read in parts.
          offset: z.int().min(0).default(0).describe('Bytes to skip in line start.'),
        };
      },
    },
    cli: null,
  }),
  searchInDocument: operation({
    summary: 'Find a string, or a linear-time regular expression, within one note. Lists at most 200 matches.',
    input: () =>
      z.strictObject({
        document_id,
        pattern: text(textLimits.pattern).refine(notEmpty, NOT_EMPTY),
        case_sensitive: z.boolean().default(false),
        regex: z.boolean().default(false),
      }),
    output: textMatches,
    errors: ['not_found'],
    http: { method: 'get', path: `${DOCUMENT}/search-in` },
    mcp: {
      tool: 'search_in_note',
      scope: 'read-only',
      // The advertised bounds of the pattern are in characters.
      get arguments() {
        return { pattern: z.string().min(1).max(textLimits.pattern), limit: limit(), start: start() };
      },
    },
    cli: null,
  }),
  moveDocument: operation({
    summary: 'Move a note to another notebook, without a new revision.',
    input: () => z.strictObject({ document_id, notebook_id: id('notebook'), base_revision_id: base_revision_id() }),
    output: documentSchema,
    errors: ['not_found', 'revision_conflict'],
    precondition: 'optional',
    http: { method: 'post', path: `${DOCUMENT}/notebook`, etag: 'current_revision_id' },
    mcp: {
      tool: 'move_note_to_notebook',
      scope: 'editor',
      // A move changes no text, so that no edit can be lost.
      arguments: { base_revision_id: null },
    },
    cli: {
      command: 'mv',
      positional: ['document_id'],
      examples: ['notes mv "Shopping" -n Home', 'notes mv doc_… doc_… -n Projects/Old'],
    },
  }),
};
