import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../ui/icon.js';
import { useId } from '../ui/unique-id.js';
import { formatFullDay, formatLongWeekday, formatMonth, formatWeekday } from './day-names.js';
import { addDays, addMonths, addYears, type Day, endOfWeek, monthFor, startOfWeek, weeksInMonth } from './days.js';
import { text } from './texts.js';
import { weekStart } from './week.js';
import './calendar.css';

interface MonthGridProps {
  /** The selected day; its month is shown. */
  readonly day: Day;
  readonly today: Day;
  readonly onSelect: (day: Day) => void;
  /** True when a single click opens a day. */
  readonly opensOnClick?: boolean;
  /** Called for Enter or a double click on a day. */
  readonly onOpen?: ((day: Day) => void) | undefined;
  /** Describes the content of a day for screen readers; empty for none. */
  readonly describe: (day: Day) => string;
  readonly children: (day: Day) => ComponentChildren;
  /** Called when a dragged object is dropped on a day. */
  readonly onDrop?: ((day: Day) => void) | undefined;
  /** Heading level of the month. */
  readonly heading?: 'h2' | 'h3';
}

/** A month as a grid of days: a single Tab stop, in which keys move from day to day. */
export function MonthGrid(props: MonthGridProps) {
  const { day, today, onSelect, onOpen, heading: Heading = 'h2' } = props;
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const hasFocus = useRef(false);
  // The selected day may be in a month that is shown only now.
  useLayoutEffect(() => {
    if (hasFocus.current) grid.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    hasFocus.current = false;
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && onOpen) onOpen(day);
    const next = findDayForKey(event, day);
    if (next !== undefined) {
      hasFocus.current = true;
      onSelect(next);
    }
    if (next !== undefined || event.key === 'Enter') event.preventDefault();
  };
  const weeks = weeksInMonth(monthFor(day), weekStart);
  return (
    <div class="calendar">
      <div class="calendar-head">
        <Heading id={titleId} aria-live="polite">
          {formatMonth(monthFor(day))}
        </Heading>
        <div class="calendar-steps">
          <Step label={text.previousMonth} icon="back" onClick={() => onSelect(addMonths(day, -1))} />
          <button type="button" class="button" onClick={() => onSelect(today)}>
            {text.goToToday}
          </button>
          <Step label={text.nextMonth} icon="chevronRight" onClick={() => onSelect(addMonths(day, 1))} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is a table with keys. */}
      <table ref={grid} role="grid" aria-labelledby={titleId} title={text.calendarKeys} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" abbr={formatLongWeekday(one)}>
                {formatWeekday(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <DayCell key={one} one={one} {...props} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: 'back' | 'chevronRight';
  readonly onClick: () => void;
}

const Step = ({ label, icon, onClick }: StepProps) => (
  <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

function DayCell(props: MonthGridProps & { readonly one: Day }) {
  const { one, day, today, onSelect, onOpen, opensOnClick = false, describe, children, onDrop } = props;
  const name = one === today ? text.todayNamed(formatFullDay(one)) : formatFullDay(one);
  const content = describe(one);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid can be selected.
      role="gridcell"
      class={monthFor(one) === monthFor(day) ? 'day' : 'day outside'}
      tabIndex={one === day ? 0 : -1}
      aria-selected={one === day}
      aria-current={one === today ? 'date' : undefined}
      data-day={one}
      onClick={() => {
        onSelect(one);
        if (opensOnClick) onOpen?.(one);
      }}
      onDblClick={() => opensOnClick || onOpen?.(one)}
      {...(onDrop && dropHandlers(() => onDrop(one)))}
    >
      <span class="visually-hidden">{content === '' ? name : `${name}: ${content}`}</span>
      <div aria-hidden="true">
        <span class="day-number">{Number(one.slice(-2))}</span>
        {children(one)}
      </div>
    </td>
  );
}

/** Returns the handlers of an element on which dragged objects can be dropped. */
export const dropHandlers = (onDrop: () => void) => ({
  onDragOver: (event: DragEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).dataset.over = '';
  },
  onDragLeave: ({ currentTarget }: DragEvent) => {
    delete (currentTarget as HTMLElement).dataset.over;
  },
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    delete (event.currentTarget as HTMLElement).dataset.over;
    onDrop();
  },
});

/** Returns the day that a key moves to; undefined for other keys. */
export function findDayForKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, day: Day): Day | undefined {
  const moves: Readonly<Record<string, () => Day>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => startOfWeek(day, weekStart),
    End: () => endOfWeek(day, weekStart),
    PageUp: () => (shiftKey ? addYears(day, -1) : addMonths(day, -1)),
    PageDown: () => (shiftKey ? addYears(day, 1) : addMonths(day, 1)),
  };
  return moves[key]?.();
}
