import type { Text } from '@codemirror/state';
import { WORD } from '../text/word-count.js';
import { LONGEST_LINE } from './bounds.js';

/** How long a note is. */
export interface Extent {
  readonly words: number;
  /** Whether there are lines too long to be read as Markdown while they are written. */
  readonly hasLongLine: boolean;
}

/** Words, and lines, between two steps. */
const STEP = 500;

/** Measures a text in steps that take no time that is felt. */
export function* measured(doc: Text, done: (extent: Extent) => void): Generator<void, void> {
  let words = 0;
  let lines = 0;
  let hasLongLine = false;
  for (const line of doc.iterLines()) {
    hasLongLine ||= line.length > LONGEST_LINE;
    for (const _word of line.matchAll(WORD)) {
      words += 1;
      if (words % STEP === 0) yield;
    }
    lines += 1;
    if (lines % STEP === 0) yield;
  }
  done({ words, hasLongLine });
}
