import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  calendar: 'Calendar',
  journal: 'Journal',
  hasNote: 'daily note',
  countDue: (count: number) => plural(count, '# task due', '# tasks due'),
  dayContent: (note: string, tasks: string) => `${note}, ${tasks}`,
  openNote: 'Open note',
  createNote: 'Create note',
  keysHint: 'Enter opens the note of a day, and creates it if it does not exist.',
  settings: 'Daily note settings',
  tasksDue: 'Tasks due',
  noTasks: 'No tasks are due on this day.',
  opening: 'Opening the daily note…',
  tryAgain: 'Try again',
  noEarlier: (days: number) => `There is no daily note in the ${number(days)} days before.`,
  noLater: (days: number) => `There is no daily note in the ${number(days)} days after.`,

  dailyNotes: 'Daily notes',
  notebook: 'Notebook',
  ownNotebook: 'Journal (created when first needed)',
  title: 'Title',
  titleExample: (example: string) => `Today’s note is titled “${example}”.`,
  titleInvalid: 'A title needs a year (YYYY), a month (MM) and a day (DD).',
  titleAmbiguous:
    'M or D is next to another number, so titles would be ambiguous. Put a separator between them, or write MM and DD.',
  titleHint:
    'YYYY year, MM or M month, MMMM name of the month, DD or D day, dddd weekday. Put other letters in [brackets].',
  template: 'Template',
  templateAuto: 'The template “Daily”, if there is one',
  templateNone: 'None',
  templateHint: 'Templates that ask for values are not listed.',
  storedInBrowser: 'Saved in this browser. Existing notes keep their titles.',
});
