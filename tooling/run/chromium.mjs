// @ts-check
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the browser for tests of the web UI: the one CHROMIUM_PATH names, else one at a usual path of the system.
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  const places = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : PLACES;
  return places.find((path) => existsSync(path));
}
