import { frontMatter } from '@notes/markdown-blocks';
import { isScalar, stringify, type YAMLMap } from 'yaml';
import { editYaml, findPair, readMapping, type YamlValue } from './edit-yaml.js';

/** Fields by key in lower case. */
export type FrontMatterValues = Readonly<Record<string, YamlValue>>;

/** Returns front matter with the given fields; an empty text without fields. */
export const formatFrontMatter = (said: Readonly<Record<string, unknown>>): string =>
  Object.keys(said).length === 0 ? '' : `---\n${stringify(said)}---\n`;

/**
 * Adds fields to the front matter at the start of a text, whose own values stay. A key with another value is numbered.
 *
 * @returns the front matter, and the text after it; undefined when the text has none that can take the fields
 */
export function addToFrontMatter(
  text: string,
  fields: FrontMatterValues,
): { readonly front: string; readonly rest: string } | undefined {
  const own = frontMatter(text);
  if (own === null) return undefined;
  const written = text.slice(own.contentStart, own.contentEnd);
  const contents = readMapping(written);
  if (contents === null) return undefined;
  const missing: Record<string, YamlValue> = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = findFreeKey(contents, key, value);
    if (name !== undefined) missing[name] = value;
  }
  const edited = editYaml(written, contents, missing);
  if (edited === null) return undefined;
  const front = text.slice(0, own.contentStart) + edited + text.slice(own.contentEnd, own.end);
  return { front: front.endsWith('\n') ? front : `${front}\n`, rest: text.slice(own.end) };
}

/** Returns the key for a value, numbered when another value has it; undefined when it has this value. */
function findFreeKey(contents: YAMLMap, key: string, value: YamlValue): string | undefined {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? key : `${key}-${count}`;
    const pair = findPair(contents, name);
    if (pair === undefined) return name;
    if (isScalar(pair.value) && pair.value.value === value) return undefined;
  }
}

/** Author and position of a note, as written by its source. */
export type Origin = Readonly<Record<'author' | 'latitude' | 'longitude' | 'altitude', string>>;

const NUMBER = /^-?\d{1,7}(?:\.\d{1,15})?$/;

/**
 * Returns the author and position of a note as front matter fields. Leaves out a position of zeros, which programs
 * write for an unknown one.
 */
export function toOriginFields({ author, ...place }: Origin): FrontMatterValues {
  const parseNumber = (text: string) => (NUMBER.test(text.trim()) ? Number(text) : undefined);
  const [latitude, longitude, altitude] = [place.latitude, place.longitude, place.altitude].map(parseNumber);
  const isPlace = latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0);
  const isOnEarth = isPlace && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return {
    ...(author.trim() !== '' && { author: author.trim() }),
    ...(isOnEarth && { latitude, longitude }),
    ...(isOnEarth && altitude !== undefined && altitude !== 0 && { altitude }),
  };
}
