import type { Status } from '../app/connection.js';

/** What helps to find a fault: versions, counts and states; no title, no text and no path of the library. */
export function diagnosticsOf(status: Status, browser: string): string {
  const { paths: _, ...told } = status;
  return JSON.stringify({ ...told, browser }, null, 2);
}
