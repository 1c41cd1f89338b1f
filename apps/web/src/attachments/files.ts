import type { Uploaded } from '../api/upload.js';
import { text } from './texts.js';

/** Returns the files that were pasted or dropped, without folders. */
export function getFiles(transfer: DataTransfer | null): File[] {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const plain = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  return plain.flatMap((item) => item.getAsFile() ?? []).map(withUniqueName);
}

/** Returns true for formatted text, which may come with a picture of it and with the pictures in it. */
export const isFormatted = ({ types }: DataTransfer): boolean =>
  types.includes('text/html') && types.includes('text/plain');

/** Returns the folders of a drop. Must be called while the event is handled. */
export const getFolders = (transfer: DataTransfer | null): FileSystemDirectoryEntry[] =>
  [...(transfer?.items ?? [])].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry?.isDirectory === true ? (entry as FileSystemDirectoryEntry) : [];
  });

/** Gives a pasted picture a unique name: browsers name them all `image.png`. */
function withUniqueName(file: File): File {
  if (file.name !== 'image.png') return file;
  // Swedish dates are in ISO 8601 order; a colon is not allowed in file names.
  const now = new Date().toLocaleString('sv').replaceAll(':', '.');
  return new File([file], `${text.pastedName(now)}.png`, { type: file.type });
}

export const escapeLinkText = (label: string): string => label.replace(MARKUP, '\\$&');

const PREVIEWABLE = /^(?:image|audio|video)\//;
/** Characters of a name that could end the link text or begin markup that binds more strongly. */
const MARKUP = /[\\[\]`<|$]/g;

/**
 * Returns the Markdown that embeds an attachment where the page can show it, or else links to it.
 *
 * @param label Markdown of the description or link text; default: the file name
 */
export function toMarkdown(
  { uri, filename, mime_type }: Pick<Uploaded, 'uri' | 'filename' | 'mime_type'>,
  label = escapeLinkText(filename),
): string {
  return `${PREVIEWABLE.test(mime_type) ? '!' : ''}[${label}](${uri})`;
}
