import { ListOptions } from '../notes/list-options.js';
import { FirstRun, useHasNoOwnNotes } from '../notes/nothing-open.js';
import { NotesPane, PaneHead } from '../notes/pane.js';
import { useScopeRows } from '../notes/scope-rows.js';
import { text } from '../notes/texts.js';
import { OWN_NOTES } from '../search/queries.js';
import { Empty } from '../ui/states.js';

/** All notes, without those of Help. */
export function List() {
  const rows = useScopeRows({ key: 'all', query: OWN_NOTES });
  const hasNoOwnNotes = useHasNoOwnNotes();
  return (
    <NotesPane
      head={
        <>
          <PaneHead title={text.allNotes}>
            <ListOptions />
          </PaneHead>
          {hasNoOwnNotes && (
            <div class="pane-welcome">
              <FirstRun />
            </div>
          )}
        </>
      }
      label={text.allNotes}
      {...rows}
      empty={
        <Empty>
          <p class="empty-hint">{text.nothingYet}</p>
        </Empty>
      }
    />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
