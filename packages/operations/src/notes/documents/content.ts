import { ServiceError, textLimits } from '@notes/contract';
import { excerpt } from '@notes/markdown-blocks';
import { type Content, type Derived, FEATURES, type NewRevision } from '@notes/storage';
import type { Context, Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { isLong, lookAt, lookAtOnce } from '../markdown/look.js';
import { namedResources } from '../markdown/named-resources.js';

const EXCERPT_CHARACTERS = 200;

/**
 * Derived content of a text that could not be read in time: only the mark that says so, and the resources, which must
 * not be lost.
 */
const unread = (body: string): Derived => ({
  links: [],
  resources: namedResources(body),
  tasks: [],
  features: FEATURES.unparsed,
});

export type Text = Pick<Content, 'title' | 'body'>;
type Owner = Pick<Library, 'databaseId'>;

/** Returns the fields that a list shows of a title and body. */
export function summary({ title, body }: Text): Omit<Content, 'derived'> {
  const sizeBytes = Buffer.byteLength(body, 'utf8');
  if (sizeBytes > textLimits.body) throw tooLarge();
  return { title, body, sizeBytes, excerpt: excerpt(body, EXCERPT_CHARACTERS) };
}

/** Returns the stored form of a title and body with its derived content. A worker reads a long body. */
export async function content({ databaseId }: Owner, text: Text): Promise<Content> {
  const view = isLong(text.body) ? 'indexed' : 'derived';
  const derived = await lookAt(view, { body: text.body, databaseId }, null);
  return { ...summary(text), derived: derived ?? unread(text.body) };
}

/** Returns the stored form without waiting; undefined for a body that would block this thread for long. */
export function contentAtOnce({ databaseId }: Owner, text: Text): Content | undefined {
  return isLong(text.body) ? undefined : contentHere({ databaseId }, text);
}

/** Computes the stored form on this thread, however long that takes, for callers that may block. */
export function contentHere({ databaseId }: Owner, text: Text): Content {
  const derived = lookAtOnce('derived', { body: text.body, databaseId }, null);
  return { ...summary(text), derived: derived ?? unread(text.body) };
}

/** Returns the stored form without derived content, for a text that changes faster than it can be read. */
export const unreadContent = (text: Text): Content => ({ ...summary(text), derived: unread(text.body) });

export const tooLarge = () => new ServiceError('body_too_large', 'The text of a note can have at most 16 MiB');

/** Returns a new revision made by this call. */
export function newRevision(context: Context, made: Content): NewRevision {
  return { ...made, revisionId: newId('revision'), origin: context.origin, at: context.now() };
}
