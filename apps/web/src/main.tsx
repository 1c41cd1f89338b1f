import { render } from 'preact';
import { followStatus } from './kernel/connection.js';
import { replaceLocation, resumeScope } from './kernel/router.js';
import { followVisibleHeight } from './kernel/viewport.js';
import { openToday } from './notes/create-note.js';
import { Shell } from './shell/shell.js';

/** Address of the shortcut of the installed page; the note of today has an address of its own. */
const TODAY = '#/today';

const opensToday = location.hash === TODAY;
if (opensToday) replaceLocation([]);
resumeScope();
followVisibleHeight();
render(<Shell />, document.getElementById('app') as HTMLElement);
void followStatus();
if (opensToday) void openToday();

// The page comes first; it may keep itself for later when there is nothing else to do.
addEventListener('load', () => {
  void import('./offline/offline.js').then(
    ({ followOfflineSetting }) => followOfflineSetting(),
    () => undefined,
  );
});

/** Keeps the browser from replacing the page with a file that is dropped outside a drop target. */
const keepPage = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

addEventListener('dragover', keepPage);
addEventListener('drop', keepPage);
