import { ServiceError, textLimits } from '@notes/contract';
import { excerpt } from '@notes/markdown-blocks';
import { type Content, type Derived, FEATURES, type NewRevision } from '@notes/storage';
import type { Context, Library } from '../context.js';
import { newId } from '../ids.js';
import { isLong, lookAt, lookAtOnce } from '../markdown/look.js';
import { namedResources } from '../markdown/named-resources.js';

const EXCERPT_CHARACTERS = 200;

/** Of a text that could not be read in time: nothing but that mark, and what must not be lost for it. */
const unread = (body: string): Derived => ({
  links: [],
  resources: namedResources(body),
  tasks: [],
  features: FEATURES.unparsed,
});

export type Text = Pick<Content, 'title' | 'body'>;
type Owner = Pick<Library, 'databaseId'>;

/** What a list shows of a title and body. */
export function summary({ title, body }: Text): Omit<Content, 'derived'> {
  const sizeBytes = Buffer.byteLength(body, 'utf8');
  if (sizeBytes > textLimits.body) throw tooLarge();
  return { title, body, sizeBytes, excerpt: excerpt(body, EXCERPT_CHARACTERS) };
}

/** What a title and body are stored as, with what is derived from them; a long body is read in a worker. */
export async function content({ databaseId }: Owner, text: Text): Promise<Content> {
  const derived = await lookAt('derived', { body: text.body, databaseId }, null);
  return { ...summary(text), derived: derived ?? unread(text.body) };
}

/** The same at once; undefined of a body that would hold this thread for long. */
export function contentAtOnce({ databaseId }: Owner, text: Text): Content | undefined {
  return isLong(text.body) ? undefined : contentHere({ databaseId }, text);
}

/** The same on this thread however long that takes, for work that nobody else waits for. */
export function contentHere({ databaseId }: Owner, text: Text): Content {
  const derived = lookAtOnce('derived', { body: text.body, databaseId }, null);
  return { ...summary(text), derived: derived ?? unread(text.body) };
}

/** A text that changes faster than it can be read is stored without. */
export const unreadContent = (text: Text): Content => ({ ...summary(text), derived: unread(text.body) });

export const tooLarge = () => new ServiceError('body_too_large', 'a note holds at most 16 MiB of text');

/** A new revision by this call. */
export function newRevision(context: Context, made: Content): NewRevision {
  return { ...made, revisionId: newId('revision'), origin: context.origin, at: context.now() };
}
