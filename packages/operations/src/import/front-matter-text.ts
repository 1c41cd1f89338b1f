import { stringify } from 'yaml';

/** Front matter of what a source says that has no other place in the library; nothing where it says nothing. */
export const frontMatterWith = (said: Readonly<Record<string, unknown>>): string =>
  Object.keys(said).length === 0 ? '' : `---\n${stringify(said)}---\n`;
