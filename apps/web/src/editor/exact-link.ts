/** Returns a link by address, which stays unambiguous when other notes share the title. */
export const exactLink = (linkText: string, uri: string): string => `[${linkText.replace(/[[\]\\]/g, '\\$&')}](${uri})`;
