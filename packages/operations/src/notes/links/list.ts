import type { Input, Output } from '@notes/contract';
import { BOUNDS } from '@notes/markdown-blocks';
import type { IncomingBounds } from '@notes/storage';
import { getActiveText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { Anchors } from './anchors.js';
import { wireEntries } from './entries.js';
import { wireIncoming } from './incoming.js';

/** Limits on the incoming links listed. */
const INCOMING: IncomingBounds = { limit: 1_000, perNote: 20 };

export async function listDocumentLinks(
  context: Context,
  { document_id, direction }: Input<'listDocumentLinks'>,
): Promise<Output<'listDocumentLinks'>> {
  const { library } = context;
  const { document, outgoing, incoming, incomingCount } = library.store.read((reader) => {
    const document = getActiveText(reader, document_id);
    return {
      document,
      outgoing: direction === 'incoming' ? [] : reader.links.outgoing(document.pk),
      incoming: direction === 'outgoing' ? [] : reader.links.incoming(document.pk, INCOMING),
      incomingCount: direction === 'outgoing' ? 0 : reader.links.countIncoming(document.pk),
    };
  });
  const entries = await wireEntries(context, outgoing, new Anchors(library, document));
  return {
    current_revision_id: document.revisionId,
    outgoing: entries.map((entry, index) => ({ ...entry, target_title: outgoing[index]?.note?.title ?? null })),
    incoming: await wireIncoming(context, incoming),
    truncated: incoming.length < incomingCount || outgoing.length >= BOUNDS.links,
  };
}
