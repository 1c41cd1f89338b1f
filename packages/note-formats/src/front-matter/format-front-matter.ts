import { stringify } from 'yaml';

/** Returns front matter with the given fields; an empty text without fields. */
export const formatFrontMatter = (said: Readonly<Record<string, unknown>>): string =>
  Object.keys(said).length === 0 ? '' : `---\n${stringify(said)}---\n`;

/** Author and position of a note, as written by its source. */
export type Origin = Readonly<Record<'author' | 'latitude' | 'longitude' | 'altitude', string>>;

const NUMBER = /^-?\d{1,7}(?:\.\d{1,15})?$/;

/**
 * Returns the author and position of a note as front matter fields. Leaves out a position of zeros, which programs
 * write for an unknown one.
 */
export function toOriginFields({ author, ...place }: Origin): Readonly<Record<string, unknown>> {
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
