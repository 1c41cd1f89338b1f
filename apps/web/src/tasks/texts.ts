import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  tasks: 'Tasks',
  counts: (open: number, done: number) => `${number(open)} open, ${number(done)} done`,
  firstShown: (count: number) => `Only the first ${number(count)} are shown.`,
  showMore: (most: number) => `Show up to ${number(most)}`,
  show: 'Show',
  open: 'Open',
  done: 'Done',
  all: 'All',
  within: 'Notebook',
  everyNotebook: 'All notebooks',
  everyNote: 'Show tasks of all notes',
  none: 'No tasks match these filters.',
  newNote: 'New note',
  hint: 'A line that begins with {example} is a task.',
  wordless: '(no text)',
  due: (day: string) => `due ${day}`,
  changed: 'The task was changed or removed in the note',
});
