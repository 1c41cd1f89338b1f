import { render } from 'preact';
import { followDay } from './calendar/today.js';
import { followStatus } from './kernel/connection.js';
import { resumeScope } from './kernel/router.js';
import { followVisibleHeight } from './kernel/viewport.js';
import { hasNotes } from './notes/dragged-notes.js';
import { offerReloadWhenOutdated } from './shell/offer-reload.js';
import { Shell } from './shell/shell.js';
import { direction } from './text/locale.js';

document.documentElement.dir = direction;

resumeScope();
followVisibleHeight();
offerReloadWhenOutdated();
render(<Shell />, document.getElementById('app') as HTMLElement);
void followStatus();
followDay();

/** Time for which the page loads what it shows, before it keeps itself for later. */
const PAGE_FIRST_MS = 2_000;

addEventListener('load', () => {
  setTimeout(async () => {
    const loaded = await import('./offline/offline.js').catch(() => undefined);
    loaded?.followOfflineSetting();
  }, PAGE_FIRST_MS);
});

/** Keeps the browser from opening a file or a note that is dropped outside a drop target. */
const keepPage = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files') || hasNotes(event)) event.preventDefault();
};

addEventListener('dragover', keepPage);
addEventListener('drop', keepPage);
