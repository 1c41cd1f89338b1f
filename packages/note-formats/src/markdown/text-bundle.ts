import { readText } from '../files/read-text.js';
import type { FileItem, SourceNote } from '../item.js';
import { parseMoment } from '../moment.js';

/** Text of a TextBundle: a folder with one note and its files, as Bear and other programs export it. */
const BUNDLE_TEXT = /(?:^|\/)([^/]+)\.textbundle\/text\.(md|markdown|txt)$/i;
const MAX_INFO_BYTES = 1024 * 1024;

/** A TextBundle whose text is a note. */
export interface TextBundle {
  readonly name: string;
  /** File name that the note has outside of the bundle. */
  readonly fileName: string;
  /** Description of the bundle, in which Bear states the times of the note. */
  readonly info: FileItem | undefined;
}

/**
 * Returns the bundle whose text a file is; undefined for any other file.
 *
 * @param files files of the source by path
 */
export function findTextBundle(path: string, files: ReadonlyMap<string, FileItem>): TextBundle | undefined {
  const [, name, extension = ''] = BUNDLE_TEXT.exec(path) ?? [];
  if (name === undefined) return undefined;
  const fileName = `${name}.${extension.toLowerCase() === 'txt' ? 'md' : extension}`;
  return { name, fileName, info: files.get(path.replace(/[^/]+$/, 'info.json')) };
}

/** Reads the times of a note in a bundle; none when they are not stated. */
export async function readBundleTimes({ info }: TextBundle): Promise<Partial<Pick<SourceNote, 'created' | 'updated'>>> {
  const read = info?.rejection ?? (await (info && readText(info, MAX_INFO_BYTES)));
  if (read === undefined || 'reason' in read) return {};
  const [created, updated] = [CREATED, MODIFIED].map((field) => parseMoment(field.exec(read.text)?.[1]));
  return { ...(created !== undefined && { created }), ...(updated !== undefined && { updated }) };
}

const CREATED = /"creationDate"\s*:\s*"([^"]{1,40})"/;
const MODIFIED = /"modificationDate"\s*:\s*"([^"]{1,40})"/;
