import { textLimits } from '@notes/contract';
import type { Content, Derived, DocumentWithBody, UnitOfWork } from '@notes/storage';
import { buildShortContent, buildUnreadContent, summarize, type Text } from '../../notes/documents/content.js';
import { insertDocument } from '../../notes/documents/create.js';
import { existingNotebook } from '../../platform/access.js';
import { clipBytes } from '../../platform/clip-bytes.js';
import type { Context } from '../../platform/context.js';

const SUFFIX = ' (copy)';

/**
 * Copies a note's text, location, tags and attachments to a new note, but neither its history nor its import source.
 *
 * @param derived derived content of the note's text when the text is long
 */
export function duplicateDocument(
  unit: UnitOfWork,
  context: Context,
  original: DocumentWithBody,
  derived: Derived | undefined,
): DocumentWithBody {
  const title = clipBytes(original.title, textLimits.title - SUFFIX.length) + SUFFIX;
  const made = makeContent(context, { title, body: original.body }, derived);
  const notebook = existingNotebook(unit, original.notebookId);
  const copy = insertDocument(unit, context, made, notebook, original.tags);
  unit.resources.copyRelations(original.pk, copy.pk);
  return copy;
}

function makeContent({ library }: Context, text: Text, derived: Derived | undefined): Content {
  if (derived !== undefined) return { ...summarize(text), derived };
  return buildShortContent(library, text) ?? buildUnreadContent(text);
}
