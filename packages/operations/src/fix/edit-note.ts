import { posix } from 'node:path';
import type { fixKinds } from '@notes/contract';
import { classifyTarget, DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import type { DocumentWithBody, OutgoingLink, Reader } from '@notes/storage';
import type { Library } from '../context.js';
import { lookAt } from '../markdown/look.js';
import type { View } from '../markdown/views.js';

export type FixKind = (typeof fixKinds)[number];
export type Changes = Partial<Record<FixKind, number>>;

/** A text as it would be, and how much of each kind was put right in it. */
export interface EditedNote {
  readonly body: string;
  readonly changes: Changes;
}

/** What a piece of a text becomes. Offsets are in bytes. */
interface Edit {
  readonly kind: FixKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Link = View<'targets'>['links'][number];

/** A link as it is in the text, and as it is understood. */
interface Understood {
  readonly link: Link;
  readonly stored: OutgoingLink;
  readonly body: Buffer;
  readonly nameOf: (resourceId: string) => string | undefined;
}

const EDITS: readonly (readonly [FixKind, (link: Understood) => Omit<Edit, 'kind'> | undefined])[] = [
  ['non_canonical_link_target', canonical],
  ['missing_alt_text', described],
];

/**
 * What the text of a note becomes when these kinds are put right in it without asking anybody; null when nothing does, or
 * not all of its links are known.
 */
export async function editNote(
  { store, databaseId }: Pick<Library, 'store' | 'databaseId'>,
  document: DocumentWithBody,
  kinds: ReadonlySet<FixKind>,
): Promise<EditedNote | null> {
  const seen = await lookAt('targets', { body: document.body, databaseId }, null);
  const wanted = EDITS.filter(([kind]) => kinds.has(kind));
  if (seen === null || seen.truncated || wanted.length === 0) return null;
  const body = Buffer.from(document.body, 'utf8');
  const edits = store.read((reader) => {
    const links = understood(reader, document, seen.links, body);
    return links.flatMap((each) => wanted.flatMap(([kind, make]) => asEdit(kind, make(each))));
  });
  return edits.length === 0 ? null : applied(body, edits);
}

const asEdit = (kind: FixKind, edit: Omit<Edit, 'kind'> | undefined): Edit[] =>
  edit === undefined ? [] : [{ kind, ...edit }];

/** None where the links that are stored are not those of the text. */
function understood(reader: Reader, { pk }: DocumentWithBody, links: readonly Link[], body: Buffer): Understood[] {
  const stored = reader.links.outgoing(pk);
  const isSame = stored.length === links.length && links.every(({ target }, n) => stored[n]?.target === target);
  const nameOf = (id: string) => reader.resources.get(id)?.filename;
  return isSame ? links.map((link, n) => ({ link, stored: stored[n] as OutgoingLink, body, nameOf })) : [];
}

/** The target of a link to a note by its title becomes its address, and an address is spelt as we do; an anchor stays. */
function canonical({ link, stored, body }: Understood): Omit<Edit, 'kind'> | undefined {
  const uri = uriOf(link, stored);
  if (uri === undefined || link.target === uri) return undefined;
  const { targetStartByte: start, targetEndByte } = link;
  const written = body.toString('utf8', start, targetEndByte);
  const hash = written.indexOf('#');
  // With escapes and entities in it, a target is not parted where its text has the first such sign.
  if (hash !== -1 && (link.anchor === null || /[&\\]/.test(written))) return undefined;
  const end = hash === -1 ? targetEndByte : start + Buffer.byteLength(written.slice(0, hash));
  return { start, end, text: uri };
}

function uriOf(link: Link, { state, note }: OutgoingLink): string | undefined {
  if (state !== 'resolved' || (link.kind !== 'link' && link.kind !== 'image')) return undefined;
  const reference = classifyTarget(link);
  if (reference.type === 'resource') return RESOURCE_URI + reference.resourceId;
  const isOfNote = reference.type === 'document' || (reference.type === 'title' && link.kind === 'link');
  return isOfNote && note !== null ? DOCUMENT_URI + note.id : undefined;
}

const OPENING = '![';

/** An image without a text gets the name of what it shows. */
function described({ link, body, nameOf }: Understood): Omit<Edit, 'kind'> | undefined {
  const at = link.startByte + OPENING.length;
  if (link.kind !== 'image' || link.text.trim() !== '' || body.toString('latin1', link.startByte, at) !== OPENING)
    return undefined;
  const text = wordsOf(link, nameOf);
  return text === '' ? undefined : { start: at, end: at, text };
}

/** The name of a file, without its ending, as words that Markdown takes for text. */
function wordsOf(link: Link, nameOf: Understood['nameOf']): string {
  const reference = classifyTarget(link);
  const path = reference.type === 'resource' ? nameOf(reference.resourceId) : pathOf(link.target);
  return posix
    .parse(path ?? '')
    .name.replace(/[\s_\p{Cc}-]+/gu, ' ')
    .trim()
    .replace(/[\\[\]`*<>&!$|~]/g, '\\$&');
}

function pathOf(target: string): string | undefined {
  if (/^data:/i.test(target)) return undefined;
  const path = target.replace(/[?#].*$/s, '').replace(/^(?:https?:)?\/\/[^/]*/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Several links may share one target: that of a reference's definition. */
function applied(body: Buffer, edits: readonly Edit[]): EditedNote {
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
