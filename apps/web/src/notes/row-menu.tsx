import { openNoteAndRun } from '../commands/writing.js';
import { go, href } from '../kernel/router.js';
import { openAtSide } from '../shell/panes.js';
import { ContextMenu } from '../ui/context-menu.js';
import { copyText } from '../ui/copy-text.js';
import type { MenuItem } from '../ui/menu.js';
import { formatTitle } from '../ui/note-link.js';
import { notify } from '../ui/notices.js';
import { attempt } from '../ui/use-action.js';
import { type BatchOperation, verbs } from './batch.js';
import { duplicateNote, trashNote } from './note-actions.js';
import { isPinned, setPinned } from './pinned.js';
import { text } from './row-menu-texts.js';
import type { NoteRow } from './rows.js';
import { isTouched } from './selection-mode.js';

/** Row whose menu is open, and the position of the menu. */
export interface MenuPlace {
  readonly row: NoteRow;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly place: MenuPlace;
  readonly operations: readonly BatchOperation[];
  /** True when the menu is for all selected notes. */
  readonly isForSelection: boolean;
  readonly hrefOf: (row: NoteRow) => string;
  /** Starts an operation on the row, or on the selected notes. */
  readonly onOperation: (operation: BatchOperation) => void;
  /** Asks for another notebook for the note. */
  readonly onMove: (documentId: string) => void;
  /** Selects the note, and lets taps select others. */
  readonly onSelect: (row: NoteRow) => void;
  readonly onClose: () => void;
}

/** Menu of a note in a list, with the actions of the menu of an open note. */
export function RowMenu(props: RowMenuProps) {
  const { place, operations, isForSelection, hrefOf, onOperation, onClose } = props;
  const { row, x, y } = place;
  const label = text.rowMenu(formatTitle(row.title));
  const batchItems = operations.map((operation) => ({
    label: verbs[operation],
    run: () => onOperation(operation),
  }));
  const open = { label: text.open, run: () => location.assign(hrefOf(row)) };
  const first = isTouched.peek() ? [open, { label: text.select, run: () => props.onSelect(row) }] : [open];
  const isListedActive = operations.includes('trash');
  const items = isForSelection
    ? batchItems
    : isListedActive
      ? [...first, ...getNoteItems(row, props)]
      : [...first, ...batchItems];
  return <ContextMenu label={label} x={x} y={y} items={items} onClose={onClose} />;
}

const duplicate = async (id: string) => {
  if (await attempt(() => duplicateNote(id))) notify(text.duplicated);
};

function getNoteItems(row: NoteRow, { onOperation, onMove }: RowMenuProps): readonly MenuItem[] {
  const { id } = row;
  const address = href(['n', id]);
  const absolute = () => new URL(address, location.href).href;
  const group = text.organise;
  const more = text.thisNote;
  return [
    { label: text.openAtSide, run: () => openAtSide(id) },
    { label: text.openInTab, run: () => window.open(address, '_blank') },
    { group, label: isPinned(row) ? text.unpin : text.pin, run: () => void setPinned(id, !isPinned(row)) },
    { group, label: text.moveEllipsis, run: () => onMove(id) },
    { group, label: text.addTagsEllipsis, run: () => onOperation('add_tags') },
    { group, label: text.removeTagsEllipsis, run: () => onOperation('remove_tags') },
    { group: more, label: text.duplicateNote, run: () => void duplicate(id) },
    { group: more, label: text.history, run: () => go(['n', id, 'history']) },
    { group: more, label: text.graph, run: () => go(['graph'], { roots: id }) },
    { group: more, label: text.print, run: () => openNoteAndRun(id, 'print') },
    { group: more, label: text.images, run: () => openNoteAndRun(id, 'images') },
    { group: more, label: text.copyLink, run: () => void copyText(absolute()) },
    { group: '', label: verbs.trash, run: () => void trashNote(id, row.revisionId) },
  ];
}
