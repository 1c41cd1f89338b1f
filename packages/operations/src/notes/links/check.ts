import type { Input, Output } from '@notes/contract';
import { BOUNDS } from '@notes/markdown-blocks';
import { getActiveDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { computeView } from '../markdown/compute-view.js';
import { Anchors } from './anchors.js';
import { wireEntries } from './entries.js';

/** Returns the links that would be stored for a text, and stores nothing. */
export async function checkLinks(
  context: Context,
  { document_id, body }: Input<'checkLinks'>,
): Promise<Output<'checkLinks'>> {
  const { library } = context;
  const pk =
    document_id === undefined ? null : library.store.read((reader) => getActiveDocument(reader, document_id).pk);
  const derived = await computeView('derived', { body, databaseId: library.databaseId }, null);
  if (derived === null) return { entries: [], truncated: true };
  const references = derived.links.map(({ reference }) => reference);
  const meanings = library.store.read(({ links }) => links.resolve(references, pk));
  const links = derived.links.map((link, index) => ({ ...link, ...(meanings[index] as (typeof meanings)[number]) }));
  return {
    entries: await wireEntries(context, links, new Anchors(library, { pk, body })),
    truncated: links.length >= BOUNDS.links,
  };
}
