import { readText } from '../files/read-text.js';
import type { FileItem } from '../item.js';

/** Settings of a graph that decide about its journals. */
export interface GraphConfig {
  /** Folder of the journals, below the folder of the graph. */
  readonly journals: string;
  /** Pattern for the titles of journals. */
  readonly titlePattern: string;
}

const DEFAULTS: GraphConfig = { journals: 'journals', titlePattern: 'MMM do, yyyy' };
const MAX_BYTES = 1024 * 1024;

/** Texts and comments of EDN. */
const TEXT_OR_COMMENT = /"(?:[^"\\]|\\[\s\S])*"|;[^\n]*/g;

const JOURNALS = /(?<=[\s{]):journals-directory\s+"([^"\\]+)"/;
const TITLE_PATTERN = /(?<=[\s{]):journal\/page-title-format\s+"([^"\\]+)"/;

/** Reads `logseq/config.edn`. What it does not state, or a file that cannot be read, has the values of Logseq. */
export async function readGraphConfig(file: FileItem): Promise<GraphConfig> {
  const read = file.rejection ?? (await readText(file, MAX_BYTES));
  if ('reason' in read) return DEFAULTS;
  const text = read.text.replace(TEXT_OR_COMMENT, (found) => (found.startsWith(';') ? '' : found));
  return {
    journals: JOURNALS.exec(text)?.[1] ?? DEFAULTS.journals,
    titlePattern: TITLE_PATTERN.exec(text)?.[1] ?? DEFAULTS.titlePattern,
  };
}
