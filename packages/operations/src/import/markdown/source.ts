import type { FileLink } from '@notes/markdown-blocks';
import { readText } from '../files/read-text.js';
import { MARKDOWN, type Tree } from '../files/tree.js';
import type { FileItem, NoteItem, SourceNote } from '../item.js';
import type { Rejection } from '../reasons.js';
import type { Listing, Resolve, Source } from '../source.js';
import { FileIndex, isFileLink } from './file-index.js';
import { readFrontMatter } from './front-matter.js';
import { takeOwnId } from './own-id.js';

const EXTENSION = /(?<=.)\.(?:md|markdown)$/i;

/** Files of Markdown; in a vault links may name a file without its folder. */
export const markdownSource = (tree: Tree, { vault }: { vault: boolean }): Source => ({
  list: async (signal) => list(await tree.walk(signal), vault),
  close: () => tree.close(),
});

function list({ files, skipped, complete }: Awaited<ReturnType<Tree['walk']>>, vault: boolean): Listing {
  const notes: NoteItem[] = [];
  const others: FileItem[] = [];
  for (const file of files) {
    if (MARKDOWN.test(file.path) || file.path.endsWith('/')) notes.push({ ...file, read: () => readMarkdown(file) });
    else others.push(file);
  }
  return { notes, others: others.length, skipped, complete, resolve: resolveFiles(others, vault), linksNotes: false };
}

/** A file as the note it is: its text, and what its front matter says; what an export put there is no text of it. */
async function readMarkdown(file: FileItem): Promise<SourceNote | Rejection> {
  const read = await readText(file);
  if ('reason' in read) return read;
  const own = takeOwnId(read.text);
  const { title, tags, created, updated, warnings, exported } = readFrontMatter(own.text, own.documentId !== undefined);
  const { filename } = file;
  return {
    ...read,
    ...own,
    title: title ?? filename.replace(EXTENSION, ''),
    fileName: filename,
    tags,
    created,
    updated,
    warnings,
    ...(exported !== undefined && { text: read.text.slice(exported.bodyStart), documentId: exported.documentId }),
  };
}

function resolveFiles(files: readonly FileItem[], vault: boolean): Resolve | null {
  if (files.length === 0) return null;
  const index = new FileIndex(files);
  return ({ folder }, link) => {
    const inVault = vault || isWikilink(link);
    const found = index.resolve({ path: link.path, folder, inVault });
    return typeof found === 'string' && !isFileLink(link) ? undefined : found;
  };
}

const isWikilink = ({ kind }: FileLink) => kind === 'wikilink' || kind === 'embed';
