import { createNoteTooLargeError, type Input, type Output, ServiceError } from '@notes/contract';
import type { EditFailure, EditOutcome } from '@notes/markdown-blocks';
import { getWritableText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { wireDocument } from '../../platform/wire.js';
import { summarize } from './content.js';
import { type EditedText, editText } from './edit-text.js';
import { rewrite } from './rewrite.js';

type EditInput = Input<'editDocument'>;

/**
 * Edits a note. The text is computed before the write, so the base revision is required and compared again in the
 * write.
 */
export async function editDocument(context: Context, input: EditInput): Promise<Output<'editDocument'>> {
  const { text, outcomes } = await editOrThrow(context, input);
  if (input.dry_run) return preview(context, input, { text, outcomes });
  const document = await rewrite(context, input, ({ title }) => ({ title, body: text }));
  return { ...wireDocument(document, context.library), edits: outcomes.map(wireOutcome) };
}

async function preview(
  context: Context,
  input: EditInput,
  { text, outcomes }: EditedText,
): Promise<Output<'editDocument'>> {
  const { unifiedDiff } = await import('./diff.js');
  const current = context.library.store.read((reader) => getWritableText(reader, context, input));
  return {
    dry_run: true,
    base_revision_id: current.revisionId,
    document: wireDocument({ ...current, ...summarize({ title: current.title, body: text }) }, context.library),
    edits: outcomes.map(wireOutcome),
    diff: unifiedDiff(current.body, text),
  };
}

async function editOrThrow(context: Context, input: EditInput): Promise<EditedText> {
  const result = await editText(context, input);
  if (result === 'too_slow')
    throw new ServiceError(
      'validation_failed',
      'edits: exceeded the time limit for this note. Use fewer or more specific edits',
    );
  if (result.ok) return result;
  throw toEditError(result);
}

function toEditError({ index, reason, matches = 0, lines = [], nearLine }: EditFailure): ServiceError {
  switch (reason) {
    case 'ambiguous':
      return new ServiceError(
        'conflict',
        `edits.${index}: the search text occurs ${matches} times. Set replace_all, or use a longer search text`,
        { details: { edit_index: index, matches, lines } },
      );
    case 'too_large':
      return createNoteTooLargeError();
    case 'empty_search':
      return new ServiceError('validation_failed', `edits.${index}: the search text is empty`, {
        details: { edit_index: index },
      });
    case 'not_found': {
      const hint = nearLine === undefined ? 'Copy it exactly from the note' : `Line ${nearLine} is similar`;
      return new ServiceError('validation_failed', `edits.${index}: the search text is not in the note. ${hint}`, {
        details: { edit_index: index, ...(nearLine !== undefined && { near_line: nearLine }) },
      });
    }
  }
}

const wireOutcome = ({ index, replacements, firstLine }: EditOutcome) => ({
  index,
  replacements,
  first_line: firstLine,
});
