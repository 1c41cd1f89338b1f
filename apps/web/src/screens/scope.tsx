import { ListOptions } from '../notes/list-options.js';
import { FirstRun, useHasNoOwnNotes } from '../notes/nothing-open.js';
import { NotesPane, PaneHead } from '../notes/pane.js';
import { useScopeRows } from '../notes/scope-rows.js';
import { text } from '../notes/texts.js';

/** All notes. */
export function List() {
  const rows = useScopeRows({ key: 'all', query: '' });
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
      empty={null}
    />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
