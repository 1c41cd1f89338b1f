import { type Input, type Output, ServiceError, textLimits } from '@notes/contract';
import { applyEdits, type EditFailure, type EditOutcome } from '@notes/markdown-blocks';
import { writableText } from '../access.js';
import type { Context } from '../context.js';
import { wireDocument } from '../wire.js';
import { summary, tooLarge } from './content.js';
import { rewrite } from './rewrite.js';

type EditInput = Input<'editDocument'>;

export async function editDocument(context: Context, input: EditInput): Promise<Output<'editDocument'>> {
  if (input.dry_run) return preview(context, input);
  let outcomes: readonly EditOutcome[] = [];
  const document = await rewrite(context, input, ({ title, body }) => {
    const edited = edit(body, input);
    outcomes = edited.outcomes;
    return { title, body: edited.text };
  });
  return { ...wireDocument(document, context.library), edits: outcomes.map(wireOutcome) };
}

async function preview(context: Context, input: EditInput): Promise<Output<'editDocument'>> {
  const current = context.library.store.read((reader) => writableText(reader, context, input));
  const { text, outcomes } = edit(current.body, input);
  const { unifiedDiff } = await import('./diff.js');
  return {
    dry_run: true,
    base_revision_id: current.revisionId,
    document: wireDocument({ ...current, ...summary({ title: current.title, body: text }) }, context.library),
    edits: outcomes.map(wireOutcome),
    diff: unifiedDiff(current.body, text),
  };
}

function edit(body: string, input: EditInput): { text: string; outcomes: readonly EditOutcome[] } {
  const edits = input.edits.map(({ search, replace, replace_all }) => ({ search, replace, replaceAll: replace_all }));
  const result = applyEdits(body, edits, { maxBytes: textLimits.body });
  if (result.ok) return result;
  throw refusal(result);
}

function refusal({ index, reason, matches = 0, lines = [], nearLine }: EditFailure): ServiceError {
  switch (reason) {
    case 'ambiguous':
      return new ServiceError(
        'conflict',
        `edits.${index}: the search text occurs ${matches} times; set replace_all or search for more`,
        { details: { edit_index: index, matches, lines } },
      );
    case 'too_large':
      return tooLarge();
    case 'empty_search':
      return new ServiceError('validation_failed', `edits.${index}: the search text is empty`, {
        details: { edit_index: index },
      });
    case 'not_found': {
      const hint = nearLine === undefined ? '' : `; line ${nearLine} is close`;
      return new ServiceError('validation_failed', `edits.${index}: the search text is not in the note${hint}`, {
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
