import type { NoteQueryField } from '@notes/markdown-blocks';
import { useState } from 'preact/hooks';
import { formatFullDay } from '../../calendar/day-names.js';
import type { Day } from '../../calendar/days.js';
import { MonthGrid } from '../../calendar/month-grid.js';
import { today } from '../../calendar/today.js';
import { number } from '../../text/numbers.js';
import { makeVisible } from '../../text/visible.js';
import { formatTitle, NoteLink } from '../../ui/note-link.js';
import { text } from '../texts.js';
import type { QueryChoice } from './query-choice.js';
import { fieldNames, formatField } from './query-fields.js';
import { findRowDay, groupRows, NO_VALUE, type QueryRow } from './query-rows.js';
import './query-views.css';

/** Notes shown on a day; the others are counted. */
const MAX_ENTRIES = 3;

interface ViewProps {
  readonly rows: readonly QueryRow[];
  /** Fields that the author of the block chose. */
  readonly fields: readonly NoteQueryField[];
  readonly choice: QueryChoice;
}

/** Results of a query as cards in columns. */
export const QueryBoard = ({ rows, fields, choice: { columns } }: ViewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
  <section class="query-board" aria-label={text.viewBoard} tabIndex={0}>
    {groupRows(rows, columns).map(([name, grouped]) => (
      <section key={name} class="query-column">
        <h3>
          <bdi>{name === NO_VALUE ? text.noTag : makeVisible(name)}</bdi>{' '}
          <span class="hint">{number(grouped.length)}</span>
        </h3>
        <ul>
          {grouped.map((row) => (
            <Card key={row.document_id} row={row} fields={fields.filter((field) => field !== columns)} />
          ))}
        </ul>
      </section>
    ))}
  </section>
);

const Card = ({ row, fields }: { readonly row: QueryRow; readonly fields: readonly NoteQueryField[] }) => (
  <li class="query-card">
    <NoteLink id={row.document_id} title={row.title} />
    {fields.map(
      (field) =>
        field !== 'title' &&
        formatField(row, field) !== '' && (
          <p key={field} class="hint">
            {fieldNames[field]}: <bdi>{formatField(row, field)}</bdi>
          </p>
        ),
    )}
  </li>
);

/** Results of a query on the days of a month. */
export function QueryCalendar({ rows, fields, choice: { date } }: ViewProps) {
  const byDay = new Map<Day, QueryRow[]>();
  for (const row of rows) {
    const day = findRowDay(row, date);
    if (day !== undefined) byDay.set(day, [...(byDay.get(day) ?? []), row]);
  }
  const [chosen, choose] = useState<Day>();
  // Begins in the month of the newest result.
  const day = chosen ?? [...byDay.keys()].sort().at(-1) ?? today();
  const notesOn = (one: Day) => byDay.get(one) ?? [];
  const dated = [...byDay.values()].reduce((count, { length }) => count + length, 0);
  return (
    <div class="query-calendar">
      <MonthGrid
        heading="h3"
        day={day}
        today={today()}
        onSelect={choose}
        describe={(one) => (notesOn(one).length === 0 ? '' : text.countNotes(notesOn(one).length))}
      >
        {(one) => <DayNotes rows={notesOn(one)} />}
      </MonthGrid>
      <p>{formatFullDay(day)}</p>
      <ul>
        {notesOn(day).map((row) => (
          <Card key={row.document_id} row={row} fields={fields} />
        ))}
      </ul>
      {notesOn(day).length === 0 && <p class="hint">{text.noNotesOnDay}</p>}
      {dated < rows.length && <p class="hint">{text.withoutDate(rows.length - dated)}</p>}
    </div>
  );
}

const DayNotes = ({ rows }: { readonly rows: readonly QueryRow[] }) =>
  rows.length === 0 ? null : (
    <>
      <div class="day-entries">
        {rows.slice(0, MAX_ENTRIES).map(({ document_id, title }) => (
          <span key={document_id} dir="auto" class="day-entry" title={formatTitle(title)}>
            {formatTitle(title)}
          </span>
        ))}
        {rows.length > MAX_ENTRIES && <span class="hint">+ {number(rows.length - MAX_ENTRIES)}</span>}
      </div>
      <span class="day-count">{number(rows.length)}</span>
    </>
  );
