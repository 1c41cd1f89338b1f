import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { href, place } from '../app/router.js';
import { Loaded, Truncated } from '../ui/states.js';
import { NoteList } from './list.js';
import './notes.css';
import type { Pages } from './pages.js';
import type { NoteRow } from './rows.js';
import { nothing } from './selection.js';

interface RowsProps {
  readonly label: string;
  /** The key the pages are read by. */
  readonly listKey: string;
  readonly pages: Pages<NoteRow>;
  /** Where a row leads; by default to the note. */
  readonly hrefOf?: (row: NoteRow) => string;
}

interface PaneProps extends RowsProps {
  readonly head: ComponentChildren;
  readonly empty: ComponentChildren;
}

const noteHref = ({ id }: NoteRow) => href(['n', id]);

/** The list pane: what is listed, the notes, and what can be done with those selected. */
export const NotesPane = ({ head, empty, ...rows }: PaneProps) => (
  <section class="notes-pane" aria-label={rows.label}>
    {head}
    <Loaded data={rows.pages}>
      {({ length }) => (length === 0 ? empty : <PaneRows key={rows.listKey} {...rows} />)}
    </Loaded>
  </section>
);

function PaneRows({ label, listKey, pages, hrefOf = noteHref }: RowsProps) {
  const [selection, select] = useState(nothing);
  return (
    <>
      {pages.truncated && <Truncated>First 1,000 matches; narrow the query.</Truncated>}
      <NoteList
        label={label}
        listKey={listKey}
        rows={pages.value ?? []}
        hasMore={pages.hasMore}
        need={pages.need}
        open={place.value.segments[1]}
        hrefOf={hrefOf}
        selection={selection}
        select={select}
      />
    </>
  );
}
