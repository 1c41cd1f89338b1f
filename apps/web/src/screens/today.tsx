import { useEffect } from 'preact/hooks';
import { call } from '../api/client.js';
import { type Day, isDay } from '../calendar/days.js';
import { today } from '../calendar/today.js';
import { findDay, findNearestDailyNote, MAX_STEP_DAYS, openDailyNote } from '../daily/daily-notes.js';
import { text } from '../daily/texts.js';
import { href, type PageLocation, replaceLocation } from '../kernel/router.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { notify } from '../ui/notices.js';
import { Empty, ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';

/**
 * Opens a daily note in place of this address: that of `day`, or with `step` the nearest one before (-1) or after (1)
 * the note with the id `from`, or before or after today.
 */
export function Screen({ pageLocation }: ScreenProps) {
  const { isRunning, error, run } = useAction();
  const open = () =>
    run(async () => {
      const note = await findNote(pageLocation);
      replaceLocation(note === undefined ? ['calendar'] : ['n', note]);
    });
  useEffect(open, [href(pageLocation.segments, Object.fromEntries(pageLocation.query))]);
  return (
    <Empty>
      <p role="status">{text.opening}</p>
      <ErrorMessage error={error} />
      {error !== undefined && (
        <button type="button" class="button primary" disabled={isRunning} onClick={open}>
          {text.tryAgain}
        </button>
      )}
    </Empty>
  );
}

async function findNote({ query }: PageLocation): Promise<string | undefined> {
  const requested = query.get('day') ?? '';
  const step = { '-1': -1, 1: 1 }[query.get('step') ?? ''] as 1 | -1 | undefined;
  if (step === undefined) return openDailyNote(isDay(requested) ? requested : today());
  const from = query.get('from') ?? undefined;
  const nearest = await findNearestDailyNote((await readDay(from)) ?? today(), step);
  if (nearest === undefined) notify((step === 1 ? text.noLater : text.noEarlier)(MAX_STEP_DAYS));
  return nearest ?? from;
}

async function readDay(note: string | undefined): Promise<Day | undefined> {
  return note === undefined ? undefined : findDay((await call('getDocument', { document_id: note })).title);
}
