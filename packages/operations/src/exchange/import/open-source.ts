import { basename, dirname } from 'node:path';
import { ServiceError } from '@notes/contract';
import { fileTree, folderTree } from './files/folder.js';
import { MARKDOWN, type Tree } from './files/tree.js';
import { exportName } from './notion/names.js';
import { quoted } from './quoted.js';
import type { Format, Listing, Source, SourcePath } from './source.js';

interface Opening {
  /** Accepted paths, for an error message. */
  readonly takes: string;
  /** Error for a source without any note. */
  readonly lacks: string;
  /** File names accepted besides a folder. */
  readonly file?: RegExp;
  /** File names of notes in a folder. */
  readonly notes: RegExp;
  /** Loads the reader of the format, so that other imports do not load it. */
  readonly open: (found: SourcePath) => Promise<Source>;
  /** Derives the name of the top notebook from the name of the path. */
  readonly nameOf?: (name: string) => string;
}

const ARCHIVES_NAMED = 5;
const PAGE = /\.x?html?$/i;

const FORMATS: Readonly<Record<Format, Opening>> = {
  markdown: {
    takes: 'a folder or an .md file',
    lacks: 'it contains no Markdown file (.md or .markdown)',
    file: MARKDOWN,
    notes: MARKDOWN,
    open: (found) => openMarkdown(found, false),
  },
  obsidian: {
    takes: 'a folder',
    lacks: 'it contains no Markdown file (.md or .markdown)',
    notes: MARKDOWN,
    open: (found) => openMarkdown(found, true),
  },
  joplin: {
    takes: 'a .jex file or the folder of a RAW export',
    lacks: 'it contains no Joplin note. Their file names are ids, such as 0123456789abcdef0123456789abcdef.md',
    file: /\.jex$/i,
    notes: /\.md$/i,
    open: async (found) => (await import('./joplin/source.js')).joplinSource(await archiveOr(found, tarTree)),
  },
  evernote: {
    takes: 'an .enex file or a folder of them',
    lacks: 'it contains no .enex file with notes',
    file: /\.enex$/i,
    notes: /\.enex$/i,
    open: async ({ path, isFolder }) => {
      const { evernoteSource } = await import('./evernote/source.js');
      return evernoteSource(isFolder ? folderTree(path) : fileTree(path), { single: !isFolder });
    },
  },
  notion: {
    takes: 'a .zip file or the unpacked folder',
    lacks: 'it contains no Notion page (.md or .html) or database (.csv)',
    file: /\.zip$/i,
    notes: /\.(?:md|html|csv)$/i,
    open: async (found) => (await import('./notion/source.js')).notionSource(await archiveOr(found, zipTree(true))),
    nameOf: exportName,
  },
  html: {
    takes: 'a folder, an .html file or a .zip file',
    lacks: 'it contains no page (.html, .htm or .xhtml)',
    file: /\.(?:x?html?|zip)$/i,
    notes: PAGE,
    open: async (found) => {
      const { htmlSource } = await import('./html/source.js');
      if (!found.isFolder && PAGE.test(found.path))
        return htmlSource(folderTree(dirname(found.path)), basename(found.path));
      return htmlSource(await archiveOr(found, zipTree(false)));
    },
  },
};

async function openMarkdown({ path, within }: SourcePath, vault: boolean): Promise<Source> {
  const { markdownFile, markdownSource } = await import('./markdown/source.js');
  if (within === undefined) return markdownSource(folderTree(path), { vault });
  if (!within.isFolderImported) return markdownFile(within.folder, within.path);
  return markdownSource(folderTree(within.folder), { vault, only: within.path });
}

const archiveOr = async ({ path, isFolder }: SourcePath, open: (path: string) => Promise<Tree>): Promise<Tree> =>
  isFolder ? folderTree(path) : open(path);

const tarTree = async (path: string): Promise<Tree> => new (await import('./files/tar.js')).TarTree(path);

const zipTree =
  (nested: boolean) =>
  async (path: string): Promise<Tree> =>
    new (await import('./files/zip.js')).ZipTree(path, { nested });

/**
 * Checks that a path can be a source of a format.
 *
 * @throws ServiceError `validation_failed` when it cannot
 */
export function checkFormat(format: Format, { path, isFolder }: SourcePath): void {
  const { takes, file } = FORMATS[format];
  if (!isFolder && file?.test(path) !== true)
    throw new ServiceError('validation_failed', `path: for the format ${format}, give ${takes}`);
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
  const named = unopened.slice(0, ARCHIVES_NAMED).map(quoted).join(', ');
  const more = unopened.length > ARCHIVES_NAMED ? ', …' : '';
  const within = named === '' ? '' : `. Archives in it are not opened: ${named}${more}`;
  const message = `path: nothing to import in ${basename(path)}: ${FORMATS[format].lacks}${within}`;
  throw new ServiceError('validation_failed', message);
}

/** Returns the pattern for the file names of notes of a format. */
export const notesFiles = (format: Format): RegExp => FORMATS[format].notes;

/** Returns the name of the notebook at the top of a source. */
export const rootNameOf = (format: Format, { name }: SourcePath): string => FORMATS[format].nameOf?.(name) ?? name;
