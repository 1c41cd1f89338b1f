const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command as a POSIX shell reads it. */
export const commandLine = (words: readonly string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
