import { RESOURCE_URI } from '@notes/markdown-blocks';
import { type ComponentChild, render } from 'preact';
import { type LinkTable, placeLinks, uriHref } from './links.js';
import { showMath } from './math.js';
import { Media, type Resource, type ResourceTable } from './media.js';
import { QueryBlock } from './query.js';
import { type Owner, RemoteImage } from './remote-image.js';

/** What the blocks of a note are shown among. */
export interface Surroundings {
  readonly owner: Owner | undefined;
  readonly links: LinkTable;
  readonly resources: ResourceTable;
  readonly canTick: boolean;
}

/** Makes the parts of a new block live; gives what ends them. */
export function adopt(block: HTMLElement, around: Surroundings): () => void {
  const mounted: HTMLElement[] = [];
  const mount = (element: HTMLElement, child: ComponentChild) => {
    element.replaceChildren();
    render(child, element);
    mounted.push(element);
  };
  for (const element of block.querySelectorAll<HTMLElement>('[data-part="note-query"]'))
    mount(element, <QueryBlock block={element.textContent ?? ''} />);
  for (const element of block.querySelectorAll<HTMLElement>('[data-part="remote-image"]'))
    mount(element, <RemoteImage url={element.dataset.to ?? ''} alt={altOf(element)} owner={around.owner} />);
  for (const element of block.querySelectorAll<HTMLElement>('[data-part="math"]')) void showMath(element);
  refresh(block, around);
  return () => {
    for (const element of mounted) render(null, element);
  };
}

/** What follows the surroundings when these change. */
export function refresh(root: HTMLElement, around: Surroundings): void {
  placeLinks(root, around.links, around.owner?.id);
  for (const box of root.querySelectorAll<HTMLInputElement>('[data-part="task"]')) box.disabled = !around.canTick;
  for (const element of root.querySelectorAll<HTMLElement>('[data-part="embed"]')) showEmbed(element, around);
  for (const image of root.querySelectorAll<HTMLImageElement>('img[data-to]')) showResource(image, around);
}

const altOf = (element: HTMLElement) => element.getAttribute('alt') ?? '';

/** An attachment that is no image is shown by what it is. */
function showResource(image: HTMLImageElement, { resources }: Surroundings): void {
  const resource = resources.get(image.dataset.to ?? '');
  if (resource === undefined || resource.mime_type.startsWith('image/')) return;
  const place = document.createElement('span');
  render(<Media resource={resource} alt={image.alt} />, place);
  image.replaceWith(place);
}

/** `![[name]]` and images by name: the attachment it leads to, or a link to the note. */
function showEmbed(element: HTMLElement, { links, resources }: Surroundings): void {
  const { to = '', at = '', kind } = element.dataset;
  const uri = kind === 'resource' ? `${RESOURCE_URI}${to}` : links.get(`${to}#${at}`)?.canonical_target;
  const resource = uri?.startsWith(RESOURCE_URI) ? resources.get(uri.slice(RESOURCE_URI.length)) : undefined;
  const address = uri === undefined ? undefined : uriHref(uri, at);
  const name = altOf(element) || to;
  render(<Embed resource={resource} address={address} name={name} />, element);
}

interface EmbedProps {
  readonly resource: Resource | undefined;
  readonly address: string | undefined;
  readonly name: string;
}

function Embed({ resource, address, name }: EmbedProps) {
  if (resource !== undefined) return <Media resource={resource} alt={name} />;
  return address === undefined ? <span class="dead-link">{name}</span> : <a href={address}>{name}</a>;
}
