import { useLayoutEffect } from 'preact/hooks';
import { followNewNotes } from './held-keys.js';
import { LeaderMenu } from './leader.js';
import { followKeys } from './listen.js';
import { overlay } from './open.js';
import { offerCommands } from './registry.js';
import { Sheet } from './sheet.js';
import { standardCommands } from './standard.js';
import { Switcher } from './switcher.js';
import { writingCommands } from './writing.js';
import './commands.css';

/** Commands and their keys, over whatever the page shows. */
export function CommandLayer() {
  // Before the first key comes.
  useLayoutEffect(() => {
    const ends = [offerCommands(standardCommands), offerCommands(writingCommands), followKeys(), followNewNotes()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const open = overlay.value;
  return (
    <>
      <LeaderMenu />
      {open?.kind === 'switcher' && <Switcher key={open.turn} overlay={open} />}
      {open?.kind === 'sheet' && <Sheet overlay={open} />}
    </>
  );
}
