import { type FileLink, frontMatter } from '@notes/markdown-blocks';
import { fileBelow } from '../files/folder.js';
import { readText } from '../files/read-text.js';
import { countUnread, listFolderLinks, MARKDOWN, type Tree, type Walk } from '../files/tree.js';
import { type FrontMatterFields, readFrontMatter } from '../front-matter/front-matter.js';
import { removeOwnId } from '../front-matter/own-id.js';
import type { FileItem, NoteItem, SourceNote } from '../item.js';
import { Graphs } from '../logseq/graphs.js';
import { readPageProperties, warnAboutBlocks } from '../logseq/properties.js';
import type { NoteRules } from '../note-rules.js';
import type { Rejection } from '../rejection.js';
import type { Listing, Resolve, Source } from '../source.js';
import { readTags } from '../tags.js';
import { adviseFormat } from './advise-format.js';
import { removeAttachedEnding } from './attached-name.js';
import { FileIndex, hasFileName, isFileLink } from './file-index.js';
import { FilesBelow } from './files-below.js';
import { listUnsupported } from './list-unsupported.js';
import { findTextBundle, readBundleTimes, type TextBundle } from './text-bundle.js';

const EXTENSION = /(?<=.)\.(?:md|markdown)$/i;

interface MarkdownOptions {
  /** Resolves links as in a vault, where they may omit the folder of a file. */
  readonly vault: boolean;
  /** Path of the only file to import, with its attachments. */
  readonly only?: string;
}

/** Reads Markdown files with their attachments. */
export const markdownSource = (tree: Tree, options: MarkdownOptions, rules: NoteRules): Source => ({
  list: async (signal) => {
    const walk = await tree.walk(signal);
    return list(walk, { ...options, graphs: await Graphs.read(options.vault ? [] : walk.files) }, rules);
  },
  close: () => tree.close(),
});

/**
 * Reads one file of a folder and its attachments within that folder. Does not list the folder, which may be a home
 * directory.
 *
 * @param path path of the file within the folder
 */
export const markdownFile = (folder: string, path: string, rules: NoteRules): Source => ({
  list: () => {
    const file = fileBelow(folder, path);
    const note = { ...file, read: () => readMarkdown(file, rules) };
    const files = new FilesBelow(folder);
    const facts = {
      others: null,
      otherPaths: new Set<string>(),
      links: [],
      unread: 0,
      skipped: [],
      complete: true,
      linksNotes: false,
      isPart: true,
    } as const;
    return Promise.resolve({ notes: [note], ...facts, resolve: resolveFiles(files, { inVault: false, names: null }) });
  },
  close: () => Promise.resolve(),
});

interface ListOptions extends MarkdownOptions {
  /** Graphs of Logseq whose pages are titled as there. */
  readonly graphs: Graphs;
}

function list(walk: Walk, { vault, only, graphs }: ListOptions, rules: NoteRules): Listing {
  const { files, skipped, complete } = walk;
  const notes: NoteItem[] = [];
  const others: FileItem[] = [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const file of files) {
    const { path, folder } = file;
    const bundle = findTextBundle(path, byPath);
    if (bundle !== undefined) {
      const read = () => readMarkdown(file, rules, { bundle });
      notes.push({ ...file, folder: folder.slice(0, -1), read });
    } else if (MARKDOWN.test(path) || path.endsWith('/')) {
      const pageTitle = graphs.readTitle(path);
      notes.push({ ...file, read: () => readMarkdown(file, rules, { ...(pageTitle !== undefined && { pageTitle }) }) });
    } else others.push(file);
  }
  const hasTargets = others.length + skipped.length > 0 || graphs.haveJournals;
  const names = new Set(notes.map(({ path }) => toNoteName(path)));
  const resolveFile = resolveFiles(new FileIndex(others, skipped), { inVault: vault, names });
  const resolve: Resolve = (note, link) => {
    const journal = graphs.findJournal(note.path, link);
    if (journal !== undefined) return { note: journal };
    return graphs.isPageLink(note.path, link) ? undefined : resolveFile(note, link);
  };
  const otherPaths = new Set(others.map(({ path }) => path));
  const facts = {
    otherPaths,
    unread: countUnread(walk),
    complete,
    resolve: hasTargets ? resolve : null,
    linksNotes: graphs.haveJournals,
  };
  if (only === undefined) {
    const unsupported = listUnsupported(others, graphs);
    const advice = adviseFormat(notes.map(({ path }) => path));
    return { notes, others: others.length, links: listFolderLinks(others), skipped, unsupported, advice, ...facts };
  }
  const part = notes.filter(({ path }) => path === only);
  return { notes: part, others: null, links: [], skipped: [], ...facts, isPart: true };
}

