import type { Output } from '@notes/contract';
import { DOCUMENT_URI, RESOURCE_URI, splitAnchor } from '@notes/markdown-blocks';
import { asApiError, formatError } from '../../api/api-error.js';
import { call, contentPath } from '../../api/client.js';
import { go, href } from '../../kernel/router.js';
import { isPdf } from '../../pdf/pdf-card.js';
import { notify } from '../../ui/notices.js';
import { text } from '../texts.js';
import { type LinkEntry, type LinkTable, linkKey } from './link-table.js';
import type { ResourceTable } from './media.js';

/** Context of the links of a note: their targets, the attachments of the note, and its address. */
export interface LinkContext {
  readonly links: LinkTable;
  readonly resources: ResourceTable;
  /** Address of the note, if it has one. */
  readonly here: readonly string[] | undefined;
}

/** Sets the target of each link in `root`. */
export function resolveLinks(root: HTMLElement, { links, resources, here }: LinkContext): void {
  for (const link of listOwn<HTMLAnchorElement>(root, 'a[data-kind]')) {
    const { kind, to = '', at } = link.dataset;
    link.onclick = null;
    if (kind === 'self' && here !== undefined) link.href = href(here, toAnchorQuery(at));
    if (kind === 'document') link.href = noteHref(to, at);
    if (kind === 'resource') openInNewTab(link, contentPath(to));
    if (kind === 'stable') makeStable(link);
    if (kind === 'title') showTitle(link, to, at, links.get(linkKey(to, at)));
    openPdfInPlace(link, resources);
  }
}

/** Lists the elements of a note in `root`, without those of notes embedded in it. */
export function listOwn<E extends HTMLElement>(root: HTMLElement, selector: string): E[] {
  const around = root.closest('.embedded');
  return [...root.querySelectorAll<E>(selector)].filter((element) => element.closest('.embedded') === around);
}

/** Links to an attachment on the service, which shows or downloads it. */
function openInNewTab(link: HTMLAnchorElement, address: string): void {
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** Opens a PDF over the page when its link is clicked; with a modifier key the browser handles the click. */
function openPdfInPlace(link: HTMLAnchorElement, resources: ResourceTable): void {
  const file = resources.get(RESOURCE_ID.exec(link.pathname)?.[1] ?? '');
  if (file === undefined || !isPdf(file)) return;
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    import('../../pdf/pdf-dialog.js').then(
      ({ openPdfDialog }) => openPdfDialog(file),
      () => notify(text.pdfNotLoaded),
    );
  };
}

const RESOURCE_ID = /^\/api\/v1\/resources\/(\w+)\/content$/;

/** Resolves the link when it is followed. */
function makeStable(link: HTMLAnchorElement): void {
  link.href = '#';
  link.onclick = (event) => {
    event.preventDefault();
    void followStableLink(link.dataset.to ?? '', link.dataset.at);
  };
}

function showTitle(link: HTMLAnchorElement, title: string, at: string | undefined, entry: LinkEntry | undefined): void {
  link.classList.toggle('unresolved', entry?.status === 'unresolved');
  link.classList.toggle('ambiguous', entry?.status === 'ambiguous');
  link.classList.toggle('stale', entry?.status === 'stale_anchor');
  const target = entry?.canonical_target ?? entry?.candidates?.[0]?.uri;
  if (target !== undefined) link.href = uriHref(target, at) ?? '';
  else if (entry?.status === 'unresolved') link.href = href(['new'], { title });
  const candidates = entry?.candidates ?? [];
  if (candidates.length > 0) link.title = text.ambiguousLink(candidates.length);
  else if (entry?.status === 'unresolved') link.title = text.unresolvedLink(title);
}

/** Returns the id of the note that a URI of the library names. */
export function toDocumentId(uri: string): string | undefined {
  const { target } = splitAnchor(uri);
  return target.startsWith(DOCUMENT_URI) ? target.slice(DOCUMENT_URI.length) : undefined;
}

/** Returns the address at which a URI of the library is shown. */
export function uriHref(uri: string, at?: string): string | undefined {
  const { target, anchor } = splitAnchor(uri);
  if (target.startsWith(DOCUMENT_URI)) return noteHref(target.slice(DOCUMENT_URI.length), anchor ?? at);
  return target.startsWith(RESOURCE_URI) ? contentPath(target.slice(RESOURCE_URI.length)) : undefined;
}

const noteHref = (documentId: string, at: string | undefined) => href(['n', documentId], toAnchorQuery(at));

const toAnchorQuery = (at: string | undefined): { at?: string } => (at === undefined || at === '' ? {} : { at });

type Unopened = Exclude<Output<'resolveLink'>['status'], 'resolved'>;

const reasons: Readonly<Record<Unopened, string>> = {
  trashed: text.targetTrashed,
  stale_target: text.targetMissing,
  foreign_database: text.targetForeign,
};

/** Opens the note that a `service://` link names, or reports why it cannot be opened. */
export async function followStableLink(uri: string, at: string | undefined): Promise<void> {
  try {
    const { status, document } = await call('resolveLink', { uri });
    if (status !== 'resolved') return notify(reasons[status]);
    if (document !== undefined) go(['n', document.document_id], at === undefined ? {} : { at });
  } catch (error) {
    notify(formatError(asApiError(error)));
  }
}
