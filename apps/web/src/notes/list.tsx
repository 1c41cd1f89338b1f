import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { settings } from '../app/settings.js';
import { Recent } from '../ui/recent.js';
import type { BatchOperation } from './batch.js';
import { listCommand } from './keys.js';
import { Row } from './row.js';
import type { NoteRow } from './rows.js';
import { all, extendedTo, nothing, type Selection, toggled } from './selection.js';
import { useVirtual } from './use-virtual.js';

interface ListProps {
  readonly label: string;
  /** Says what is listed: a place in the list is kept by it. */
  readonly listKey: string;
  readonly rows: readonly NoteRow[];
  readonly hasMore: boolean;
  readonly need: (count: number) => void;
  readonly open: string | undefined;
  readonly hrefOf: (row: NoteRow) => string;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Begins something with the notes selected. */
  readonly onOperation: (operation: BatchOperation) => void;
}

const ROW_PX = { comfortable: 52, compact: 36 };
/** How many rows beyond the last one seen are asked for. */
const AHEAD = 50;
const LISTS_KEPT = 64;
/** Where each list was left, in pixels. */
const offsets = new Recent<number>(LISTS_KEPT);

/** A list of notes of any length: only rows in sight are in the page. */
export function NoteList(props: ListProps) {
  const { label, listKey, rows, hasMore, need, open, hrefOf, selection, select, onOperation } = props;
  const [active, setActive] = useState(0);
  const focusWanted = useRef(false);
  const rowHeight = ROW_PX[settings.value.density];
  const initialOffset = offsets.get(listKey) ?? 0;
  const { ref, virtualizer } = useVirtual({ count: rows.length, rowHeight, keep: active, initialOffset });
  const items = virtualizer.getVirtualItems();
  const seen = (virtualizer.range?.endIndex ?? 0) + 1;
  useLayoutEffect(() => need(seen + AHEAD));
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const link = ref.current?.querySelector<HTMLElement>(`a[data-index="${active}"]`);
    if (link) {
      focusWanted.current = false;
      link.focus({ preventScroll: true });
    }
  });

  const goTo = (index: number, extend: boolean) => {
    const to = Math.max(0, Math.min(index, rows.length - 1));
    if (extend) select(extendedTo(selection.anchor === undefined ? startAt(rows, active) : selection, rows, to));
    focusWanted.current = true;
    setActive(to);
    virtualizer.scrollToIndex(to);
  };
  const toggle = (index: number, extend: boolean) => {
    const row = rows[index];
    if (row === undefined) return;
    setActive(index);
    select(extend ? extendedTo(selection, rows, index) : toggled(selection, row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = listCommand(event, settings.value.singleKeys);
    if (command === undefined) return;
    event.preventDefault();
    if (command.do === 'move') goTo(active + command.by, command.extend);
    else if (command.do === 'toggle') toggle(active, command.extend);
    else if (command.do === 'open') location.hash = hrefOf(rows[active] as NoteRow);
    else if (command.do === 'run') {
      if (selection.rows.size === 0) toggle(active, false);
      onOperation(command.operation);
    } else select(command.do === 'all' ? all(rows) : nothing);
  };
  const onClick = (index: number, event: MouseEvent) => {
    setActive(index);
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    toggle(index, event.shiftKey);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and boxes within
    <div
      ref={ref}
      class="note-list"
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => offsets.set(listKey, currentTarget.scrollTop)}
    >
      <ul aria-label={label} style={{ blockSize: `${virtualizer.getTotalSize()}px` }}>
        {items.map(({ index, start }) => {
          const row = rows[index] as NoteRow;
          return (
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
                onClick={onClick}
                onToggle={(at, event) => toggle(at, event.shiftKey)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function startAt(rows: readonly NoteRow[], index: number): Selection {
  const row = rows[index];
  return row === undefined ? nothing : toggled(nothing, row);
}
