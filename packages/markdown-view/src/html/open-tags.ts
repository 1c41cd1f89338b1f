import { readTags } from './read-html.js';

/** Opening or closing tag of an element. */
export interface TagEdge {
  readonly type: 'open' | 'close';
  readonly name: string;
}

/** Lists the tags of a block of HTML that have no partner within the block, in their order. */
export function listUnpairedTags(written: string): TagEdge[] {
  const unpaired: TagEdge[] = [];
  for (const { type, name } of readTags(written)) {
    const partner = type === 'close' ? unpaired.findLastIndex((one) => one.type === 'open' && one.name === name) : -1;
    if (partner === -1) unpaired.push({ type, name });
    else unpaired.splice(partner, 1);
  }
  return unpaired;
}
