import { decodeEntities } from '@notes/markdown-blocks';
import { type Attributes, isAttribute } from '../nodes.js';

const ATTRIBUTE = /([a-z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/giy;
/** Largest number of attributes of a tag that are read. */
const MAX_ATTRIBUTES = 50;

/** Attributes of a tag as written, by name in lower case; the first of each name counts. */
export type WrittenAttributes = ReadonlyMap<string, string>;

/** Parses the source of a tag's attributes. */
export function parseAttributes(source: string): WrittenAttributes {
  const found = new Map<string, string>();
  let at = 0;
  while (at < source.length && found.size < MAX_ATTRIBUTES) {
    ATTRIBUTE.lastIndex = at;
    const [, name, double, single, bare] = ATTRIBUTE.exec(source) ?? [];
    if (name === undefined) {
      at += 1;
      continue;
    }
    at = ATTRIBUTE.lastIndex;
    const known = name.toLowerCase();
    if (!found.has(known)) found.set(known, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return found;
}

const ALIGNMENTS: Readonly<Record<string, string>> = {
  left: 'start',
  right: 'end',
  center: 'center',
  middle: 'center',
};
const BESIDE: Readonly<Record<string, string>> = { left: 'beside-start', right: 'beside-end' };

/** Returns the class of the `align` attribute of a block. */
export const alignmentClass = (written: WrittenAttributes): Attributes => classFor(ALIGNMENTS, written);

/** Returns the class of an image that text flows around. */
export const besideClass = (written: WrittenAttributes): Attributes => classFor(BESIDE, written);

function classFor(classes: Readonly<Record<string, string>>, written: WrittenAttributes): Attributes {
  const align = written.get('align')?.trim().toLowerCase() ?? '';
  return Object.hasOwn(classes, align) ? { class: classes[align] as string } : {};
}

/** Returns the named attributes whose values are allowed. */
export function pickAttributes(written: WrittenAttributes, names: readonly (keyof Attributes)[]): Attributes {
  const picked: { -readonly [Name in keyof Attributes]: string } = {};
  for (const name of names) {
    const value = written.get(name)?.trim();
    if (value !== undefined && isAttribute(name, value)) picked[name] = value;
  }
  return picked;
}

/** Returns the width and height of an image. */
export function sizeAttributes(written: WrittenAttributes): Attributes {
  const pixels = (name: 'width' | 'height') => written.get(name)?.trim().replace(/px$/i, '');
  const [width, height] = [pixels('width'), pixels('height')];
  return {
    ...(width !== undefined && isAttribute('width', width) && { width }),
    ...(height !== undefined && isAttribute('height', height) && { height }),
  };
}
