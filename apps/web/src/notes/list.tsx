import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { registerRowSteps } from '../commands/rows.js';
import { settings } from '../kernel/settings.js';
import { useKeptFocus } from '../ui/kept-focus.js';
import { makeLazy } from '../ui/lazy.js';
import { getReordering, readStep } from '../ui/reordering.js';
import type { BatchOperation } from './batch.js';
import { setDraggedNotes } from './dragged-notes.js';
import { useKeptOffset } from './kept-offset.js';
import { type ActingList, listHandlers } from './list-handlers.js';
import { Row } from './row.js';
import type { MenuPlace } from './row-menu.js';
import type { NoteRow } from './rows.js';
import { emptySelection, toggleRow } from './selection.js';
import { isSelecting, isTouched } from './selection-mode.js';
import { useVirtual } from './use-virtual.js';

interface ListProps extends ActingList {
  readonly operations: readonly BatchOperation[];
  readonly label: string;
  /** Identifies the listing; its scroll position is stored under this key. */
  readonly listKey: string;
  readonly hasMore: boolean;
  readonly need: (count: number) => void;
  readonly open: string | undefined;
  /** Ids of the first rows, which can be put in another order. */
  readonly pinned: readonly string[];
  /** Asks for another notebook for a note. */
  readonly onMove: (documentId: string) => void;
}

