import type { Input, Output } from '@notes/contract';
import { getActiveText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { computeView } from '../markdown/compute-view.js';
import type { View } from '../markdown/views.js';
import { checkUrl } from './check-url.js';
import { mediaPolicy } from './policy.js';

const MAX_ITEMS = 1_000;

/** Result for a note that cannot be parsed in time: empty and truncated. */
export const NO_MEDIA: View<'remoteMedia'> = { media: [], truncated: true };

/** Lists the remote media of a note with the decision of the policy on each. */
export async function scanRemoteMedia(
  { library }: Context,
  { document_id }: Input<'scanRemoteMedia'>,
): Promise<Output<'scanRemoteMedia'>> {
  const { body, revisionId } = library.store.read((reader) => getActiveText(reader, document_id));
  const { media, truncated } = await computeView('remoteMedia', { body, databaseId: library.databaseId }, NO_MEDIA);
  const policy = mediaPolicy(library.config);
  const items = media.slice(0, MAX_ITEMS).map(({ line, column, startByte, endByte, url, kind }) => {
    const { reasons } = checkUrl(url, policy);
    const decision = reasons.length === 0 ? ('allowed' as const) : ('refused' as const);
    return { line, column, start_byte: startByte, end_byte: endByte, url, kind, decision, reasons };
  });
  return {
    current_revision_id: revisionId,
    items,
    total: media.length,
    truncated: truncated || media.length > items.length,
  };
}
