import { moveLineDown, moveLineUp } from '@codemirror/commands';
import { findNext, findPrevious, openSearchPanel } from '@codemirror/search';
import type { Command } from '@codemirror/view';
import type { Deed } from '../commands/writing.js';
import { createLinked, followOrToggle } from './follow-link.js';
import { toggleAround, toggleList } from './lists.js';
import { movePart } from './sections.js';
import type { NoteSession } from './session.js';

type Deeds = Readonly<Partial<Record<Deed, () => void>>>;

/** Commands available while the editor is shown. */
const looking = { find: openSearchPanel, findNext, findPrevious, follow: followOrToggle, createLinked };

/** Commands available while the text can be changed. */
const writing = {
  bold: toggleAround('**'),
  italic: toggleAround('*'),
  code: toggleAround('`'),
  ordered: toggleList('ordered'),
  bullet: toggleList('bullet'),
  task: toggleList('task'),
  lineUp: moveLineUp,
  lineDown: moveLineDown,
  partUp: movePart(-1),
  partDown: movePart(1),
};

/** Returns the commands for a note in its current mode. */
export function deedsOf({ buffer, engine, isReadOnly }: NoteSession, isWriting: boolean): Deeds {
  const commands: Partial<Record<Deed, Command>> = {
    ...(isWriting && looking),
    ...(isWriting && !isReadOnly && writing),
  };
  const deeds = Object.entries(commands).map(([name, run]) => [name, () => void run(buffer.view)]);
  return { ...(Object.fromEntries(deeds) as Deeds), ...(!isReadOnly && { save: () => void engine.save() }) };
}
