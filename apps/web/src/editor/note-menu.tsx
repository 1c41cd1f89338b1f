import { pickApplicable } from '../commands/registry.js';
import { Menu } from '../ui/menu.js';
import { text } from './texts.js';

/** Commands in the menu of a note. */
const commandIds = ['move', 'tag', 'duplicate', 'history', 'graph here', 'print', 'images', 'trash'];

/** Menu of the open note. */
export function NoteMenu() {
  const items = pickApplicable(commandIds).map(({ title, run }) => ({ label: title, run }));
  return <Menu label={text.commands} items={items} />;
}
