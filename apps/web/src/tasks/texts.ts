import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  tasks: 'Tasks',
  counts: (open: number, done: number) => `${number(open)} open, ${number(done)} done`,
  firstListed: (count: number) => `Only the first ${number(count)} are shown.`,
  showMore: (most: number) => `Show up to ${number(most)}`,
  show: 'Show',
  open: 'Open',
  done: 'Done',
  all: 'All',
  notebook: 'Notebook',
  allNotebooks: 'All notebooks',
  showAllTasks: 'Show tasks of all notes',
  noTasks: 'No tasks match these filters.',
  newNote: 'New note',
  hint: 'Start a line with {example} to add a task.',
  noText: '(no text)',
  due: (day: string) => `due ${day}`,
  taskChanged: 'The task was changed or removed in the note',
});
