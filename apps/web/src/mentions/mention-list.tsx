import { call } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { NoteLink } from '../ui/note-link.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage, Truncated } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { findMentions, type Mention } from './find-mentions.js';
import { makeLinkBuilder } from './link-text.js';
import { replaceInNote } from './replace-ranges.js';
import { text } from './texts.js';

interface MentionListProps {
  readonly documentId: string;
  /** Notes that link to the note. */
  readonly linkedIds: readonly string[];
}

/** Places that name a note without linking to it; a button turns each into a link. */
export function MentionList({ documentId, linkedIds }: MentionListProps) {
  const { error, run, isRunning } = useAction();
  const key = `mentions:${documentId} ${linkedIds.join(' ')}`;
  const data = useData(key, async (signal) => {
    const { results } = await call('searchDocuments', { query: `id:${documentId}`, limit: 1 }, signal);
    const title = results[0]?.title ?? '';
    return { title, ...(await findMentions(documentId, title, new Set(linkedIds), signal)) };
  });
  if (data.value === undefined || data.value.mentions.length === 0) return null;
  const { title, mentions, isCut } = data.value;
  const link = ({ documentId: from, revisionId, startByte, endByte, written }: Mention) =>
    run(async () => {
      const build = await makeLinkBuilder(documentId, title);
      await replaceInNote(from, revisionId, [{ startByte, endByte, replace: build(null, written) }]);
    });
  return (
    <section>
      <h3>{text.mentions(mentions.length)}</h3>
      <ErrorMessage error={error} />
      <ul class="links">
        {mentions.map((mention) => (
          <li key={`${mention.documentId}:${mention.startByte}`}>
            <NoteLink id={mention.documentId} title={mention.title} line={mention.line} />
            <p>
              {mention.before.slice(-LEAD)}
              <mark>{mention.written}</mark>
              {mention.after.slice(0, REST)}
            </p>
            <ServiceButton
              label={text.linkIn(mention.title, mention.line)}
              disabled={isRunning}
              onClick={() => link(mention)}
            >
              {text.link}
            </ServiceButton>
          </li>
        ))}
      </ul>
      {isCut && <Truncated>{text.mentionsCut}</Truncated>}
    </section>
  );
}

/** Characters shown before and after a mention. */
const LEAD = 60;
const REST = 100;