/** Facts about a file that its text does not state. */
interface FileFacts {
  /** Title of a page of Logseq by its file name. */
  readonly pageTitle?: string;
  readonly bundle?: TextBundle;
}

/** Reads a file as a note, and removes the front matter that an export added. */
async function readMarkdown(
  file: FileItem,
  rules: NoteRules,
  { pageTitle, bundle }: FileFacts = {},
): Promise<SourceNote | Rejection> {
  const read = await readText(file, rules.maxTextBytes);
  if ('reason' in read) return read;
  const { text, removed } = removeOwnId(read.text, rules);
  const front = readFrontMatter(text, { rules, ...(removed && { removedAt: removed.at }) });
  const { title, tags, created, updated, warnings, exported } = front;
  const { filename } = file;
  const note: SourceNote = {
    ...read,
    text,
    ...(removed && { documentId: removed.documentId }),
    title: title ?? filename.replace(EXTENSION, ''),
    fileName: filename,
    tags,
    created,
    updated,
    warnings: [...read.warnings, ...warnings],
    ...(exported !== undefined && { text: read.text.slice(exported.bodyStart), documentId: exported.documentId }),
  };
  if (exported !== undefined) return note;
  if (bundle !== undefined) return readBundle(note, bundle, front);
  return pageTitle === undefined ? note : readPage(note, { pageTitle, front }, rules);
}

/** Returns a note with the name and the times of its bundle, unless its front matter states others. */
async function readBundle(note: SourceNote, bundle: TextBundle, front: FrontMatterFields): Promise<SourceNote> {
  const { name, fileName } = bundle;
  const times = await readBundleTimes(bundle);
  return {
    ...note,
    title: front.title ?? name,
    fileName,
    created: note.created ?? times.created,
    updated: note.updated ?? times.updated,
    ...(front.title === undefined && { formerTitle: note.title }),
  };
}

interface PageFacts {
  readonly pageTitle: string;
  readonly front: FrontMatterFields;
}

/** Returns a note as a page of Logseq, with its properties. */
function readPage(note: SourceNote, { pageTitle, front }: PageFacts, rules: NoteRules): SourceNote {
  const { text, title } = note;
  const properties = readPageProperties(text.slice(frontMatter(text)?.end ?? 0));
  const { tags, warnings } = readTags([...front.tags, ...properties.tags], rules);
  const titled = (front.title ?? properties.title ?? pageTitle) || title;
  return {
    ...note,
    title: titled,
    tags,
    ...(titled !== title && { formerTitle: title }),
    warnings: [...note.warnings, ...warnings, ...warnAboutBlocks(text)],
  };
}

interface ResolveOptions {
  /** Resolves all links as in a vault, not only wikilinks. */
  readonly inVault: boolean;
  /** Names of the note files, by which a wikilink may mean a note; null when they are unknown. */
  readonly names: ReadonlySet<string> | null;
}

function resolveFiles(files: Pick<FileIndex, 'resolve'>, { inVault, names }: ResolveOptions): Resolve {
  const hasNote = (path: string) => names?.has(toNoteName(path));
  const isFile = (link: FileLink) =>
    isFileLink(link)
      ? !(MARKDOWN.test(link.path) && hasNote(link.path) === true)
      : link.inFrontMatter === true && hasFileName(link) && hasNote(link.path) === false;
  return ({ path }, link) => {
    const folder = path.split('/').slice(0, -1);
    const found = files.resolve({ path: link.path, folder, inVault: inVault || isWikilink(link) });
    if (typeof found === 'string') return isFile(link) ? found : undefined;
    return { ...found, filename: removeAttachedEnding(found.filename) };
  };
}

/** Returns the folded name of a file without its folder and the ending of notes. */
const toNoteName = (path: string) =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(EXTENSION, '')
    .normalize('NFC')
    .toLowerCase();

const isWikilink = ({ kind }: FileLink) => kind === 'wikilink' || kind === 'embed';
