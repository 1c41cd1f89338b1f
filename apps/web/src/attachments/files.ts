import type { Uploaded } from '../api/upload.js';
import { notify } from '../ui/notices.js';
import { text } from './texts.js';

/** The files that were pasted or dropped; of folders it says that they are left out. */
export function filesOf(transfer: DataTransfer | null): File[] {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const plain = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  if (plain.length < items.length) notify(text.foldersLeftOut);
  return plain.flatMap((item) => item.getAsFile() ?? []).map(named);
}

/** Pictures from the clipboard all have one name. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  // Swedes write dates as ISO 8601 does; a colon is not for names of files.
  const now = new Date().toLocaleString('sv').replaceAll(':', '.');
  return new File([file], `${text.pastedName(now)}.png`, { type: file.type });
}

const SHOWN = /^(?:image|audio|video)\//;
/** Characters of a name that could end the link, or begin something that binds stronger. */
const MARKUP = /[\\[\]`<|$]/g;

/** The Markdown that shows an attachment where it can be shown, or links to it. */
export function markdownOf({ uri, filename, mime_type }: Pick<Uploaded, 'uri' | 'filename' | 'mime_type'>): string {
  return `${SHOWN.test(mime_type) ? '!' : ''}[${filename.replace(MARKUP, '\\$&')}](${uri})`;
}
