import { AUTOMATIC_PLACEHOLDERS, fillTemplate } from '@notes/markdown-blocks';

interface PreviewPart {
  readonly text: string;
  /** Whether it stands for what has no value yet. */
  readonly isOpen: boolean;
}

const MOST_BYTES = 1024 * 1024;
/** Of private use: they mark what is open within the text that is filled in. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

/** A template with what is filled in so far; what is automatic is named until the note is made. */
export function previewOf(
  text: string,
  prompts: readonly string[],
  values: Readonly<Record<string, string>>,
  title: string,
): PreviewPart[] {
  const named = [...AUTOMATIC_PLACEHOLDERS, ...prompts].map((name): [string, string] => {
    const value = name === 'title' ? title : values[name];
    return [name, value === undefined || value === '' ? `${OPEN}${name}${CLOSE}` : value];
  });
  const filled = fillTemplate(text, new Map(named), MOST_BYTES);
  if (!filled.ok) return [{ text, isOpen: false }];
  return filled.text.split(OPEN).flatMap((piece, index) => {
    const [open = '', rest = ''] = index === 0 ? ['', piece] : piece.split(CLOSE, 2);
    return [
      { text: open, isOpen: true },
      { text: rest, isOpen: false },
    ].filter((part) => part.text !== '');
  });
}
