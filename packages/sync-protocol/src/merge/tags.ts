import type { LoggedOperation } from '../log/operations.js';
import { compareOperations } from '../log/order.js';
import { foldName } from './fold-name.js';

/** A tag as applications display it. */
export interface TagView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** Ids of other tags with the same name. They are merged into this one, and renaming it renames them too. */
  readonly aliases: readonly string[];
}

/** All tags, and for each tag id the id of the tag it stands for. */
export interface TagNames {
  readonly tags: ReadonlyMap<string, TagView>;
  readonly canonical: ReadonlyMap<string, string>;
}

/**
 * Merges tags whose names are equal without regard to case. The tag with the earliest operation counts, with its
 * spelling.
 */
export function computeTagNames(operations: readonly LoggedOperation[]): TagNames {
  const names = new Map<string, { name: string; createdAt: number }>();
  for (const { operation } of [...operations].sort(compareOperations)) {
    if (operation.op !== 'tag.create' && operation.op !== 'tag.name') continue;
    const known = names.get(operation.tag);
    const createdAt = known?.createdAt ?? (operation.op === 'tag.create' ? operation.created : operation.w);
    names.set(operation.tag, { name: operation.name, createdAt });
  }
  const tags = new Map<string, TagView & { readonly aliases: string[] }>();
  const canonical = new Map<string, string>();
  const byKey = new Map<string, string>();
  // A map keeps the order in which its keys were first set: the order of the first operation of each tag.
  for (const [id, { name, createdAt }] of names) {
    const key = foldName(name);
    const first = byKey.get(key);
    canonical.set(id, first ?? id);
    if (first !== undefined) tags.get(first)?.aliases.push(id);
    else {
      byKey.set(key, id);
      tags.set(id, { id, name, createdAt, aliases: [] });
    }
  }
  return { tags, canonical };
}
