import type { Text } from '@codemirror/state';
import { MAX_LINE_LENGTH } from './bounds.js';

/** Length of a note. */
export interface Extent {
  readonly words: number;
  /** True when a line is too long to be parsed as Markdown in the editor. */
  readonly hasLongLine: boolean;
}

/** Words, or lines, measured in one step. */
const STEP = 500;

/** Measures a text in short steps, so that the page stays responsive. */
export function* measureText(doc: Text, done: (extent: Extent) => void): Generator<void, void> {
  let words = 0;
  let lines = 0;
  let hasLongLine = false;
  for (const line of doc.iterLines()) {
    hasLongLine ||= line.length > MAX_LINE_LENGTH;
    for (const _word of line.matchAll(WORD)) {
      words += 1;
      if (words % STEP === 0) yield;
    }
    lines += 1;
    if (lines % STEP === 0) yield;
  }
  done({ words, hasLongLine });
}

/** Pattern of a word: letters and digits, with inner apostrophes and hyphens. */
export const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

export const wordCount = (text: string): number => text.match(WORD)?.length ?? 0;
