import { applicableOf } from '../commands/registry.js';
import { Menu } from '../ui/menu.js';
import { text } from './texts.js';

/** The commands a note is chiefly given, whatever keys they have. */
const listed = ['move', 'tag', 'duplicate', 'history', 'graph here', 'images', 'trash'];

/** What can be done with the note that is open. */
export function NoteMenu() {
  const items = applicableOf(listed).map(({ title, run }) => ({ label: title, run }));
  return <Menu label={text.commands} items={items} />;
}
