import { href } from '../../kernel/router.js';
import { NoteLink } from '../../ui/note-link.js';
import type { Conflict } from './conflict-resolution.js';
import { kinds, text } from './texts.js';

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
