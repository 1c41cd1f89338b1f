import { basename, dirname } from 'node:path';
import { ServiceError } from '@notes/contract';
import { fileTree, folderTree } from './files/folder.js';
import { MARKDOWN, type Tree } from './files/tree.js';
import { exportName } from './notion/names.js';
import { quoted } from './quoted.js';
import type { Format, Listing, Source, SourcePath } from './source.js';

interface Opening {
  /** What a path of this format may be. */
  readonly takes: string;
  /** A file that may be one, besides a folder. */
  readonly file?: RegExp;
  /** The files in a folder that notes are read from. */
  readonly notes: RegExp;
  /** Loads what reads the format, which no other import pays for. */
  readonly open: (found: SourcePath) => Promise<Source>;
  /** What the notebook at the top is called, where the name of the path does not say it. */
  readonly nameOf?: (name: string) => string;
}

const ARCHIVES_NAMED = 5;
const PAGE = /\.x?html?$/i;

const FORMATS: Readonly<Record<Format, Opening>> = {
  markdown: { takes: 'a folder', notes: MARKDOWN, open: (found) => openMarkdown(found, false) },
  obsidian: { takes: 'a folder', notes: MARKDOWN, open: (found) => openMarkdown(found, true) },
  joplin: {
    takes: 'a .jex file or the folder of a RAW export',
    file: /\.jex$/i,
    notes: /\.md$/i,
    open: async (found) => (await import('./joplin/source.js')).joplinSource(await archiveOr(found, tarTree)),
  },
  evernote: {
    takes: 'an .enex file or a folder of them',
    file: /\.enex$/i,
    notes: /\.enex$/i,
    open: async ({ path, isFolder }) => {
      const { evernoteSource } = await import('./evernote/source.js');
      return evernoteSource(isFolder ? folderTree(path) : fileTree(path), { single: !isFolder });
    },
  },
  notion: {
    takes: 'a .zip file or the folder it was unpacked to',
    file: /\.zip$/i,
    notes: /\.(?:md|html|csv)$/i,
    open: async (found) => (await import('./notion/source.js')).notionSource(await archiveOr(found, zipTree(true))),
    nameOf: exportName,
  },
  html: {
    takes: 'a folder, an .html file or a .zip file',
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

async function openMarkdown({ path }: SourcePath, vault: boolean): Promise<Source> {
  const { markdownSource } = await import('./markdown/source.js');
  return markdownSource(folderTree(path), { vault });
}

const archiveOr = async ({ path, isFolder }: SourcePath, open: (path: string) => Promise<Tree>): Promise<Tree> =>
  isFolder ? folderTree(path) : open(path);

const tarTree = async (path: string): Promise<Tree> => new (await import('./files/tar.js')).TarTree(path);

const zipTree =
  (nested: boolean) =>
  async (path: string): Promise<Tree> =>
    new (await import('./files/zip.js')).ZipTree(path, { nested });

/** @throws ServiceError `validation_failed` when nothing of this format is kept in such a thing */
export function checkFormat(format: Format, { path, isFolder }: SourcePath): void {
  const { takes, file } = FORMATS[format];
  if (!isFolder && file?.test(path) !== true)
    throw new ServiceError('validation_failed', `path: ${format} is imported from ${takes}`);
}

/** Opens what a path leads to, to be closed after. A file without any note is no export that anybody meant. */
export async function openSource(format: Format, found: SourcePath): Promise<Source> {
  checkFormat(format, found);
  const source = await FORMATS[format].open(found);
  if (found.isFolder) return source;
  return { ...source, list: async (signal) => unlessEmpty(found, await source.list(signal)) };
}

function unlessEmpty({ path }: SourcePath, listing: Listing): Listing {
  const { notes, unopened = [], complete } = listing;
  if (notes.length > 0 || !complete) return listing;
  const named = unopened.slice(0, ARCHIVES_NAMED).map(quoted).join(', ');
  const more = unopened.length > ARCHIVES_NAMED ? ', …' : '';
  const within = named === '' ? '' : `; archives within it are not opened: ${named}${more}`;
  throw new ServiceError('validation_failed', `path: there is nothing to import in ${basename(path)}${within}`);
}

/** Which files in a folder notes of a format are read from. */
export const notesFiles = (format: Format): RegExp => FORMATS[format].notes;

/** What the notebook at the top of a source is called. */
export const rootNameOf = (format: Format, { name }: SourcePath): string => FORMATS[format].nameOf?.(name) ?? name;
