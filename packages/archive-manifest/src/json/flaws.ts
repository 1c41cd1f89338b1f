import { LIMITS } from '../limits.js';

export type Flaw = 'depth' | 'duplicate';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds flaws of JSON that parsers accept, before any value is parsed: excessive nesting, and objects with a repeated
 * member, of which each parser keeps another. Expects syntactically valid JSON and does not check the syntax. Takes one
 * pass.
 */
export function findFlaw(json: string): Flaw | null {
  /** Member names so far of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let text = '';
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') {
      const end = findStringEnd(json, at);
      text = json.slice(at, end);
      at = end - 1;
    } else if (character === '{' || character === '[') {
      if (open.length === LIMITS.jsonDepth) return 'depth';
      open.push(character === '{' ? new Set() : null);
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ':' && isRepeated(open.at(-1), text)) return 'duplicate';
  }
  return null;
}

/** Returns the offset after the string that begins at `start`. */
function findStringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at += 1;
  }
  return json.length;
}

/** Records a member name as written, with its escapes. Returns true when the object has it already. */
function isRepeated(names: Set<string> | null | undefined, written: string): boolean {
  const name = parseString(written);
  if (!names || name === null) return false;
  const { size } = names;
  return names.add(name).size === size;
}

function parseString(written: string): string | null {
  try {
    return JSON.parse(written) as string;
  } catch {
    return null;
  }
}
