/**
 * Formats the message of commander for an invalid command line as the programs of Notes print errors: one line that
 * begins with a capital.
 *
 * @param message message of a `CommanderError`
 */
export function formatUsageError(message: string): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
