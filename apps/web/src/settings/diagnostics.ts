import type { Status } from '../kernel/connection.js';

/** Returns diagnostics: versions, counts and states, but no title, text or path of the library. */
export function formatDiagnostics(status: Status, browser: string): string {
  const { paths: _, ...details } = status;
  return JSON.stringify({ ...details, browser }, null, 2);
}
