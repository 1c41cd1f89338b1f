import type { Input, Output } from '@notes/contract';
import { findAnchor } from '@notes/markdown-blocks';
import { getActiveText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { wireMarker } from '../../platform/wire.js';
import { computeView } from './compute-view.js';
import type { View } from './views.js';

/** Result for a note that cannot be parsed in time: empty and truncated. */
const NOTHING: View<'blocks'> = { blocks: [], anchors: new Map(), truncated: true };

/**
 * Lists the blocks of a note with the number of links to each.
 *
 * @throws ServiceError `not_found` for a note that does not exist or is in Trash
 */
export async function getDocumentBlocks(
  { library }: Context,
  input: Input<'getDocumentBlocks'>,
): Promise<Output<'getDocumentBlocks'>> {
  const { document, uses } = library.store.read((reader) => {
    const document = getActiveText(reader, input.document_id);
    return { document, uses: reader.links.anchorUses(document.pk) };
  });
  const markdown = { body: document.body, databaseId: library.databaseId };
  const { blocks, anchors, truncated } = await computeView('blocks', markdown, NOTHING);
  const counts = new Map<string, number>();
  for (const { anchor, count } of uses) {
    const id = anchors.get(findAnchor(anchors, anchor) ?? '');
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + count);
  }
  return {
    current_revision_id: document.revisionId,
    blocks: blocks.map(({ id, kind, level, marker, contentHash, startByte, endByte }) => ({
      block_id: id,
      kind,
      heading_level: level,
      marker: wireMarker(marker),
      content_hash: contentHash,
      start_byte: startByte,
      end_byte: endByte,
      link_count: counts.get(id) ?? 0,
    })),
    truncated,
  };
}
