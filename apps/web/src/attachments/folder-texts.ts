import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  folderRead: (count: number) =>
    plural(count, 'Attaching # file from the folder.', 'Attaching # files from the folders.'),
  tooManyFiles: (count: number) => `Only the first ${number(count)} files are attached.`,
  notesLeftOut: (count: number) =>
    plural(
      count,
      '# Markdown file in the folder was left out. Import it to make it a note.',
      '# Markdown files in the folders were left out. Import them to make them notes.',
    ),
  importNotes: 'Show how',
});
