import { type MarkdownParser, parser } from '@lezer/markdown';
import { commonSyntax } from './common-syntax.js';
import { deepDestinations } from './deep-destinations.js';
import { mathsWithin } from './maths.js';
import { wikilinks } from './wikilinks.js';

const notes = parser.configure([commonSyntax, deepDestinations, wikilinks]);

/** Returns the parser of notes for one body. */
export const createParser = (body: string): MarkdownParser => notes.configure(mathsWithin(body));
