import { foldName } from '@notes/sync-protocol/merge';

/** Returns every character that folding changes, with its folded form. */
export function folding() {
  const folds = {};
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const folded = foldName(character);
    if (folded !== character && character === character.normalize('NFC')) folds[character] = folded;
  }
  return { folds };
}
