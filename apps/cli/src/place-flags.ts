/** Flags of a command line that name the library, by their names in `ConfigFlags`. */
export type PlaceFlags = { [Name in PlaceFlag]?: string };
type PlaceFlag = 'config' | 'profile' | 'dataDir';

const PLACE_FLAGS: Readonly<Record<string, PlaceFlag>> = {
  '--config': 'config',
  '--profile': 'profile',
  '--data-dir': 'dataDir',
};

/**
 * Reads a flag that names the library, with its value after an equals sign or in the next word.
 *
 * @param rest words after the flag; the value is removed from them
 * @returns undefined for another flag, or one without a value
 */
export function readPlaceFlag(word: string, rest: string[]): { name: PlaceFlag; value: string } | undefined {
  const [flag = '', ...given] = word.split('=');
  const name = Object.hasOwn(PLACE_FLAGS, flag) ? PLACE_FLAGS[flag] : undefined;
  const value = given.length > 0 ? given.join('=') : rest.shift();
  return name === undefined || value === undefined || value.startsWith('-') ? undefined : { name, value };
}
