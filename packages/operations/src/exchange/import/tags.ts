import { operations } from '@notes/contract';
import { quote } from './quote.js';

/** Most tags of a note. Further tags are ignored. */
export const MAX_TAGS = 100;

const tagName = operations.addDocumentTag.input.shape.tag;

export interface Tags {
  readonly tags: readonly string[];
  readonly warnings: readonly string[];
}

/** Converts names in a source to distinct tags. Invalid names become warnings. */
export function readTags(names: readonly string[]): Tags {
  const warnings: string[] = [];
  const tags = new Set<string>();
  for (const text of names) {
    const name = text.trim().replace(/^#+/, '');
    if (name === '') continue;
    const result = tagName.safeParse(name);
    if (result.success) tags.add(result.data);
    else warnings.push(`tag ${quote(name)} ${result.error.issues[0]?.message}`);
  }
  if (tags.size > MAX_TAGS) warnings.push(`tags: only the first ${MAX_TAGS} are kept`);
  return { tags: [...tags].slice(0, MAX_TAGS), warnings };
}
