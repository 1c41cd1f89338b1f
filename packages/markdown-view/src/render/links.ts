import { classifyTarget, type LinkKind, splitAnchor } from '@notes/markdown-blocks';
import { type Attributes, element, type SafeNode } from '../nodes.js';
import type { Destination } from './definitions.js';

/** Characters that browsers remove from an address before they read its scheme. */
const IGNORED = /[\u0000-\u0020\u007f-\u009f]+/g;
const MAX_ADDRESS_LENGTH = 8_192;
const WEB = new Set(['http:', 'https:']);
const LINKED = new Set([...WEB, 'mailto:']);

/** Renders a link whose text is `children`; a forbidden target leaves the text alone. */
export function linkNode(kind: LinkKind, destination: Destination, children: readonly SafeNode[]): SafeNode {
  const attributes = toAttributes(kind, destination.address);
  if (attributes === undefined) return element('span', children, { class: 'dead-link' });
  const { title } = destination;
  const bare = kind === 'autolink' && { class: 'bare' };
  return element('a', children, { ...attributes, ...bare, ...(title !== undefined && { title }) });
}

function toAttributes(kind: LinkKind, address: string): Attributes | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  const { target, anchor } = splitAnchor(address);
  return targetAttributes(kind, target, anchor);
}

/** Returns the attributes for a link's target; undefined for a forbidden target. */
export function targetAttributes(kind: LinkKind, target: string, anchor: string | null): Attributes | undefined {
  const meant = classifyTarget({ kind, target, anchor });
  const at = anchor === null ? {} : { 'data-at': anchor };
  switch (meant.type) {
    case 'self':
      return { 'data-kind': 'self', 'data-to': '', ...at };
    case 'title':
      return { 'data-kind': 'title', 'data-to': target, ...at };
    case 'document':
      return { 'data-kind': 'document', 'data-to': meant.documentId, ...at };
    case 'stable':
      return { 'data-kind': 'stable', 'data-to': target, ...at };
    case 'resource':
      return { 'data-kind': 'resource', 'data-to': meant.resourceId };
    case 'external': {
      const url = webAddress(meant.url, LINKED);
      return url === undefined ? undefined : { href: url };
    }
    case 'invalid':
      return undefined;
  }
}

/** Renders the placeholder of an image, which the page loads: an attachment, by its name or id, or a remote image. */
export function imageNode({ address, title }: Destination, alt: string): SafeNode {
  const named = { alt, ...(title !== undefined && { title }) };
  if (address.length > MAX_ADDRESS_LENGTH) return alt;
  const meant = classifyTarget({ kind: 'image', target: address, anchor: null });
  if (meant.type === 'resource')
    return element('span', [], { 'data-part': 'image', 'data-to': meant.resourceId, ...named });
  if (meant.type === 'title')
    return element('span', [], { 'data-part': 'embed', 'data-kind': 'title', 'data-to': address, ...named });
  const remote = meant.type === 'external' ? webAddress(meant.url, WEB) : undefined;
  if (remote === undefined) return element('span', [alt], { class: 'dead-link' });
  return element('span', [], { 'data-part': 'remote-image', 'data-to': remote, ...named });
}

/** Returns the address as a browser reads it, when its scheme is one of `schemes`. */
function webAddress(written: string, schemes: ReadonlySet<string>): string | undefined {
  const address = written.replace(IGNORED, '');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && schemes.has(url.protocol) ? url.href : undefined;
}
