import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  welcome: 'Welcome to Notes',
  emptyLibrary: 'You have no notes of your own yet.',
  helpHint: 'The notebook {help} explains how Notes works. Its notes are not listed under All notes.',
  help: 'Help',
  writeFirst: 'Write your first note',
  newNote: 'New note',
  keepJournal: 'Keep a daily note',
  openToday: 'Open today’s note',
  importNotes: 'Import your notes',
  importFrom: 'Import from',
  fromMarkdown: 'A folder of Markdown files',
  fromObsidian: 'Obsidian (the folder of a vault)',
  fromJoplin: 'Joplin (a JEX file or a RAW folder)',
  fromEvernote: 'Evernote (an ENEX file)',
  fromNotion: 'Notion (the ZIP file of an export)',
  fromHtml: 'Web pages (a folder, a file or a ZIP file)',
  runInTerminal:
    'Run this command in a terminal on this computer. Replace the capital letters with the path of your notes:',
  importHint:
    'Attachments, tags and folders come along. Add --dry-run to preview. A second run updates the same notes.',
  connectAssistant: 'Connect an AI assistant',
  showSetup: 'Show how to connect',
});
