import type { NoteRules } from './note-rules.js';
import { quote } from './quote.js';

export interface Tags {
  readonly tags: readonly string[];
  readonly warnings: readonly string[];
}

/** Converts names in a source to distinct tags. Invalid names become warnings. */
export function readTags(names: readonly string[], { readTag, maxTags }: Pick<NoteRules, 'readTag' | 'maxTags'>): Tags {
  const warnings: string[] = [];
  const tags = new Set<string>();
  for (const text of names) {
    const name = text.trim().replace(/^#+/, '');
    if (name === '') continue;
    const read = readTag(name);
    if ('tag' in read) tags.add(read.tag);
    else warnings.push(`tag ${quote(name)} ${read.problem}`);
  }
  if (tags.size > maxTags) warnings.push(`tags: only the first ${maxTags} are kept`);
  return { tags: [...tags].slice(0, maxTags), warnings };
}
