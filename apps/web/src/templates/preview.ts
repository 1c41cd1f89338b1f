import { AUTOMATIC_PLACEHOLDERS, fillTemplate } from '@notes/markdown-blocks';

interface PreviewPart {
  readonly text: string;
  /** True for a placeholder without a value. */
  readonly isOpen: boolean;
}

const MAX_PREVIEW_BYTES = 1024 * 1024;
/** Private-use characters that mark placeholders within the filled-in text. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

/** Returns a template with the values so far; automatic values are shown by name until the note is created. */
export function buildPreview(
  text: string,
  prompts: readonly string[],
  values: Readonly<Record<string, string>>,
  title: string,
): PreviewPart[] {
  const named = [...AUTOMATIC_PLACEHOLDERS, ...prompts].map((name): [string, string] => {
    const value = name === 'title' ? title : values[name];
    return [name, value === undefined || value === '' ? `${OPEN}${name}${CLOSE}` : value];
  });
  const result = fillTemplate(text, new Map(named), MAX_PREVIEW_BYTES);
  if (!result.ok) return [{ text, isOpen: false }];
  return result.text.split(OPEN).flatMap((piece, index) => {
    const [open = '', rest = ''] = index === 0 ? ['', piece] : piece.split(CLOSE, 2);
    return [
      { text: open, isOpen: true },
      { text: rest, isOpen: false },
    ].filter((part) => part.text !== '');
  });
}
