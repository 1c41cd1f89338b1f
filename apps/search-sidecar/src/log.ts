/** Writes an event to the log, with the error that is its reason. Messages contain no text of notes. */
export type Log = (message: string, error?: unknown) => void;

/** Maximum length of a reason in UTF-16 units. */
const MAX_REASON = 300;

/** Writes events to the standard error output, one a line. */
export const logToStderr: Log = (message, error) => {
  const reason = error === undefined ? '' : `: ${String(error).replaceAll(/\s+/g, ' ').slice(0, MAX_REASON)}`;
  process.stderr.write(`${new Date().toISOString()} ${message}${reason}\n`);
};
