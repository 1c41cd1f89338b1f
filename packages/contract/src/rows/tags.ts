import { z } from 'zod';
import { operation } from '../operation.js';
import { documentTags, tagAddition, tagList, tagRenameReport } from '../schemas/library.js';
import { id, newTagName, tagName } from '../schemas/primitives.js';
import { start } from '../tools/argument-fields.js';

const TAGS = '/api/v1/documents/{document_id}/tags';
const document_id = id('document');

/** Operations on the tags of one note and of the library. */
export const tagRows = {
  listTags: operation({
    summary: 'List tags with the number of active notes that carry each.',
    input: () => z.strictObject({}),
    output: tagList,
    errors: [],
    http: { method: 'get', path: '/api/v1/tags' },
    mcp: {
      tool: 'list_tags',
      scope: 'search-only',
      get arguments() {
        return { start: start() };
      },
    },
    cli: { command: 'tag list', examples: ['notes tag list'] },
  }),
  listDocumentTags: operation({
    summary: 'List the tags of a note.',
    input: () => z.strictObject({ document_id }),
    output: documentTags,
    errors: ['not_found'],
    http: { method: 'get', path: TAGS },
    mcp: null,
    cli: null,
  }),
  addDocumentTag: operation({
    summary: 'Tag a note. Succeeds if it already has the tag.',
    input: () => z.strictObject({ document_id, tag: newTagName }),
    output: tagAddition,
    errors: ['not_found'],
    http: { method: 'post', path: `${TAGS}/{tag}` },
    mcp: { tool: 'tag_note', scope: 'editor', arguments: { tag: 'Name without "#"; "/" nests.' } },
    cli: { command: 'tag add', positional: ['document_id', 'tag'], examples: ['notes tag add "Shopping" home'] },
  }),
  removeDocumentTag: operation({
    summary: 'Remove a tag from a note. Succeeds if it does not have the tag.',
    input: () => z.strictObject({ document_id, tag: tagName }),
    output: () => z.object({ document_id, removed: z.boolean() }).meta({ id: 'TagRemoval' }),
    errors: ['not_found'],
    http: { method: 'delete', path: `${TAGS}/{tag}`, status: 204, response: 'none' },
    mcp: { tool: 'untag_note', scope: 'editor' },
    cli: { command: 'tag remove', positional: ['document_id', 'tag'], examples: ['notes tag remove "Shopping" home'] },
  }),
  renameTag: operation({
    summary: 'Rename a tag. By default, only shows what would change.',
    input: () =>
      z.strictObject({
        from: tagName.describe('Tag to rename.'),
        to: newTagName.describe('If this tag already exists, the two are merged.'),
        include_children: z.boolean().default(false).describe('Also rename the tags below it.'),
        dry_run: z.boolean().default(true).describe('Show the result without saving it; only false writes.'),
      }),
    output: tagRenameReport,
    errors: ['not_found'],
    http: { method: 'post', path: '/api/v1/tags/rename' },
    mcp: null,
    cli: {
      command: 'tag rename',
      positional: ['from', 'to'],
      examples: ['notes tag rename draft drafts', 'notes tag rename work projects/work --children --apply --yes'],
    },
  }),
};
