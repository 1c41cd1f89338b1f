import { splice } from '@notes/markdown-blocks';
import type { DocumentWithBody } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { resourceUri } from '../../platform/wire.js';
import { rewrite, type Target } from '../documents/rewrite.js';
import type { View } from '../markdown/views.js';

type Media = View<'remoteMedia'>['media'][number];

/**
 * Writes a revision that shows attachments instead of remote media. Only the addresses of the links change.
 *
 * @param target note with the revision in which `media` were found
 * @param resources attachment ids by address
 */
export function pointToAttachments(
  context: Context,
  target: Target,
  media: readonly Media[],
  resources: ReadonlyMap<string, string>,
): Promise<DocumentWithBody> {
  const pointed = media.filter(({ url }) => resources.has(url));
  const edits = pointed.map(({ targetStart: start, targetEnd: end, url }) => ({
    start,
    end,
    text: resourceUri(resources.get(url) as string),
  }));
  return rewrite(context, target, ({ title, body }) => ({ title, body: splice(body, edits) }));
}
