import { moveLineDown, moveLineUp } from '@codemirror/commands';
import { findNext, findPrevious, openSearchPanel } from '@codemirror/search';
import type { Command } from '@codemirror/view';
import type { NoteAction } from '../commands/writing.js';
import { createLinked, followOrToggle } from './follow-link.js';
import { toggleAround, toggleList } from './lists.js';
import { movePart } from './sections.js';
import type { NoteSession } from './session.js';

type NoteActions = Readonly<Partial<Record<NoteAction, () => void>>>;

/** Commands available while the editor is shown. */
const viewCommands = { find: openSearchPanel, findNext, findPrevious, follow: followOrToggle, createLinked };

/** Commands available while the text can be changed. */
const editCommands = {
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
export function getEditorActions({ buffer, engine, isReadOnly }: NoteSession, isWriting: boolean): NoteActions {
  const commands: Partial<Record<NoteAction, Command>> = {
    ...(isWriting && viewCommands),
    ...(isWriting && !isReadOnly && editCommands),
  };
  const actions = Object.entries(commands).map(([name, run]) => [name, () => void run(buffer.view)]);
  return { ...(Object.fromEntries(actions) as NoteActions), ...(!isReadOnly && { save: () => void engine.save() }) };
}
