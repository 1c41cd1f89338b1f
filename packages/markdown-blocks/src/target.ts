/** Syntax of a link: `[[…]]`, `![[…]]`, `[…](…)` and references, `![…](…)`, `<…>` and bare addresses. */
export type LinkKind = 'wikilink' | 'embed' | 'link' | 'image' | 'autolink';

/** Parsed target of a link. */
export type LinkTarget =
  /** Its own note, at its anchor. */
  | { type: 'self' }
  /** Note by its title or file name, with the folders written before it. */
  | { type: 'title'; title: string }
  | { type: 'document'; documentId: string }
  | { type: 'stable'; databaseId: string; documentId: string }
  | { type: 'resource'; resourceId: string }
  | { type: 'external'; url: string }
  | { type: 'invalid' };

/** Prefix of the addresses of notes; an id follows. */
export const DOCUMENT_URI = 'document://default/documents/';
/** Prefix of the addresses of attachments; an id follows. */
export const RESOURCE_URI = 'resource://default/resources/';

/** Matches a scheme of two letters or more: one letter is the drive of a file name. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;
const OWN_SCHEME = /^(?:document|resource|service):/i;
const DOCUMENT = new RegExp(`^${DOCUMENT_URI}(doc_[0-9a-z_]{1,64})$`);
const RESOURCE = new RegExp(`^${RESOURCE_URI}(res_[0-9a-z_]{1,64})$`);
const STABLE = /^service:\/\/databases\/(db_[0-9a-z_]{1,64})\/documents\/(doc_[0-9a-z_]{1,64})$/;
const SCRIPT_SCHEME = /^(?:javascript|vbscript):/i;
/** Matches an optional scheme, a user, and a host that is not empty. */
const WITH_HOST = /^(?:https?:)?\/\/(?:[^/?#\\]*@)?[^/?#\\@:]/i;
const NEEDS_HOST = /^(?:https?:|\/\/)/i;
/** Characters that a browser removes from an address before it reads the scheme. */
const IGNORED = /[\u0000-\u0020\u007f]+/g;
/** A wikilink as the destination of a link, as outliners label their pages. */
const PAGE = /^\[\[([^[\]]+)\]\]$/;
const FOLDER_START = /^(?:\.?\/)+/;
/** Largest length of a title in any spelling; longer relative destinations name nothing. */
const MAX_TITLE_LENGTH = 8_192;

/**
 * Classifies a link's target by its spelling alone; nothing is looked up. Addresses of this service are
 * `document://default/documents/doc_…`, `resource://default/resources/res_…` and
 * `service://databases/db_…/documents/doc_…`; a malformed one is invalid, and so are scripts, web addresses without a
 * host, and empty targets. Other schemes and `//host` are external. Everything else is a title: a wikilink's as it is
 * written, a relative destination's percent-decoded, without `/` and `./` at its start, or without the brackets of
 * `[[…]]`.
 */
export function classifyTarget(link: { kind: LinkKind; target: string; anchor: string | null }): LinkTarget {
  const { kind, target, anchor } = link;
  if (target === '') return { type: anchor === null ? 'invalid' : 'self' };
  if (OWN_SCHEME.test(target)) return ownTarget(target);
  if (kind === 'wikilink' || kind === 'embed') return { type: 'title', title: target };
  return isForeign(target) ? foreignTarget(target) : relativeTarget(target);
}

/**
 * Splits the anchor from a destination that points into this service, and decodes its percent escapes. A foreign
 * address stays whole.
 */
export function splitAnchor(destination: string): { target: string; anchor: string | null } {
  const hash = destination.indexOf('#');
  if (hash === -1 || (!OWN_SCHEME.test(destination) && isForeign(destination))) {
    return { target: destination, anchor: null };
  }
  return { target: destination.slice(0, hash), anchor: decodePercentEscapes(destination.slice(hash + 1)) || null };
}

function isForeign(destination: string): boolean {
  const start = removeIgnoredCharacters(destination);
  return start.startsWith('//') || SCHEME.test(start);
}

/** Returns the start of an address as a browser reads it, long enough for scheme and host. */
function removeIgnoredCharacters(address: string): string {
  return address.slice(0, MAX_TITLE_LENGTH).replace(IGNORED, '');
}

function ownTarget(target: string): LinkTarget {
  const uri = target.replace(OWN_SCHEME, (scheme) => scheme.toLowerCase());
  const document = DOCUMENT.exec(uri);
  if (document !== null) return { type: 'document', documentId: document[1]! };
  const resource = RESOURCE.exec(uri);
  if (resource !== null) return { type: 'resource', resourceId: resource[1]! };
  const stable = STABLE.exec(uri);
  if (stable !== null) return { type: 'stable', databaseId: stable[1]!, documentId: stable[2]! };
  return { type: 'invalid' };
}

function foreignTarget(target: string): LinkTarget {
  const start = removeIgnoredCharacters(target);
  const refused = SCRIPT_SCHEME.test(start) || (NEEDS_HOST.test(start) && !WITH_HOST.test(start));
  return refused ? { type: 'invalid' } : { type: 'external', url: target };
}

function relativeTarget(target: string): LinkTarget {
  if (target.length > MAX_TITLE_LENGTH) return { type: 'invalid' };
  const decoded = decodePercentEscapes(target);
  const title = (PAGE.exec(decoded)?.[1] ?? decoded.replace(FOLDER_START, '')).trim();
  return title === '' ? { type: 'invalid' } : { type: 'title', title };
}

/** Decodes percent escapes; text whose escapes are not UTF-8 stays as it is. */
export function decodePercentEscapes(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
