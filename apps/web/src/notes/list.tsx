import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { registerRowSteps } from '../commands/rows.js';
import { settings } from '../kernel/settings.js';
import { Recent } from '../ui/recent.js';
import { type ActingList, listHandlers } from './list-handlers.js';
import { Row } from './row.js';
import type { NoteRow } from './rows.js';
import { useVirtual } from './use-virtual.js';

interface ListProps extends ActingList {
  readonly label: string;
  /** Identifies the listing; its scroll position is stored under this key. */
  readonly listKey: string;
  readonly hasMore: boolean;
  readonly need: (count: number) => void;
  readonly open: string | undefined;
}

const ROW_PX = { comfortable: 52, compact: 36 };
/** Rows loaded beyond the last visible one. */
const AHEAD = 50;
const LISTS_KEPT = 64;
/** Scroll position of each list, in pixels. */
const offsets = new Recent<number>(LISTS_KEPT);

/** A virtualised list of notes: only rows near the visible part are rendered. */
export function NoteList(props: ListProps) {
  const { label, listKey, rows, hasMore, need, open, hrefOf, selection } = props;
  const [active, setActive] = useState(0);
  const rowHeight = ROW_PX[settings.value.density];
  const initialOffset = offsets.get(listKey) ?? 0;
  const { ref, virtualizer } = useVirtual({ count: rows.length, rowHeight, keep: active, initialOffset });
  const items = virtualizer.getVirtualItems();
  const visibleCount = (virtualizer.range?.endIndex ?? 0) + 1;
  useLayoutEffect(() => need(visibleCount + AHEAD));
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
  const { onKeyDown, ...handlers } = listHandlers(props, { active, setActive, moveTo });
  const item = (row: NoteRow, index: number, start: number) => (
    <li
      key={row.id}
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
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => offsets.set(listKey, currentTarget.scrollTop)}
    >
      <ul aria-label={label} style={{ blockSize: `${virtualizer.getTotalSize()}px` }}>
        {items.map(({ index, start }) => item(rows[index] as NoteRow, index, start))}
      </ul>
    </div>
  );
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
