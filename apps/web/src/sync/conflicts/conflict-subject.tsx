import type { Output } from '@notes/contract';
import { href } from '../../kernel/router.js';
import { formatTitle, NoteLink } from '../../ui/note-link.js';
import type { Conflict } from './conflict-resolution.js';
import { kinds, text } from './texts.js';

type Subject = Pick<Output<'listConflicts'>['conflicts'][number], 'title'>;

/** Returns the name of the subject of a conflict. */
export const getSubject = ({ title }: Subject): string => (title === null ? text.deletedNote : formatTitle(title));

/** Subject of a conflict, and a link back to the list. */
export const About = ({ conflict: { kind, document_id: id, title } }: { readonly conflict: Conflict }) => (
  <>
    <p>
      <a href={href(['sync', 'conflicts'])}>{text.allConflicts}</a>
    </p>
    <p>
      {id !== null && title !== null && (
        <>
          <NoteLink id={id} title={title} />
          {': '}
        </>
      )}
      {kinds[kind]}
    </p>
  </>
);
