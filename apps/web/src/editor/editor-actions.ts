import { deleteLine, moveLineDown, moveLineUp, redo, undo } from '@codemirror/commands';
import type { Command } from '@codemirror/view';
import { describeImage } from '../attachments/alt-text.js';
import { chooseAttachments } from '../attachments/editor-files.js';
import type { NoteAction } from '../commands/writing.js';
import { notify } from '../ui/notices.js';
import { findCommands } from './finding/find.js';
import { foldCommands } from './folding.js';
import { createLinked, followHere, followOrToggle } from './follow-link.js';
import { indent, outdent } from './lines/indent-items.js';
import { toggleList } from './lists.js';
import { toggleHeading, toggleQuote } from './marks/block-marks.js';
import { insertLink, toggleAround } from './marks/inline-marks.js';
import { movePart } from './sections.js';
import { selectionCommands } from './selections.js';
import type { NoteSession } from './session.js';
import { text } from './texts.js';

type NoteActions = Readonly<Partial<Record<NoteAction, () => void>>>;

/** Commands available while the editor is shown. */
const viewCommands = {
  ...findCommands,
  follow: followOrToggle,
  followHere,
  createLinked,
  ...foldCommands,
  ...selectionCommands,
};

/** Tags the note with the word that was completed last. The code is loaded when a hash is typed. */
const tagWord: Command = (view) => {
  void import('./completing/tag-offer.js').then(({ acceptTag }) => acceptTag(view) || notify(text.noTagOffer));
  return true;
};

/** Commands available while the text can be changed. */
const editCommands = {
  bold: toggleAround('**'),
  italic: toggleAround('*'),
  code: toggleAround('`'),
  strike: toggleAround('~~'),
  highlight: toggleAround('=='),
  link: insertLink,
  altText: describeImage,
  attach: chooseAttachments,
  tagWord,
  undo,
  redo,
  plain: toggleHeading(0),
  heading1: toggleHeading(1),
  heading2: toggleHeading(2),
  heading3: toggleHeading(3),
  heading4: toggleHeading(4),
  heading5: toggleHeading(5),
  heading6: toggleHeading(6),
  ordered: toggleList('ordered'),
  bullet: toggleList('bullet'),
  task: toggleList('task'),
  quote: toggleQuote,
  indent,
  outdent,
  lineUp: moveLineUp,
  lineDown: moveLineDown,
  partUp: movePart(-1),
  partDown: movePart(1),
  deleteLine,
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
