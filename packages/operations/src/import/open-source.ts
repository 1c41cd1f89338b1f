import { basename, dirname } from 'node:path';
import { ServiceError } from '@notes/contract';
import { ENEX, evernoteSource } from './evernote/source.js';
import { fileTree, folderTree } from './files/folder.js';
import { TarTree } from './files/tar.js';
import { ZipTree } from './files/zip.js';
import { htmlSource, PAGE } from './html/source.js';
import { JEX, joplinSource } from './joplin/source.js';
import { markdownSource } from './markdown/source.js';
import { exportName } from './notion/names.js';
import { notionSource } from './notion/source.js';
import type { Format, Source, SourcePath } from './source.js';

interface Opening {
  /** What a path of this format may be. */
  readonly takes: string;
  readonly accepts: (found: SourcePath) => boolean;
  readonly open: (found: SourcePath) => Promise<Source>;
  /** What the notebook at the top is called, where the name of the path does not say it. */
  readonly nameOf?: (name: string) => string;
}

const ZIP = /\.zip$/i;

const aFolder = ({ isFolder }: SourcePath) => isFolder;

const FORMATS: Readonly<Record<Format, Opening>> = {
  markdown: {
    takes: 'a folder',
    accepts: aFolder,
    open: async ({ path }) => markdownSource(folderTree(path), { vault: false }),
  },
  obsidian: {
    takes: 'a folder',
    accepts: aFolder,
    open: async ({ path }) => markdownSource(folderTree(path), { vault: true }),
  },
  evernote: {
    takes: 'an .enex file or a folder of them',
    accepts: (found) => found.isFolder || ENEX.test(found.path),
    open: async ({ path, isFolder }) =>
      evernoteSource(isFolder ? folderTree(path) : fileTree(path), { single: !isFolder }),
  },
  html: {
    takes: 'a folder, an .html file or a .zip file',
    accepts: (found) => found.isFolder || PAGE.test(found.path) || ZIP.test(found.path),
    open: async ({ path, isFolder }) => {
      if (!isFolder && PAGE.test(path)) return htmlSource(folderTree(dirname(path)), basename(path));
      return htmlSource(isFolder ? folderTree(path) : new ZipTree(path, { nested: false }));
    },
  },
  notion: {
    takes: 'a .zip file or the folder it was unpacked to',
    accepts: (found) => found.isFolder || ZIP.test(found.path),
    open: async ({ path, isFolder }) => notionSource(isFolder ? folderTree(path) : new ZipTree(path, { nested: true })),
    nameOf: exportName,
  },
  joplin: {
    takes: 'a .jex file or the folder of a RAW export',
    accepts: (found) => found.isFolder || JEX.test(found.path),
    open: async ({ path, isFolder }) => joplinSource(isFolder ? folderTree(path) : new TarTree(path)),
  },
};

/** @throws ServiceError `validation_failed` when nothing of this format is kept in such a thing */
export function checkFormat(format: Format, found: SourcePath): void {
  const { takes, accepts } = FORMATS[format];
  if (!accepts(found)) throw new ServiceError('validation_failed', `path: ${format} is imported from ${takes}`);
}

/** Opens what a path leads to, to be closed after. */
export function openSource(format: Format, found: SourcePath): Promise<Source> {
  checkFormat(format, found);
  return FORMATS[format].open(found);
}

/** What the notebook at the top of a source is called. */
export const rootNameOf = (format: Format, { name }: SourcePath): string => FORMATS[format].nameOf?.(name) ?? name;
