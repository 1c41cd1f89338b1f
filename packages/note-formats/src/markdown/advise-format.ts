import { readName } from '../notion/names.js';

/** Name of an item of a RAW export of Joplin. */
const JOPLIN_ITEM = /(?:^|\/)[0-9a-f]{32}\.md$/i;

interface Program {
  readonly name: string;
  readonly format: string;
  readonly isOwnName: (path: string) => boolean;
}

/** Programs whose exports consist of Markdown files with names that only they write. */
const PROGRAMS: readonly Program[] = [
  { name: 'Joplin', format: 'joplin', isOwnName: (path) => JOPLIN_ITEM.test(path) },
  { name: 'Notion', format: 'notion', isOwnName: (path) => readName(path).id !== undefined },
];

/**
 * Returns advice for a folder of Markdown that looks like the export of a program with a format of its own, as most of
 * its file names show. As plain Markdown its notes lose titles, tags and links.
 *
 * @param paths paths of the notes
 */
export function adviseFormat(paths: readonly string[]): string[] {
  const program = PROGRAMS.find(({ isOwnName }) => paths.filter(isOwnName).length * 2 > paths.length);
  return program === undefined
    ? []
    : [
        `looks like an export of ${program.name}, imported as plain Markdown. For its titles, tags and links, import it with the format ${program.format}`,
      ];
}
