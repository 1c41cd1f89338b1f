import type { FileItem } from '../item.js';
import type { Graphs } from '../logseq/graphs.js';
import type { UnsupportedFile } from '../source.js';

const ORG = /\.org$/i;
const IN_ORG = 'in Org mode, which is not supported, and not imported. Convert it to Markdown first';

/** Files with notes that only another program or another import reads, by their endings. */
const OTHERS: readonly (readonly [ending: RegExp, message: string])[] = [
  [
    /\.(?:textpack|bear2?bk)$/i,
    'compressed notes, which are not opened. Unpack the file like a .zip and import its folder',
  ],
  [/\.enex$/i, 'notes of Evernote, not imported. Import the file with the format evernote'],
  [/\.jex$/i, 'notes of Joplin, not imported. Import the file with the format joplin'],
];

/** Lists the files with notes that an import of Markdown does not read. */
export const listUnsupported = (files: readonly FileItem[], graphs: Graphs): UnsupportedFile[] =>
  files.flatMap(({ path }) => {
    const message =
      ORG.test(path) && graphs.contains(path) ? IN_ORG : OTHERS.find(([ending]) => ending.test(path))?.[1];
    return message === undefined ? [] : [{ path, message }];
  });
