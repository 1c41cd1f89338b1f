import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id } from './primitives.js';

const namedFields = defer(() => ({
  document_id: id('document'),
  uri: z.string().describe('document://default/documents/<id>'),
  title: z.string(),
}));

/** A note with the fields that name it to a reader. */
export const namedDocument = defer(() => z.object(namedFields()).meta({ id: 'NamedDocument' }));

/** A named note with its notebook, which distinguishes notes with the same title. */
export const placedDocument = defer(() =>
  z.object({ ...namedFields(), notebook_id: id('notebook') }).meta({ id: 'PlacedDocument' }),
);

export const linkDirections = ['both', 'outgoing', 'incoming'] as const;
const linkKinds = ['wikilink', 'embed', 'link', 'image', 'autolink'] as const;
const linkStatuses = ['resolved', 'unresolved', 'ambiguous', 'external', 'invalid', 'stale_anchor'] as const;

const current_revision_id = defer(() => id('revision').describe('The revision that the positions refer to.'));

const entryFields = defer(() => ({
  kind: z.enum(linkKinds),
  target: z.string().describe('As written, without its anchor.'),
  anchor: z.string().nullable().describe('Part after the # of a link to a note.'),
  text: z.string().describe('Text of the link; plain text, at most 200 characters.'),
  line: z.int().min(1),
  column: z.int().min(1).describe('In Unicode code points.'),
  start_byte: count,
  end_byte: count,
  status: z.enum(linkStatuses),
  canonical_target: z.string().optional().describe('URI of the target, with its anchor.'),
  hint: namedDocument().optional().describe('For an unresolved link: the note that had this title before.'),
  candidates: z
    .array(placedDocument())
    .optional()
    .describe('For an ambiguous link: the notes it may mean, at most 10.'),
}));

export const linkCheck = defer(() =>
  z
    .object({ entries: z.array(z.object(entryFields()).meta({ id: 'LinkEntry' })), truncated: z.boolean() })
    .meta({ id: 'LinkCheck' }),
);

const outgoingLink = defer(() =>
  z
    .object({ ...entryFields(), target_title: z.string().nullable().describe('Null unless the link leads to a note.') })
    .meta({ id: 'OutgoingLink' }),
);

const incomingLink = defer(() =>
  z
    .object({
      ...namedFields(),
      current_revision_id: current_revision_id(),
      line: z.int().min(1),
      context: z.string().describe('The text around the link.'),
    })
    .meta({ id: 'IncomingLink' }),
);

export const documentLinks = defer(() =>
  z
    .object({
      current_revision_id: current_revision_id(),
      outgoing: z.array(outgoingLink()).describe('Empty if only incoming links were requested.'),
      incoming: z.array(incomingLink()).describe('Empty if only outgoing links were requested.'),
      truncated: z.boolean(),
    })
    .meta({ id: 'DocumentLinks' }),
);

export const linkSuggestions = defer(() =>
  z.object({ suggestions: z.array(namedDocument()) }).meta({ id: 'LinkSuggestions' }),
);

const resolutions = ['resolved', 'trashed', 'stale_target', 'foreign_database'] as const;

export const linkResolution = defer(() =>
  z
    .object({
      status: z.enum(resolutions),
      document: placedDocument().optional().describe('Present when this library can open the link.'),
    })
    .meta({ id: 'LinkResolution' }),
);
