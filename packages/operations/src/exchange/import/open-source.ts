import { basename, dirname } from 'node:path';
import { ServiceError } from '@notes/contract';
import { fileTree, folderTree } from './files/folder.js';
import { MARKDOWN, type Tree } from './files/tree.js';
import { getExportName } from './notion/names.js';
import { quote } from './quote.js';
import type { Format, Listing, Source, SourcePath } from './source.js';

interface FormatRules {
  /** Accepted paths, for an error message. */
  readonly acceptedPaths: string;
  /** Error for a source without any note. */
  readonly emptyMessage: string;
  /** File names accepted besides a folder. */
  readonly file?: RegExp;
  /** File names of notes in a folder. */
  readonly notes: RegExp;
  /** Loads the reader of the format, so that other imports do not load it. */
  readonly open: (found: SourcePath) => Promise<Source>;
  /** Derives the name of the top notebook from the name of the path. */
  readonly toRootName?: (name: string) => string;
}

const MAX_NAMED_ARCHIVES = 5;
const PAGE = /\.x?html?$/i;

const FORMATS: Readonly<Record<Format, FormatRules>> = {
  markdown: {
    acceptedPaths: 'a folder or an .md file',
    emptyMessage: 'it contains no Markdown file (.md or .markdown)',
    file: MARKDOWN,
    notes: MARKDOWN,
    open: (found) => openMarkdown(found, false),
  },
  obsidian: {
    acceptedPaths: 'a folder',
    emptyMessage: 'it contains no Markdown file (.md or .markdown)',
    notes: MARKDOWN,
    open: (found) => openMarkdown(found, true),
  },
  joplin: {
    acceptedPaths: 'a .jex file or the folder of a RAW export',
    emptyMessage: 'it contains no Joplin note. Their file names are ids, such as 0123456789abcdef0123456789abcdef.md',
    file: /\.jex$/i,
    notes: /\.md$/i,
    open: async (found) => (await import('./joplin/source.js')).joplinSource(await openFolderOr(found, openTarTree)),
  },
  evernote: {
    acceptedPaths: 'an .enex file or a folder of them',
    emptyMessage: 'it contains no .enex file with notes',
    file: /\.enex$/i,
    notes: /\.enex$/i,
    open: async ({ path, isFolder }) => {
      const { evernoteSource } = await import('./evernote/source.js');
      return evernoteSource(isFolder ? folderTree(path) : fileTree(path), { single: !isFolder });
    },
  },
  notion: {
    acceptedPaths: 'a .zip file or the unpacked folder',
    emptyMessage: 'it contains no Notion page (.md or .html) or database (.csv)',
    file: /\.zip$/i,
    notes: /\.(?:md|html|csv)$/i,
    open: async (found) =>
      (await import('./notion/source.js')).notionSource(await openFolderOr(found, openZipTree(true))),
    toRootName: getExportName,
  },
  html: {
    acceptedPaths: 'a folder, an .html file or a .zip file',
    emptyMessage: 'it contains no page (.html, .htm or .xhtml)',
    file: /\.(?:x?html?|zip)$/i,
    notes: PAGE,
    open: async (found) => {
      const { htmlSource } = await import('./html/source.js');
      if (!found.isFolder && PAGE.test(found.path))
        return htmlSource(folderTree(dirname(found.path)), basename(found.path));
      return htmlSource(await openFolderOr(found, openZipTree(false)));
    },
  },
};

async function openMarkdown({ path, within }: SourcePath, vault: boolean): Promise<Source> {
  const { markdownFile, markdownSource } = await import('./markdown/source.js');
  if (within === undefined) return markdownSource(folderTree(path), { vault });
  if (!within.isFolderImported) return markdownFile(within.folder, within.path);
  return markdownSource(folderTree(within.folder), { vault, only: within.path });
}

const openFolderOr = async ({ path, isFolder }: SourcePath, open: (path: string) => Promise<Tree>): Promise<Tree> =>
  isFolder ? folderTree(path) : open(path);

const openTarTree = async (path: string): Promise<Tree> => new (await import('./files/tar.js')).TarTree(path);

const openZipTree =
  (nested: boolean) =>
  async (path: string): Promise<Tree> =>
    new (await import('./files/zip.js')).ZipTree(path, { nested });

/**
 * Checks that a path can be a source of a format.
 *
 * @throws ServiceError `validation_failed` when it cannot
 */
export function checkFormat(format: Format, { path, isFolder }: SourcePath): void {
  const { acceptedPaths, file } = FORMATS[format];
  if (!isFolder && file?.test(path) !== true)
    throw new ServiceError('validation_failed', `path: for the format ${format}, give ${acceptedPaths}`);
}

/**
 * Opens a source. The caller must close it.
 *
 * @param mayBeEmpty accepts a source without any note, which is otherwise refused as a likely mistake
 * @throws ServiceError `validation_failed`
 */
export async function openSource(
  format: Format,
  found: SourcePath,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): Promise<Source> {
  checkFormat(format, found);
  const source = await FORMATS[format].open(found);
  if (mayBeEmpty) return source;
  return { ...source, list: async (signal) => refuseEmpty(format, found, await source.list(signal)) };
}

function refuseEmpty(format: Format, { path }: SourcePath, listing: Listing): Listing {
  const { notes, unopened = [], complete } = listing;
  if (notes.length > 0 || !complete) return listing;
  const named = unopened.slice(0, MAX_NAMED_ARCHIVES).map(quote).join(', ');
  const more = unopened.length > MAX_NAMED_ARCHIVES ? ', …' : '';
  const within = named === '' ? '' : `. Archives in it are not opened: ${named}${more}`;
  const message = `path: nothing to import in ${basename(path)}: ${FORMATS[format].emptyMessage}${within}`;
  throw new ServiceError('validation_failed', message);
}

/** Returns the pattern for the file names of notes of a format. */
export const getNoteFilePattern = (format: Format): RegExp => FORMATS[format].notes;

/** Returns the name of the notebook at the top of a source. */
export const getRootName = (format: Format, { name }: SourcePath): string => FORMATS[format].toRootName?.(name) ?? name;
