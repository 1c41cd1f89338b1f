import { basename, dirname } from 'node:path';
import { fileTree, folderTree } from './files/folder.js';
import { MARKDOWN, type Tree } from './files/tree.js';
import { DEFAULT_RULES, type NoteRules } from './note-rules.js';
import { getExportName } from './notion/names.js';
import { quote, quoteFirst } from './quote.js';
import type { Listing, Source, SourceLocation } from './source.js';

interface FormatReader {
  /** Accepted paths, for an error message. */
  readonly acceptedPaths: string;
  /** Message for a source without any note. */
  readonly emptyMessage: string;
  /** File names accepted besides a folder. */
  readonly file?: RegExp;
  /** File names of notes in a folder. */
  readonly notes: RegExp;
  /** Loads the reader of the format, so that other formats do not load it. */
  readonly open: (found: SourceLocation, rules: NoteRules) => Promise<Source>;
  /** Derives the name of the source from the name of its path. */
  readonly toName?: (name: string) => string;
}

const TEXT = /\.txt$/i;
const PAGE = /\.x?html?$/i;

const FORMATS = {
  markdown: {
    acceptedPaths: 'a folder or an .md file',
    emptyMessage: 'it contains no Markdown file (.md or .markdown)',
    file: MARKDOWN,
    notes: MARKDOWN,
    open: (found, rules) => openMarkdown(found, false, rules),
  },
  obsidian: {
    acceptedPaths: 'a folder',
    emptyMessage: 'it contains no Markdown file (.md or .markdown)',
    notes: MARKDOWN,
    open: (found, rules) => openMarkdown(found, true, rules),
  },
  joplin: {
    acceptedPaths: 'a .jex file or the folder of a RAW export',
    emptyMessage: 'it contains no Joplin note. Their file names are ids, such as 0123456789abcdef0123456789abcdef.md',
    file: /\.jex$/i,
    notes: /\.md$/i,
    open: async (found, rules) =>
      (await import('./joplin/source.js')).joplinSource(await openFolderOr(found, openTarTree), rules),
  },
  evernote: {
    acceptedPaths: 'an .enex file or a folder of them',
    emptyMessage: 'it contains no .enex file with notes',
    file: /\.enex$/i,
    notes: /\.enex$/i,
    open: async ({ path, isFolder }, rules) => {
      const { evernoteSource } = await import('./evernote/source.js');
      return evernoteSource(isFolder ? folderTree(path) : fileTree(path), { single: !isFolder }, rules);
    },
  },
  notion: {
    acceptedPaths: 'a .zip file or the unpacked folder',
    emptyMessage: 'it contains no Notion page (.md or .html) or database (.csv)',
    file: /\.zip$/i,
    notes: /\.(?:md|html|csv)$/i,
    open: async (found, rules) =>
      (await import('./notion/source.js')).notionSource(await openFolderOr(found, openZipTree(true)), rules),
    toName: getExportName,
  },
  html: {
    acceptedPaths: 'a folder, an .html file or a .zip file',
    emptyMessage: 'it contains no page (.html, .htm or .xhtml)',
    file: /\.(?:x?html?|zip)$/i,
    notes: PAGE,
    open: async (found, rules) => {
      const { htmlSource } = await import('./html/source.js');
      if (!found.isFolder && PAGE.test(found.path))
        return htmlSource(folderTree(dirname(found.path)), rules, basename(found.path));
      return htmlSource(await openFolderOr(found, openZipTree(false)), rules);
    },
  },
} as const satisfies Readonly<Record<string, FormatReader>>;

/** Format of a source. */
export type NoteFormat = keyof typeof FORMATS;

const getReader = (format: NoteFormat): FormatReader => FORMATS[format];

async function openMarkdown({ path, within }: SourceLocation, vault: boolean, rules: NoteRules): Promise<Source> {
  const { markdownFile, markdownSource } = await import('./markdown/source.js');
  if (within === undefined) return adviseGraph(markdownSource(folderTree(path), { vault }, rules), path);
  if (!within.isFolderImported) return adviseGraph(markdownFile(within.folder, within.path, rules), path);
  return adviseGraph(markdownSource(folderTree(within.folder), { vault, only: within.path }, rules), within.folder);
}

/** Adds advice to the listing of a source that is a part of a graph of Logseq. */
function adviseGraph(source: Source, path: string): Source {
  const list: Source['list'] = async (signal) => {
    const listing = await source.list(signal);
    const { findGraphAbove } = await import('./logseq/find-graph-above.js');
    const name = await findGraphAbove(path);
    if (name === undefined) return listing;
    const message = `part of the Logseq graph ${quote(name)}, imported as plain Markdown. For pages with their titles, tags and journals, import the folder of the graph`;
    return { ...listing, advice: [...(listing.advice ?? []), message] };
  };
  return { ...source, list };
}

const openFolderOr = async (
  { path, isFolder }: SourceLocation,
  open: (path: string) => Promise<Tree>,
): Promise<Tree> => (isFolder ? folderTree(path) : open(path));

const openTarTree = async (path: string): Promise<Tree> => new (await import('./files/tar.js')).TarTree(path);

const openZipTree =
  (nested: boolean) =>
  async (path: string): Promise<Tree> =>
    new (await import('./files/zip.js')).ZipTree(path, { nested });

/**
 * Opens a source and loads the reader of its format. The caller must close it.
 *
 * @param rules rules that differ from {@link DEFAULT_RULES}
 */
export const openSource = (
  format: NoteFormat,
  location: SourceLocation,
  rules: Partial<NoteRules> = {},
): Promise<Source> => getReader(format).open(location, { ...DEFAULT_RULES, ...rules });

/** Returns true when a path can be a source of a format, as far as its name shows. */
export const isAcceptedPath = (format: NoteFormat, { path, isFolder }: SourceLocation): boolean =>
  isFolder || getReader(format).file?.test(path) === true;

/** Describes the paths that a format accepts: "a folder or an .md file". */
export const describeAcceptedPaths = (format: NoteFormat): string => getReader(format).acceptedPaths;

/**
 * Describes a source without any note: what it lacks, the archives in it that are not opened, and its files with notes
 * that another import or program reads.
 */
export function describeEmptySource(
  format: NoteFormat,
  { unopened = [], unsupported = [], otherPaths = new Set() }: Partial<Listing>,
): string {
  const { emptyMessage, notes } = getReader(format);
  const [other] = unsupported;
  const hasTexts = notes === MARKDOWN && [...otherPaths].some((path) => TEXT.test(path));
  return [
    emptyMessage,
    ...(unopened.length === 0 ? [] : [`Archives in it are not opened: ${quoteFirst(unopened)}`]),
    ...(other === undefined ? [] : [`It contains ${quote(other.path)}: ${other.message}`]),
    ...(hasTexts ? ['To import text files, change their endings from .txt to .md'] : []),
  ].join('. ');
}

/** Returns the pattern for the file names of notes of a format. */
export const getNoteFilePattern = (format: NoteFormat): RegExp => getReader(format).notes;

/** Returns the name of a source, given the name of its path. Removes parts that the program adds to every export. */
export const getSourceName = (format: NoteFormat, name: string): string => getReader(format).toName?.(name) ?? name;
