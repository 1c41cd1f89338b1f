import { type Input, type Output, ServiceError } from '@notes/contract';
import { findLiteral, type TextMatches } from '@notes/markdown-blocks';
import { getActiveText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { findPattern } from './find-pattern.js';

const MAX_MATCHES = 200;

export async function searchInDocument(
  context: Context,
  input: Input<'searchInDocument'>,
): Promise<Output<'searchInDocument'>> {
  const { body, revisionId } = context.library.store.read((reader) => getActiveText(reader, input.document_id));
  const options = { caseSensitive: input.case_sensitive, limit: MAX_MATCHES };
  const found = input.regex
    ? await findPattern(body, input.pattern, options)
    : findLiteral(body, input.pattern, options);
  if (found === 'bad_pattern')
    throw new ServiceError('validation_failed', 'pattern: not a supported regular expression');
  if (found === 'too_slow')
    throw new ServiceError(
      'validation_failed',
      'pattern: exceeded the time limit for this note. Use a simpler pattern',
    );
  return { current_revision_id: revisionId, ...wireMatches(found) };
}

function wireMatches({
  matches,
  total,
  truncated,
}: TextMatches): Omit<Output<'searchInDocument'>, 'current_revision_id'> {
  return {
    matches: matches.map((match) => ({
      line: match.line,
      column: match.column,
      start_byte: match.startByte,
      end_byte: match.endByte,
      line_text: match.lineText,
    })),
    total,
    truncated,
  };
}
