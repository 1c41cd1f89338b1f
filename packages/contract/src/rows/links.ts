import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { linkCheck, linkResolution, linkSuggestions } from '../schemas/links.js';
import { body, id, limit, line, text, textLimits } from '../schemas/primitives.js';

const LINKS = '/api/v1/links';

/** Maximum bytes of an address; an anchor may be a long heading. */
const MAX_URI_BYTES = 4096;

const suggestionQuery = defer(() =>
  text(textLimits.title)
    .transform((value) => value.trim())
    .refine((value) => [...value].length >= 2, 'must be at least 2 characters'),
);

/** Operations on links in text being written, and on links from outside. */
export const linkRows = {
  suggestLinks: operation({
    summary: 'Find notes by the beginning of their title, then by the beginning of another word in it.',
    input: () =>
      z.strictObject({
        q: suggestionQuery().describe('At least 2 characters.'),
        limit: limit(10, 50),
        exclude_document_id: id('document').optional().describe('Note to leave out, usually the one being written.'),
      }),
    output: linkSuggestions,
    errors: [],
    http: { method: 'get', path: `${LINKS}/suggest` },
    mcp: null,
    cli: { command: 'link suggest', positional: ['q'], examples: ['notes link suggest "shop"'] },
  }),
  checkLinks: operation({
    summary: 'Show where the links of a text lead. Stores nothing.',
    input: () =>
      z.strictObject({
        document_id: id('document').optional().describe('The note that the text belongs to.'),
        body,
      }),
    output: linkCheck,
    errors: ['not_found'],
    http: { method: 'post', path: `${LINKS}/check`, carriesText: true },
    mcp: null,
    cli: {
      command: 'link check',
      positional: ['document_id'],
      examples: ['notes link check "Shopping"', 'pbpaste | notes link check -'],
    },
  }),
  resolveLink: operation({
    summary: 'Find the note that a stable link or a note URI leads to.',
    input: () =>
      z.strictObject({
        uri: line(MAX_URI_BYTES).describe(
          'An address such as service://databases/<id>/documents/<id> or document://default/documents/<id>.',
        ),
      }),
    output: linkResolution,
    errors: [],
    http: { method: 'post', path: `${LINKS}/resolve` },
    mcp: null,
    cli: {
      command: 'link resolve',
      positional: ['uri'],
      examples: ['notes link resolve service://databases/db_…/documents/doc_…'],
    },
  }),
};
