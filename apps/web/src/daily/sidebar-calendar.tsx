import { useState } from 'preact/hooks';
import { type Day, monthFor } from '../calendar/days.js';
import { MonthGrid } from '../calendar/month-grid.js';
import { today } from '../calendar/today.js';
import { go } from '../kernel/router.js';
import { text } from './texts.js';
import { useDailyNotes } from './use-daily-notes.js';
import './daily.css';
import './sidebar-calendar.css';

/** A month of daily notes in the sidebar: a dot marks a day with a note, and a click or Enter opens or creates it. */
export function SidebarCalendar() {
  const [day, setDay] = useState(today);
  const notes = useDailyNotes(monthFor(day)).value;
  const open = (one: Day) => {
    const id = notes?.get(one);
    if (id === undefined) go(['today'], { day: one });
    else go(['n', id]);
  };
  return (
    <div class="sidebar-calendar">
      <MonthGrid
        day={day}
        today={today()}
        onSelect={setDay}
        onOpen={open}
        opensOnClick
        heading="h3"
        describe={(one) => (notes?.has(one) === true ? text.hasNote : '')}
      >
        {(one) => notes?.has(one) === true && <span class="day-dot" />}
      </MonthGrid>
    </div>
  );
}
