import { z } from 'zod';
import { operation } from '../operation.js';
import { documentTags, tagAddition, tagList } from '../schemas/library.js';
import { id, tagName } from '../schemas/primitives.js';

const TAGS = '/api/v1/documents/{document_id}/tags';
const document_id = id('document');

/** Tags of one note and of the library. */
export const tagRows = {
  listTags: operation({
    summary: 'List tags with the number of active notes that carry each.',
    input: z.strictObject({}),
    output: tagList,
    errors: [],
    http: { method: 'get', path: '/api/v1/tags' },
    mcp: { tool: 'list_tags', scope: 'search-only' },
    cli: null,
  }),
  listDocumentTags: operation({
    summary: 'List the tags of a note.',
    input: z.strictObject({ document_id }),
    output: documentTags,
    errors: ['not_found'],
    http: { method: 'get', path: TAGS },
    mcp: null,
    cli: null,
  }),
  addDocumentTag: operation({
    summary: 'Tag a note; a tag it has already is no error.',
    input: z.strictObject({ document_id, tag: tagName }),
    output: tagAddition,
    errors: ['not_found'],
    http: { method: 'post', path: `${TAGS}/{tag}` },
    mcp: { tool: 'tag_note', scope: 'editor' },
    cli: null,
  }),
  removeDocumentTag: operation({
    summary: 'Take a tag off a note; a tag it has not is no error.',
    input: z.strictObject({ document_id, tag: tagName }),
    output: z.object({ document_id, removed: z.boolean() }).meta({ id: 'TagRemoval' }),
    errors: ['not_found'],
    http: { method: 'delete', path: `${TAGS}/{tag}`, status: 204, response: 'none' },
    mcp: { tool: 'untag_note', scope: 'editor' },
    cli: null,
  }),
};
