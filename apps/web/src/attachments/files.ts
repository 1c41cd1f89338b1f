import type { Uploaded } from '../api/upload.js';

/** The files that were pasted or dropped. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])].map(named);

/** Pictures from the clipboard all have one name. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return new File([file], `pasted ${stamp}.png`, { type: file.type });
}

const SHOWN = /^(?:image|audio|video)\//;

/** The Markdown that shows an attachment where it can be shown, or links to it. */
export function markdownOf({ uri, filename, mime_type }: Pick<Uploaded, 'uri' | 'filename' | 'mime_type'>): string {
  const text = filename.replace(/[\\[\]]/g, '\\$&');
  return `${SHOWN.test(mime_type) ? '!' : ''}[${text}](${uri})`;
}
