import { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import { type ComponentChild, render } from 'preact';
import { contentPath } from '../../api/client.js';
import { href } from '../../kernel/router.js';
import { Icon } from '../../ui/icon.js';
import { colourCode } from '../code/colour.js';
import { NoteEmbed } from '../embeds/note-embed.js';
import { QueryBlock } from '../queries/query-block.js';
import { calloutName, text } from '../texts.js';
import type { BlockContext } from './block-context.js';
import { showCalloutIcon } from './callout-icon.js';
import { Diagram } from './diagram.js';
import { listOwn, resolveLinks, toDocumentId, uriHref } from './links.js';
import { showMath } from './math.js';
import { isImage, Media, type Resource } from './media.js';
import { Picture, type PictureSize } from './picture.js';
import { RemoteImage } from './remote-image.js';
import './parts.css';

/** Activates the parts of a new block. Returns a function that ends them. */
export function activateBlock(block: HTMLElement, around: BlockContext): () => void {
  for (const element of parts(block, 'note-query'))
    mount(element, (block) => <QueryBlock block={block} view={element.dataset.kind} />);
  for (const element of parts(block, 'diagram')) mount(element, (source) => <Diagram source={source} />);
  for (const element of parts(block, 'footnote-back')) mount(element, () => <Icon name="return" />);
  for (const element of parts(block, 'footnote-back')) element.ariaLabel = text.footnoteBack;
  for (const element of parts(block, 'footnotes')) element.ariaLabel = text.footnotes;
  for (const element of parts(block, 'properties')) element.textContent = text.properties;
  for (const element of parts(block, 'callout-kind')) element.textContent = calloutName(element.textContent ?? '');
  for (const callout of block.querySelectorAll('.callout')) showCalloutIcon(callout);
  for (const cell of block.querySelectorAll('th, td')) markShortCell(cell);
  for (const box of parts(block, 'task')) box.ariaLabel = firstLine(box.parentElement);
  const codes = block.querySelectorAll('pre:has(> code)');
  for (const code of codes) scrolledCode.observe(code);
  for (const element of parts(block, 'math')) void showMath(element);
  for (const element of block.querySelectorAll<HTMLElement>('[data-language]')) void colourCode(element);
  refresh(block, around);
  return () => {
    for (const code of codes) scrolledCode.unobserve(code);
    for (const element of MOUNTED.flatMap((part) => parts(block, part))) render(null, element);
  };
}

/** Length of the text of a cell that is not divided, such as a date. */
const MAX_SHORT_CELL = 16;

function markShortCell(cell: Element): void {
  if ((cell.textContent ?? '').length <= MAX_SHORT_CELL) cell.classList.add('short');
}

const MOUNTED = ['note-query', 'diagram', 'remote-image', 'embed', 'image', 'footnote-back'];

const parts = (root: HTMLElement, name: string) => listOwn(root, `[data-part="${name}"]`);

const firstLine = (element: Element | null) => element?.textContent?.trim().split('\n', 1)[0] ?? '';

/** Replaces a placeholder's text with its component. */
function mount(element: HTMLElement, show: (source: string) => ComponentChild): void {
  const source = element.textContent ?? '';
  element.replaceChildren();
  render(show(source), element);
}

/** Updates the parts that depend on the context when it changes. */
export function refresh(root: HTMLElement, around: BlockContext): void {
  resolveLinks(root, around);
  for (const box of listOwn<HTMLInputElement>(root, '[data-part="task"]')) box.disabled = !around.canTick;
  for (const element of parts(root, 'embed')) showEmbed(element, around);
  for (const element of parts(root, 'image')) showImage(element, around);
  for (const element of parts(root, 'remote-image'))
    render(<RemoteImage url={element.dataset.to ?? ''} alt={getAlt(element)} owner={around.owner} />, element);
}

const getSize = (element: HTMLElement): PictureSize => ({
  width: element.getAttribute('width') ?? undefined,
  height: element.getAttribute('height') ?? undefined,
});

const getAlt = (element: HTMLElement) => element.getAttribute('alt') ?? '';

/** Shows an image of the library; its target may be an attachment of another kind. */
function showImage(element: HTMLElement, { resources }: BlockContext): void {
  const { to = '' } = element.dataset;
  const resource = resources.get(to);
  const image = { alt: getAlt(element), title: element.title, ...getSize(element) };
  const src = contentPath(to);
  if (element.closest('a') !== null && (resource === undefined || isImage(resource)))
    render(<img src={src} {...image} alt={image.alt} loading="lazy" />, element);
  else
    render(
      resource === undefined ? <Picture src={src} {...image} /> : <Media resource={resource} {...image} />,
      element,
    );
}

/** Shows `![[name]]` and images by name: the attachment, or a link to the note. */
function showEmbed(element: HTMLElement, { links, resources, here, embedding }: BlockContext): void {
  const { to = '', at = '', kind } = element.dataset;
  const name = getAlt(element) || to;
  const uri = kind === 'resource' ? `${RESOURCE_URI}${to}` : links.get(`${to}#${at}`)?.canonical_target;
  const resource = uri?.startsWith(RESOURCE_URI) ? resources.get(uri.slice(RESOURCE_URI.length)) : undefined;
  const id = kind === 'self' ? here?.[1] : kind === 'document' ? to : uri && toDocumentId(uri);
  if (id !== undefined && embedding !== undefined && element.closest('a') === null) {
    const target = kind === 'self' ? href(here ?? [], { at }) : (uriHref(`${DOCUMENT_URI}${id}`, at) ?? '');
    render(<NoteEmbed {...{ id, at, address: target, name, embedding }} activate={activateBlock} />, element);
    return;
  }
  const address = uri === undefined ? undefined : uriHref(uri, at);
  render(<Embed resource={resource} size={getSize(element)} address={address} name={name} />, element);
}

interface EmbedProps {
  readonly resource: Resource | undefined;
  readonly size: PictureSize;
  readonly address: string | undefined;
  readonly name: string;
}

function Embed({ resource, size, address, name }: EmbedProps) {
  if (resource !== undefined) return <Media resource={resource} alt={name} {...size} />;
  return address === undefined ? <span class="dead-link">{name}</span> : <a href={address}>{name}</a>;
}

/** Makes code that is wider than the page focusable, so that the keyboard can scroll it; other code is no tab stop. */
export const scrolledCode = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) (target as HTMLElement).tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
