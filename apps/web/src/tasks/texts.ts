import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  tasks: 'Tasks',
  counts: (open: number, done: number) => `${number(open)} open, ${number(done)} done`,
  firstShown: (count: number) => `The first ${number(count)} are shown.`,
  showMore: (most: number) => `Show up to ${number(most)}`,
  show: 'Show',
  open: 'open',
  done: 'done',
  all: 'all',
  within: 'In',
  everyNotebook: 'every notebook',
  everyNote: 'Of every note, not just one',
  none: 'No tasks match these filters.',
  newNote: 'New note',
  hint: 'A line that begins with {example} is a task.',
  wordless: '(no words)',
  due: (day: string) => `due ${day}`,
  changed: 'this task is no longer in the note as it was',
});
