import { diff3Merge, diffIndices } from 'node-diff3';
import { sharedEnds } from '../text/shared-ends.js';
import type { NoteText } from './note-text.js';

/** A part of a body: agreed, or changed by both sides. */
export type Region =
  | { readonly kind: 'agreed'; readonly text: string }
  | {
      readonly kind: 'conflict';
      readonly base: string;
      readonly mine: string;
      readonly theirs: string;
      /** First line in the server's text, from 0. */
      readonly line: number;
    };

export interface Merge {
  /** Undefined when both sides changed the title differently. */
  readonly title: string | undefined;
  readonly regions: readonly Region[];
  /** Number of hunks changed by the other side. */
  readonly changes: number;
}

/** Merges two texts with a common ancestor, line by line. */
export function mergeNotes(base: NoteText, mine: NoteText, theirs: NoteText): Merge {
  const title = mergeField(base.title, mine.title, theirs.title);
  const lines = trimShared([base.body, mine.body, theirs.body].map(splitLines) as Triple);
  const [inBase, inMine, inTheirs] = lines.middles;
  const merged = diff3Merge(inMine, inBase, inTheirs).map(
    ({ ok, conflict }): Region =>
      conflict === undefined
        ? agreed(ok)
        : {
            kind: 'conflict',
            base: conflict.o.join(''),
            mine: conflict.a.join(''),
            theirs: conflict.b.join(''),
            line: lines.before.length + conflict.bIndex,
          },
  );
  const regions = [agreed(lines.before), ...merged, agreed(lines.after)].filter(isNotEmpty);
  const titleChanges = base.title === theirs.title ? 0 : 1;
  return { title, regions, changes: diffIndices(inBase, inTheirs).length + titleChanges };
}

/** Returns the merged text; undefined when a decision is needed. */
export function mergedText({ title, regions }: Merge): NoteText | undefined {
  if (title === undefined) return undefined;
  const parts: string[] = [];
  for (const region of regions) {
    if (region.kind === 'conflict') return undefined;
    parts.push(region.text);
  }
  return { title, body: parts.join('') };
}

function mergeField(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : undefined;
}

/** Splits a text into lines including their line breaks; joining them gives the text back. */
export const splitLines = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

const agreed = (lines: readonly string[] = []): Region => ({ kind: 'agreed', text: lines.join('') });
const isNotEmpty = (region: Region) => region.kind === 'conflict' || region.text !== '';

type Triple = [string[], string[], string[]];

/**
 * Removes the lines that all three texts share at both ends, because the cost of comparing grows with the square of
 * repeated lines.
 */
function trimShared(texts: Triple): { before: string[]; middles: Triple; after: string[] } {
  const [first] = texts;
  const { start, end } = sharedEnds(texts);
  return {
    before: first.slice(0, start),
    middles: texts.map((lines) => lines.slice(start, lines.length - end)) as Triple,
    after: first.slice(first.length - end),
  };
}
