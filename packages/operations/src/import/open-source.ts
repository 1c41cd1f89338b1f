import { ServiceError } from '@notes/contract';
import { folderTree } from './files/folder.js';
import { markdownSource } from './markdown/source.js';
import type { Format, Source, SourcePath } from './source.js';

interface Opening {
  /** What a path of this format may be. */
  readonly takes: string;
  readonly accepts: (found: SourcePath) => boolean;
  readonly open: (found: SourcePath) => Promise<Source>;
}

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
