const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A value as a query holds it: in quotes if it has operator characters, or if it would mean something else without. */
export function printValue(text: string, quoted = false): string {
  return quoted || /[\s()"\\*]/.test(text) ? quote(text) : text;
}
