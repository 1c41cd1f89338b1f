import { render } from 'preact';
import { followStatus } from './kernel/connection.js';
import { resumeScope } from './kernel/router.js';
import { followVisibleHeight } from './kernel/viewport.js';
import { Shell } from './shell/shell.js';

resumeScope();
followVisibleHeight();
render(<Shell />, document.getElementById('app') as HTMLElement);
void followStatus();

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
