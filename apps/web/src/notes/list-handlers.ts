import { isTyping } from '../commands/typing.js';
import { settings } from '../kernel/settings.js';
import { openAtSide } from '../shell/panes.js';
import type { BatchOperation } from './batch.js';
import { listCommand } from './keys.js';
import type { NoteRow } from './rows.js';
import { emptySelection, extendTo, type Selection, selectAll, toggleRow } from './selection.js';
import { isSelecting } from './selection-mode.js';

/** State and actions of a list, for keys and clicks. */
export interface ActingList {
  readonly rows: readonly NoteRow[];
  readonly hrefOf: (row: NoteRow) => string;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Starts an operation on the selected notes. */
  readonly onOperation: (operation: BatchOperation) => void;
}

/** Row that the keys start from. */
interface ActiveRow {
  readonly active: number;
  readonly setActive: (index: number) => void;
  /** Moves the focus as well. */
  readonly moveTo: (index: number) => void;
}

/** Returns the handlers of keys and clicks in a list of notes. */
export function listHandlers(list: ActingList, { active, setActive, moveTo }: ActiveRow) {
  const { rows, hrefOf, selection, select, onOperation } = list;
  const goTo = (index: number, extend: boolean) => {
    const to = Math.max(0, Math.min(index, rows.length - 1));
    if (extend) select(extendTo(selection.anchor === undefined ? startAt(rows, active) : selection, rows, to));
    moveTo(to);
  };
  const onToggle = (index: number, { shiftKey }: Pick<MouseEvent, 'shiftKey'>) => {
    const row = rows[index];
    if (row === undefined) return;
    setActive(index);
    select(shiftKey ? extendTo(selection, rows, index) : toggleRow(selection, row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = listCommand(event, settings.value.singleKeys && !isTyping());
    if (command === undefined) return;
    event.preventDefault();
    if (command.do === 'move') goTo(active + command.by, command.extend);
    else if (command.do === 'toggle') onToggle(active, { shiftKey: command.extend });
    else if (command.do === 'open') location.hash = hrefOf(rows[active] as NoteRow);
    else if (command.do === 'openAtSide') openAtSide((rows[active] as NoteRow).id);
    else if (command.do === 'run') {
      if (selection.rows.size === 0) onToggle(active, { shiftKey: false });
      onOperation(command.operation);
    } else if (command.do === 'all') select(selectAll(rows));
    else {
      isSelecting.value = false;
      select(emptySelection);
    }
  };
  const onClick = (index: number, event: MouseEvent) => {
    setActive(index);
    if (!event.shiftKey && !isSelecting.peek()) return;
    event.preventDefault();
    onToggle(index, event);
  };
  return { onKeyDown, onClick, onToggle };
}

function startAt(rows: readonly NoteRow[], index: number): Selection {
  const row = rows[index];
  return row === undefined ? emptySelection : toggleRow(emptySelection, row);
}
