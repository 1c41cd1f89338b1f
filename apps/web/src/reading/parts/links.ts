import type { Output } from '@notes/contract';
import { DOCUMENT_URI, RESOURCE_URI, splitAnchor } from '@notes/markdown-blocks';
import { href } from '../../app/router.js';
import { contentPath } from '../render/links.js';
import { followStableLink } from './stable-link.js';

type Entry = Output<'listDocumentLinks'>['outgoing'][number];

/** Where the links of a note lead, by what they are written as. */
export type LinkTable = ReadonlyMap<string, Entry>;

export const linkTable = (entries: readonly Entry[]): LinkTable =>
  new Map(entries.map((entry) => [keyOf(entry.target, entry.anchor), entry]));

const keyOf = (target: string, anchor: string | null | undefined) => `${target}#${anchor ?? ''}`;

/** Gives each link in `root` where it leads; `documentId` is the note they stand in. */
export function placeLinks(root: HTMLElement, table: LinkTable, documentId: string | undefined): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-kind]')) {
    const { kind, to = '', at } = link.dataset;
    if (kind === 'self' && documentId !== undefined) link.href = noteHref(documentId, at);
    if (kind === 'document') link.href = noteHref(to, at);
    if (kind === 'resource') link.href = contentPath(to);
    if (kind === 'stable') makeStable(link);
    if (kind === 'title') placeTitle(link, to, at, table.get(keyOf(to, at)));
  }
}

/** Where it leads is asked when it is followed. */
function makeStable(link: HTMLAnchorElement): void {
  link.href = '#';
  link.onclick = (event) => {
    event.preventDefault();
    void followStableLink(link.dataset.to ?? '', link.dataset.at);
  };
}

function placeTitle(link: HTMLAnchorElement, title: string, at: string | undefined, entry: Entry | undefined): void {
  link.classList.toggle('unresolved', entry?.status === 'unresolved');
  link.classList.toggle('ambiguous', entry?.status === 'ambiguous');
  link.classList.toggle('stale', entry?.status === 'stale_anchor');
  const target = entry?.canonical_target ?? entry?.candidates?.[0]?.uri;
  if (target !== undefined) link.href = uriHref(target, at) ?? '';
  else if (entry?.status === 'unresolved') link.href = href(['new'], { title });
  const candidates = entry?.candidates ?? [];
  if (candidates.length > 0) link.title = `${candidates.length} notes have this title`;
  else if (entry?.status === 'unresolved') link.title = `There is no note “${title}” yet: create it`;
}

/** Where a URI of ours is shown. */
export function uriHref(uri: string, anchor?: string): string | undefined {
  const { target, anchor: own } = splitAnchor(uri);
  if (target.startsWith(DOCUMENT_URI)) return noteHref(target.slice(DOCUMENT_URI.length), own ?? anchor);
  return target.startsWith(RESOURCE_URI) ? contentPath(target.slice(RESOURCE_URI.length)) : undefined;
}

const noteHref = (documentId: string, at: string | undefined) =>
  href(['n', documentId], at === undefined || at === '' ? {} : { at });
