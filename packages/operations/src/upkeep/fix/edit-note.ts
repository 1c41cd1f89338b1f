import { posix } from 'node:path';
import type { fixKinds } from '@notes/contract';
import { classifyTarget, DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import type { DocumentWithBody, OutgoingLink, Reader } from '@notes/storage';
import { computeView } from '../../notes/markdown/compute-view.js';
import type { View } from '../../notes/markdown/views.js';
import type { Library } from '../../platform/context.js';

export type FixKind = (typeof fixKinds)[number];
export type Changes = Partial<Record<FixKind, number>>;

/** Text after the fixes, with the number of fixes of each kind. */
export interface EditedNote {
  readonly body: string;
  readonly changes: Changes;
}

/** Replacement of a part of a text. Offsets are in bytes. */
interface Edit {
  readonly kind: FixKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Link = View<'targets'>['links'][number];

/** A link as written in the text, with its stored resolution. */
interface ResolvedLink {
  readonly link: Link;
  readonly stored: OutgoingLink;
  readonly body: Buffer;
  readonly getFilename: (resourceId: string) => string | undefined;
}

const EDITS: readonly (readonly [FixKind, (link: ResolvedLink) => Omit<Edit, 'kind'> | undefined])[] = [
  ['non_canonical_link_target', canonicalizeTarget],
  ['missing_alt_text', addAltText],
];

/**
 * Returns the text of a note after all fixes of these kinds that need no decision; null when nothing changes or when
 * not all of its links are known.
 */
export async function editNote(
  { store, databaseId }: Pick<Library, 'store' | 'databaseId'>,
  document: DocumentWithBody,
  kinds: ReadonlySet<FixKind>,
): Promise<EditedNote | null> {
  const seen = await computeView('targets', { body: document.body, databaseId }, null);
  const wanted = EDITS.filter(([kind]) => kinds.has(kind));
  if (seen === null || seen.truncated || wanted.length === 0) return null;
  const body = Buffer.from(document.body, 'utf8');
  const edits = store.read((reader) => {
    const links = resolveLinks(reader, document, seen.links, body);
    return links.flatMap((each) => wanted.flatMap(([kind, make]) => asEdit(kind, make(each))));
  });
  return edits.length === 0 ? null : applyEdits(body, edits);
}

const asEdit = (kind: FixKind, edit: Omit<Edit, 'kind'> | undefined): Edit[] =>
  edit === undefined ? [] : [{ kind, ...edit }];

/** Returns the links with their stored resolutions; an empty list when the stored links are not those of the text. */
function resolveLinks(reader: Reader, { pk }: DocumentWithBody, links: readonly Link[], body: Buffer): ResolvedLink[] {
  const stored = reader.links.outgoing(pk);
  const isSame = stored.length === links.length && links.every(({ target }, n) => stored[n]?.target === target);
  const getFilename = (id: string) => reader.resources.get(id)?.filename;
  return isSame ? links.map((link, n) => ({ link, stored: stored[n] as OutgoingLink, body, getFilename })) : [];
}

/** Returns an edit that replaces a title link by the note's address and normalises an address. An anchor stays. */
function canonicalizeTarget({ link, stored, body }: ResolvedLink): Omit<Edit, 'kind'> | undefined {
  const uri = getCanonicalUri(link, stored);
  if (uri === undefined || link.target === uri) return undefined;
  const { targetStartByte: start, targetEndByte } = link;
  const written = body.toString('utf8', start, targetEndByte);
  const hash = written.indexOf('#');
  // With escapes or entities, the first `#` of the written target may not be the separator of the anchor.
  if (hash !== -1 && (link.anchor === null || /[&\\]/.test(written))) return undefined;
  const end = hash === -1 ? targetEndByte : start + Buffer.byteLength(written.slice(0, hash));
  return { start, end, text: uri };
}

function getCanonicalUri(link: Link, { state, note }: OutgoingLink): string | undefined {
  if (state !== 'resolved' || (link.kind !== 'link' && link.kind !== 'image')) return undefined;
  const reference = classifyTarget(link);
  if (reference.type === 'resource') return RESOURCE_URI + reference.resourceId;
  const isOfNote = reference.type === 'document' || (reference.type === 'title' && link.kind === 'link');
  return isOfNote && note !== null ? DOCUMENT_URI + note.id : undefined;
}

const OPENING = '![';

/** Returns an edit that gives an image without alternative text the name of its target. */
function addAltText({ link, body, getFilename }: ResolvedLink): Omit<Edit, 'kind'> | undefined {
  const at = link.startByte + OPENING.length;
  if (link.kind !== 'image' || link.text.trim() !== '' || body.toString('latin1', link.startByte, at) !== OPENING)
    return undefined;
  const text = toAltText(link, getFilename);
  return text === '' ? undefined : { start: at, end: at, text };
}

/** Converts a file name, without its extension, to words that Markdown reads as plain text. */
function toAltText(link: Link, nameOf: ResolvedLink['getFilename']): string {
  const reference = classifyTarget(link);
  const path = reference.type === 'resource' ? nameOf(reference.resourceId) : decodePath(link.target);
  return posix
    .parse(path ?? '')
    .name.replace(/[\s_\p{Cc}-]+/gu, ' ')
    .trim()
    .replace(/[\\[\]`*<>&!$|~]/g, '\\$&');
}

function decodePath(target: string): string | undefined {
  if (/^data:/i.test(target)) return undefined;
  const path = target.replace(/[?#].*$/s, '').replace(/^(?:https?:)?\/\/[^/]*/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Several links may share one target, the one of a reference definition. */
function applyEdits(body: Buffer, edits: readonly Edit[]): EditedNote {
  const byPlace = new Map(edits.map((edit) => [`${edit.start} ${edit.kind}`, edit]));
  const inOrder = [...byPlace.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: Buffer[] = [];
  const changes: Changes = {};
  let from = 0;
  for (const { kind, start, end, text } of inOrder) {
    pieces.push(body.subarray(from, start), Buffer.from(text, 'utf8'));
    changes[kind] = (changes[kind] ?? 0) + 1;
    from = end;
  }
  return { body: Buffer.concat([...pieces, body.subarray(from)]).toString('utf8'), changes };
}
