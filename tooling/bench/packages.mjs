// @ts-check
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Loads a dependency of another package of the workspace, so that the floor uses the versions of the service. */
export async function importFrom(/** @type {string} */ folder, /** @type {string} */ name) {
  const { resolve } = createRequire(new URL(`../../${folder}/package.json`, import.meta.url));
  return import(pathToFileURL(resolve(name)).href);
}
