import type { FileItem } from '../item.js';
import type { Graphs } from '../logseq/graphs.js';
import type { UnsupportedFile } from '../source.js';

/** Files with notes in a graph of Logseq that its import does not read, by their paths. */
const IN_GRAPHS: readonly (readonly [path: RegExp, message: string])[] = [
  [/\.org$/i, 'in Org mode, which is not supported, and not imported. Convert it to Markdown first'],
  [
    /(?:^|\/)whiteboards\/[^/]+\.edn$/i,
    'a whiteboard of Logseq, which is not imported. Copy its texts to a page first',
  ],
];

/** Files with notes that only another program or another import reads, by their endings. */
const OTHERS: readonly (readonly [ending: RegExp, message: string])[] = [
  [
    /\.(?:textpack|bear2?bk)$/i,
    'compressed notes, which are not opened. Unpack the file like a .zip and import its folder',
  ],
  [/\.enex$/i, 'notes of Evernote, not imported. Import the file with the format evernote'],
  [/\.jex$/i, 'notes of Joplin, not imported. Import the file with the format joplin'],
  [
    /\.canvas$/i,
    'a canvas of Obsidian, whose texts are not imported as notes. It becomes an attachment of a note that links to it',
  ],
];

/** Lists the files with notes that an import of Markdown does not read. */
export const listUnsupported = (files: readonly FileItem[], graphs: Graphs): UnsupportedFile[] =>
  files.flatMap(({ path }) => {
    const known = graphs.contains(path) ? [...IN_GRAPHS, ...OTHERS] : OTHERS;
    const message = known.find(([pattern]) => pattern.test(path))?.[1];
    return message === undefined ? [] : [{ path, message }];
  });
