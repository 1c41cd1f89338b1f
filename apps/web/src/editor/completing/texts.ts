import { catalogue } from '../../text/catalogue.js';
import { number } from '../../text/numbers.js';

export const text = catalogue({
  linkToNewNote: (title: string) => `Link to new note “${title}”`,
  slashHeading: (level: number) => `Heading ${number(level)}`,
  slashBullets: 'Bulleted list',
  slashNumbers: 'Numbered list',
  slashTasks: 'Task list',
  slashQuote: 'Quote',
  slashCallout: 'Callout',
  slashCode: 'Code block',
  slashTable: 'Table',
  slashDivider: 'Divider',
  slashDate: 'Today’s date',
  slashLink: 'Link to a note',
  slashAttachment: 'Image or attachment',
  slashTemplate: (title: string) => `Template: ${title}`,
  tagWith: (tag: string) => `Tag this note with “${tag}”`,
  taggedWith: (tag: string) => `Tagged with “${tag}”.`,
  undo: 'Undo',
  headingLevel: (level: number) => `level ${number(level)}`,
});
