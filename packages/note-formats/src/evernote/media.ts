import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { DistinctNames } from '../distinct-names.js';
import type { Element } from '../html/tree.js';
import type { FileItem, Item, OpenFile } from '../item.js';
import { toPathSegment } from '../path-segment.js';
import { createRejection, type Rejection } from '../rejection.js';
import { Base64Error, decodeBase64 } from './base64.js';
import { child, children, childText } from './elements.js';
import type { NoteLocation } from './note-location.js';
import { getSpanLength, readSpan, type Span } from './span.js';

export interface Media {
  /** Files by the targets that the text uses. */
  readonly files: ReadonlyMap<string, FileItem>;
  readonly warnings: readonly string[];
}

/** Returns the target that the text of a note uses for a file with an MD5 digest. */
export const mediaTarget = (md5: string): string => `:media/${md5}`;

/** Finds the files of a note by their MD5 digests. Each file is read for its digest and not kept in memory. */
export async function findMedia(open: OpenFile, note: Element, { item, file, span }: NoteLocation): Promise<Media> {
  const files = new Map<string, FileItem>();
  const warnings: string[] = [];
  const names = new DistinctNames();
  const resources = children(note, 'resource').filter((resource) => child(resource, 'data') !== undefined);
  for (const [index, resource] of resources.entries()) {
    const data = span.data[index] as Span;
    const encoding = child(resource, 'data')?.attributes.encoding ?? 'base64';
    if (encoding !== 'base64') {
      warnings.push(`${getFilename(resource, 'a file')}: unknown encoding ${encoding}`);
      continue;
    }
    const read = await hashFile(open, data);
    const { hash } = read;
    if (files.has(mediaTarget(hash))) continue;
    const wanted = getFilename(resource, hash);
    const ending = extname(wanted);
    const filename = names.makeDistinct(wanted.slice(0, wanted.length - ending.length), ending);
    const type = childText(resource, 'mime');
    files.set(mediaTarget(hash), toFileItem(item, file, { ...read, data, filename, type }));
  }
  return { files, warnings };
}

/** Returns the MD5 digest of a file; for invalid Base64, the digest of the encoded bytes. */
async function hashFile(open: OpenFile, data: Span): Promise<Pick<FoundMedia, 'hash' | 'rejection'>> {
  try {
    return { hash: await computeMd5(decodeBase64(readSpan(open, data))) };
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error;
    return { hash: await computeMd5(readSpan(open, data)), rejection: createRejection('malformed', 'invalid Base64') };
  }
}

async function computeMd5(pieces: AsyncIterable<Buffer>): Promise<string> {
  const md5 = createHash('md5');
  for await (const piece of pieces) md5.update(piece);
  return md5.digest('hex');
}

function getFilename(resource: Element, hash: string): string {
  const named = toPathSegment(childText(child(resource, 'resource-attributes'), 'file-name'));
  if (named !== '') return named;
  const ending = getEnding(childText(resource, 'mime'));
  return ending === '' ? hash : `${hash}.${ending}`;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** File name endings of types whose names are no endings. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'video/quicktime': 'mov',
};

/** Returns the file name ending of a media type without its dot; empty when it is unknown. */
const getEnding = (type: string): string =>
  ENDINGS[type.toLowerCase()] ?? /^\w+\/(?:x-)?([a-z\d]{2,5})$/i.exec(type)?.[1] ?? '';

interface FoundMedia {
  readonly data: Span;
  readonly hash: string;
  readonly filename: string;
  readonly type: string;
  readonly rejection?: Rejection;
}

/** Returns a file item whose bytes are decoded each time they are read. */
function toFileItem(note: Pick<Item, 'path' | 'key' | 'ownId'>, file: FileItem, found: FoundMedia): FileItem {
  const { data, hash, filename, type, rejection: broken } = found;
  const key = `${note.key}/${hash}`;
  return {
    path: `${note.path}/${filename}`,
    key,
    ...(note.ownId !== undefined && { ownId: `${note.ownId}/${hash}` }),
    folder: [],
    filename,
    ...(type !== '' && { mimeType: type }),
    ...(broken !== undefined && { rejection: broken }),
    stamp: () => Promise.resolve(key),
    open: (use) =>
      file.open((open) =>
        use({
          sizeBytes: Math.floor((getSpanLength(data) * 3) / 4),
          isSizeBound: true,
          modifiedAt: undefined,
          pieces: () => decodeBase64(readSpan(open, data)),
        }),
      ),
  };
}
