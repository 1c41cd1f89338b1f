import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const MANIFEST = new URL('../package.json', import.meta.url);

const parseVersion = (manifest: string): string => (JSON.parse(manifest) as { version: string }).version;

/** Version of this package. */
export const version: string = parseVersion(readFileSync(MANIFEST, 'utf8'));

/**
 * Reads the version that is installed now, which differs from {@link version} after an upgrade while this program runs.
 * @throws the error of the file system when this package is being replaced or was removed
 */
export const readInstalledVersion = async (): Promise<string> => parseVersion(await readFile(MANIFEST, 'utf8'));
