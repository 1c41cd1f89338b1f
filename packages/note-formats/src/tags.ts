import type { NoteRules } from './note-rules.js';
import { quote } from './quote.js';

export interface Tags {
  readonly tags: readonly string[];
  readonly warnings: readonly string[];
}

/** Splits a single text with tags, at commas or else at white space. */
export const splitTagText = (text: string): string[] => text.split(text.includes(',') ? ',' : /\s+/);

/** Returns a name without the white space and `#` around it; empty when nothing is left. */
export const trimTagName = (text: string): string => text.trim().replace(/^#+/, '');

/** Converts names in a source to distinct tags. Invalid names become warnings. */
export function readTags(names: readonly string[], { readTag, maxTags }: Pick<NoteRules, 'readTag' | 'maxTags'>): Tags {
  const warnings: string[] = [];
  const tags = new Set<string>();
  for (const text of names) {
    const name = trimTagName(text);
    if (name === '') continue;
    const read = readTag(name);
    if ('tag' in read) tags.add(read.tag);
    else warnings.push(`tag ${quote(name)} ${read.problem}`);
  }
  if (tags.size > maxTags) warnings.push(`tags: only the first ${maxTags} are kept`);
  return { tags: [...tags].slice(0, maxTags), warnings };
}
