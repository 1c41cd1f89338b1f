import { createNoteTooLargeError, textLimits } from '@notes/contract';
import { excerpt } from '@notes/markdown-blocks';
import { type Content, type Derived, FEATURES, type NewRevision } from '@notes/storage';
import type { Context, Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { computeView, computeViewHere, isLong } from '../markdown/compute-view.js';
import { findResourceIds } from '../markdown/named-resources.js';

const EXCERPT_CHARACTERS = 200;

/**
 * Derived content of a text that could not be read in time: only the mark that says so, and the resources, which must
 * not be lost.
 */
const makeUnreadDerived = (body: string): Derived => ({
  links: [],
  resources: findResourceIds(body),
  tasks: [],
  features: FEATURES.unparsed,
});

export type Text = Pick<Content, 'title' | 'body'>;
type Owner = Pick<Library, 'databaseId'>;

/** Returns the fields that a list shows of a title and body. */
export function summarize({ title, body }: Text): Omit<Content, 'derived'> {
  const sizeBytes = Buffer.byteLength(body, 'utf8');
  if (sizeBytes > textLimits.body) throw createNoteTooLargeError();
  return { title, body, sizeBytes, excerpt: excerpt(body, EXCERPT_CHARACTERS) };
}

/** Returns the stored form of a title and body with its derived content. A worker reads a long body. */
export async function buildContent({ databaseId }: Owner, text: Text): Promise<Content> {
  const view = isLong(text.body) ? 'indexed' : 'derived';
  const derived = await computeView(view, { body: text.body, databaseId }, null);
  return { ...summarize(text), derived: derived ?? makeUnreadDerived(text.body) };
}

/** Returns the stored form without waiting; undefined for a body that would block this thread for long. */
export function buildShortContent({ databaseId }: Owner, text: Text): Content | undefined {
  return isLong(text.body) ? undefined : buildContentHere({ databaseId }, text);
}

/** Computes the stored form on this thread, however long that takes, for callers that may block. */
export function buildContentHere({ databaseId }: Owner, text: Text): Content {
  const derived = computeViewHere('derived', { body: text.body, databaseId }, null);
  return { ...summarize(text), derived: derived ?? makeUnreadDerived(text.body) };
}

/** Returns the stored form without derived content, for a text that changes faster than it can be read. */
export const buildUnreadContent = (text: Text): Content => ({
  ...summarize(text),
  derived: makeUnreadDerived(text.body),
});

/** Returns a new revision made by this call. */
export function newRevision(context: Context, made: Content): NewRevision {
  return { ...made, revisionId: newId('revision'), origin: context.origin, at: context.now() };
}
