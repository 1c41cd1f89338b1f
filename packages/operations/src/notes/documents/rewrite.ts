import type { Content, DocumentWithBody, UnitOfWork } from '@notes/storage';
import { getWritableText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { buildContent, buildShortContent, buildUnreadContent, newRevision, type Text } from './content.js';
import { KeyedQueue } from './keyed-queue.js';

export type Target = { document_id: string; base_revision_id?: string | undefined };
export type Change = (current: DocumentWithBody, unit: UnitOfWork) => Text;

export interface RewriteOptions {
  /** Make a revision even when the text equals the stored text. */
  readonly always?: boolean;
}

/** Attempts to read a long text again because another process changed the note meanwhile. */
const MAX_READINGS = 3;

const longTextQueue = new KeyedQueue();

/**
 * Writes the result of `change` on the current text; an unchanged text makes no revision. A text too long to read
 * within the write is read between two writes: the first determines the new text, the second stores it if the result is
 * still the same. `change` may run several times.
 */
export async function rewrite(
  context: Context,
  target: Target,
  change: Change,
  options: RewriteOptions = {},
): Promise<DocumentWithBody> {
  const first = await attempt(context, target, change, options, undefined);
  if ('id' in first) return first;
  return longTextQueue.run(target.document_id, async () => {
    let text = first;
    for (let reading = 0; reading < MAX_READINGS; reading++) {
      const made = await buildContent(context.library, text);
      const outcome = await attempt(context, target, change, options, made);
      if ('id' in outcome) return outcome;
      text = outcome;
    }
    return attempt(context, target, change, options, 'unread') as Promise<DocumentWithBody>;
  });
}

/** Attempts one write. Returns the note, or the text that has to be read first, in which case nothing is written. */
function attempt(
  context: Context,
  target: Target,
  change: Change,
  { always = false }: RewriteOptions,
  read: Content | 'unread' | undefined,
): Promise<DocumentWithBody | Text> {
  return context.library.store.write((unit): DocumentWithBody | Text => {
    const current = getWritableText(unit, context, target);
    const { title, body } = change(current, unit);
    if (!always && title === current.title && body === current.body) return current;
    const made = contentFor(context, { title, body }, read);
    if (made === undefined) return { title, body };
    return unit.documents.revise(current, newRevision(context, made));
  });
}

function contentFor({ library }: Context, text: Text, read: Content | 'unread' | undefined): Content | undefined {
  if (read === 'unread') return buildUnreadContent(text);
  if (read !== undefined && read.title === text.title && read.body === text.body) return read;
  return buildShortContent(library, text);
}
