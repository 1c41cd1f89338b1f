import { ServiceError, textLimits } from '@notes/contract';
import { excerpt } from '@notes/markdown-blocks';
import type { Content, NewRevision } from '@notes/storage';
import type { Context } from '../context.js';
import { newId } from '../ids.js';

const EXCERPT_CHARACTERS = 200;

/** What a title and body are stored as, with what is derived from them. */
export function content(title: string, body: string): Content {
  const sizeBytes = Buffer.byteLength(body, 'utf8');
  if (sizeBytes > textLimits.body) throw tooLarge();
  return { title, body, sizeBytes, excerpt: excerpt(body, EXCERPT_CHARACTERS) };
}

export const tooLarge = () => new ServiceError('body_too_large', 'a note holds at most 16 MiB of text');

/** A new revision by this call. */
export function newRevision(context: Context, made: Content): NewRevision {
  return { ...made, revisionId: newId('revision'), origin: context.origin, at: context.now() };
}
