import { textLimits } from '@notes/contract';
import type { Content, Derived, DocumentWithBody, UnitOfWork } from '@notes/storage';
import { existingNotebook } from '../access.js';
import { clipBytes } from '../clip-bytes.js';
import type { Context } from '../context.js';
import { contentAtOnce, summary, type Text, unreadContent } from '../documents/content.js';
import { insertDocument } from '../documents/create.js';

const SUFFIX = ' (copy)';

/**
 * Copies a note's text, place, tags and attachments to a new note; not its history, nor where it came from.
 *
 * @param derived of its text, where that is long
 */
export function duplicateDocument(
  unit: UnitOfWork,
  context: Context,
  original: DocumentWithBody,
  derived: Derived | undefined,
): DocumentWithBody {
  const title = clipBytes(original.title, textLimits.title - SUFFIX.length) + SUFFIX;
  const made = contentOf(context, { title, body: original.body }, derived);
  const notebook = existingNotebook(unit, original.notebookId);
  const copy = insertDocument(unit, context, made, notebook, original.tags);
  unit.resources.copyRelations(original.pk, copy.pk);
  return copy;
}

function contentOf({ library }: Context, text: Text, derived: Derived | undefined): Content {
  if (derived !== undefined) return { ...summary(text), derived };
  return contentAtOnce(library, text) ?? unreadContent(text);
}
