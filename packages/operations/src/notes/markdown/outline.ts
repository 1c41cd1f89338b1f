import type { Input, Output } from '@notes/contract';
import { lineCount } from '@notes/markdown-blocks';
import { getActiveText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { computeView } from './compute-view.js';

/** Result for a note that cannot be parsed in time: empty and truncated. */
const NO_HEADINGS = { headings: [], truncated: true };

/**
 * Lists the headings of a note.
 *
 * @throws ServiceError `not_found` for a note that does not exist or is in Trash
 */
export async function getDocumentOutline(
  { library }: Context,
  input: Input<'getDocumentOutline'>,
): Promise<Output<'getDocumentOutline'>> {
  const { body, revisionId } = library.store.read((reader) => getActiveText(reader, input.document_id));
  const { headings, truncated } = await computeView('outline', { body, databaseId: library.databaseId }, NO_HEADINGS);
  return {
    current_revision_id: revisionId,
    total_lines: lineCount(body),
    headings: headings.map(({ level, text, line, startByte, blockId, slug }) => ({
      level,
      text,
      line,
      start_byte: startByte,
      block_id: blockId,
      anchor: slug,
    })),
    truncated,
  };
}
