import { notify } from './notices.js';
import { text } from './texts.js';

/** Copies a text and shows a notice. */
export async function copyText(copied: string): Promise<void> {
  if (await copy(copied)) notify(text.copied);
}

/** Copies a text. Returns false and shows a notice where the browser forbids it, as over plain HTTP. */
export async function copy(copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied);
    return true;
  } catch {
    notify(text.notCopied);
    return false;
  }
}
