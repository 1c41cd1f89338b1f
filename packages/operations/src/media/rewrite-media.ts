import type { DocumentWithBody } from '@notes/storage';
import type { Context } from '../context.js';
import { rewrite, type Target } from '../documents/rewrite.js';
import type { View } from '../markdown/views.js';
import { resourceUri } from '../wire.js';

type Media = View<'remoteMedia'>['media'][number];

/**
 * Writes a revision whose remote media are attachments: of each link nothing changes but its address.
 *
 * @param target with the revision that `media` were found in
 * @param resources ids by address
 */
export function pointAt(
  context: Context,
  target: Target,
  media: readonly Media[],
  resources: ReadonlyMap<string, string>,
): Promise<DocumentWithBody> {
  const pointed = media.filter(({ url }) => resources.has(url));
  return rewrite(context, target, ({ title, body }) => ({ title, body: withAddresses(body, pointed, resources) }));
}

/** Several links may share one address: that of a reference's definition. */
function withAddresses(body: string, media: readonly Media[], resources: ReadonlyMap<string, string>): string {
  const byStart = new Map(media.map((each) => [each.targetStart, each]));
  const pieces: string[] = [];
  let from = 0;
  for (const { targetStart, targetEnd, url } of [...byStart.values()].sort((a, b) => a.targetStart - b.targetStart)) {
    pieces.push(body.slice(from, targetStart), resourceUri(resources.get(url) as string));
    from = targetEnd;
  }
  return [...pieces, body.slice(from)].join('');
}