const ROW_PX = { comfortable: 52, compact: 36 };
/** Height that a finger hits. */
const MIN_TOUCHED_PX = 44;
/** Rows loaded beyond the last visible one. */
const AHEAD = 50;
const RowMenu = makeLazy(async () => (await import('./row-menu.js')).RowMenu);
/** A virtualised list of notes: only rows near the visible part are rendered. */
export function NoteList(props: ListProps) {
  const { label, listKey, rows, hasMore, need, open, hrefOf, selection, pinned } = props;
  const [active, setActive] = useState(0);
  const rowHeight = Math.max(ROW_PX[settings.value.density], isTouched.value ? MIN_TOUCHED_PX : 0);
  const reordering = getReordering((id) => (pinned.includes(id) ? pinned : []));
  const ref = useRef<HTMLDivElement>(null);
  const offset = useKeptOffset(ref, listKey, { rowHeight, loaded: rows.length, hasMore });
  const { initialOffset } = offset;
  const virtualizer = useVirtual({ ref, count: rows.length, rowHeight, keep: active, initialOffset });
  const items = virtualizer.getVirtualItems();
  const visibleCount = (virtualizer.range?.endIndex ?? 0) + 1;
  useLayoutEffect(() => need(Math.max(visibleCount, offset.rowsAbove) + AHEAD));
  const focusRow = useRowFocus(ref);
  const moveTo = (index: number) => {
    setActive(index);
    virtualizer.scrollToIndex(index);
    focusRow(index);
  };
  useLayoutEffect(() =>
    registerRowSteps((by) => {
      if (ref.current?.checkVisibility() !== true) return;
      const isWithin = ref.current.contains(document.activeElement);
      const openIndex = rows.findIndex(({ id }) => id === open);
      const from = openIndex === -1 ? active : openIndex;
      moveTo(isWithin ? Math.max(0, Math.min(active + by, rows.length - 1)) : from);
    }),
  );
  useArrowsFromPage(moveTo, active);
  useKeptFocus(ref, () => focusRow(Math.max(0, Math.min(active, rows.length - 1))));
  const { onKeyDown, ...handlers } = listHandlers(props, { active, setActive, moveTo });
  const [menu, setMenu] = useState<MenuPlace>();
  const isForSelection = menu !== undefined && selection.rows.size > 1 && selection.rows.has(menu.row.id);
  const openMenu = (event: MouseEvent | KeyboardEvent) => {
    const row = findRow(rows, event);
    // With Shift, a right click opens the browser's own menu.
    if (row === undefined || (event instanceof MouseEvent && event.shiftKey && event.button === 2)) return;
    event.preventDefault();
    setActive(rows.indexOf(row));
    setMenu({ row, ...getMenuPoint(event) });
  };
  const press = (event: KeyboardEvent) => {
    offset.release();
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu(event);
    else if (readStep(event) !== undefined) reordering.onKeyDown(event);
    else onKeyDown(event);
  };
  const runFromMenu = (operation: BatchOperation) => {
    if (!isForSelection && menu !== undefined) props.select(toggleRow(emptySelection, menu.row));
    props.onOperation(operation);
  };
  const drag = (event: DragEvent) => {
    const row = findRow(rows, event);
    if (row !== undefined) setDraggedNotes(event, selection.rows.has(row.id) ? [...selection.rows.keys()] : [row.id]);
    reordering.onDragStart(event);
  };
  const item = (row: NoteRow, index: number, start: number) => (
    <li
      key={row.id}
      data-order={pinned.includes(row.id) ? row.id : undefined}
      class={selection.rows.has(row.id) ? 'selected' : undefined}
      aria-setsize={hasMore ? -1 : rows.length}
      aria-posinset={index + 1}
      style={{ insetBlockStart: `${start}px`, blockSize: `${rowHeight}px` }}
    >
      <Row
        row={row}
        index={index}
        href={hrefOf(row)}
        isOpen={row.id === open}
        isSelected={selection.rows.has(row.id)}
        isActive={index === active}
        {...handlers}
      />
    </li>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and boxes within
    <div
      ref={ref}
      class="note-list"
      data-selecting={isSelecting.value || selection.rows.size > 0 ? '' : undefined}
      {...reordering}
      onKeyDown={press}
      onContextMenu={openMenu}
      onDragStart={drag}
      onFocusIn={(event) => {
        const row = findRow(rows, event);
        if (row !== undefined) setActive(rows.indexOf(row));
      }}
      onScroll={offset.keep}
      onWheel={offset.release}
      onTouchStart={offset.release}
    >
      <ul aria-label={label} style={{ blockSize: `${virtualizer.getTotalSize()}px` }}>
        {items.map(({ index, start }) => item(rows[index] as NoteRow, index, start))}
      </ul>
      {menu && (
        <RowMenu
          key={menu.row.id}
          place={menu}
          operations={props.operations}
          isForSelection={isForSelection}
          hrefOf={hrefOf}
          onOperation={runFromMenu}
          onMove={props.onMove}
          onSelect={(chosen) => {
            isSelecting.value = true;
            props.select(toggleRow(emptySelection, chosen));
          }}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

/** Returns the row that an event is on. */
function findRow(rows: readonly NoteRow[], { target }: Event): NoteRow | undefined {
  const link = (target as Element).closest('li')?.querySelector<HTMLElement>('a[data-index]');
  return link ? rows[Number(link.dataset.index)] : undefined;
}

/** Position of a menu: that of the pointer, or below the row when a key opens it. */
function getMenuPoint(event: MouseEvent | KeyboardEvent): { readonly x: number; readonly y: number } {
  if (event instanceof MouseEvent && event.button === 2) return { x: event.clientX, y: event.clientY };
  const { left, bottom } = (event.target as Element).getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Right after loading, when nothing has the focus, arrow keys move into the list. */
function useArrowsFromPage(moveTo: (index: number) => void, active: number): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
      if (!isArrow || event.defaultPrevented || event.target !== document.body) return;
      event.preventDefault();
      moveTo(active);
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  });
}

/** Returns a function that focuses the link of a row: at once, or as soon as the row is rendered. */
function useRowFocus(list: RefObject<HTMLElement | null>): (index: number) => void {
  const pendingIndex = useRef<number>(undefined);
  const tryFocus = () => {
    if (pendingIndex.current === undefined) return;
    const link = list.current?.querySelector<HTMLElement>(`a[data-index="${pendingIndex.current}"]`);
    if (!link) return;
    pendingIndex.current = undefined;
    link.focus({ preventScroll: true });
  };
  useLayoutEffect(tryFocus);
  return (index) => {
    pendingIndex.current = index;
    tryFocus();
  };
}
