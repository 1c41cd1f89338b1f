const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * Prints a value for use after a field name: in quotes, with `"` and `\` escaped, when it contains operator characters.
 *
 * @param text The plain value. A `*` in it becomes literal
 * @param quoted True to always quote: `none`, ids and a leading `#` have another meaning without quotes
 * @returns Text that the parser reads back as the value
 * @example printValue('my notes') // '"my notes"'
 */
export function printValue(text: string, quoted = false): string {
  return quoted || /[\s()"\\*]/.test(text) ? quote(text) : text;
}
