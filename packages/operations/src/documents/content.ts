import { ServiceError, textLimits } from '@notes/contract';
import { excerpt } from '@notes/markdown-blocks';
import { type Content, type Derived, FEATURES, type NewRevision } from '@notes/storage';
import type { Context, Library } from '../context.js';
import { newId } from '../ids.js';
import { isLong, lookAt, lookAtOnce } from '../markdown/look.js';

const EXCERPT_CHARACTERS = 200;

/** Of a note that could not be read in time: nothing but that mark. The next write of it tries again. */
const UNREAD: Derived = { links: [], tasks: [], features: FEATURES.unparsed };

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
  return { ...summary(text), derived: await lookAt('derived', { body: text.body, databaseId }, UNREAD) };
}

/** The same at once; undefined of a body that would hold this thread for long. */
export function contentAtOnce({ databaseId }: Owner, text: Text): Content | undefined {
  if (isLong(text.body)) return undefined;
  return { ...summary(text), derived: lookAtOnce('derived', { body: text.body, databaseId }, UNREAD) };
}

/** A text that changes faster than it can be read is stored without. */
export const unreadContent = (text: Text): Content => ({ ...summary(text), derived: UNREAD });

export const tooLarge = () => new ServiceError('body_too_large', 'a note holds at most 16 MiB of text');

/** A new revision by this call. */
export function newRevision(context: Context, made: Content): NewRevision {
  return { ...made, revisionId: newId('revision'), origin: context.origin, at: context.now() };
}
