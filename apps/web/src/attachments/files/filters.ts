import type { FileRow } from './file-row.js';
import { text } from './texts.js';

export const kinds = {
  all: text.allKinds,
  image: text.images,
  audio: text.audio,
  video: text.video,
  pdf: text.pdf,
  text: text.textFiles,
  other: text.otherFiles,
} as const;
export type FileKind = keyof typeof kinds;

export const uses = { all: text.anyUsage, used: text.usedOnly, unused: text.unusedOnly } as const;
export type FileUse = keyof typeof uses;

export const sorts = {
  name: text.byName,
  newest: text.newestFirst,
  largest: text.largestFirst,
  type: text.byType,
} as const;
export type FileSort = keyof typeof sorts;

export const views = { list: text.viewList, grid: text.viewGrid } as const;
export type FileView = keyof typeof views;

export interface FileFilter {
  /** Part of the file name; empty matches any. */
  readonly name: string;
  readonly kind: FileKind;
  readonly use: FileUse;
}

/** Query that limits a search to notes with an attachment of the kind; empty for kinds without a query. */
export const mimeQueries: Readonly<Record<FileKind, string>> = {
  all: '',
  image: ' mime:image/*',
  audio: ' mime:audio/*',
  video: ' mime:video/*',
  pdf: ' mime:application/pdf',
  text: ' mime:text/*',
  other: '',
};

const patterns: Readonly<Record<Exclude<FileKind, 'all' | 'other'>, RegExp>> = {
  image: /^image\//,
  audio: /^audio\//,
  video: /^video\//,
  pdf: /^application\/pdf\b/,
  text: /^text\//,
};

/** Returns true when a MIME type is of a kind; `other` is any type that no other kind matches. */
export function hasKind(mimeType: string, kind: FileKind): boolean {
  if (kind === 'all') return true;
  if (kind === 'other') return !Object.values(patterns).some((pattern) => pattern.test(mimeType));
  return patterns[kind].test(mimeType);
}

type Order = (one: FileRow, other: FileRow) => number;

const byName: Order = ({ resource: one }, { resource: other }) =>
  one.filename.localeCompare(other.filename, undefined, { numeric: true }) || (one.id < other.id ? -1 : 1);

/** Comparison functions. Files of equal rank are ordered by name. */
const ranks: Readonly<Record<FileSort, Order>> = {
  name: byName,
  newest: (one, other) => Date.parse(other.resource.created_at) - Date.parse(one.resource.created_at),
  largest: (one, other) => other.resource.size_bytes - one.resource.size_bytes,
  type: (one, other) => one.resource.mime_type.localeCompare(other.resource.mime_type),
};

export const sortFiles = (files: readonly FileRow[], sort: FileSort): FileRow[] =>
  [...files].sort((one, other) => ranks[sort](one, other) || byName(one, other));
