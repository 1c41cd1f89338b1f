import { useLayoutEffect } from 'preact/hooks';
import { makeLazy } from '../ui/lazy.js';
import { followNewNotes } from './held-keys.js';
import { LeaderMenu } from './leader.js';
import { followKeys } from './listen.js';
import { overlay } from './overlay.js';
import { offerCommands } from './registry.js';
import { standardCommands } from './standard.js';
import { Switcher } from './switcher.js';
import { followTyping } from './typing.js';
import { writingCommands } from './writing.js';
import './commands.css';

const Sheet = makeLazy(async () => (await import('./sheet.js')).Sheet);

/** Commands and their keys, above every screen. */
export function CommandLayer() {
  // A layout effect, so that commands exist before the first key press.
  useLayoutEffect(() => {
    const cleanups = [
      offerCommands(standardCommands),
      offerCommands(writingCommands),
      followTyping(),
      followKeys(),
      followNewNotes(),
    ];
    return () => {
      for (const cleanUp of cleanups) cleanUp();
    };
  }, []);
  const open = overlay.value;
  return (
    <>
      <LeaderMenu />
      {open?.kind === 'switcher' && <Switcher key={open.openingId} overlay={open} />}
      {open?.kind === 'sheet' && <Sheet overlay={open} />}
    </>
  );
}
