import { useLayoutEffect } from 'preact/hooks';
import { makeLazy } from '../ui/lazy.js';
import { followNewNotes } from './held-keys.js';
import { LazySwitcher } from './lazy-switcher.js';
import { followKeys, pending } from './listen.js';
import { overlay } from './overlay.js';
import { offerCommands } from './registry.js';
import { standardCommands } from './standard.js';
import { followTyping } from './typing.js';
import { writingCommands } from './writing.js';
import './commands.css';

const LeaderMenu = makeLazy(async () => (await import('./leader.js')).LeaderMenu);
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
      {pending.value !== '' && <LeaderMenu />}
      {open?.kind === 'switcher' && <LazySwitcher key={open.openingId} overlay={open} />}
      {open?.kind === 'sheet' && <Sheet overlay={open} />}
    </>
  );
}
