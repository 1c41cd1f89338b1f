import { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';

const NOTE = /^#\/n\/(doc_\w+)(?:\?(.*))?$/;
const RESOURCE = /^api\/v1\/resources\/(\w+)\/content(?:\?|$)/;

/**
 * Returns the URI of the note or attachment that an address of this page shows, and undefined for other addresses.
 *
 * @param origin this page's own, such as `http://127.0.0.1:7313`
 */
export function toLibraryUri(address: string, origin: string): string | undefined {
  if (!address.startsWith(`${origin}/`)) return undefined;
  const path = address.slice(origin.length + 1);
  const [, documentId, query] = NOTE.exec(path) ?? [];
  if (documentId !== undefined) {
    const anchor = new URLSearchParams(query).get('at');
    return DOCUMENT_URI + documentId + (anchor === null ? '' : `#${encodeURIComponent(anchor)}`);
  }
  const resourceId = RESOURCE.exec(path)?.[1];
  return resourceId && RESOURCE_URI + resourceId;
}
