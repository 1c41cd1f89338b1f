import { type MarkdownParser, parser, Strikethrough, Table, TaskList } from '@lezer/markdown';
import { bareAddresses } from './bare-addresses.js';
import { deepDestinations } from './deep-destinations.js';
import { footnotes } from './footnotes.js';
import { hardBreaks } from './hard-breaks.js';
import { highlights, nestingBound } from './marks.js';
import { mathsWithin } from './maths.js';
import { wikilinks } from './wikilinks.js';

const notes = parser.configure([
  Table,
  TaskList,
  Strikethrough,
  bareAddresses,
  hardBreaks,
  deepDestinations,
  wikilinks,
  footnotes,
  highlights,
  nestingBound,
]);

/** Returns the parser of notes for one body. */
export const createParser = (body: string): MarkdownParser => notes.configure(mathsWithin(body));
