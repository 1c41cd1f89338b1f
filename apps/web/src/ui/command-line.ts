const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes a command for a POSIX shell. */
export const commandLine = (words: readonly string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
