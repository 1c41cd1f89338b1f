import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { settings } from '../app/settings.js';
import { Recent } from '../ui/recent.js';
import { type ActingList, listHandlers } from './list-handlers.js';
import { Row } from './row.js';
import type { NoteRow } from './rows.js';
import { useVirtual } from './use-virtual.js';

interface ListProps extends ActingList {
  readonly label: string;
  /** Says what is listed: a place in the list is kept by it. */
  readonly listKey: string;
  readonly hasMore: boolean;
  readonly need: (count: number) => void;
  readonly open: string | undefined;
}

const ROW_PX = { comfortable: 52, compact: 36 };
/** How many rows beyond the last one seen are asked for. */
const AHEAD = 50;
const LISTS_KEPT = 64;
/** Where each list was left, in pixels. */
const offsets = new Recent<number>(LISTS_KEPT);

/** A list of notes of any length: only rows in sight are in the page. */
export function NoteList(props: ListProps) {
  const { label, listKey, rows, hasMore, need, open, hrefOf, selection } = props;
  const [active, setActive] = useState(0);
  const rowHeight = ROW_PX[settings.value.density];
  const initialOffset = offsets.get(listKey) ?? 0;
  const { ref, virtualizer } = useVirtual({ count: rows.length, rowHeight, keep: active, initialOffset });
  const items = virtualizer.getVirtualItems();
  const seen = (virtualizer.range?.endIndex ?? 0) + 1;
  useLayoutEffect(() => need(seen + AHEAD));
  const focusSoon = useFocusOf(ref, active);
  const moveTo = (index: number) => {
    focusSoon();
    setActive(index);
    virtualizer.scrollToIndex(index);
  };
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

/** Gives what asks for the focus of the active row; it has it once the row is in the page. */
function useFocusOf(list: RefObject<HTMLElement | null>, active: number): () => void {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isWanted.current) return;
    const link = list.current?.querySelector<HTMLElement>(`a[data-index="${active}"]`);
    if (!link) return;
    isWanted.current = false;
    link.focus({ preventScroll: true });
  });
  return () => {
    isWanted.current = true;
  };
}
