import { readFileSync } from 'node:fs';

/** The version this package is published as. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
